// p2 finds contacts at the start of a step, on the poses from before it: an equation for each point, whose normal goes
// from its body A to its body B. Its points are told from the middle of their body. Sensors it tells when they begin
// and end.

import * as p2 from "p2-es";
import { STEP, gravity, kind, line, record } from "./recording.js";

// A shape, and its place in its body.
function shapeOf(shape) {
  const { key, at, turned, radius, width, height, points, ...ends } = kind(shape);
  if (key === "circle") return [new p2.Circle({ radius }), at, 0];
  if (key === "rectangle") return [new p2.Box({ width, height }), at, turned];
  if (key === "polygon") return [new p2.Convex({ vertices: points }), at, turned];
  const { x, y, angle, length } = line(ends);
  return [key === "capsule" ? new p2.Capsule({ length, radius }) : new p2.Line({ length }), [x, y], angle];
}

function start(bodies) {
  const world = new p2.World({ gravity: [gravity.x, gravity.y] });
  const made = bodies.map((body) => {
    const [x, y, angle] = body.pose;
    const [vx, vy, angularVelocity] = body.velocity ?? [0, 0, 0];
    const type = body.static ? p2.Body.STATIC : body.kinematic ? p2.Body.KINEMATIC : p2.Body.DYNAMIC;
    const mass = type === p2.Body.DYNAMIC ? 1 : 0;
    const own = new p2.Body({ type, mass, position: [x, y], angle, velocity: [vx, vy], angularVelocity });
    for (const shape of body.shapes) {
      const [part, at, turned] = shapeOf(shape);
      part.sensor = !!body.sensor;
      own.addShape(part, at, turned);
    }
    world.addBody(own);
    return own;
  });

  // The straight part of a capsule is tested as a box that is no shape of its body: then no shape is told.
  const shape = (body, shape) => (body.shapes.includes(shape) ? body.shapes.indexOf(shape) : undefined);
  const between = ({ bodyA, bodyB, shapeA, shapeB }) => ({
    a: made.indexOf(bodyA), b: made.indexOf(bodyB), shape_a: shape(bodyA, shapeA), shape_b: shape(bodyB, shapeB),
  });
  const sensed = new Map();
  const id = ({ shapeA, shapeB }) => [shapeA.id, shapeB.id].sort().join();
  world.on("beginContact", (event) => {
    if (event.shapeA.sensor || event.shapeB.sensor) sensed.set(id(event), between(event));
  });
  world.on("endContact", (event) => sensed.delete(id(event)));
  let contacts;
  world.on("preSolve", ({ contactEquations }) => {
    contacts = contactEquations.map((equation) => {
      const { bodyA, bodyB, contactPointA, contactPointB, normalA } = equation;
      const from = [0, 1].map((i) => bodyA.position[i] + contactPointA[i]);
      const to = [0, 1].map((i) => bodyB.position[i] + contactPointB[i]);
      const gap = [0, 1].reduce((sum, i) => sum + normalA[i] * (to[i] - from[i]), 0);
      return {
        ...between(equation),
        normal: [...normalA],
        depth: -gap,
        points: [[(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]],
      };
    });
  });

  const step = () => {
    const poses = made.map((body) => [...body.position, body.angle]);
    world.step(STEP);
    for (const contact of sensed.values()) contacts.push({ ...contact, sensor: true });
    return { poses, contacts };
  };
  return { step };
}

record("p2", { engine: "p2-es 1.2.3" }, {
  start,
  // Of round shapes it has circles and capsules.
  has: (shape) => ["circle", "capsule"].includes(kind(shape).key) || !kind(shape).radius,
});
