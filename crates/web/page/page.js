// What the program asks of the page, and what the page tells the program. The functions page_… are those of
// src/browser/page.rs. Loaded after miniquad's gl.js, which draws.
"use strict";

// ---- Text, bytes and events between the program and the page

const text_of = (pointer, length) => new TextDecoder().decode(bytes_of(pointer, length));
const bytes_of = (pointer, length) => new Uint8Array(wasm_memory.buffer, pointer, length).slice();

let answer = new Uint8Array();
const answer_with = (text) => { answer = new TextEncoder().encode(text); };

// Each is [kind, bytes]; the kinds are those of PageEvent.
const FILE = 0, CLIPBOARD = 2, NO_CLIPBOARD = 3, LIGHT = 4, DARK = 5, ADDRESS = 6, UNREAD = 7;
const events = [];

function tell(kind, bytes) {
    events.push([kind, bytes ?? new Uint8Array()]);
    draw_soon();
}

async function tell_file(kind, file) {
    const name = new TextEncoder().encode(file.name);
    let content;
    try {
        content = new Uint8Array(await file.arrayBuffer());
    } catch (error) {
        tell(UNREAD, new TextEncoder().encode(`${file.name}: the browser cannot read it (${error.name}).`));
        return;
    }
    const bytes = new Uint8Array(name.length + 1 + content.length);
    bytes.set(name);
    bytes.set(content, name.length + 1);
    tell(kind, bytes);
}

// ---- Frames

let timer = 0;

/// Whether the program may be called.
const is_running = () => wasm_exports !== undefined && !ended;

/// Without a context there is no frame: it would make objects that are none.
function draw_soon() {
    clearTimeout(timer);
    timer = 0;
    if (is_running() && graphics.are_wanted()) importObject.env.sapp_schedule_update();
}

// ---- This run, and those in other tabs

const run = "run-" + Date.now().toString(36) + "-" + Math.random().toString(36).slice(2, 8);
let run_before = "";
let open_runs = new Set();

// A lock lives as long as its page. Without locks (a page that is not served safely) every other run counts as
// ended.
async function look_for_open_runs() {
    const state = await navigator.locks?.query();
    open_runs = new Set((state?.held ?? []).map((lock) => lock.name));
}

async function begin_run() {
    if (framed) return;
    try {
        run_before = sessionStorage.getItem("collision-test/run") ?? "";
        sessionStorage.setItem("collision-test/run", run);
        navigator.locks?.request("collision-test/" + run, () => new Promise(() => {}));
        await look_for_open_runs();
        window.addEventListener("focus", look_for_open_runs);
    } catch (error) {
        console.warn("This browser stores nothing for the page: " + error);
    }
}

// ---- Storage. A browser may refuse it altogether. A framed page keeps its texts as long as it is there.

const own_texts = new Map();
const own_storage = {
    getItem: (name) => own_texts.get(name) ?? null,
    setItem: (name, text) => own_texts.set(name, text),
    removeItem: (name) => own_texts.delete(name),
    names: () => [...own_texts.keys()],
};

function stored(work, otherwise) {
    try {
        return work(framed ? own_storage : localStorage);
    } catch {
        return otherwise;
    }
}

// ---- The clipboard

let pasted = null;
let forgetting = 0;
let copied = null;
/// Time in which the program asks for what is pasted, or has no use for it. Milliseconds.
const PASTED = 1000;

window.addEventListener("paste", (event) => {
    pasted = event.clipboardData?.getData("text") ?? "";
    clearTimeout(forgetting);
    forgetting = setTimeout(() => { pasted = null; }, PASTED);
    event.preventDefault();
    event.stopImmediatePropagation();
}, true);

function copy(text) {
    copied = text;
    const wrote = navigator.clipboard?.writeText(text) ?? Promise.reject();
    wrote.catch(() => document.execCommand("copy"));
}

window.addEventListener("copy", (event) => {
    // gl.js would give the last text of the program.
    event.stopImmediatePropagation();
    // What is selected over the canvas the browser copies.
    if (copied === null || over.contains(event.target)) return;
    event.clipboardData.setData("text/plain", copied);
    event.preventDefault();
}, true);

function read_clipboard() {
    const encoded = (text) => new TextEncoder().encode(text);
    if (pasted !== null) {
        // Ctrl+V: the browser gave the text before this frame.
        tell(CLIPBOARD, encoded(pasted));
        pasted = null;
        return;
    }
    const read = navigator.clipboard?.readText?.() ?? Promise.reject();
    read.then((text) => tell(CLIPBOARD, encoded(text)))
        .catch(() => copied === null ? tell(NO_CLIPBOARD) : tell(CLIPBOARD, encoded(copied)));
}

// ---- Files

const chooser = document.createElement("input");
chooser.type = "file";

function choose(purpose, endings) {
    chooser.accept = endings;
    chooser.value = "";
    chooser.onchange = () => { if (chooser.files[0]) tell_file(purpose, chooser.files[0]); };
    chooser.click();
}

window.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const [file, ...others] = event.dataTransfer.files;
    if (file) tell_file(FILE, file);
    for (const other of others) {
        tell(UNREAD, new TextEncoder().encode(`${other.name}: one file at a time, and ${file.name} was first.`));
    }
}, true);

function download(name, bytes) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// ---- Light and dark, hiding, faults

const dark = window.matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => tell(dark.matches ? DARK : LIGHT));

window.addEventListener("hashchange", () => tell(ADDRESS, new TextEncoder().encode(location.href)));

// Unsaved work that is stored nowhere is not left without a question.
let asks_before_leaving = false;
window.addEventListener("beforeunload", (event) => { if (asks_before_leaving) event.preventDefault(); });

function hides() {
    if (is_running()) wasm_exports.page_hides();
}
document.addEventListener("visibilitychange", () => { if (document.hidden) hides(); else draw_soon(); });
window.addEventListener("pagehide", hides);

for (const name of ["resize", "focus", "blur"]) {
    window.addEventListener(name, draw_soon);
}

// ---- Words for those who do not see the canvas, and the licences

const words = document.querySelector("#words");

async function show_licences() {
    let text = "licences.txt cannot be loaded.";
    try {
        const found = await fetch("licences.txt");
        if (found.ok) text = await found.text();
    } catch {
        // The sentence is shown.
    }
    const close = button("Close", () => { uncover(); canvas.focus({ preventScroll: true }); draw_soon(); });
    cover(element("pre", { textContent: text, tabIndex: 0, ariaLabel: "Licences" }), close);
    close.focus({ preventScroll: true });
}

over.addEventListener("keydown", (event) => { if (event.key === "Escape") over.querySelector("pre ~ button")?.click(); });

Object.assign(importObject.env, {
    page_now: () => performance.now(),
    page_date: () => Date.now(),
    page_scale: () => window.devicePixelRatio || 1,
    page_is_dark: () => dark.matches,
    page_is_touched: () => input.is_touched(),
    page_is_framed: () => framed,
    page_is_mac: () => input.is_mac(),
    page_wake_in: (milliseconds) => {
        if (milliseconds < 16) draw_soon();
        else { clearTimeout(timer); timer = setTimeout(draw_soon, Math.min(milliseconds, 1e9)); }
    },
    page_event: () => {
        const event = events.shift();
        answer = event?.[1] ?? new Uint8Array();
        return event?.[0] ?? -1;
    },
    page_answer_length: () => answer.length,
    page_take_answer: (into) => new Uint8Array(wasm_memory.buffer, into, answer.length).set(answer),
    page_address: () => answer_with(location.href),
    page_run: () => answer_with(run),
    page_run_before: () => answer_with(run_before),
    page_is_reloaded: () => performance.getEntriesByType("navigation")[0]?.type === "reload",
    page_is_open: (...name) => open_runs.has("collision-test/" + text_of(...name)),
    page_get: (...name) => {
        const text = stored((storage) => storage.getItem(text_of(...name)), null);
        answer_with(text ?? "");
        return text !== null;
    },
    page_put: (name, length, text, text_length) => stored((storage) => {
        storage.setItem(text_of(name, length), text_of(text, text_length));
        return true;
    }, false),
    page_stores: () => stored((storage) => { storage.getItem("collision-test/"); return true; }, false),
    page_ask_before_leaving: (asks) => { asks_before_leaving = asks !== 0; },
    page_remove: (...name) => stored((storage) => storage.removeItem(text_of(...name))),
    page_names: () => answer_with(stored((storage) => framed ? storage.names() : Object.keys(storage), []).join("\n")),
    page_download: (name, length, bytes, count) => download(text_of(name, length), bytes_of(bytes, count)),
    page_choose: (purpose, endings, length) => choose(purpose, text_of(endings, length)),
    page_copy: (text, length) => copy(text_of(text, length)),
    page_open_tab: (link, length) => framed && window.open(text_of(link, length)) !== null,
    page_read_clipboard: read_clipboard,
    page_show_licences: () => { show_licences(); },
    page_say: (text, length) => { words.textContent = text_of(text, length); },
    page_type_at: (x, y) => input.type_at(x, y),
    page_type_nowhere: () => input.type_nowhere(),
    page_title: (text, length) => { document.title = text_of(text, length); },
    page_print: (text, length) => console.log(text_of(text, length)),
    page_fault: (reason, length, scene, scene_length) =>
        fault(text_of(reason, length), text_of(scene, scene_length)),
    // Of egui-miniquad, for links, which the program has not.
    js_create_string: () => 0,
    js_free_object: () => {},
    quad_url_link_open: () => {},
});
