// planck finds contacts at the start of a step, on the poses from before it, and tells each in "pre-solve"; those of
// continuous collision it finds within the step, which then have the poses of their own. Sensors it tells when they begin
// and end. recorder.ray(from, to) asks for the first body on a way, and records the question and the answer.

import { Recorder, around, descriptions, masks } from "./recorder.js";

// Records every `world.step` from now on.
export function record(world, { version = "", skin = 0.01, ...options } = {}) {
  const recorder = new Recorder({ engine: `planck ${version}`.trim() }, options);
  const each = (first) => {
    const all = [];
    for (let one = first; one; one = one.getNext()) all.push(one);
    return all;
  };
  const SHAPES = ["circle", "edge", "polygon", "chain"];
  const isRecorded = (fixture) => SHAPES.includes(fixture.getShape().getType());
  // Newest first.
  const fixturesOf = (body) => each(body.getFixtureList()).reverse().filter(isRecorded);
  const leftOut = new WeakSet();
  const leaveOut = (body) => {
    for (const fixture of each(body.getFixtureList())) {
      if (isRecorded(fixture) || leftOut.has(fixture)) continue;
      leftOut.add(fixture);
      recorder.log(`a fixture of ${nameOf(body)} is not recorded: found shape ${fixture.getShape().getType()}; allowed: ${SHAPES.join(", ")}`);
    }
  };

  const shapeOf = (fixture) => {
    const shape = fixture.getShape();
    const place = ({ x, y }) => [x, y];
    switch (shape.getType()) {
      case "circle": return { circle: { radius: shape.getRadius() }, at: place(shape.getCenter()) };
      // Polygons and edges have a skin, which their depths count in.
      case "edge": return { segment: { start: place(shape.m_vertex1), end: place(shape.m_vertex2) }, skin };
      case "polygon": return { polygon: { points: shape.m_vertices.slice(0, shape.m_count).map(place) }, skin };
      case "chain": return { chain: { points: shape.m_vertices.map(place) }, skin };
    }
  };
  let count = 0;
  const names = new WeakMap();
  const nameOf = (body) => {
    const told = body.getUserData();
    if (!names.has(body)) names.set(body, typeof told === "string" ? told : `body ${count++}`);
    return names.get(body);
  };
  const describe = (body) => {
    const fixtures = fixturesOf(body);
    return {
      name: nameOf(body),
      ...(body.isStatic() && { static: true }),
      ...(body.isKinematic() && { kinematic: true }),
      ...(fixtures.every((fixture) => fixture.isSensor()) && { sensor: true }),
      ...masks(fixtures[0].getFilterCategoryBits(), fixtures[0].getFilterMaskBits()),
      shapes: fixtures.map(shapeOf),
    };
  };
  // Shapes have no setters, but games that resize a fixture put another shape in its place, or write into this one.
  const cornersOf = (shape) => {
    switch (shape.getType()) {
      case "circle": return [shape.getCenter()];
      case "edge": return [shape.m_vertex1, shape.m_vertex2];
      default: return shape.m_vertices;
    }
  };
  const stamp = (body) => {
    const now = [body.getType()];
    for (const fixture of fixturesOf(body)) {
      const shape = fixture.getShape();
      now.push(fixture.isSensor(), shape.getType(), shape.getRadius(), fixture.getFilterCategoryBits(), fixture.getFilterMaskBits());
      for (const { x, y } of cornersOf(shape)) now.push(x, y);
    }
    return now;
  };
  const described = descriptions(describe, stamp);

  const poseOf = (body) => [body.getPosition().x, body.getPosition().y, body.getAngle()];
  const isSensor = (contact) => contact.getFixtureA().isSensor() || contact.getFixtureB().isSensor();
  const between = (contact) => {
    const [one, other] = [contact.getFixtureA(), contact.getFixtureB()];
    const [a, b] = [one.getBody(), other.getBody()];
    return { a, b, shape_a: fixturesOf(a).indexOf(one), shape_b: fixturesOf(b).indexOf(other) };
  };
  const sensed = new Set();
  let frame;
  let time = 0;
  const isTold = (contact) => isRecorded(contact.getFixtureA()) && isRecorded(contact.getFixtureB());
  const tell = (kinds) => (contact) => {
    const { a, b } = between(contact);
    recorder.shapeEvent(kinds[Number(isSensor(contact))], a, b);
  };
  const heard = {
    "begin-contact": (contact) => {
      if (isSensor(contact)) sensed.add(contact);
      tell(["begin", "enter"])(contact);
    },
    "end-contact": (contact) => {
      sensed.delete(contact);
      tell(["end", "exit"])(contact);
    },
    "pre-solve": (contact) => {
      const { normal, pointCount, separations, points } = contact.getWorldManifold(null);
      const pair = between(contact);
      const moved = [pair.a, pair.b].filter((body) => poseOf(body).some((n, i) => n !== frame.poses.get(body)?.[i]));
      frame.contacts.push({
        ...pair,
        normal: [normal.x, normal.y],
        depth: -Math.min(...separations.slice(0, pointCount)),
        points: points.slice(0, pointCount).map(({ x, y }) => [x, y]),
        ...(moved.length && { poses_at: new Map(moved.map((body) => [body, poseOf(body)])) }),
      });
    },
  };
  const listeners = Object.entries(heard).map(([name, hear]) => [name, (contact) => { if (isTold(contact)) hear(contact); }]);
  for (const [name, listener] of listeners) world.on(name, listener);

  const before = () => {
    const active = each(world.getBodyList()).reverse().filter((body) => body.isActive());
    active.forEach(leaveOut);
    const all = active.filter((body) => fixturesOf(body).length);
    frame = { time, bodies: described(new Set(all)), poses: new Map(all.map((body) => [body, poseOf(body)])), contacts: [] };
  };
  const after = (seconds) => {
    time += seconds;
    for (const contact of sensed) frame.contacts.push({ ...between(contact), sensor: true });
    recorder.write(frame);
  };
  // The hit of the first body on the way, { body, fraction, normal: [x, y] }, or null; asked between two steps.
  recorder.ray = (from, to, { ignore = [] } = {}) => {
    let hit = null;
    world.rayCast(from, to, (fixture, point, normal, fraction) => {
      if (ignore.includes(fixture.getBody())) return -1;
      hit = { body: fixture.getBody(), fraction, normal: [normal.x, normal.y] };
      return fraction;
    });
    recorder.query({ kind: "ray", from: [from.x, from.y], to: [to.x, to.y], ignore, hit });
    return hit;
  };
  const undo = around(world, "step", before, after);
  recorder.stop = () => {
    undo();
    for (const [name, listener] of listeners) world.off(name, listener);
    recorder.close();
  };
  return recorder;
}
