// @dimforge/rapier2d finds contacts at the start of a step, on the poses from before it: a manifold for each pair of
// colliders, whose normal goes from the first to the second. It has points of faces that are about to meet, which are left
// out. It uses a manifold again while its colliders have moved little against each other: those are marked `reused`, which
// `compare` ignores. What the game asks by castRay, castRayAndGetNormal and castShape between two steps is recorded as well,
// unless it gives masks or a function of its own. Its events go to the game's queue, of which nobody else can read:
// recorder.event(kind, a, b) tells them. Colliders of several shapes and voxels are left out, and the log says so.

import { Recorder, around, descriptions, masks } from "./recorder.js";

// Records every `world.step` from now on. `version`: RAPIER.version().
export function record(world, { version = "", ...options } = {}) {
  const recorder = new Recorder({ engine: `rapier2d ${version}`.trim() }, options);
  const rotated = ({ x, y }, angle) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
  const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);

  // The shapes of a collider, in its own frame; none where a recording cannot have it.
  const shapesOf = ({ shape }) => {
    const { radius, halfExtents, halfHeight, borderRadius, a, b, c, normal, vertices, indices } = shape;
    const point = ({ x, y }) => [x, y];
    const round = borderRadius && { radius: borderRadius };
    if (halfExtents) return [{ rectangle: { width: 2 * halfExtents.x, height: 2 * halfExtents.y, ...round } }];
    if (halfHeight !== undefined) return [{ capsule: { start: [0, -halfHeight], end: [0, halfHeight], radius } }];
    if (radius !== undefined) return [{ circle: { radius } }];
    if (c) return [{ polygon: { points: [a, b, c].map(point), ...round } }];
    if (a) return [{ segment: { start: point(a), end: point(b) } }];
    if (normal) return [{ half_plane: { normal: point(normal) } }];
    if (shape.heights) return heights(shape);
    if (!vertices) return [];
    const points = pairs(vertices);
    if (!("indices" in shape)) return [{ polygon: { points, ...round } }];
    if (!indices?.length) return [{ chain: { points } }];
    // A mesh of triangles, or a polyline of segments.
    const corners = shape.constructor.name === "TriMesh" ? 3 : 2;
    const own = Array.from({ length: indices.length / corners }, (_, i) => [...indices.slice(corners * i, corners * (i + 1))].map((n) => points[n]));
    return own.map((ends) => (corners === 3 ? { polygon: { points: ends } } : { segment: { start: ends[0], end: ends[1] } }));
  };
  const heights = ({ heights, scale }) => {
    const last = heights.length - 1;
    return [{ chain: { points: [...heights].map((height, i) => [(i / last - 0.5) * scale.x, height * scale.y]) } }];
  };
  const placed = (collider) => {
    const { x, y } = collider.translationWrtParent?.() ?? { x: 0, y: 0 };
    const turned = collider.rotationWrtParent?.() ?? 0;
    return shapesOf(collider).map((shape) => ({ ...shape, at: [x, y], ...(turned && { turned }) }));
  };

  // A collider without a body is one by itself.
  const names = new WeakMap();
  let count = 0;
  const nameOf = (key) => {
    const told = key.userData;
    if (!names.has(key)) names.set(key, typeof told === "string" ? told : `body ${count++}`);
    return names.get(key);
  };
  let collidersOf = new Map(); // of bodies, or of colliders without one: those that are recorded, and the sum of their shapes
  const leftOut = new WeakSet();
  const describe = (key) => {
    const all = collidersOf.get(key).colliders;
    const groups = all[0].collisionGroups();
    return {
      name: nameOf(key),
      ...((key.isFixed?.() ?? true) && { static: true }),
      ...(key.isKinematic?.() && { kinematic: true }),
      ...(all.every((collider) => collider.isSensor()) && { sensor: true }),
      ...masks(groups >>> 16, groups & 0xffff),
      shapes: all.flatMap(placed),
    };
  };
  // A shape is read anew from the engine wherever it was set, and is another object then.
  const numbers = new WeakMap();
  let shapes = 0;
  const numberOf = (shape) => {
    if (!numbers.has(shape)) numbers.set(shape, shapes++);
    return numbers.get(shape);
  };
  const stamp = (key) => {
    const now = [key.bodyType?.()];
    for (const collider of collidersOf.get(key).colliders) {
      const at = collider.translationWrtParent?.();
      const turned = collider.rotationWrtParent?.();
      now.push(collider.handle, collider.isSensor(), collider.collisionGroups(), numberOf(collider.shape), at?.x, at?.y, turned);
    }
    return now;
  };
  const described = descriptions(describe, stamp);

  const placeOf = (of) => ({ ...of.translation(), angle: of.rotation() });
  const inWorld = ({ x, y, angle }, local) => {
    const [dx, dy] = rotated(local, angle);
    return [x + dx, y + dy];
  };
  let frame;
  let owners; // of colliders: their body, and the place of their first shape in it
  let before; // of colliders: where they were
  let last = new Set(); // the manifolds of the step before
  let time = 0;

  const begin = () => {
    collidersOf = new Map();
    owners = new Map();
    before = new Map();
    world.forEachCollider((collider) => {
      if (!collider.isEnabled()) return;
      const key = collider.parent() ?? collider;
      const count = shapesOf(collider).length;
      if (count === 0) {
        if (!leftOut.has(collider)) recorder.log(`a collider of ${nameOf(key)} is not recorded: found shape ${collider.shape.type}; allowed: any but voxels and compounds`);
        leftOut.add(collider);
        return;
      }
      const own = collidersOf.get(key) ?? { colliders: [], shapes: 0 };
      owners.set(collider.handle, { key, shape: own.shapes, many: count > 1 });
      before.set(collider.handle, placeOf(collider));
      own.colliders.push(collider);
      own.shapes += count;
      collidersOf.set(key, own);
    });
    const poses = new Map([...collidersOf.keys()].map((key) => {
      const { x, y, angle } = placeOf(key);
      return [key, [x, y, angle]];
    }));
    frame = { time, bodies: described(new Set(collidersOf.keys())), poses, contacts: [] };
  };

  const end = () => {
    time += world.timestep;
    const manifolds = new Set();
    world.forEachCollider((collider) => {
      const own = owners.get(collider.handle);
      if (!own) return;
      // Which shape of a collider of several it is, the manifold does not tell.
      const between = (other) => ({
        a: own.key, b: owners.get(other.handle).key,
        ...(!own.many && { shape_a: own.shape }), ...(!owners.get(other.handle).many && { shape_b: owners.get(other.handle).shape }),
      });
      const isOnce = (other) => other.handle > collider.handle && owners.has(other.handle);
      world.contactPairsWith(collider, (other) => {
        if (!isOnce(other)) return;
        world.contactPair(collider, other, (manifold, flipped) => {
          const [first, second] = flipped ? [other, collider] : [collider, other];
          const all = [...Array(manifold.numContacts()).keys()].map((n) => ({
            distance: manifold.contactDist(n),
            impulse: manifold.contactImpulse(n),
            one: manifold.localContactPoint1(n),
            two: manifold.localContactPoint2(n),
          }));
          const told = JSON.stringify([collider.handle, other.handle, manifold.localNormal1(), all.map(({ impulse, ...rest }) => rest)]);
          manifolds.add(told);
          const touching = all.filter(({ distance }) => distance <= 0);
          if (touching.length === 0) return;
          const { x, y } = manifold.normal();
          frame.contacts.push({
            ...between(other),
            normal: flipped ? [-x, -y] : [x, y],
            depth: -Math.min(...touching.map(({ distance }) => distance)),
            points: touching.map(({ one, two }) => {
              const [ax, ay] = inWorld(before.get(first.handle), one);
              const [bx, by] = inWorld(before.get(second.handle), two);
              return [(ax + bx) / 2, (ay + by) / 2];
            }),
            impulse: touching.reduce((sum, { impulse }) => sum + impulse, 0),
            ...(last.has(told) && { reused: true }),
          });
        });
      });
      world.intersectionPairsWith(collider, (other) => {
        if (isOnce(other)) frame.contacts.push({ ...between(other), sensor: true });
      });
    });
    last = manifolds;
    recorder.write(frame);
  };
  const asked = (method, query) => {
    const own = world[method];
    world[method] = function (...given) {
      const found = own.apply(this, given);
      const told = query(found, ...given);
      if (told) recorder.query(told);
      return found;
    };
    return () => { world[method] = own; };
  };
  const keyOf = (collider) => collider.parent() ?? collider;
  // What a query leaves out; undefined where a recording cannot say it.
  const ignored = (flags, groups, collider, body, predicate) => {
    const isPart = collider?.parent()?.numColliders() > 1;
    if (flags !== undefined || groups !== undefined || predicate || isPart) return undefined;
    return [collider && keyOf(collider), body].filter(Boolean);
  };
  const along = ({ x, y }, way, far) => [x + way.x * far, y + way.y * far];
  const ray = (found, { origin, dir }, far, solid, flags, groups, ...rest) => {
    const ignore = ignored(flags, groups, ...rest);
    if (!ignore || !Number.isFinite(far) || far <= 0) return undefined;
    const normal = found?.normal && { normal: [found.normal.x, found.normal.y] };
    const hit = found && { body: keyOf(found.collider), fraction: found.timeOfImpact / far, ...normal };
    return { kind: "ray", from: [origin.x, origin.y], to: along(origin, dir, far), ignore, hit };
  };
  const cast = (found, at, rotation, way, shape, distance, far, stops, flags, groups, ...rest) => {
    const ignore = ignored(flags, groups, ...rest);
    const shapes = shapesOf({ shape });
    if (!ignore || shapes.length !== 1 || !Number.isFinite(far) || far <= 0) return undefined;
    // In the world, of the collider that is hit.
    const hit = found && { body: keyOf(found.collider), fraction: found.time_of_impact / far, point: [found.witness1.x, found.witness1.y], normal: [found.normal1.x, found.normal1.y] };
    return { kind: "cast", shape: shapes[0], from: [at.x, at.y], to: along(at, way, far), rotation, ignore, hit };
  };
  const unhook = [asked("castRay", ray), asked("castRayAndGetNormal", ray), asked("castShape", cast)];
  const undo = around(world, "step", begin, end);
  recorder.stop = () => {
    undo();
    unhook.forEach((one) => one());
    recorder.close();
  };
  return recorder;
}
