// What `report --hash` prints of every scene named and of random ones: node same_bits.mjs PROGRAM FRAMES SCENE…
// PROGRAM is the native program, one built for WebAssembly (.wasm), which runs under Node's WASI, or one for Windows (.exe),
// which runs under wine.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RANDOM = 40;
const [program, frames, ...named] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "same-bits-"));

// Numbers that depend on nothing but the seed (mulberry32).
function numbers(seed) {
    return () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

// Bodies with damping and spin that fall into a box, under each solver in turn.
function randomScene(seed) {
    const next = numbers(seed);
    const between = (from, to) => (from + (to - from) * next()).toFixed(4);
    const shape = () => {
        switch (Math.floor(4 * next())) {
            case 0: return `Circle(radius: ${between(0.1, 0.6)})`;
            case 1: return `Rectangle(width: ${between(0.2, 1.2)}, height: ${between(0.2, 1.2)})`;
            case 2: return `Capsule(start: (-${between(0.1, 0.5)}, 0.0), end: (${between(0.1, 0.5)}, 0.0), radius: ${between(0.1, 0.4)})`;
            default: return `Polygon(points: [(0.0, ${between(0.3, 0.7)}), (-${between(0.3, 0.7)}, -0.3), (${between(0.3, 0.7)}, -0.4)])`;
        }
    };
    const bodies = Array.from({ length: 20 }, (_, i) => `(name: "b${i}", shape: ${shape()},
        position: (${between(-4, 4)}, ${between(0, 9)}), rotation: ${between(-400, 400)},
        motion: Dynamic(mass: ${between(0.2, 5)}, velocity: (${between(-4, 4)}, ${between(-4, 4)}),
        angular_velocity: ${between(-3000, 3000)}, damping: ${between(0.05, 1)}),
        restitution: ${between(0, 1)}, friction: ${between(0, 1)})`);
    const walls = [[-5, -1, 5, -1.5], [-5, -1, -5.5, 12], [5, -1.5, 5.2, 12]];
    walls.forEach(([x, y, u, v], i) =>
        bodies.push(`(name: "w${i}", shape: Wall(start: (${x}, ${y}), end: (${u}, ${v})))`));
    const solver = ["Off", "Linear", "Rigid"][seed % 3];
    return `(version: 1, gravity: (0.0, -9.81), solver: ${solver}, bodies: [${bodies.join(",\n")}],
        listeners: [(name: "pop", body: "b0", then: Burst(count: ${2 + (seed % 30)}))])`;
}

// What the program prints of a scene.
function hashes(scene) {
    const args = ["report", "--hash", "--frame", frames, scene];
    const [command, before] = program.endsWith(".wasm")
        ? [process.execPath, ["--no-warnings", ".ci/wasi.mjs", program, folder]]
        : program.endsWith(".exe") ? [".ci/wine", [program]] : [program, []];
    return execFileSync(command, [...before, ...args], { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
}

const random = Array.from({ length: RANDOM }, (_, seed) => {
    const path = join(folder, `random-${seed}.ron`);
    writeFileSync(path, randomScene(seed));
    return path;
});
for (const scene of [...named, ...random]) {
    const text = hashes(scene);
    const name = scene.startsWith(folder) ? scene.slice(folder.length + 1) : scene;
    console.log(`${createHash("sha256").update(text).digest("hex")} ${text.toString().trim().split("\n").length} ${name}`);
}
rmSync(folder, { recursive: true });
