// The scenes, and the lines of a recording.

import fs from "node:fs";
import zlib from "node:zlib";

const STEPS = 120;
export const STEP = 1 / 60; // seconds
const EVERY = 2; // steps a recorded frame

export const gravity = { x: 0, y: -9.81 }; // metres per second squared

const scenes = JSON.parse(fs.readFileSync(new URL("scenes.json", import.meta.url)));

// Records every scene in an engine. `has(shape)` says whether the engine can make a shape; a body with one that it
// cannot is left out. `start(bodies)` makes a world and returns `step()`, which makes a step and returns the poses and
// the contacts that were found on exactly these. Where the engine's shapes are not those of the scene, `told(shape)` is
// the engine's, or `start` returns `shapes`, those of each body. `header` is what differs from the usual.
export function record(engine, header, { has, start, told = (shape) => shape }) {
  for (const [name, scene] of Object.entries(scenes)) {
    const bodies = scene.bodies.filter((body) => body.shapes.every(has));
    const { step, shapes } = start(bodies);
    const lines = [{
      recording: 1, name: scene.title, metres_per_unit: 1, y: "up", angle: "radians", normal: "from a to b",
      ...header,
      bodies: bodies.map(({ pose, velocity, ...body }, i) =>
        ({ ...body, shapes: shapes?.[i] ?? body.shapes.map(told) })),
    }];
    for (let frame = 0; frame < STEPS; frame++) {
      const { poses, contacts } = step(frame);
      if (frame % EVERY === 0) lines.push({ frame, time: frame * STEP, poses, contacts });
    }
    const text = lines.map((line) => JSON.stringify(line, nineDigits) + "\n").join("");
    const file = new URL(`recordings/${engine}-${name}.jsonl.gz`, import.meta.url);
    fs.writeFileSync(file, zlib.gzipSync(text, { level: 9 }));
  }
}

// Enough for a number of 32 bits.
const nineDigits = (_, value) => (typeof value === "number" ? Number(value.toPrecision(9)) : value);

// A shape of a scene as its kind and what it has.
export function kind(shape) {
  const [key] = ["circle", "rectangle", "segment", "polygon", "capsule"].filter((key) => key in shape);
  return { key, at: shape.at ?? [0, 0], turned: shape.turned ?? 0, ...shape[key] };
}

// The corners of a rectangle or polygon, in its body.
export function corners(shape) {
  const { at: [x, y], turned, width, height, points } = kind(shape);
  const own = points ?? [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [(x * width) / 2, (y * height) / 2]);
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  return own.map(([px, py]) => ({ x: x + cos * px - sin * py, y: y + sin * px + cos * py }));
}

// Middle, angle and length of a segment or the line within a capsule.
export function line({ start: [ax, ay], end: [bx, by] }) {
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  return { x, y, angle: Math.atan2(by - ay, bx - ax), length: Math.hypot(bx - ax, by - ay) };
}
