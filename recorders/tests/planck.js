// planck finds contacts at the start of a step, on the poses from before it, and tells each in "pre-solve". Sensors it
// tells when they begin and end. Continuous collision would tell further contacts, on poses within the step.

import planck from "planck";
import { STEP, corners, gravity, kind, record } from "./recording.js";

// Polygons and edges have a skin, which their depths count in.
const skin = planck.Settings.polygonRadius;

function shapeOf(shape) {
  const { key, at: [x, y], radius, start, end } = kind(shape);
  if (key === "circle") return new planck.Circle(planck.Vec2(x, y), radius);
  if (key === "segment") return new planck.Edge(planck.Vec2(...start), planck.Vec2(...end));
  return new planck.Polygon(corners(shape).map(({ x, y }) => planck.Vec2(x, y)));
}

function start(bodies) {
  const world = new planck.World({ gravity, allowSleep: false, continuousPhysics: false });
  const made = bodies.map((body, i) => {
    const [x, y, angle] = body.pose;
    const [vx, vy, angularVelocity] = body.velocity ?? [0, 0, 0];
    const type = body.static ? "static" : body.kinematic ? "kinematic" : "dynamic";
    const linearVelocity = { x: vx, y: vy };
    const own = world.createBody({ type, position: { x, y }, angle, linearVelocity, angularVelocity });
    own.setUserData(i);
    body.shapes.forEach((shape, k) =>
      own.createFixture({ shape: shapeOf(shape), density: 1, friction: 0.3, isSensor: !!body.sensor, userData: k }));
    return own;
  });

  const between = (contact) => {
    const [one, other] = [contact.getFixtureA(), contact.getFixtureB()];
    const [a, b] = [one.getBody().getUserData(), other.getBody().getUserData()];
    return { a, b, shape_a: one.getUserData(), shape_b: other.getUserData() };
  };
  const isSensor = (contact) => contact.getFixtureA().isSensor() || contact.getFixtureB().isSensor();
  const sensed = new Set();
  let contacts;
  world.on("begin-contact", (contact) => isSensor(contact) && sensed.add(contact));
  world.on("end-contact", (contact) => sensed.delete(contact));
  world.on("pre-solve", (contact) => {
    const manifold = contact.getWorldManifold(null);
    const { normal, pointCount } = manifold;
    const separations = manifold.separations.slice(0, pointCount);
    contacts.push({
      ...between(contact),
      normal: [normal.x, normal.y],
      depth: -Math.min(...separations),
      points: manifold.points.slice(0, pointCount).map(({ x, y }) => [x, y]),
    });
  });

  const step = () => {
    const poses = made.map((body) => [body.getPosition().x, body.getPosition().y, body.getAngle()]);
    contacts = [];
    world.step(STEP);
    for (const contact of sensed) contacts.push({ ...between(contact), sensor: true });
    return { poses, contacts };
  };
  return { step };
}

record("planck", { engine: "planck 1.4.3" }, {
  start,
  // Of round shapes it has circles alone.
  has: (shape) => kind(shape).key === "circle" || !kind(shape).radius,
  told: (shape) => (kind(shape).key === "circle" ? shape : { ...shape, skin }),
});
