// matter-js moves its bodies, then finds contacts, then pushes bodies out of each other: poses and contacts are read in
// between. The game may turn contacts off in `collisionStart`: what is off as the push begins is left out on purpose. (In
// `collisionActive` that comes too late: the next step turns all on again.) Its lengths are pixels, y down.

import { Recorder, around, bodyMasks, descriptions, filteredPairs, material } from "./recorder.js";

// Records every step from now on. `Matter` is the module, `engine` what is stepped; `pixels`: of a metre.
export function record(Matter, engine, { pixels = 100, ...options } = {}) {
  const { Bounds, Composite, Constraint, Pairs, Resolver } = Matter;
  const header = { engine: `matter-js ${Matter.version ?? ""}`.trim(), metres_per_unit: 1 / pixels, y: "down", normal: "from b to a" };
  const recorder = new Recorder(header, options);
  // The parts that are tested: a compound's first is itself.
  const partsOf = (body) => (body.parts.length > 1 ? body.parts.slice(1) : body.parts);

  const localOf = ({ position, angle }) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return (vertex) => {
      const [x, y] = [vertex.x - position.x, vertex.y - position.y];
      return [x * cos + y * sin, y * cos - x * sin];
    };
  };
  // A label, with the id where several bodies have it: those that the engine gives itself ("Rectangle Body") repeat.
  const names = new WeakMap();
  const taken = new Set();
  const nameOf = (body) => {
    if (!names.has(body)) {
      const alike = Composite.allBodies(engine.world).filter(({ label }) => label === body.label);
      const isAlone = alike.length < 2 && !taken.has(body.label);
      names.set(body, isAlone ? String(body.label) : `${body.label} ${body.id}`);
      taken.add(body.label).add(names.get(body));
    }
    return names.get(body);
  };
  // The engine takes those of the whole body, whatever its parts have.
  const materialOf = (body) => material(body.mass, body.isSensor ? [] : [body]);
  const describe = (body) => {
    const local = localOf(body);
    return {
      name: nameOf(body),
      ...(body.isStatic && { static: true }),
      ...(body.isSensor && { sensor: true }),
      ...bodyMasks([body.collisionFilter], 32),
      ...materialOf(body),
      // All shapes are polygons, circles too.
      shapes: partsOf(body).map((part) => ({ polygon: { points: part.vertices.map(local) } })),
    };
  };
  // The engine keeps corners in the world and turns them a little in each step, so their places in the body are never quite the
  // same again.
  const SAME = 1e-4; // pixels
  const stamp = (body) => {
    const { isStatic, isSensor, collisionFilter: { category, mask, group } } = body;
    const now = [isStatic, isSensor, category, mask, group, ...Object.values(materialOf(body))];
    const local = localOf(body);
    for (const { vertices } of partsOf(body)) {
      now.push(vertices.length);
      for (const vertex of vertices) {
        const [x, y] = local(vertex);
        now.push(x, y);
      }
    }
    return now;
  };
  const described = descriptions(describe, stamp, SAME);

  // Those whose bounds overlap each body's, by a sweep along x, as matter-js itself has it.
  const neighbours = (all) => {
    const sorted = [...all].sort((one, other) => one.bounds.min.x - other.bounds.min.x);
    const found = new Map(sorted.map((body) => [body, []]));
    sorted.forEach((body, i) => {
      for (let k = i + 1; k < sorted.length && sorted[k].bounds.min.x <= body.bounds.max.x; k++) {
        if (!Bounds.overlaps(body.bounds, sorted[k].bounds)) continue;
        found.get(body).push(sorted[k]);
        found.get(sorted[k]).push(body);
      }
    });
    return found;
  };
  let waiting; // the frame that is read and not written yet, and its contacts by their pairs
  const write = () => {
    if (!waiting) return;
    const { frame, told } = waiting;
    waiting = undefined;
    for (const [{ isActive }, contact] of told) if (!isActive && !contact.reused) contact.filtered = true;
    recorder.write(frame);
  };

  const read = () => {
    write();
    const all = new Set(Composite.allBodies(engine.world));
    const numbers = new Map(); // of parts: their body and place in it
    for (const body of all) partsOf(body).forEach((part, k) => numbers.set(part, [body, k]));
    // Those of bodies that sleep it keeps, and does not find again.
    const sleeps = ({ collision: { parentA, parentB } }) => [parentA, parentB].every(({ isSleeping }) => isSleeping);
    const told = engine.pairs.list.filter((pair) => pair.isActive || sleeps(pair)).flatMap((pair) => {
      const { collision, isSensor, isActive } = pair;
      const [one, other] = [numbers.get(collision.bodyA), numbers.get(collision.bodyB)];
      if (!one || !other) return [];
      return [[pair, {
        a: one[0], b: other[0], shape_a: one[1], shape_b: other[1],
        normal: [collision.normal.x, collision.normal.y],
        depth: collision.depth,
        points: collision.supports.slice(0, collision.supportCount).map(({ x, y }) => [x, y]),
        ...(isSensor && { sensor: true }),
        ...(!isActive && { reused: true }),
      }]];
    });
    const filters = new Map([...all].map((body) => [body, { body, filter: body.collisionFilter, isFixed: body.isStatic }]));
    let found; // once one is asked for
    const near = (body) => (found ??= neighbours(all)).get(body);
    // It moves bodies by so much in a step of so many milliseconds.
    const velocityOf = ({ position: { x, y }, positionPrev, angle, anglePrev, deltaTime }) => [x - positionPrev.x, y - positionPrev.y, angle - anglePrev].map((way) => way * 1000 / deltaTime);
    // The engine has it in pixels per square millisecond.
    const { x, y, scale = 0.001 } = engine.gravity ?? {};
    const tell = (pairs, [touch, sense]) => {
      for (const { collision: { parentA, parentB }, isSensor } of pairs) recorder.shapeEvent(isSensor ? sense : touch, parentA, parentB);
    };
    tell(engine.pairs.collisionStart, ["begin", "enter"]);
    tell(engine.pairs.collisionEnd, ["end", "exit"]);
    const frame = {
      time: engine.timing.timestamp / 1000,
      bodies: described(all),
      gravity: [x, y].map((way) => way * scale * 1e6),
      poses: new Map([...all].map((body) => [body, [body.position.x, body.position.y, body.angle]])),
      velocities: new Map([...all].filter((body) => !body.isStatic).map((body) => [body, velocityOf(body)])),
      contacts: [...told.map(([, contact]) => contact), ...filteredPairs(filters, near)],
      joints: Composite.allConstraints(engine.world).map((joint) => {
        const { x, y } = Constraint.pointAWorld(joint);
        return { kind: String(joint.label || joint.type).slice(0, 100), a: joint.bodyA, b: joint.bodyB, at: [x, y] };
      }),
    };
    waiting = { frame, told };
    if (!Resolver?.preSolvePosition) write();
  };

  // What touches already began before.
  for (const { collision: { parentA, parentB }, isSensor } of engine.pairs.list) recorder.shapeEvent(isSensor ? "enter" : "begin", parentA, parentB, false);
  const undo = around(Pairs, "update", () => {}, (_, pairs) => { if (pairs === engine.pairs) read(); });
  const unhook = around(Resolver ?? {}, "preSolvePosition", (pairs) => { if (pairs === engine.pairs.list) write(); }, () => {});
  recorder.stop = () => {
    write();
    undo();
    unhook();
    recorder.close();
  };
  return recorder;
}
