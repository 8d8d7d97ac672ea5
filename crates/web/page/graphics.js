// A graphics context may be lost at any time: the driver starts again, or other figures of a page take it. What makes it what
// it is (objects with their content, and settings) is written down as the program calls it, and done again on the new one.
// Loaded after miniquad's gl.js, whose tables of objects stay valid.
"use strict";

const graphics = (() => {
    /// A record of each object: how it is created, and what was done to it. In the order in which they were created.
    const records = new Map();
    /// The latest call of each setting.
    const settings = new Map();
    /// The records of what is bound: buffers by target, textures by unit and target, and so on.
    const bound = new Map();
    /// The functions of the context without the writing down.
    let raw = {};
    let unit = 0x84c0;

    const copied = (data) => ArrayBuffer.isView(data) ? data.slice() : data;
    const bytes_in = (data) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const record_of = (object) => records.get(object) ?? null;

    function bind(place, object) {
        bound.set(place, record_of(object));
    }

    /// The record of the vertex arrays that are bound: attributes and the buffer of elements belong to it.
    const arrays = () => bound.get("arrays") ?? default_arrays;
    const default_arrays = { attributes: new Map(), elements: null };

    function attribute(index) {
        const { attributes } = arrays();
        if (!attributes.has(index)) attributes.set(index, { enabled: false, pointer: null, buffer: null, divisor: 0 });
        return attributes.get(index);
    }

    function set(key, name, args) {
        // The latest one is done last.
        settings.delete(key);
        settings.set(key, [name, ...args]);
    }

    const ELEMENTS = 0x8893, ARRAY = 0x8892;
    const buffer_at = (target) => target === ELEMENTS ? arrays().elements : bound.get(target);

    /// How each function is written down. What only draws or reads is not.
    const NOTES = {
        shaderSource: (shader, source) => { record_of(shader).source = source; },
        attachShader: (program, shader) => record_of(program).shaders.push(record_of(shader)),
        linkProgram: (program) => { record_of(program).linked = true; },
        getAttribLocation: (program, name, found) => { if (found >= 0) record_of(program).attributes.set(name, found); },
        getUniformLocation: (program, name, found) => {
            if (found) records.set(found, { object: found, location: [record_of(program), name] });
        },
        useProgram: (program) => bind("program", program),
        bindVertexArray: (object) => bind("arrays", object),
        bindBuffer: (target, buffer) => {
            const record = record_of(buffer);
            // A buffer stays of the target that it is bound to first.
            if (record) record.target ??= target;
            if (target === ELEMENTS) arrays().elements = record; else bound.set(target, record);
        },
        bufferData: (target, data, usage) => {
            const record = buffer_at(target);
            if (!record) return;
            record.data = typeof data === "number" ? new Uint8Array(data) : bytes_in(data).slice();
            record.usage = usage;
        },
        bufferSubData: (target, offset, data) => buffer_at(target)?.data?.set(bytes_in(data), offset),
        activeTexture: (texture_unit) => { unit = texture_unit; },
        bindTexture: (target, texture) => bind(`texture ${unit} ${target}`, texture),
        texParameteri: (target, name, value) => texture_at(target)?.parameters.set(name, [target, name, value]),
        texImage2D: (...args) => {
            const record = texture_at(args[0]);
            if (record) record.images = [...record.images.filter((call) => call[2] !== args[1]), ["texImage2D", ...args.map(copied)]];
        },
        texSubImage2D: (...args) => {
            const record = texture_at(args[0]);
            // What is drawn over is forgotten.
            const is_there = (call) => call[0] === "texSubImage2D" && args.slice(0, 6).every((arg, i) => call[i + 1] === arg);
            if (record) record.images = [...record.images.filter((call) => !is_there(call)), ["texSubImage2D", ...args.map(copied)]];
        },
        generateMipmap: (target) => texture_at(target)?.images.push(["generateMipmap", target]),
        enableVertexAttribArray: (index) => { attribute(index).enabled = true; },
        disableVertexAttribArray: (index) => { attribute(index).enabled = false; },
        vertexAttribPointer: (index, ...pointer) => Object.assign(attribute(index), { pointer, buffer: bound.get(ARRAY) }),
        vertexAttribDivisor: (index, divisor) => { attribute(index).divisor = divisor; },
        enable: (what) => set(`can ${what}`, "enable", [what]),
        disable: (what) => set(`can ${what}`, "disable", [what]),
        pixelStorei: (name, value) => set(`pixels ${name}`, "pixelStorei", [name, value]),
    };
    for (const name of ["blendFunc", "blendFuncSeparate", "blendEquationSeparate", "colorMask", "depthFunc", "depthMask",
        "frontFace", "cullFace", "viewport", "scissor", "clearColor", "clearDepth", "clearStencil"]) {
        NOTES[name] = (...args) => set(name, name, args);
    }
    for (const name of ["stencilFuncSeparate", "stencilOpSeparate", "stencilMaskSeparate"]) {
        NOTES[name] = (...args) => set(`${name} ${args[0]}`, name, args);
    }
    for (const kind of ["1f", "2f", "3f", "4f", "1i", "2i", "3i", "4i"].flatMap((kind) => [kind, kind + "v"])) {
        NOTES["uniform" + kind] = (...args) => uniform("uniform" + kind, args);
    }
    for (const side of [2, 3, 4]) {
        NOTES[`uniformMatrix${side}fv`] = (...args) => uniform(`uniformMatrix${side}fv`, args);
    }

    function uniform(name, [location, ...args]) {
        const record = record_of(location);
        if (record) record.value = [name, args.map(copied)];
    }

    const texture_at = (target) => bound.get(`texture ${unit} ${target}`);

    const NEW = {
        Shader: () => ({ source: "" }),
        Program: () => ({ shaders: [], attributes: new Map(), linked: false }),
        Texture: () => ({ parameters: new Map(), images: [] }),
        Buffer: () => ({ data: null, usage: 0 }),
        VertexArray: () => ({ attributes: new Map(), elements: null }),
    };

    /// Writes down what is called from now on; called anew when the context is: the functions of extensions are new ones.
    function write_down() {
        for (const [kind, parts] of Object.entries(NEW)) {
            wrap("create" + kind, (object, args) => records.set(object, { object, kind, args, ...parts() }));
            wrap("delete" + kind, (_, [object]) => records.delete(object));
        }
        for (const [name, note] of Object.entries(NOTES)) {
            wrap(name, (found, args) => found === undefined ? note(...args) : note(...args, found));
        }
    }

    function wrap(name, note) {
        const known = gl[name];
        if (known === undefined || known.is_wrapped) return;
        const call = raw[name] = known.bind(gl);
        gl[name] = (...args) => {
            const found = call(...args);
            note(found, args);
            return found;
        };
        gl[name].is_wrapped = true;
    }

    // ---- On a new context

    function make_again() {
        const made = new Map();
        const object = (record) => {
            if (!record) return null;
            if (!made.has(record)) made.set(record, create(record));
            return made.get(record);
        };
        const create = (record) => {
            if (record.location) return raw.getUniformLocation(object(record.location[0]), record.location[1]);
            const fresh = raw["create" + record.kind](...record.args);
            if (record.kind === "Shader") {
                raw.shaderSource(fresh, record.source);
                gl.compileShader(fresh);
            } else if (record.kind === "Program") {
                record.shaders.forEach((shader) => raw.attachShader(fresh, object(shader)));
                record.attributes.forEach((index, name) => gl.bindAttribLocation(fresh, index, name));
                if (record.linked) raw.linkProgram(fresh);
            } else if (record.kind === "Texture") {
                raw.activeTexture(unit);
                for (const target of new Set(record.images.map((call) => call[1]))) {
                    raw.bindTexture(target, fresh);
                    record.images.filter((call) => call[1] === target).forEach(([name, ...args]) => raw[name](...args));
                    record.parameters.forEach((parameter) => raw.texParameteri(...parameter));
                }
            } else if (record.kind === "Buffer" && record.data) {
                raw.bindBuffer(record.target, fresh);
                raw.bufferData(record.target, record.data, record.usage);
            }
            return fresh;
        };
        settings.forEach(([name, ...args]) => raw[name](...args));
        records.forEach(object);
        for (const record of records.values()) {
            if (!record.value) continue;
            raw.useProgram(object(record.location[0]));
            raw[record.value[0]](object(record), ...record.value[1]);
        }
        for (const of of [default_arrays, ...[...records.values()].filter((record) => record.kind === "VertexArray")]) {
            raw.bindVertexArray(of === default_arrays ? null : object(of));
            raw.bindBuffer(ELEMENTS, object(of.elements));
            for (const [index, { enabled, pointer, buffer, divisor }] of of.attributes) {
                raw.bindBuffer(ARRAY, object(buffer));
                if (pointer && buffer) raw.vertexAttribPointer(index, ...pointer);
                if (enabled) raw.enableVertexAttribArray(index); else raw.disableVertexAttribArray(index);
                raw.vertexAttribDivisor(index, divisor);
            }
        }
        raw.bindVertexArray(object(bound.get("arrays")));
        raw.bindBuffer(ARRAY, object(bound.get(ARRAY)));
        raw.useProgram(object(bound.get("program")));
        for (const [place, record] of bound) {
            const [kind, of_unit, target] = String(place).split(" ");
            if (kind !== "texture") continue;
            raw.activeTexture(Number(of_unit));
            raw.bindTexture(Number(target), object(record));
        }
        raw.activeTexture(unit);
        for (const table of [GL.buffers, GL.programs, GL.textures, GL.uniforms, GL.shaders, GL.vaos]) {
            table?.forEach((old, id) => {
                const fresh = made.get(records.get(old));
                if (fresh) table[id] = Object.assign(fresh, fresh instanceof WebGLUniformLocation ? {} : { name: id });
            });
        }
        const kept = [...records.values()];
        records.clear();
        for (const record of kept) {
            record.object = object(record);
            records.set(record.object, record);
        }
    }

    // ---- Losing it and having it again

    let losable = null;
    let lost = false;
    /// Whether the page gave its context to others, because it is out of sight.
    let lent = false;
    let sighted = true;
    let patience = 0;
    /// Time after which a context that does not come back is told, and after which one out of sight is lent. Milliseconds.
    const LOST_TOLD = 1000, LENT = 1000;

    const init_webgl_once = importObject.env.init_webgl;
    importObject.env.init_webgl = (version) => {
        init_webgl_once(version);
        write_down();
        losable = gl.getExtension("WEBGL_lose_context");
        if (framed) watch_sight();
        canvas.addEventListener("webglcontextlost", (event) => {
            // Only then may it come back.
            event.preventDefault();
            lost = true;
            if (lent && sighted) have_again();
            else if (!lent) patience = setTimeout(tell_lost, framed ? 0 : LOST_TOLD);
        });
        canvas.addEventListener("webglcontextrestored", () => {
            clearTimeout(patience);
            init_webgl_once(version);
            write_down();
            losable = gl.getExtension("WEBGL_lose_context");
            make_again();
            lost = lent = false;
            if (!ended) uncover();
            draw_soon();
        });
    };

    /// Asks for the context; the browser may take it from another page.
    function have_again() {
        clearTimeout(patience);
        patience = setTimeout(tell_lost, LOST_TOLD);
        // Not within the event that tells the loss.
        setTimeout(() => { if (lost) losable?.restoreContext(); });
    }

    function tell_lost() {
        if (ended || !lost) return;
        if (framed) {
            const sentence = "This figure is not drawn: the browser draws only so many at a time.";
            cover(element("p", { textContent: sentence }), button("Draw it", have_again));
        } else {
            const sentence = "The graphics of this page were lost, as when the driver starts again or the computer wakes. Nothing of the scene is lost. They come back by themselves, or:";
            cover(element("p", { textContent: sentence }), button("Ask for them", have_again), button("Reload the page", () => location.reload()));
        }
    }

    /// A page has few contexts (16, on phones 8): what is out of sight lends its own.
    function watch_sight() {
        let leaving = 0;
        new IntersectionObserver((entries) => {
            sighted = entries.at(-1).isIntersecting;
            clearTimeout(leaving);
            if (sighted && lost) have_again();
            else if (sighted) draw_soon();
            else leaving = setTimeout(lend, LENT);
        }).observe(document.documentElement);
    }

    function lend() {
        if (lost) return;
        copy_for_print();
        lent = true;
        losable?.loseContext();
    }

    // ---- Printing

    const printed = document.querySelector("#printed");

    /// Draws a frame, and copies it at once: what a WebGL canvas holds is gone once the browser has shown it.
    function copy_for_print() {
        if (lost || !is_running()) return;
        wasm_exports.frame();
        Object.assign(printed, { width: canvas.width, height: canvas.height });
        printed.getContext("2d").drawImage(canvas, 0, 0);
    }
    window.addEventListener("beforeprint", copy_for_print);

    return {
        /// Whether there can be a context.
        exist: () => canvas.getContext("webgl") !== null,
        /// Whether a frame can be drawn, and is seen.
        are_wanted: () => sighted && !lost,
        are_lost: () => lost,
    };
})();
