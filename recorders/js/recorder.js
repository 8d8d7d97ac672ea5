// Writes a recording for Collision Test: a header, then a line for each frame, to a file, to a window that listens, or
// into memory, of which the last seconds are kept until they are asked for. No dependencies; runs in node and in browsers.
//
// What a frame has, in the engine's own units:
//   bodies    a Map of body (any object or number) to { name, shapes, static, mass, friction, restitution, … }, as in the
//             header; the same object as long as nothing of it changes
//   gravity   [x, y], of which the header tells that of its first frame
//   poses     a Map of body to [x, y, angle]; velocities one to [x, y, angular velocity], of bodies that may move
//   contacts  [{ a, b, normal, depth, points, … }], events [{ kind, a, b }], joints [{ kind, a, b, at }]; a and b are bodies; a
//             joint whose bodies never touch each other has filtered: true
//   queries   [{ kind: "ray", from: [x, y], to: [x, y], ignore: [body], hit: { body, fraction, normal } or null }], …

const WAITING = 4 << 20; // bytes that wait for a window; what comes while there are more is dropped
const CARRIED = 10000; // events and lines of the log of dropped frames that wait for the next frame

export class Recorder {
  // `header`: engine, metres_per_unit, y, normal, where they differ from metres, up and "from a to b", and gravity, unless frames
  // have it. Options:
  //   to        "game.jsonl" (node), "127.0.0.1:7878" of a window that listens, or a function that takes each line
  //   seconds   keep so many in memory instead: save() has them
  //   name      of the recording
  //   metres_per_unit, y   where the game has others than its engine: 0.02 and "down" in pixels, 50 a metre
  //   onPause({ frame, why }), onResume()   the window pauses the game where a stop holds; one that is gone pauses nobody
  constructor(header, { to, seconds, name, metres_per_unit, y, onPause, onResume } = {}) {
    this.header = {
      recording: 1, ...(name && { name }), metres_per_unit: 1, y: "up", angle: "radians", normal: "from a to b", ...header,
      ...(metres_per_unit && { metres_per_unit }), ...(y && { y }),
    };
    this.dropped = 0; // frames
    this.paused = false;
    this.hooks = { onPause, onResume };
    this.seconds = seconds;
    this.kept = [];
    this.told = { events: [], log: [], queries: [] };
    this.touching = [new Map(), new Map()]; // how many shapes of bodies touch, and sense
    this.carried = { events: [], log: [] }; // of dropped frames
    this.to = typeof to === "function" ? "the function that takes lines" : to ?? "game.jsonl";
    this.isGone = false; // the target
    this.#begin();
    if (seconds !== undefined) return;
    try {
      this.target = open(to, (line) => this.#hear(line), () => this.#resume());
    } catch (error) {
      this.#lose(error);
    }
  }

  #begin() {
    this.frames = 0;
    this.last = -Infinity; // seconds of the frame before
    this.writer = new Lines(this.header);
  }

  // An event as the engine sent it: "begin", "end", or of a sensor "enter", "exit".
  event(kind, a, b) {
    this.told.events.push({ kind, a, b });
  }

  // An event of two shapes: that of their bodies is the first that begins and the last that ends. One that is not `sent` is
  // counted and not told: the end of a shape that was destroyed, where the engine says nothing of it. An end is of the kind that
  // began: a shape may become a sensor while it touches.
  shapeEvent(kind, a, b, sent = true) {
    const begins = kind === "begin" || kind === "enter";
    const known = (of) => of.get(a)?.get(b) ?? of.get(b)?.get(a);
    const [touch, sense] = this.touching;
    const own = kind === "begin" || kind === "end" ? touch : sense;
    const other = own === touch ? sense : touch;
    const of = begins || known(own) || !known(other) ? own : other;
    const pair = known(of);
    const count = pair ?? { shapes: 0 };
    if (!pair) of.set(a, (of.get(a) ?? new Map()).set(b, count));
    count.shapes += begins ? 1 : -1;
    const [begin, end] = of === touch ? ["begin", "end"] : ["enter", "exit"];
    // An end of what never began is told as it was sent.
    if (sent && (begins ? count.shapes === 1 : count.shapes <= 0)) this.event(begins ? begin : end, a, b);
    if (count.shapes > 0) return;
    for (const [one, other] of [[a, b], [b, a]]) {
      of.get(one)?.delete(other);
      if (of.get(one)?.size === 0) of.delete(one);
    }
  }

  // What the game asked on the poses of the next frame that is written, and what the engine answered.
  query(query) {
    this.told.queries.push(query);
  }

  // What the game has to say of this frame.
  log(text) {
    this.told.log.push(text);
  }

  // Takes a frame. Whatever becomes of the target, the game goes on: one that fails is gone, which is warned of once. The next
  // frame tells the events and the log of one that is dropped; queries were asked on its own poses. Where time goes back, as
  // in a level that begins again, so does the recording: what came before is another one.
  write({ time: given, bodies, gravity, poses, velocities, contacts, events = [], joints = [] }) {
    // No reader takes a time that is NaN.
    const time = Number.isFinite(given) ? given : Math.max(this.last, 0);
    if (time < this.last) {
      this.#begin();
      this.kept = [];
      this.carried = { events: [], log: [] };
    }
    this.last = time;
    const { events: own, log: said, queries } = this.told;
    const log = [...this.carried.log, ...said];
    this.told = { events: [], log: [], queries: [] };
    const frame = { frame: this.frames++, time, bodies, gravity, poses, velocities, contacts, events: [...this.carried.events, ...own, ...events], joints, log, queries };
    this.carried = { events: [], log: [] };
    if (this.seconds !== undefined) {
      this.kept.push(frame);
      const first = this.kept.findIndex((kept) => kept.time >= time - this.seconds);
      if (first > 0) this.kept.splice(0, first);
    } else if (!this.isGone && this.target.hasRoom()) {
      this.#send(this.writer.frame(frame));
    } else {
      this.dropped += 1;
      this.carried = { events: frame.events.slice(-CARRIED), log: log.slice(-CARRIED) };
    }
  }

  // Takes a frame whose events the game reads after the step: those that it tells before it gives way, or takes the next step, are
  // of this one. What it asks from now on is of the next one.
  hold(frame) {
    this.release();
    this.held = { frame, queries: this.told.queries };
    this.told.queries = [];
    queueMicrotask(() => this.release());
  }

  // Writes the frame that is held, if there is one.
  release() {
    if (!this.held) return;
    const [{ frame, queries }, { queries: later }] = [this.held, this.told];
    this.held = undefined;
    this.told.queries = queries;
    this.write(frame);
    this.told.queries = later;
  }

  #send(lines) {
    try {
      this.target.write(lines);
    } catch (error) {
      this.dropped += 1;
      this.#lose(error);
    }
  }

  #lose(error) {
    this.isGone = true;
    console.warn(`collision-record: ${this.to}: ${error?.message ?? error}; frames are dropped from now on`);
  }

  // The last seconds as a recording: the bug that just happened.
  text() {
    this.release();
    const writer = new Lines(this.header);
    return this.kept.map((frame) => writer.frame(frame)).join("");
  }

  // Writes the last seconds into a file (node), or lets a browser download them.
  save(file = "game.jsonl") {
    const fs = builtin("fs");
    if (fs) {
      try {
        return fs.writeFileSync(file, this.text());
      } catch (error) {
        return console.warn(`collision-record: ${file}: ${error.message}; nothing is saved`);
      }
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.text()]));
    link.download = file;
    link.click();
  }

  close() {
    this.release();
    this.isGone = true;
    this.target?.close();
  }

  #hear(line) {
    let answer;
    try {
      answer = JSON.parse(line);
    } catch {
      return;
    }
    if (answer.pause) {
      this.paused = true;
      this.hooks.onPause?.({ frame: answer.frame, why: answer.why });
    }
    if (answer.resume) this.#resume();
  }

  #resume() {
    if (!this.paused) return;
    this.paused = false;
    this.hooks.onResume?.();
  }
}

// Turns frames into lines: gives each body a place, and says which come and go. A frame that is not turned into a line
// changes nothing.
class Lines {
  constructor(header) {
    this.header = header;
    this.places = []; // of bodies; undefined is free
    this.known = new Map(); // of bodies: { index, body, name }
    this.begun = false;
  }

  frame({ frame, time, bodies: given, gravity = this.header.gravity, poses, velocities, contacts, events, joints, log, queries }) {
    const told = [...given].filter(([key, body]) => this.known.get(key)?.body !== body);
    const bodies = this.#readable(given, told);
    const gone = [...this.known.keys()].filter((key) => !bodies.has(key));
    const before = new Map(gone.map((key) => [key, this.known.get(key).index]));
    for (const key of gone) this.known.delete(key);
    const remove = [...before.values()];
    const free = [...this.places.keys()].filter((index) => this.places[index] === undefined);
    // The place of a body that goes in this frame is free from the next one on: its last events still name it.
    for (const index of remove) this.places[index] = undefined;
    const names = new Set(told.length ? [...this.known.values()].map(({ name }) => name) : []);
    const add = [];
    for (const [key, body] of told.filter(([key]) => bodies.has(key))) {
      const old = this.known.get(key);
      const index = old?.index ?? free.shift() ?? this.places.length;
      const name = old?.name ?? unused(body.name, names);
      names.add(name);
      this.places[index] = key;
      this.known.set(key, { index, body, name });
      add.push({ index, ...withReadableNumbers(body), name, shapes: whole.has(body) ? body.shapes : body.shapes.filter(isReadable) });
    }
    let lines = "";
    const line = { frame, time };
    if (this.begun) {
      if (remove.length) line.remove = remove;
      if (add.length) line.add = add;
    } else {
      this.begun = true;
      const isPoint = Array.isArray(gravity) && gravity.length === 2 && gravity.every(isReadableNumber);
      lines = text({ ...this.header, gravity: isPoint ? gravity : undefined, bodies: add.map(({ index, ...body }) => body) });
    }
    // Events alone may name what goes in this frame.
    const index = (key) => this.known.get(key)?.index ?? before.get(key);
    const there = (key) => this.known.get(key)?.index;
    const between = (of, place = there) => of
      .map(({ a, b, ...rest }) => ({ a: place(a), b: place(b), ...rest }))
      .filter(({ a, b }) => a !== undefined && b !== undefined && a !== b);
    line.poses = this.places.map((key) => (key === undefined ? null : poses.get(key) ?? null));
    const moves = (velocity) => velocity?.every(Number.isFinite) && velocity.some(Boolean);
    const ways = this.places.map((key) => (moves(velocities?.get(key)) ? velocities.get(key) : null));
    if (ways.some(Boolean)) line.velocities = ways;
    const apart = joints.filter(({ filtered }) => filtered).map(({ a, b }) => ({ a, b, filtered: true }));
    line.contacts = between(this.#shapes([...contacts, ...apart])).map(({ poses_at: at, ...contact }) => (at
      ? { ...contact, poses_at: Object.fromEntries([...at].map(([key, pose]) => [there(key), pose])) }
      : contact));
    if (events.length) line.events = between(events, index);
    if (joints.length) line.joints = between(joints).map(({ filtered, at, ...joint }) => ({ ...joint, ...(at?.every(Number.isFinite) && { at }) }));
    if (log.length) line.log = log;
    const asked = queries.map((query) => this.#query(query)).filter(Boolean);
    if (asked.length) line.queries = asked;
    return lines + text(line);
  }

  // The bodies that have a shape that a reader takes; `told`: those that are new or another. What is left out is warned of once.
  #readable(bodies, told) {
    let left = bodies;
    for (const [key, body] of told) {
      if (whole.has(body)) continue;
      const broken = body.shapes.find((shape) => !isReadable(shape));
      if (!broken) {
        whole.add(body);
        continue;
      }
      this.leavesOut = true;
      if (left === bodies) left = new Map(bodies);
      if (!body.shapes.some(isReadable)) left.delete(key);
      if (warned.has(this.header)) continue;
      warned.add(this.header);
      console.warn(`collision-record: a shape of ${body.name} is left out: found ${JSON.stringify(broken)}; allowed: finite numbers, and lengths above 0`);
    }
    return left;
  }

  // Contacts whose shapes are numbered without those that are left out.
  #shapes(contacts) {
    if (!this.leavesOut) return contacts;
    const number = (key, shape) => {
      const body = this.known.get(key)?.body;
      if (shape === undefined || !body || whole.has(body)) return shape;
      return isReadable(body.shapes[shape]) ? body.shapes.slice(0, shape).filter(isReadable).length : null;
    };
    return contacts
      .map(({ shape_a, shape_b, ...contact }) => ({ ...contact, shape_a: number(contact.a, shape_a), shape_b: number(contact.b, shape_b) }))
      .filter(({ shape_a, shape_b }) => shape_a !== null && shape_b !== null);
  }

  // Bodies by their places; undefined where one is not there.
  #query(query) {
    const place = (key) => this.known.get(key)?.index;
    const told = { ...query };
    for (const side of ["a", "b", "body"]) if (side in query) told[side] = place(query[side]);
    if (query.ignore) told.ignore = query.ignore.map(place).filter((index) => index !== undefined);
    if (query.hit) told.hit = { ...query.hit, body: place(query.hit.body) };
    const named = [..."ab"].map((side) => told[side]).concat(told.body, told.hit?.body);
    const meant = [..."ab"].map((side) => query[side]).concat(query.body, query.hit?.body);
    return named.every((index, i) => index !== undefined || meant[i] === undefined) ? told : undefined;
  }
}

// Numbers are written as they are: to round each takes four times as long, in the game's own frame.
const text = (line) => JSON.stringify(line) + "\n";

function unused(told, names) {
  const name = told || "body";
  let free = name;
  for (let n = 2; names.has(free); n++) free = `${name} ${n}`;
  return free;
}

const warned = new WeakSet(); // headers of recordings of which shapes are left out
const whole = new WeakSet(); // bodies of which no shape is left out
const isWhole = (value) => (typeof value === "object" && value !== null
  ? Object.values(value).every(isWhole)
  : value !== null && (typeof value !== "number" || Number.isFinite(value)));
function isReadable(shape) {
  const { circle, capsule, rectangle } = shape;
  const lengths = [circle?.radius, capsule?.radius, rectangle?.width, rectangle?.height];
  return isWhole(shape) && lengths.every((length) => length === undefined || length > 0);
}

// A reader has numbers of four bytes.
const isReadableNumber = (number) => typeof number === "number" && Number.isFinite(Math.fround(number));

// A mass, a friction or a restitution that no reader takes is not told.
function withReadableNumbers({ mass, friction, restitution, ...body }) {
  const isMoved = !body.static && !body.kinematic;
  return {
    ...body,
    ...(isMoved && isReadableNumber(mass) && mass > 0 && { mass }),
    ...(isReadableNumber(friction) && friction >= 0 && { friction }),
    ...(isReadableNumber(restitution) && restitution >= 0 && { restitution }),
  };
}

const builtin = (module) => globalThis.process?.getBuiltinModule?.(module);

// Where lines go; `hear` takes lines that come back, and `lost` is called where none can come any more.
function open(to, hear, lost) {
  if (typeof to === "function") return { hasRoom: () => true, write: to, close() {} };
  const address = /^(?:wss?:\/\/)?(\[[^\]]+\]|[^/:]+):(\d+)\/?$/.exec(to ?? "");
  const isWeb = /^wss?:/.test(to);
  if (address && (isWeb || !builtin("net"))) return web(isWeb ? to : `ws://${to}`, hear, lost);
  if (address) return plain(builtin("net"), address[1].replace(/[[\]]/g, ""), Number(address[2]), hear, lost);
  const fs = builtin("fs");
  if (!fs) throw new Error(`found ${to}; allowed: the address of a window, such as "127.0.0.1:7878", or a function`);
  const file = fs.openSync(to ?? "game.jsonl", "w");
  const write = (lines) => {
    const { size } = fs.fstatSync(file);
    try {
      fs.writeFileSync(file, lines); // writeSync may write a part alone.
    } catch (error) {
      try { fs.ftruncateSync(file, size); } catch { } // No reader takes half a line; a device has no size.
      throw error;
    }
  };
  return { hasRoom: () => true, write, close: () => fs.closeSync(file) };
}

function plain(net, host, port, hear, lost) {
  const socket = net.connect({ host, port, noDelay: true });
  socket.on("error", (error) => console.warn(`collision-record: ${host}:${port}: ${error.message}`));
  socket.setEncoding("utf8"); // A letter may come in two parts.
  let rest = "";
  socket.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    lines.forEach(hear);
  });
  socket.on("close", lost);
  socket.unref(); // A game ends without waiting for the window.
  return {
    hasRoom: () => !socket.destroyed && socket.writableLength < WAITING,
    write: (lines) => socket.write(lines),
    close: () => socket.end(),
  };
}

function web(url, hear, lost) {
  const socket = new WebSocket(url);
  const waiting = []; // until it is open
  socket.onopen = () => waiting.splice(0).forEach((lines) => socket.send(lines));
  socket.onerror = () => console.warn(`collision-record: ${url} is not reached; is a window open with --listen?`);
  socket.onmessage = ({ data }) => hear(data);
  socket.onclose = lost;
  return {
    hasRoom: () => (socket.readyState === 0 ? waiting.length < 120 : socket.readyState === 1 && socket.bufferedAmount < WAITING),
    write: (lines) => (socket.readyState === 1 ? socket.send(lines) : waiting.push(lines)),
    close: () => socket.close(),
  };
}

// Describes bodies, and again only where `stamp` of one changes: a list of all that its description is made from. Numbers that
// differ by `tolerance` or less are the same, and NaN is no change.
export function descriptions(describe, stamp, tolerance = 0) {
  const known = new Map();
  const isOther = (a, b) => (typeof a === "number" && typeof b === "number" ? Math.abs(a - b) > tolerance : a !== b);
  const isChanged = (was, now) => {
    if (was.length !== now.length) return true;
    for (let i = 0; i < now.length; i++) if (isOther(was[i], now[i])) return true;
    return false;
  };
  return (keys) => {
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key);
    const bodies = new Map();
    for (const key of keys.keys()) {
      const now = stamp(key);
      let told = known.get(key);
      if (!told || isChanged(told.now, now)) known.set(key, (told = { now, body: describe(key) }));
      bodies.set(key, told.body);
    }
    return bodies;
  };
}

// Masks by bits as names: what the body is, and what it meets. Who is everything, or meets everything, needs no names. `word`: the
// engine's for a bit.
function masks({ category, mask }, bits, word) {
  const all = bits === 32 ? 0xffffffff : (1 << bits) - 1;
  const names = (value) => [...Array(bits).keys()].filter((bit) => (value >>> bit) & 1).map((bit) => `${word} ${bit}`);
  const told = (name, value) => (value & all) >>> 0 !== all && { [name]: names(value) };
  return { ...told("is", category), ...told("meets", mask) };
}

// Has work done before and after an object's method; `before` may give other arguments. All who ask for it share one hook: each
// leaves in its own time, and one that fails leaves, so that the game goes on.
const hooks = new WeakMap(); // of methods: those who ask
export function around(object, method, before, after) {
  if (!object[method]) return () => {};
  if (!hooks.has(object[method])) {
    const [own, all] = [object[method], new Set()];
    const safely = (one, work) => {
      try {
        return work();
      } catch (error) {
        all.delete(one);
        console.warn(`collision-record: ${method} is recorded no longer: ${error?.stack ?? error}`);
      }
    };
    object[method] = function (...given) {
      const now = [...all];
      for (const one of now) given = safely(one, () => one.before(...given)) ?? given;
      const result = own.apply(this, given);
      for (const one of now) if (all.has(one)) safely(one, () => one.after(result, ...given));
      return result;
    };
    hooks.set(object[method], all);
  }
  const [all, one] = [hooks.get(object[method]), { before, after }];
  all.add(one);
  return () => all.delete(one);
}

// Whether two filters, each { category, mask, group }, let their shapes meet.
export const meet = (one, other) => (one.group && one.group === other.group
  ? one.group > 0
  : (one.mask & other.category) !== 0 && (other.mask & one.category) !== 0);

// What masks say of a whole body by the filters of its shapes: nothing where these differ, or where a group lets meet whom masks
// keep apart.
export function bodyMasks(filters, bits = 16, word = "category") {
  const [{ category, mask, group }] = filters;
  const isOne = filters.every((filter) => filter.category === category && filter.mask === mask && filter.group === group);
  return isOne && !(group > 0) ? masks(filters[0], bits, word) : {};
}

// The mass of a body, and the friction and the restitution that all of its solid shapes have, each { friction, restitution }; what
// differs is undefined.
export function material(mass, solids) {
  const common = (name) => (solids.every((shape) => shape[name] === solids[0][name]) ? solids[0]?.[name] : undefined);
  return { mass, friction: common("friction"), restitution: common("restitution") };
}

// The pairs of shapes near each other that the engine keeps apart and that nothing told of whole bodies tells, as contacts that are
// filtered. `all`: a Map of shapes to { body, shape, filter, isSensor, isFixed }; `near(shape)`: those near it; `meets(one, other)`:
// whether the engine tests two of `all`, by their filters alone if it is not given.
export function filteredPairs(all, near, meets = (one, other) => meet(one.filter, other.filter)) {
  const [first, untold] = [new Map(), new Set()]; // of bodies
  for (const { body, filter, isSensor } of all.values()) {
    if (!first.has(body)) first.set(body, { filter, isSensor });
    const { filter: { category, mask, group }, isSensor: isFirst } = first.get(body);
    if (filter.group || filter.category !== category || filter.mask !== mask || filter.group !== group || isSensor !== isFirst) untold.add(body);
  }
  const [pairs, done] = [[], new Set()];
  for (const [one, own] of all) {
    const { body: a, shape: shape_a, isFixed } = own;
    if (!untold.has(a)) continue;
    done.add(one);
    for (const other of near(one)) {
      const there = all.get(other) ?? {};
      const { body: b, shape: shape_b } = there;
      if (b === undefined || b === a || done.has(other) || (isFixed && there.isFixed) || meets(own, there)) continue;
      pairs.push({ a, b, shape_a, shape_b, filtered: true });
    }
  }
  return pairs;
}
