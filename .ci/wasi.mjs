// Runs a program built for WebAssembly under Node's WASI: node wasi.mjs PROGRAM.wasm FOLDER ARGUMENTS…
// The program reaches the files of the present folder and of FOLDER.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [program, folder, ...args] = process.argv.slice(2);
const wasi = new WASI({
    version: "preview1",
    args: [program, ...args],
    preopens: { ".": ".", [folder]: folder },
    returnOnExit: true,
});
const module = new WebAssembly.Module(readFileSync(program));
process.exitCode = wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));
