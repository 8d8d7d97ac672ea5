// Keys, text, pointer and fingers, as the program gets them. What miniquad's gl.js does with them never comes to its turn: it
// knows neither Mac keyboards nor text without keys, and keeps from a page around this one what that one needs.
"use strict";

const input = (() => {
    /// What the program is asked between two frames; the numbers are those of `PageQuestion`.
    const SCROLLS = 0, GRIPS = 1, IS_FIELD = 2, TAKES_TAB = 3, TAKES_ARROWS = 4, IS_COMMAND = 5;
    const asks = (question, x = 0, y = 0) => is_running() && wasm_exports.page_asks(question, x, y);

    // ---- Keys

    const MAC = /^(Mac|iP)/.test(navigator.platform);
    const SHIFT = 1, CTRL = 2, ALT = 4;
    /// By themselves they would scroll, go back, search or open something of the browser's.
    const ALONE = new Set(["Space", "Backspace", "Slash", "Quote", "Home", "End", "F1", "F2", "F3", "F7", "F8", "F9", "F10", "F12"]);
    const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

    const typing = document.querySelector("#typing");
    /// Keys that are down.
    const down = new Set();
    /// How often Esc was pressed in a row. After two, Tab is the browser's: the keyboard alone must be able to leave the canvas.
    let escapes = 0;

    const has_command = (event) => !event.getModifierState("AltGraph") && (event.ctrlKey || (MAC && event.metaKey));

    function modifiers_of(event) {
        return (has_command(event) ? CTRL : 0) | (event.shiftKey ? SHIFT : 0) | (event.altKey ? ALT : 0);
    }

    /// The key's code. Phones have none, but the names of keys that type nothing are their codes.
    function code_of(event) {
        const code = event.code || event.key;
        return MAC ? code.replace("Meta", "Control") : code;
    }

    /// Whether the browser must do nothing by itself.
    function is_ours(event, code) {
        if (code === "Tab") return !has_command(event) && !event.altKey && (!framed || asks(TAKES_TAB));
        const is_command = (modifier) => /^Key.$/.test(code) && asks(IS_COMMAND, code.charCodeAt(3), modifier);
        // Copy, cut and paste come as the browser's own events.
        if (has_command(event)) return ARROWS.has(code) || code === "Home" || code === "End" || (!/^Key[CVX]$/.test(code) && is_command(CTRL));
        if (event.altKey && (ARROWS.has(code) || is_command(ALT))) return true;
        if (ARROWS.has(code)) return !framed || asks(TAKES_ARROWS);
        return ALONE.has(code);
    }

    /// Whether it is the browser's alone: reloading, and the tools of developers.
    function is_theirs(event, code) {
        return code === "F5" || (has_command(event) && (code === "KeyR" || (event.shiftKey && ["KeyI", "KeyJ"].includes(code))));
    }

    window.addEventListener("keydown", (event) => {
        if (!is_running() || (event.target !== canvas && event.target !== typing)) return;
        event.stopImmediatePropagation();
        draw_soon();
        const code = code_of(event);
        // What an input method makes of a key comes as text.
        if (event.isComposing || event.keyCode === 229 || is_theirs(event, code)) return;
        if (code === "Tab" && escapes >= 2) return;
        if (!code.startsWith("Shift")) escapes = code === "Escape" ? escapes + Number(!event.repeat) : 0;
        const types = [...event.key].length === 1 && !has_command(event) && !(event.altKey && !MAC && !event.getModifierState("AltGraph"));
        if (types || is_ours(event, code)) event.preventDefault();
        // As on a desktop the character comes before its key, which some layouts know by it alone.
        if (types) wasm_exports.key_press(event.key.codePointAt(0));
        down.add(code);
        wasm_exports.key_down(into_sapp_keycode(code), modifiers_of(event), event.repeat);
    }, true);

    window.addEventListener("keyup", (event) => {
        if (!is_running() || (event.target !== canvas && event.target !== typing)) return;
        event.stopImmediatePropagation();
        const code = code_of(event);
        // A Mac tells no release of a key that is pressed with Cmd.
        const released = MAC && event.key === "Meta" ? [...down] : [code];
        for (const code of released) {
            down.delete(code);
            wasm_exports.key_up(into_sapp_keycode(code), modifiers_of(event));
        }
        draw_soon();
    }, true);

    // ---- Text that comes without keys: of phones, input methods, dead keys. A hidden field takes it while a field of the program
    // has the focus.

    /// What of a word that is being composed the program has.
    let composed = "", composing = false;
    /// A finger on a field has the keyboard come up before the program knows of it.
    let expected = 0;

    function type_at(x, y) {
        Object.assign(typing.style, { left: `${x}px`, top: `${y}px` });
        expected = 0;
        if (document.activeElement === canvas) typing.focus({ preventScroll: true });
    }

    function type_nowhere() {
        if (document.activeElement === typing && performance.now() > expected) canvas.focus({ preventScroll: true });
    }

    function press_key(code) {
        wasm_exports.key_down(into_sapp_keycode(code), 0, false);
        wasm_exports.key_up(into_sapp_keycode(code), 0);
        draw_soon();
    }

    function type_text(text) {
        for (const character of text) {
            if (character === "\n") press_key("Enter"); else wasm_exports.key_press(character.codePointAt(0));
        }
        draw_soon();
    }

    /// Replaces what was composed: the last characters that differ go, others come.
    function compose(text) {
        const [before, after] = [[...composed], [...text]];
        let same = 0;
        while (same < before.length && before[same] === after[same]) same++;
        for (let i = same; i < before.length; i++) press_key("Backspace");
        type_text(after.slice(same).join(""));
        composed = text;
    }

    typing.addEventListener("compositionstart", () => { composing = true; });
    typing.addEventListener("compositionupdate", (event) => { if (is_running()) compose(event.data); });
    typing.addEventListener("compositionend", (event) => {
        if (is_running()) compose(event.data);
        composed = "";
        composing = false;
        typing.value = "";
    });
    typing.addEventListener("beforeinput", (event) => {
        if (event.inputType === "deleteContentBackward" && !composing && is_running()) press_key("Backspace");
    });
    typing.addEventListener("input", () => {
        if (composing || !is_running()) return;
        type_text(typing.value);
        typing.value = "";
    });

    // ---- The pointer

    const place = (x, y) => {
        const at = mouse_relative_position(x, y);
        return [Math.round(at.x), Math.round(at.y)];
    };
    const LEFT = 0, RIGHT = 1, MIDDLE = 2;
    /// The program's buttons in the browser's order; Ctrl and a click is a Mac's right button.
    const button_of = (event) => MAC && event.ctrlKey && event.button === 0 ? RIGHT : [LEFT, MIDDLE, RIGHT][event.button];
    let pressed = new Map();

    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    // Its ring is for those who come by keys: browsers draw it for a focus that a script gives, too.
    canvas.addEventListener("blur", () => canvas.classList.remove("pointed"));
    canvas.addEventListener("pointerdown", (event) => {
        touched = event.pointerType === "touch";
        escapes = 0;
        canvas.classList.add("pointed");
        if (!touched && document.activeElement !== typing) canvas.focus({ preventScroll: true });
        // A drag goes on beyond the page.
        if (!touched) canvas.setPointerCapture(event.pointerId);
    }, true);
    canvas.addEventListener("pointermove", (event) => { if (event.pointerType !== "touch") touched = false; }, true);

    canvas.addEventListener("mousemove", (event) => {
        event.stopImmediatePropagation();
        if (is_running()) wasm_exports.mouse_move(...place(event.clientX, event.clientY));
        draw_soon();
    }, true);
    canvas.addEventListener("mousedown", (event) => {
        event.stopImmediatePropagation();
        // The focus is where it belongs; a middle click would scroll.
        event.preventDefault();
        const button = button_of(event);
        if (!is_running() || button === undefined) return;
        pressed.set(event.button, button);
        wasm_exports.mouse_down(...place(event.clientX, event.clientY), button);
        draw_soon();
    }, true);
    canvas.addEventListener("mouseup", (event) => {
        event.stopImmediatePropagation();
        const button = pressed.get(event.button);
        if (!is_running() || button === undefined) return;
        wasm_exports.mouse_up(...place(event.clientX, event.clientY), button);
        draw_soon();
    }, true);

    // The program gets hundredths of a notch, because a notch is 100 to 120 pixels here, 3 lines or a page there, and a
    // touchpad turns by single pixels.
    let turned = [0, 0];
    canvas.addEventListener("wheel", (event) => {
        event.stopImmediatePropagation();
        // In an article the wheel scrolls the article, and with Ctrl (a touchpad's pinch too) it zooms here.
        if (framed && !event.ctrlKey && !(MAC && event.metaKey) && !asks(SCROLLS, ...place(event.clientX, event.clientY))) return;
        event.preventDefault();
        const pixels = event.ctrlKey ? 10 : 100;
        const notch = { [WheelEvent.DOM_DELTA_LINE]: 3, [WheelEvent.DOM_DELTA_PAGE]: 1 }[event.deltaMode] ?? pixels;
        turn(event.deltaX / notch, event.deltaY / notch);
    }, { capture: true, passive: false });

    function turn(x, y) {
        turned = [turned[0] - 100 * x, turned[1] - 100 * y];
        const whole = turned.map(Math.trunc);
        turned = [turned[0] - whole[0], turned[1] - whole[1]];
        if (is_running() && (whole[0] !== 0 || whole[1] !== 0)) wasm_exports.mouse_wheel(whole[0], whole[1]);
        draw_soon();
    }

    // ---- Fingers, told as a mouse: one is the left button, two are the middle one and the wheel, one that stays
    // is the right one.

    const STAYS = 550, STILL = 10, PINCH = Math.log(1.2);
    /// So far a notch of the wheel scrolls. Points.
    const LINE = 40;
    let touched = false;
    // What the fingers do: null, "waits" (one, for what it will be), "drags", "scrolls", "held" (its menu is open), "pinches".
    let gesture = null;
    // Where the gesture began, and where its fingers were last; how far apart they are; the timer of the menu.
    let began = null, last = null, between = 0, waiting = 0;

    const middle = (fingers) => {
        const mean = (of) => fingers.reduce((sum, finger) => sum + of(finger), 0) / fingers.length;
        return place(mean((finger) => finger.clientX), mean((finger) => finger.clientY));
    };
    const apart = ([p, q]) => Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY);

    function press(button, at) {
        wasm_exports.mouse_move(...at);
        wasm_exports.mouse_down(...at, button);
    }

    /// Does something once the program has drawn a frame, however long that takes.
    function after_a_frame(what) {
        const then = () => { if (is_running()) { what(); draw_soon(); } };
        requestAnimationFrame(() => requestAnimationFrame(then));
    }

    /// A finger that is gone is over nothing.
    function leave() {
        after_a_frame(() => { if (gesture === null) wasm_exports.mouse_move(-1, -1); });
    }

    /// Whether the finger is the article's: it scrolls it, unless it is on what a tap selected before.
    const is_of_article = (fingers, at) => framed && fingers.length === 1 && gesture !== "drags" && !asks(GRIPS, ...at);

    function on_touch(event) {
        event.stopImmediatePropagation();
        if (!is_running()) return;
        const fingers = [...event.touches];
        const at = fingers.length > 0 ? middle(fingers) : last;
        if (event.cancelable && !(event.type !== "touchend" && is_of_article(fingers, gesture === "waits" ? began : at))) event.preventDefault();
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
                const [across, along] = [Math.abs(at[0] - began[0]), Math.abs(at[1] - began[1])];
                if (is_of_article(fingers, began)) {
                    gesture = "held";
                } else if (along > across && asks(IS_FIELD, ...began)) {
                    // Sideways it would change the field's number.
                    gesture = "scrolls";
                    last = began;
                } else {
                    gesture = "drags";
                    last = at;
                    // The finger's next move comes a frame after the press, which takes hold of what is where it began.
                    press(LEFT, began);
                }
            }
        } else if (gesture === "waits" && event.type === "touchend") {
            // A tap: the release comes a frame after the press, because a widget needs both.
            clearTimeout(waiting);
            press(LEFT, began);
            const tapped = began;
            if (asks(IS_FIELD, ...tapped)) {
                // Phones show their keyboard only within the tap.
                expected = performance.now() + 500;
                typing.focus({ preventScroll: true });
            } else if (document.activeElement !== typing) {
                canvas.focus({ preventScroll: true });
            }
            after_a_frame(() => wasm_exports.mouse_up(...tapped, LEFT));
        } else if (gesture === "scrolls" && fingers.length === 1) {
            turn(0, (last[1] - at[1]) / (LINE * dpi_scale()));
            last = at;
        } else if (gesture === "drags" && fingers.length === 1) {
            last = at;
            wasm_exports.mouse_move(...at);
        } else if (gesture === "drags") {
            wasm_exports.mouse_move(...last);
            wasm_exports.mouse_up(...last, LEFT);
            leave();
        } else if (gesture === "scrolls") {
            leave();
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

    return { is_mac: () => MAC, is_touched: () => touched, type_at, type_nowhere };
})();
