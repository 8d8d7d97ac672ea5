// The recorder beside a window that listens: answers reach the game, a window that does not read holds nobody up, and the
// last seconds are a recording of their own. What a recording cannot have stops no game, nor does a full disk.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { Recorder, around } from "collision-record";
import { record as recordPlanck } from "collision-record/planck";
import { record as recordRapier } from "collision-record/rapier";

const body = { name: "ball", shapes: [{ circle: { radius: 0.5 } }] };
const frame = (time, keys) => ({
  time,
  bodies: new Map(keys.map((key) => [key, body])),
  poses: new Map(keys.map((key) => [key, [time, 0, 0]])),
  contacts: [],
});
const listen = (hear) => new Promise((ready) => {
  const server = net.createServer(hear);
  server.listen(0, "127.0.0.1", () => ready(server));
});
const parsed = (lines) => lines.trim().split("\n").map((line) => JSON.parse(line));
const until = async (what) => {
  for (let i = 0; i < 2000 && !what(); i++) await new Promise((next) => setTimeout(next, 5));
  assert.ok(what());
};

{
  let text = "";
  let socket;
  const server = await listen((connected) => {
    socket = connected;
    socket.on("data", (bytes) => { text += bytes; });
  });
  const heard = [];
  const recorder = new Recorder({ engine: "mine" }, {
    to: `127.0.0.1:${server.address().port}`,
    onPause: (why) => heard.push(why),
    onResume: () => heard.push("resumed"),
  });
  recorder.write(frame(0, ["a"]));
  recorder.write(frame(1, ["a", "b"]));
  recorder.write(frame(2, ["b"]));
  recorder.write(frame(3, ["b", "c"]));
  await until(() => text.split("\n").length === 6);
  const lines = parsed(text);
  assert.deepEqual(lines[0].bodies.map(({ name }) => name), ["ball"]);
  assert.deepEqual(lines[2].add.map(({ index, name }) => [index, name]), [[1, "ball 2"]]);
  assert.deepEqual([lines[3].remove, lines[3].poses], [[0], [null, [2, 0, 0]]]);
  assert.deepEqual(lines[4].add.map(({ index, name }) => [index, name]), [[0, "ball"]]);
  // A letter in two parts.
  const answer = Buffer.from('{"pause":true,"frame":3,"why":"Bäll"}\n{"resu');
  const within = answer.indexOf(0xc3) + 1;
  socket.setNoDelay(true);
  socket.write(answer.subarray(0, within));
  await new Promise((next) => setTimeout(next, 50));
  socket.write(answer.subarray(within));
  socket.write('me":true}\n');
  await until(() => heard.length === 2);
  assert.deepEqual([heard, recorder.paused], [[{ frame: 3, why: "Bäll" }, "resumed"], false]);
  // A window that is gone pauses nobody.
  socket.end('{"pause":true,"frame":3,"why":"gone"}\n');
  await until(() => heard.length === 4);
  assert.deepEqual([heard[2].why, heard[3], recorder.paused], ["gone", "resumed", false]);
  recorder.close();
  server.close();
}

{
  const server = await listen((socket) => socket.pause());
  const recorder = new Recorder({ engine: "mine" }, { to: `127.0.0.1:${server.address().port}` });
  const keys = Array.from({ length: 500 }, (_, i) => i);
  let longest = 0;
  for (let i = 0; i < 2000; i++) {
    const begin = performance.now();
    recorder.write(frame(i, keys));
    longest = Math.max(longest, performance.now() - begin);
    if (i % 50 === 0) await new Promise((next) => setTimeout(next, 1));
  }
  assert.ok(recorder.dropped > 100, `${recorder.dropped} frames dropped`);
  console.log(`recorder: ${recorder.dropped} of 2000 frames dropped, the longest took ${longest.toFixed(1)} ms`);
  recorder.target = { close() {} };
  server.close();
}

{
  const recorder = new Recorder({ engine: "mine" }, { seconds: 2 });
  for (let i = 0; i <= 10; i++) recorder.write(frame(i, i < 9 ? ["a"] : ["b"]));
  const lines = parsed(recorder.text());
  assert.deepEqual(lines.slice(1).map(({ frame }) => frame), [8, 9, 10]);
  assert.deepEqual([lines[2].remove, lines[2].add.map(({ index }) => index)], [[0], [1]]);
}

{
  const lines = [];
  const recorder = new Recorder({ engine: "mine" }, { to: (text) => lines.push(...parsed(text)) });
  for (const [time, kind] of ["begin", "begin", "end", "end", "begin", "enter", "exit", "end"].entries()) {
    recorder.shapeEvent(kind, time % 2 ? "a" : "b", time % 2 ? "b" : "a");
    recorder.write(frame(time, ["a", "b"]));
  }
  const kinds = lines.slice(1).map(({ events }) => events?.[0].kind);
  assert.deepEqual(kinds, ["begin", undefined, undefined, "end", "begin", "enter", "exit", "end"]);
  assert.deepEqual(recorder.touching.map(({ size }) => size), [0, 0], "what no longer touches is kept");
}

{
  // A shape that becomes a sensor while it touches ends what began.
  const recorder = new Recorder({ engine: "mine" }, { seconds: 2 });
  for (const kind of ["begin", "exit", "enter", "end"]) recorder.shapeEvent(kind, "a", "b");
  recorder.write(frame(0, ["a", "b"]));
  assert.deepEqual(parsed(recorder.text())[1].events.map(({ kind }) => kind), ["begin", "end", "enter", "exit"]);
  assert.deepEqual(recorder.touching.map(({ size }) => size), [0, 0]);
}

{
  // What an engine sends twice is told twice.
  const recorder = new Recorder({ engine: "mine" }, { seconds: 2 });
  for (const kind of ["begin", "end", "end", "end", "begin"]) recorder.shapeEvent(kind, "a", "b");
  recorder.write(frame(0, ["a", "b"]));
  assert.deepEqual(parsed(recorder.text())[1].events.map(({ kind }) => kind), ["begin", "end", "end", "end", "begin"]);
}

{
  // The next frame tells what a dropped one had: one body came and went meanwhile.
  const lines = [];
  const recorder = new Recorder({ engine: "mine" }, { to: (text) => lines.push(...parsed(text)) });
  const { target } = recorder;
  recorder.write(frame(0, ["a", "b"]));
  recorder.target = { ...target, hasRoom: () => false };
  recorder.event("begin", "a", "b");
  recorder.event("begin", "a", "c");
  recorder.log("one");
  recorder.write(frame(1, ["a", "b", "c"]));
  recorder.log("two");
  recorder.write({ ...frame(2, ["a", "b"]), events: [{ kind: "end", a: "a", b: "b" }] });
  recorder.target = target;
  recorder.log("three");
  recorder.write(frame(3, ["a", "b"]));
  recorder.write(frame(4, ["a", "b"]));
  const told = lines.slice(2).map(({ frame, events, log }) => [frame, events?.map(({ kind }) => kind), log]);
  assert.deepEqual(told, [[3, ["begin", "end"], ["one", "two", "three"]], [4, undefined, undefined]]);
  assert.equal(recorder.dropped, 2);
}

{
  // A level that begins again: its clock goes back, and what came before is another recording.
  const play = (options, times) => {
    const recorder = new Recorder({ engine: "mine" }, options);
    for (const [time, keys] of times) recorder.write(frame(time, keys));
    return recorder;
  };
  const times = [[5, ["a", "b"]], [6, ["a"]], [0, ["a"]], [NaN, ["b"]], [1, ["b"]]];
  const [header, ...kept] = parsed(play({ seconds: 2 }, times).text());
  assert.deepEqual(header.bodies.map(({ name }) => name), ["ball"]);
  assert.deepEqual(kept.map(({ frame, time }) => [frame, time]), [[0, 0], [1, 0], [2, 1]]);
  const lines = [];
  play({ to: (text) => lines.push(...parsed(text)) }, times);
  assert.deepEqual(lines.map(({ frame }) => frame), [undefined, 0, 1, undefined, 0, 1, 2]);
  assert.equal(lines[3].bodies.length, 1);
}

{
  // A full disk, and a game's function that throws: the game goes on, and is warned once.
  const { warn } = console;
  let warnings = 0;
  console.warn = () => { warnings++; };
  for (const to of ["/dev/full", () => { throw new Error("mine"); }]) {
    const recorder = new Recorder({ engine: "mine" }, { to });
    for (let i = 0; i < 10; i++) recorder.write(frame(i, ["a"]));
    recorder.close();
    recorder.write(frame(10, ["a"]));
    assert.equal(recorder.dropped, 11);
  }
  console.warn = warn;
  assert.equal(warnings, 2);
  // Nor does a folder that is not there, or a world that the recorder does not understand.
  warnings = 0;
  console.warn = () => { warnings++; };
  const recorder = new Recorder({ engine: "mine" }, { to: path.join(os.tmpdir(), "no such folder", "game.jsonl") });
  recorder.write(frame(0, ["a"]));
  recorder.close();
  const world = { steps: 0, step() { this.steps++; return "stepped"; } };
  const undo = around(world, "step", () => { throw new Error("mine"); }, () => assert.fail());
  assert.deepEqual([world.step(), world.step(), world.steps], ["stepped", "stepped", 2]);
  undo();
  console.warn = warn;
  assert.deepEqual([recorder.dropped, warnings], [1, 2]);
  // No line is half.
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "recorder-")), "game.jsonl");
  const game = `import { Recorder } from "collision-record";
    const recorder = new Recorder({ engine: "mine" }, { to: ${JSON.stringify(file)} });
    for (let time = 0; time < 100; time++) recorder.write({ time, bodies: new Map(), poses: new Map(), contacts: [] });
    console.log(recorder.dropped);`;
  const dropped = Number(execFileSync("sh", ["-c", 'trap "" XFSZ; ulimit -f 4; exec node --input-type=module -e "$0"', game], { stdio: ["ignore", "pipe", "ignore"] }));
  const text = fs.readFileSync(file, "utf8");
  fs.rmSync(path.dirname(file), { recursive: true });
  assert.ok(text.endsWith("}\n") && dropped > 0);
  assert.equal(parsed(text).length - 1 + dropped, 100);
}

{
  const recorder = new Recorder({ engine: "mine" }, { seconds: 2 });
  recorder.write({ ...frame(0, ["a"]), bodies: new Map([["a", { ...body, name: "" }]]) });
  assert.equal(parsed(recorder.text())[0].bodies[0].name, "body");
}

{
  // Shapes that no reader takes are left out, with one warning: the others keep their contacts.
  const { warn } = console;
  const warnings = [];
  console.warn = (text) => warnings.push(text);
  const recorder = new Recorder({ engine: "mine" }, { seconds: 2 });
  const ball = (radius, x = 0) => ({ circle: { radius }, at: [x, 0] });
  const [part, none] = [{ name: "part", shapes: [ball(0), ball(1), ball(1, NaN), ball(2)] }, { name: "none", shapes: [ball(NaN)] }];
  const bodies = new Map([["none", none], ["part", part], ["whole", { name: "whole", shapes: [ball(1)] }]]);
  const poses = new Map([...bodies.keys()].map((key) => [key, [0, 0, 0]]));
  const contacts = [0, 1, 2, 3].map((shape_b) => ({ a: "whole", b: "part", shape_a: 0, shape_b, depth: 1 }));
  for (const time of [0, 1]) recorder.write({ time, bodies, poses, contacts: [...contacts, { a: "none", b: "part", depth: 1 }], joints: [{ kind: "rope", a: "whole", b: "part", at: [NaN, 0] }] });
  recorder.write({ time: 2, bodies: new Map(bodies).set("part", none), poses, contacts });
  const [header, first, , last] = parsed(recorder.text());
  console.warn = warn;
  assert.deepEqual(header.bodies.map(({ name, shapes }) => [name, shapes.map(({ circle }) => circle.radius)]), [["part", [1, 2]], ["whole", [1]]]);
  assert.deepEqual(first.contacts.map(({ a, b, shape_b }) => [a, b, shape_b]), [[1, 0, 0], [1, 0, 1]]);
  assert.deepEqual([first.joints, last.remove, last.contacts], [[{ a: 1, b: 0, kind: "rope" }], [0], []]);
  assert.deepEqual(warnings, ['collision-record: a shape of none is left out: found {"circle":{"radius":null},"at":[0,0]}; allowed: finite numbers, and lengths above 0']);
}

{
  // No reader takes a contact of a body that goes in this frame; its last events are told.
  const lines = [];
  const recorder = new Recorder({ engine: "mine" }, { to: (text) => lines.push(...parsed(text)) });
  recorder.write(frame(0, ["a", "b"]));
  recorder.event("end", "a", "b");
  recorder.write({ ...frame(1, ["a"]), contacts: [{ a: "a", b: "b", depth: 1 }], joints: [{ a: "a", b: "b", at: [0, 0] }] });
  assert.deepEqual([lines[2].contacts, lines[2].joints, lines[2].events], [[], [], [{ a: 0, b: 1, kind: "end" }]]);
}

{
  // Masses, frictions and restitutions that no reader takes are not told, nor are masses of what the engine does not move.
  const header = (own, head, more) => {
    const recorder = new Recorder({ engine: "mine", ...head }, { seconds: 2 });
    recorder.write({ ...frame(0, ["a"]), ...more, bodies: new Map([["a", { ...body, ...own }]]) });
    const [{ gravity, bodies: [{ mass, friction, restitution }] }] = parsed(recorder.text());
    return [gravity, mass, friction, restitution];
  };
  const none = [undefined, undefined, undefined, undefined];
  assert.deepEqual(header({ mass: 2, friction: 0, restitution: 0 }, { gravity: [0, -10] }), [[0, -10], 2, 0, 0]);
  assert.deepEqual(header({ mass: 0, friction: -1, restitution: NaN }, { gravity: [0, NaN] }), none);
  assert.deepEqual(header({ mass: Number.MAX_VALUE, friction: Infinity, restitution: "0.5" }, { gravity: { x: 0, y: 1 } }), none);
  for (const kind of ["static", "kinematic"]) assert.deepEqual(header({ [kind]: true, mass: 2, friction: 1 }), [undefined, undefined, 1, undefined]);
  assert.deepEqual(header({}, { gravity: [0, 1] }, { gravity: [3, 4] })[0], [3, 4], "that of the first frame");
}

// A world of rapier with one body; `read` is called where a shape of a collider is looked at.
const rapierWorld = (shapes, read = () => {}) => {
  const place = { translation: () => ({ x: 0, y: 0 }), rotation: () => 0 };
  const body = { ...place, userData: "level", isFixed: () => true, isKinematic: () => false, bodyType: () => 1 };
  const colliders = shapes.map((shape, handle) => ({
    ...place, handle, get shape() { read(); return shape; }, isEnabled: () => true, parent: () => body,
    isSensor: () => false, collisionGroups: () => -1, friction: () => 0.5, restitution: () => 0,
  }));
  return {
    timestep: 1 / 60, gravity: { x: 0, y: 0 }, steps: 0, step() { this.steps++; }, castRay() {}, castRayAndGetNormal() {}, castShape() {},
    forEachCollider(each) { colliders.forEach(each); }, contactPairsWith() {}, intersectionPairsWith() {},
  };
};
const VOXELS = { type: 17 };
const BALL = { type: 0, radius: 0.5 };

{
  // A collider that no recording can have is left out, and the game goes on.
  const lines = [];
  const world = rapierWorld([VOXELS, BALL]);
  const recorder = recordRapier(world, { to: (text) => lines.push(...parsed(text)) });
  world.step();
  world.step();
  recorder.stop();
  assert.equal(world.steps, 2);
  world.castShape({ x: 0, y: 0 }, 0, { x: 1, y: 0 }, VOXELS, 0, 1, true);
  const why = "a collider of level is not recorded: found shape 17; allowed: any but voxels and compounds";
  assert.deepEqual([lines[0].bodies[0].shapes.length, lines[1].log, lines[2].log], [1, [why], undefined]);
}

{
  // As many looks at shapes as there are colliders, not that times as many of one body.
  const reads = (count) => {
    let reads = 0;
    const world = rapierWorld(Array(count).fill(BALL), () => { reads++; });
    recordRapier(world, { to() {} });
    world.step();
    reads = 0;
    world.step();
    return reads;
  };
  assert.equal(reads(400), 4 * reads(100));
}

{
  const lines = [];
  const fixture = (shape) => ({
    getShape: () => shape, isSensor: () => false, getFilterCategoryBits: () => 1, getFilterMaskBits: () => 0xffff,
    getFilterGroupIndex: () => 0, getFriction: () => 0.5, getRestitution: () => 0, getBody: () => undefined, getNext: () => null,
  });
  const own = { getType: () => "mine", getRadius: () => 1 };
  const circle = { getType: () => "circle", getRadius: () => 1, getCenter: () => ({ x: 0, y: 0 }) };
  const bodies = [own, circle].map((shape) => ({
    getUserData: () => shape.getType(), getFixtureList: () => fixture(shape), isActive: () => true, isStatic: () => false,
    isKinematic: () => false, getType: () => "dynamic", getPosition: () => ({ x: 0, y: 0 }), getAngle: () => 0,
    getLinearVelocity: () => ({ x: 0, y: 0 }), getAngularVelocity: () => 0, getMass: () => 1,
  }));
  bodies.forEach((body, i) => { body.getNext = () => bodies[i + 1]; });
  const heard = {};
  const none = () => null;
  const world = { on: (name, hear) => { heard[name] = hear; }, getBodyList: () => bodies[0], getContactList: none, getJointList: none, getGravity: () => ({ x: 0, y: 0 }), step() { this.steps = 1; } };
  recordPlanck(world, { to: (text) => lines.push(...parsed(text)) });
  world.step();
  heard["begin-contact"]({ getFixtureA: () => fixture(own), getFixtureB: () => fixture(circle) });
  const why = "a fixture of mine is not recorded: found shape mine; allowed: circle, edge, polygon, chain";
  assert.deepEqual([world.steps, lines[0].bodies.map(({ name }) => name), lines[1].log], [1, ["circle"], [why]]);
}
console.log("recorder: answers, drops, memory and failing targets hold");
process.exit(0);
