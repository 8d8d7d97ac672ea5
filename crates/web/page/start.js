// Starts the page: loads its files, shows how far that is, and says in a sentence what hinders it. What another page embeds
// starts once it comes into sight.
"use strict";

/// A page within another page: it takes neither focus nor storage, and leaves wheel, swipes and Tab to the other one.
const framed = window !== window.top;
document.documentElement.classList.toggle("framed", framed);

// ---- What covers the canvas

const over = document.querySelector("#over");
let ended = false;

function cover(...parts) {
    over.replaceChildren(...parts);
    over.hidden = false;
}

function uncover() {
    over.hidden = true;
    over.replaceChildren();
}

function element(name, properties) {
    return Object.assign(document.createElement(name), properties);
}

function button(label, work) {
    return element("button", { textContent: label, onclick: work });
}

/// Ends the program. `scene`: the text of the unsaved scene; may be empty.
function fault(reason, scene) {
    ended = true;
    console.error(reason);
    const sentence = "The program ended in a fault. Reloading the page starts it again. The fault: " + reason;
    const parts = [element("p", { textContent: sentence }), button("Reload", () => location.reload())];
    if (scene) {
        const area = element("textarea", { readOnly: true, value: scene, ariaLabel: "The unsaved scene" });
        parts.push("The unsaved scene:", area, button("Copy the scene", () => { area.select(); copy(scene); }));
    }
    cover(...parts);
}

/// Says why the page cannot start.
function refuse(sentence) {
    ended = true;
    console.error(sentence);
    cover(element("p", { textContent: sentence }), button("Try again", () => location.reload()));
}

window.addEventListener("error", (event) => { if (!ended && event.message) fault(event.message, ""); });

// ---- Loading

const FILES = ["gl.js", "graphics.js", "page.js", "input.js"];
const PROGRAM = "collision-test.wasm.gz";
/// The first byte of a file of gzip.
const PACKED = 0x1f;

/// What hinders the start, as a sentence for a person.
class Hindrance extends Error {}

function load_script(file) {
    return new Promise((resolve, reject) => {
        const missing = () => reject(new Hindrance(`${file} cannot be loaded. The host must have it beside this page.`));
        document.body.append(element("script", { src: file, onload: resolve, onerror: missing }));
    });
}

/// The program's bytes as they come, told to `progress`, and unpacked, unless the host's headers let the browser do
/// that. The host may serve them as another type.
async function load_program(progress) {
    let found;
    try {
        found = await fetch(PROGRAM);
    } catch (error) {
        const reason = location.protocol === "file:"
            ? "A page that is opened as a file may not load it: a server is needed (cargo run -p web)."
            : window.origin === "null"
                ? "In a frame with sandbox and without allow-same-origin the host must send Access-Control-Allow-Origin: *."
                : "The connection may be lost.";
        throw new Hindrance(`${PROGRAM} cannot be loaded (${error.message}). ${reason}`);
    }
    if (!found.ok) {
        throw new Hindrance(`${PROGRAM} cannot be loaded: the host answers ${found.status}. It must have it beside this page.`);
    }
    const reader = found.body.getReader();
    let first;
    do first = await reader.read(); while (first.value?.length === 0);
    const is_packed = first.value?.[0] === PACKED;
    let count = 0;
    const bytes = new ReadableStream({
        async pull(controller) {
            const { done, value } = first ?? await reader.read();
            first = null;
            if (done) return controller.close();
            count += value.length;
            progress(count);
            controller.enqueue(value);
        },
    });
    const body = is_packed ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes;
    return new Response(body, { headers: { "content-type": "application/wasm" } });
}

async function instantiate(progress) {
    const response = await load_program(progress);
    try {
        return (await WebAssembly.instantiateStreaming(response, importObject)).instance;
    } catch (error) {
        const reason = /Content.Security.Policy|unsafe-eval/i.test(error.message)
            ? "The host's Content-Security-Policy must have script-src 'self' 'wasm-unsafe-eval'."
            : "The file may be damaged, or the connection was lost. Trying again may help.";
        throw new Hindrance(`${PROGRAM} cannot be started (${error.message}). ${reason}`);
    }
}

/// Resolves once the page is in sight.
function in_sight() {
    if (!framed) return Promise.resolve();
    return new Promise((resolve) => {
        const observer = new IntersectionObserver((entries) => {
            if (!entries.some((entry) => entry.isIntersecting)) return;
            observer.disconnect();
            resolve();
        });
        observer.observe(document.documentElement);
    });
}

async function start(bytes) {
    const bar = element("progress", { max: bytes || 1, ariaLabel: "Loading" });
    // Without a value it moves to and fro.
    if (bytes > 0) bar.value = 0;
    const text = element("p", { textContent: "Loading…" });
    cover(text, bar);
    await in_sight();
    if (typeof WebAssembly === "undefined") throw new Hindrance("This page needs a browser with WebAssembly.");
    for (const file of FILES) await load_script(file);
    await begin_run();
    const instance = await instantiate((count) => {
        bar.value = Math.min(count, bar.max);
        text.textContent = `Loading… ${Math.round(100 * bar.position)} %`;
    });
    wasm_exports = instance.exports;
    wasm_memory = wasm_exports.memory;
    // Not before: until the program takes it, other figures of the page may take this one's context.
    if (!graphics.exist()) {
        throw new Hindrance("This page needs WebGL. It is turned off in this browser, or too many pages use it: closing some may help.");
    }
    canvas.tabIndex = 0;
    if (!framed) canvas.focus({ preventScroll: true });
    uncover();
    wasm_exports.main();
}

start(Number(document.currentScript.dataset.bytes)).catch((error) => {
    if (ended) return;
    if (error instanceof Hindrance) refuse(error.message); else fault(String(error), "");
});
