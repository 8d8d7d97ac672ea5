// What the program asks of the page, and what the page tells the program. The functions page_… are those of
// src/browser/page.rs. Loaded after miniquad's gl.js, which draws, and passes on keys and the pointer.
"use strict";

// ---- Text, bytes and events between the program and the page

const text_of = (pointer, length) => new TextDecoder().decode(bytes_of(pointer, length));
const bytes_of = (pointer, length) => new Uint8Array(wasm_memory.buffer, pointer, length).slice();

let answer = new Uint8Array();
const answer_with = (text) => { answer = new TextEncoder().encode(text); };

// Each is [kind, bytes]; the kinds are those of PageEvent.
const FILE = 0, CLIPBOARD = 2, NO_CLIPBOARD = 3, LIGHT = 4, DARK = 5, ADDRESS = 6;
const events = [];

function tell(kind, bytes) {
    events.push([kind, bytes ?? new Uint8Array()]);
    draw_soon();
}

async function tell_file(kind, file) {
    const name = new TextEncoder().encode(file.name);
    const content = new Uint8Array(await file.arrayBuffer());
    const bytes = new Uint8Array(name.length + 1 + content.length);
    bytes.set(name);
    bytes.set(content, name.length + 1);
    tell(kind, bytes);
}

// ---- Frames

let ended = false;
let timer = 0;

function draw_soon() {
    clearTimeout(timer);
    timer = 0;
    if (wasm_exports !== undefined && !ended) importObject.env.sapp_schedule_update();
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

// ---- Storage. A browser may refuse it altogether.

function stored(work, otherwise) {
    try {
        return work(localStorage);
    } catch {
        return otherwise;
    }
}

// ---- The clipboard

let pasted = null;
let copied = null;

window.addEventListener("paste", (event) => {
    pasted = event.clipboardData?.getData("text") ?? "";
    event.preventDefault();
    event.stopImmediatePropagation();
}, true);

function copy(text) {
    copied = text;
    const wrote = navigator.clipboard?.writeText(text) ?? Promise.reject();
    wrote.catch(() => document.execCommand("copy"));
}

window.addEventListener("copy", (event) => {
    if (copied === null) return;
    event.clipboardData.setData("text/plain", copied);
    event.preventDefault();
    event.stopImmediatePropagation();
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
    const file = event.dataTransfer.files[0];
    if (file) tell_file(FILE, file);
}, true);

function download(name, bytes) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// ---- Keys. Ctrl or Alt with these, and the function keys, are the program's and not the browser's.

const WITH_CTRL = new Set(["KeyA", "KeyD", "KeyE", "KeyL", "KeyO", "KeyS", "KeyY", "KeyZ"]);
const WITH_ALT = new Set(["KeyM", "KeyN", "KeyT", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

canvas.addEventListener("keydown", (event) => {
    draw_soon();
    // F5 and what is typed with Ctrl+Shift for the developer tools stay the browser's.
    if (event.code === "F5" || (event.ctrlKey && event.shiftKey && ["KeyI", "KeyJ"].includes(event.code))) {
        event.stopImmediatePropagation();
    } else if (!event.getModifierState("AltGraph") && ((event.ctrlKey && WITH_CTRL.has(event.code))
        || (event.altKey && WITH_ALT.has(event.code)) || event.code === "F12")) {
        event.preventDefault();
    }
}, true);

// ---- The pointer

canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    canvas.focus();
    // A drag goes on beyond the page.
    if (!touched) canvas.setPointerCapture(event.pointerId);
}, true);
canvas.addEventListener("pointermove", (event) => { if (event.pointerType !== "touch") touched = false; }, true);

// The program gets hundredths of a notch, because a notch is 100 to 120 pixels here and 3 lines there, and a
// touchpad turns by single pixels.
let turned = [0, 0];
canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const notch = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 3 : event.ctrlKey ? 10 : 100;
    turn(event.deltaX / notch, event.deltaY / notch);
}, { capture: true, passive: false });

function turn(x, y) {
    turned = [turned[0] - 100 * x, turned[1] - 100 * y];
    const whole = turned.map(Math.trunc);
    turned = [turned[0] - whole[0], turned[1] - whole[1]];
    if (whole[0] !== 0 || whole[1] !== 0) wasm_exports.mouse_wheel(whole[0], whole[1]);
    draw_soon();
}

for (const name of ["keyup", "mousemove", "mousedown", "mouseup"]) {
    canvas.addEventListener(name, draw_soon, true);
}
for (const name of ["resize", "focus", "blur"]) {
    window.addEventListener(name, draw_soon);
}

// ---- Fingers, told as a mouse: one is the left button, two are the middle one and the wheel, one that stays
// is the right one.

const LEFT = 0, RIGHT = 1, MIDDLE = 2;
const STAYS = 550, STILL = 10, PINCH = Math.log(1.2);
let touched = false;
// What the fingers do: null, "waits" (one, for what it will be), "drags", "held" (its menu is open), "pinches".
let gesture = null;
// Where the gesture began, and where its fingers were last; how far apart they are; the timer of the menu.
let began = null, last = null, between = 0, waiting = 0;

const place = (x, y) => {
    const at = mouse_relative_position(x, y);
    return [Math.round(at.x), Math.round(at.y)];
};
const middle = (fingers) => {
    const mean = (of) => fingers.reduce((sum, finger) => sum + of(finger), 0) / fingers.length;
    return place(mean((finger) => finger.clientX), mean((finger) => finger.clientY));
};
const apart = ([p, q]) => Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY);

function press(button, at) {
    wasm_exports.mouse_move(...at);
    wasm_exports.mouse_down(...at, button);
}

function on_touch(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    const fingers = [...event.touches];
    const at = fingers.length > 0 ? middle(fingers) : last;
    if (fingers.length >= 2 && gesture !== "pinches" && gesture !== "held") {
        clearTimeout(waiting);
        if (gesture === "drags") wasm_exports.mouse_up(...last, LEFT);
        gesture = "pinches";
        last = at;
        between = apart(fingers);
        press(MIDDLE, at);
    } else if (gesture === "pinches" && fingers.length >= 2) {
        last = at;
        wasm_exports.mouse_move(...at);
        const now = apart(fingers);
        if (between > 0 && now > 0) turn(0, -Math.log(now / between) / PINCH);
        between = now;
    } else if (gesture === "pinches") {
        // The finger that stays moves nothing and begins nothing.
        wasm_exports.mouse_up(...last, MIDDLE);
        gesture = "held";
    } else if (gesture === null && event.type === "touchstart") {
        gesture = "waits";
        began = at;
        wasm_exports.mouse_move(...at);
        waiting = setTimeout(() => {
            gesture = "held";
            press(RIGHT, began);
            wasm_exports.mouse_up(...began, RIGHT);
            draw_soon();
        }, STAYS);
    } else if (gesture === "waits" && fingers.length === 1) {
        if (Math.hypot(at[0] - began[0], at[1] - began[1]) > STILL * dpi_scale()) {
            clearTimeout(waiting);
            gesture = "drags";
            last = at;
            press(LEFT, began);
            wasm_exports.mouse_move(...at);
        }
    } else if (gesture === "waits" && event.type === "touchend") {
        // A tap: the release comes a frame after the press, because a widget needs both.
        clearTimeout(waiting);
        press(LEFT, began);
        const tapped = began;
        setTimeout(() => { wasm_exports.mouse_up(...tapped, LEFT); draw_soon(); }, 50);
    } else if (gesture === "drags" && fingers.length === 1) {
        last = at;
        wasm_exports.mouse_move(...at);
    } else if (gesture === "drags") {
        wasm_exports.mouse_up(...last, LEFT);
    }
    if (fingers.length === 0) {
        clearTimeout(waiting);
        gesture = null;
    }
    draw_soon();
}

for (const name of ["touchstart", "touchmove", "touchend", "touchcancel"]) {
    canvas.addEventListener(name, on_touch, { capture: true, passive: false });
}

// ---- Light and dark, hiding, faults

const dark = window.matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => tell(dark.matches ? DARK : LIGHT));

window.addEventListener("hashchange", () => tell(ADDRESS, new TextEncoder().encode(location.href)));

function hides() {
    if (wasm_exports !== undefined && !ended) wasm_exports.page_hides();
}
document.addEventListener("visibilitychange", () => { if (document.hidden) hides(); else draw_soon(); });
window.addEventListener("pagehide", hides);

const over = document.querySelector("#over");

function show_over(text, scene) {
    over.hidden = false;
    over.replaceChildren();
    const paragraph = document.createElement("p");
    paragraph.textContent = text;
    over.append(paragraph);
    if (!scene) return;
    const area = document.createElement("textarea");
    area.readOnly = true;
    area.value = scene;
    const button = document.createElement("button");
    button.textContent = "Copy the scene";
    button.onclick = () => { area.select(); copy(scene); };
    over.append("The unsaved scene:", area, button);
}

function fault(reason, scene) {
    ended = true;
    console.error(reason);
    show_over("The program ended in a fault. Reloading the page starts it again. The fault: " + reason, scene);
}

Object.assign(importObject.env, {
    page_now: () => performance.now(),
    page_date: () => Date.now(),
    page_scale: () => window.devicePixelRatio || 1,
    page_is_dark: () => dark.matches,
    page_is_touched: () => touched,
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
    page_remove: (...name) => stored((storage) => storage.removeItem(text_of(...name))),
    page_names: () => answer_with(stored((storage) => Object.keys(storage), []).join("\n")),
    page_download: (name, length, bytes, count) => download(text_of(name, length), bytes_of(bytes, count)),
    page_choose: (purpose, endings, length) => choose(purpose, text_of(endings, length)),
    page_copy: (text, length) => copy(text_of(text, length)),
    page_open_tab: (link, length) => window !== window.top && window.open(text_of(link, length)) !== null,
    page_read_clipboard: read_clipboard,
    page_title: (text, length) => { document.title = text_of(text, length); },
    page_print: (text, length) => console.log(text_of(text, length)),
    page_fault: (reason, length, scene, scene_length) =>
        fault(text_of(reason, length), text_of(scene, scene_length)),
    // Of egui-miniquad, for links, which the program has not.
    js_create_string: () => 0,
    js_free_object: () => {},
    quad_url_link_open: () => {},
});

window.addEventListener("error", (event) => { if (!ended) fault(event.message, ""); });

async function start() {
    await begin_run();
    const found = await fetch("collision-test.wasm");
    if (!found.ok) throw new Error(`collision-test.wasm cannot be loaded (${found.status})`);
    // A host may serve it as another type, which streaming refuses.
    const streams = found.headers.get("content-type")?.startsWith("application/wasm");
    const { instance } = streams
        ? await WebAssembly.instantiateStreaming(found, importObject)
        : await WebAssembly.instantiate(await found.arrayBuffer(), importObject);
    wasm_exports = instance.exports;
    wasm_memory = wasm_exports.memory;
    over.hidden = true;
    canvas.focus();
    wasm_exports.main();
}

if (typeof WebAssembly === "undefined" || canvas.getContext("webgl") === null) {
    show_over("This page needs a browser with WebAssembly and WebGL.");
} else {
    start().catch((error) => { if (!ended) fault(String(error), ""); });
}
