// matter-js moves its bodies, then finds contacts, then pushes bodies out of each other: poses and contacts are read
// in between. Its lengths are pixels, y down. Each part of a compound is a body of its own. All shapes are polygons,
// circles too; there are no segments. A body that is moved by hand is static.

import Matter from "matter-js";
import { STEP, corners, gravity, kind, line, record } from "./recording.js";

const { Bodies, Body, Composite, Engine, Vertices } = Matter;
const PIXELS = 100; // per metre
const MILLISECONDS = 1000 * STEP;

const screen = ({ x, y }) => ({ x: PIXELS * x, y: -PIXELS * y });

function partOf(shape) {
  const { key, at: [x, y], turned, radius = 0, width, height, ...ends } = kind(shape);
  const at = screen({ x, y });
  if (key === "circle") return Bodies.circle(at.x, at.y, PIXELS * radius);
  if (key === "polygon") {
    const vertices = Vertices.clockwiseSort(corners(shape).map(screen));
    return Body.create({ vertices, position: Vertices.centre(vertices) });
  }
  const long = key === "capsule" ? line(ends) : { x, y, angle: turned, length: width };
  const middle = screen(long);
  const chamfer = radius ? { radius: PIXELS * radius } : undefined;
  const size = [long.length + 2 * radius, (height ?? 0) + 2 * radius].map((size) => PIXELS * size);
  const part = Bodies.rectangle(middle.x, middle.y, ...size, { chamfer });
  Body.setAngle(part, -long.angle);
  return part;
}

// The parts that are tested: a compound's first is itself.
const partsOf = (body) => (body.parts.length > 1 ? body.parts.slice(1) : body.parts);

// Reads the poses and contacts of the world that is stepped.
let read;
let found;
Matter.after("Pairs.update", () => { found = read(); });

function start(bodies) {
  const engine = Engine.create({ gravity: { x: 0, y: 1, scale: -gravity.y * PIXELS * 1e-6 } });
  const shapes = [];
  const made = bodies.map((body) => {
    const parts = body.shapes.map(partOf);
    const own = parts.length > 1 ? Body.create({ parts }) : parts[0];
    // A body's position is its centre of mass, and its only part may be turned already.
    const local = (vertex) => Matter.Vector.rotate(Matter.Vector.sub(vertex, own.position), -own.angle);
    const points = ({ vertices }) => vertices.map(local).map(({ x, y }) => [x, y]);
    shapes.push(partsOf(own).map((part) => ({ polygon: { points: points(part) } })));
    const [x, y, angle] = body.pose;
    const [vx, vy, angular] = body.velocity ?? [0, 0, 0];
    const at = screen({ x, y });
    Body.rotate(own, -angle, { x: 0, y: 0 });
    Body.translate(own, at);
    Body.setStatic(own, !!body.static || !!body.kinematic);
    for (const part of own.parts) part.isSensor = !!body.sensor;
    const velocity = screen({ x: vx * STEP, y: vy * STEP });
    if (!own.isStatic) {
      Body.setVelocity(own, velocity);
      Body.setAngularVelocity(own, -angular * STEP);
    }
    Composite.add(engine.world, own);
    return { own, velocity: body.kinematic && velocity };
  });

  const numbers = new Map(); // of parts: body and shape
  made.forEach(({ own }, i) => partsOf(own).forEach((part, k) => numbers.set(part, [i, k])));
  read = () => ({
    poses: made.map(({ own }) => [own.position.x, own.position.y, own.angle]),
    contacts: engine.pairs.list.filter((pair) => pair.isActive).map(({ collision, isSensor }) => {
      const [a, shape_a] = numbers.get(collision.bodyA);
      const [b, shape_b] = numbers.get(collision.bodyB);
      return {
        a, b, shape_a, shape_b,
        normal: [collision.normal.x, collision.normal.y],
        depth: collision.depth,
        points: collision.supports.slice(0, collision.supportCount).map(({ x, y }) => [x, y]),
        ...(isSensor && { sensor: true }),
      };
    }),
  });

  const step = () => {
    for (const { own, velocity } of made) {
      if (velocity) Body.setPosition(own, Matter.Vector.add(own.position, velocity), true);
    }
    Engine.update(engine, MILLISECONDS);
    return found;
  };
  return { step, shapes };
}

record("matter", { engine: "matter-js 0.20.0", metres_per_unit: 1 / PIXELS, y: "down", normal: "from b to a" }, {
  start,
  // It has no segments, and rounds rectangles alone.
  has: (shape) => kind(shape).key !== "segment" && !shape.polygon?.radius,
});
