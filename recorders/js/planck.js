// planck finds contacts at the start of a step, on the poses from before it, and tells each in "pre-solve"; those of
// continuous collision it finds within the step, which then have the poses of their own. Those of bodies that sleep it keeps
// and does not find again. recorder.ray(from, to) asks for the first body on a way, and records the question and the answer.

import { Recorder, around, bodyMasks, descriptions, filteredPairs, material } from "./recorder.js";

// Records every `world.step` from now on.
export function record(world, { version = "", ...options } = {}) {
  const recorder = new Recorder({ engine: `planck ${version}`.trim() }, options);
  const each = (first) => {
    const all = [];
    for (let one = first; one; one = one.getNext()) all.push(one);
    return all;
  };
  const SHAPES = ["circle", "edge", "polygon", "chain"];
  const isRecorded = (fixture) => SHAPES.includes(fixture.getShape().getType());
  const leftOut = new WeakSet();
  const leaveOut = (body, fixtures) => {
    for (const fixture of fixtures) {
      if (isRecorded(fixture) || leftOut.has(fixture)) continue;
      leftOut.add(fixture);
      recorder.log(`a fixture of ${nameOf(body)} is not recorded: found shape ${fixture.getShape().getType()}; allowed: ${SHAPES.join(", ")}`);
    }
  };

  const shapeOf = (fixture) => {
    const shape = fixture.getShape();
    const place = ({ x, y }) => [x, y];
    const skin = shape.getRadius();
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
  let fixturesOf = new Map(); // of bodies: those that are recorded
  let all = new Map(); // of fixtures: their body, place in it, and filter
  const filterOf = (fixture) => ({ category: fixture.getFilterCategoryBits(), mask: fixture.getFilterMaskBits(), group: fixture.getFilterGroupIndex() });
  const materialOf = (body) => {
    const solids = fixturesOf.get(body).filter((fixture) => !fixture.isSensor());
    return material(body.getMass(), solids.map((fixture) => ({ friction: fixture.getFriction(), restitution: fixture.getRestitution() })));
  };
  const describe = (body) => {
    const fixtures = fixturesOf.get(body);
    return {
      name: nameOf(body),
      ...(body.isStatic() && { static: true }),
      ...(body.isKinematic() && { kinematic: true }),
      ...(fixtures.every((fixture) => fixture.isSensor()) && { sensor: true }),
      ...bodyMasks(fixtures.map((fixture) => all.get(fixture).filter)),
      ...materialOf(body),
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
    const now = [body.getType(), ...Object.values(materialOf(body))];
    for (const fixture of fixturesOf.get(body)) {
      const shape = fixture.getShape();
      const { category, mask, group } = all.get(fixture).filter;
      now.push(fixture.isSensor(), shape.getType(), shape.getRadius(), category, mask, group);
      for (const { x, y } of cornersOf(shape)) now.push(x, y);
    }
    return now;
  };
  const described = descriptions(describe, stamp);

  const poseOf = (body) => [body.getPosition().x, body.getPosition().y, body.getAngle()];
  const velocityOf = (body) => [body.getLinearVelocity().x, body.getLinearVelocity().y, body.getAngularVelocity()];
  const isSensor = (contact) => contact.getFixtureA().isSensor() || contact.getFixtureB().isSensor();
  const between = (contact) => {
    const [one, other] = [contact.getFixtureA(), contact.getFixtureB()];
    return { a: one.getBody(), b: other.getBody(), shape_a: all.get(one)?.shape, shape_b: all.get(other)?.shape };
  };
  const near = (fixture) => {
    const found = new Set();
    for (let child = 0; child < fixture.getShape().getChildCount(); child++) {
      world.queryAABB(fixture.getAABB(child), (other) => found.add(other));
    }
    return found;
  };
  let frame = { poses: new Map(), contacts: [] }; // none before the first step
  let told = new Map(); // of contacts of this frame: what is told of each, as text
  let solved = new Map(); // of contacts of this frame: the last that is told of each
  let resting = new Map(); // of contacts that this step does not find again: theirs on the poses from before it
  let time = 0;
  const isTold = (contact) => isRecorded(contact.getFixtureA()) && isRecorded(contact.getFixtureB());
  const tell = (kinds, contact, sent) => {
    const { a, b } = between(contact);
    recorder.shapeEvent(kinds[Number(isSensor(contact))], a, b, sent);
  };
  const manifoldOf = (contact) => {
    const { normal, pointCount, separations, points } = contact.getWorldManifold(null);
    return {
      ...between(contact),
      normal: [normal.x, normal.y],
      depth: -Math.min(...separations.slice(0, pointCount)),
      points: points.slice(0, pointCount).map(({ x, y }) => [x, y]),
      // What the game's own listener turns off is left out on purpose, also while it sleeps.
      ...(!contact.isEnabled() && { filtered: true }),
    };
  };
  const heard = {
    "begin-contact": (contact) => tell(["begin", "enter"], contact),
    "end-contact": (contact) => tell(["end", "exit"], contact),
    "post-solve": (contact, impulse) => pressed(contact, impulse),
  };
  // Continuous collision finds the same up to 20 times within a step, which is told once.
  const found = (contact) => {
    const manifold = manifoldOf(contact);
    const moved = [manifold.a, manifold.b].filter((body) => poseOf(body).some((n, i) => n !== frame.poses.get(body)?.[i])).map((body) => [body, poseOf(body)]);
    const { a, b, ...rest } = manifold;
    const text = JSON.stringify([rest, moved.map(([body, pose]) => [body === a, pose])]);
    const known = told.get(contact) ?? new Set();
    if (known.has(text)) return;
    told.set(contact, known.add(text));
    const last = { ...manifold, ...(moved.length && { poses_at: new Map(moved) }) };
    frame.contacts.push(last);
    solved.set(contact, last);
  };
  // Of one that it finds several times within a step, that of the last.
  const pressed = (contact, { normalImpulses }) => {
    const last = solved.get(contact);
    const impulses = normalImpulses.slice(0, contact.getManifold().pointCount);
    if (last) last.impulse = impulses.reduce((sum, impulse) => sum + impulse, 0);
  };
  const listeners = Object.entries(heard).map(([name, hear]) => [name, (contact, impulse) => { if (isTold(contact)) hear(contact, impulse); }]);
  for (const [name, listener] of listeners) world.on(name, listener);
  // After the last of the listeners, of which each may turn the contact off.
  const unhook = around(world, "preSolve", () => {}, (_, contact) => { if (isTold(contact)) found(contact); });
  const touching = () => each(world.getContactList()).filter((contact) => contact.isTouching() && isTold(contact));
  // What touches already began before.
  for (const contact of touching()) tell(["begin", "enter"], contact, false);

  const before = () => {
    [fixturesOf, all] = [new Map(), new Map()];
    const [poses, velocities] = [new Map(), new Map()];
    for (const body of each(world.getBodyList()).reverse()) {
      if (!body.isActive()) continue;
      // Newest first.
      const own = each(body.getFixtureList()).reverse();
      const fixtures = own.filter(isRecorded);
      if (fixtures.length < own.length) leaveOut(body, own);
      if (fixtures.length === 0) continue;
      const isFixed = body.isStatic();
      fixturesOf.set(body, fixtures);
      fixtures.forEach((fixture, shape) => all.set(fixture, { body, shape, filter: filterOf(fixture), isFixed }));
      poses.set(body, poseOf(body));
      if (!isFixed) velocities.set(body, velocityOf(body));
    }
    [told, solved] = [new Map(), new Map()];
    // The engine finds none between two of which neither is awake and moves. The step may wake and move them all the same.
    const rests = (body) => body.isStatic() || !body.isAwake();
    const isAtRest = (contact) => [contact.getFixtureA(), contact.getFixtureB()].every((fixture) => rests(fixture.getBody()));
    const asleep = touching().filter((contact) => !isSensor(contact) && isAtRest(contact));
    resting = new Map(asleep.map((contact) => [contact, manifoldOf(contact)]));
    frame = {
      time,
      bodies: described(fixturesOf),
      gravity: [world.getGravity().x, world.getGravity().y],
      poses,
      velocities,
      contacts: filteredPairs(all, near),
      joints: each(world.getJointList()).map((joint) => {
        const { x, y } = joint.getAnchorA();
        return { kind: joint.getType(), a: joint.getBodyA(), b: joint.getBodyB(), at: [x, y], filtered: !joint.getCollideConnected() };
      }),
    };
  };
  const after = (_, seconds) => {
    time += seconds;
    for (const contact of touching()) if (isSensor(contact)) frame.contacts.push({ ...between(contact), sensor: true });
    for (const [contact, manifold] of resting) if (!told.has(contact)) frame.contacts.push({ ...manifold, reused: true });
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
    unhook();
    for (const [name, listener] of listeners) world.off(name, listener);
    recorder.close();
  };
  return recorder;
}
