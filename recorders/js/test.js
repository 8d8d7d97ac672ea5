// The recorder beside a window that listens: answers reach the game, a window that does not read holds nobody up, and the
// last seconds are a recording of their own.

import assert from "node:assert/strict";
import net from "node:net";
import { Recorder } from "collision-record";

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
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines[0].bodies.map(({ name }) => name), ["ball"]);
  assert.deepEqual(lines[2].add.map(({ index, name }) => [index, name]), [[1, "ball 2"]]);
  assert.deepEqual([lines[3].remove, lines[3].poses], [[0], [null, [2, 0, 0]]]);
  assert.deepEqual(lines[4].add.map(({ index, name }) => [index, name]), [[0, "ball"]]);
  socket.write('{"pause":true,"frame":3,"why":"a stop"}\n{"resu');
  socket.write('me":true}\n');
  await until(() => heard.length === 2);
  assert.deepEqual([heard, recorder.paused], [[{ frame: 3, why: "a stop" }, "resumed"], false]);
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
  const lines = recorder.text().trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.slice(1).map(({ frame }) => frame), [8, 9, 10]);
  assert.deepEqual([lines[2].remove, lines[2].add.map(({ index }) => index)], [[0], [1]]);
}

{
  const lines = [];
  const recorder = new Recorder({ engine: "mine" }, { to: (text) => lines.push(...text.trim().split("\n").map((line) => JSON.parse(line))) });
  for (const [time, kind] of ["begin", "begin", "end", "end", "begin", "enter"].entries()) {
    recorder.shapeEvent(kind, time % 2 ? "a" : "b", time % 2 ? "b" : "a");
    recorder.write(frame(time, ["a", "b"]));
  }
  assert.deepEqual(lines.slice(1).map(({ events }) => events?.[0].kind), ["begin", undefined, undefined, "end", "begin", "enter"]);
}
console.log("recorder: answers, drops and memory hold");
process.exit(0);
