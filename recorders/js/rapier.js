// @dimforge/rapier2d finds contacts at the start of a step, on the poses from before it: a manifold for each pair of
// colliders, whose normal goes from the first to the second. Points of faces that are about to meet are left out unless they
// push: those have a depth below 0. It uses a manifold again while its colliders have moved little against each other: those
// are marked `reused`, and their depth is measured on the frame's poses. What the game asks by castRay, castRayAndGetNormal and
// castShape between two steps is recorded as well, unless it gives masks, a distance or a function of its own. Its events go to
// the game's queue, of which nobody else can read: recorder.shapeEvent(kind, a, b), with the colliders' bodies, tells them after the
// step, whose frame is written once the game gives way. Compounds and voxels are left out, and the log says so.

import { Recorder, around, bodyMasks, descriptions, filteredPairs, material } from "./recorder.js";

const FAR = 1e6; // metres; nothing lies beyond
const JOINTS = ["revolute", "fixed", "prismatic", "rope", "spring"];
// What a shape was made with, and what its collider has now.
const SIZES = [["radius", "radius"], ["halfExtents", "halfExtents"], ["halfHeight", "halfHeight"], ["borderRadius", "roundRadius"]];

const isConvex = (shape) => shape.vertices !== undefined && !("indices" in shape);

// The corners of the convex hull of points, counter-clockwise, by Andrew's monotone chain.
function convexHull(points) {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const turns = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const side = (all) => {
    const corners = [];
    for (const point of all) {
      while (corners.length > 1 && turns(corners.at(-2), corners.at(-1), point) <= 0) corners.pop();
      corners.push(point);
    }
    return corners.slice(0, -1);
  };
  return [...side(sorted), ...side(sorted.reverse())];
}

// Records every `world.step` from now on. `version`: RAPIER.version().
export function record(world, { version = "", ...options } = {}) {
  const recorder = new Recorder({ engine: `rapier2d ${version}`.trim() }, options);
  const rotated = ({ x, y }, angle) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
  const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);

  // Convex shapes are made with any points, of which the engine takes the hull. A collider tells it, a shape that is cast does not.
  const hulls = new WeakMap(); // of shapes
  const hullOf = (shape, collider) => {
    const own = () => (shape.skipConvexHullComputation ? shape.vertices : convexHull(pairs(shape.vertices)).flat());
    if (!hulls.has(shape)) hulls.set(shape, collider?.vertices() ?? own());
    return hulls.get(shape);
  };
  // The shapes of a collider, in its own frame; none where a recording cannot have it.
  const shapesOf = (shape, sizes) => {
    const { radius, halfExtents, halfHeight, borderRadius, a, b, c, normal, vertices, indices } = { ...shape, ...sizes };
    const point = ({ x, y }) => [x, y];
    const round = borderRadius && { radius: borderRadius };
    if (halfExtents) return [{ rectangle: { width: 2 * halfExtents.x, height: 2 * halfExtents.y, ...round } }];
    if (halfHeight) return [{ capsule: { start: [0, -halfHeight], end: [0, halfHeight], radius } }];
    if (radius !== undefined) return [{ circle: { radius } }];
    if (c) return [{ polygon: { points: [a, b, c].map(point), ...round } }];
    if (a) return [{ segment: { start: point(a), end: point(b) } }];
    if (normal) return [{ half_plane: { normal: point(normal) } }];
    if (shape.heights) return heights(shape);
    if (!vertices) return [];
    const points = pairs(vertices);
    if (isConvex(shape)) return [{ polygon: { points, ...round } }];
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
  // A collider whose size is set keeps the shape that it was made with.
  const sizesOf = (collider) => {
    const { shape } = collider;
    const sizes = {};
    for (const [name, now] of SIZES) if (shape[name] !== undefined) sizes[name] = collider[now]?.() ?? shape[name];
    if (isConvex(shape)) sizes.vertices = hullOf(shape, collider);
    return sizes;
  };
  const skinOf = (collider) => collider.contactSkin?.() ?? 0;
  const placed = (collider) => {
    const { x, y } = collider.translationWrtParent?.() ?? { x: 0, y: 0 };
    const turned = collider.rotationWrtParent?.() ?? 0;
    const skin = skinOf(collider);
    const place = { at: [x, y], ...(turned && { turned }), ...(skin && { skin }) };
    return shapesOf(collider.shape, sizesOf(collider)).map((shape) => ({ ...shape, ...place }));
  };
  const filterOf = (collider) => {
    const groups = collider.collisionGroups();
    return { category: groups >>> 16, mask: groups & 0xffff };
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
  const materialOf = (key) => {
    const solids = collidersOf.get(key).colliders.filter((collider) => !collider.isSensor());
    return material(key.isDynamic?.() ? key.mass() : undefined, solids.map((collider) => ({ friction: collider.friction(), restitution: collider.restitution() })));
  };
  const describe = (key) => {
    const { colliders: all, isFixed } = collidersOf.get(key);
    return {
      name: nameOf(key),
      ...(isFixed && { static: true }),
      ...(key.isKinematic?.() && { kinematic: true }),
      ...(all.every((collider) => collider.isSensor()) && { sensor: true }),
      ...bodyMasks(all.map(({ handle }) => owners.get(handle).filter), 16, "group"),
      ...materialOf(key),
      shapes: all.flatMap(placed),
    };
  };
  // A shape that is set is another object.
  const numbers = new WeakMap(); // of shapes: their number, and of how many shapes they are
  let shapes = 0;
  const known = (shape) => {
    if (!numbers.has(shape)) numbers.set(shape, { number: shapes++, count: shapesOf(shape).length });
    return numbers.get(shape);
  };
  const stamp = (key) => {
    const now = [key.bodyType?.(), ...Object.values(materialOf(key))];
    for (const collider of collidersOf.get(key).colliders) {
      const at = collider.translationWrtParent?.();
      const turned = collider.rotationWrtParent?.();
      const { radius, halfExtents, halfHeight, borderRadius } = sizesOf(collider);
      const { filter: { category, mask }, skin } = owners.get(collider.handle);
      now.push(collider.handle, collider.isSensor(), category, mask, skin, known(collider.shape).number, at?.x, at?.y, turned);
      now.push(radius, halfExtents?.x, halfExtents?.y, halfHeight, borderRadius);
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
  let owners; // of colliders: their body, the place of their first shape in it, filter, skin, and where they were if they move
  let last = new Set(); // the manifolds of the step before
  let time = 0;

  const unsolved = new Set(); // the pairs of this step whose contacts the game's own functions let nothing solve
  const pairOf = (one, other) => [one, other].sort().join(" ");
  // Those that they leave out.
  const watched = (hooks) => {
    const told = (name, isOut) => hooks[name] && { [name]: (one, other, ...bodies) => {
      const answer = hooks[name](one, other, ...bodies);
      const [a, b] = [owners.get(one), owners.get(other)];
      if (answer === 0) unsolved.add(pairOf(one, other));
      if (isOut(answer) && a && b) frame.contacts.push({ ...between(a, b), filtered: true });
      return answer;
    } };
    return { ...told("filterContactPair", (answer) => answer === null), ...told("filterIntersectionPair", (answer) => !answer) };
  };
  const wasAt = (collider) => owners.get(collider.handle).place ?? placeOf(collider);
  // Which shape of a collider of several it is, the engine does not tell.
  const between = (a, b) => ({ a: a.body, b: b.body, shape_a: a.shape, shape_b: b.shape });
  // Those in the square around a collider that holds it however it is turned.
  const near = (handle) => {
    const found = [];
    const { collider } = owners.get(handle);
    const half = reachOf(collider);
    world.collidersWithAabbIntersectingAabb(wasAt(collider), { x: half, y: half }, (other) => found.push(other.handle) > 0);
    return found;
  };
  const reachOf = (collider) => Math.max(...shapesOf(collider.shape, sizesOf(collider)).map((shape) => {
    const [{ points, start, end, radius = 0, width = 0, height = 0, normal }] = Object.values(shape);
    if (normal) return FAR;
    const corners = points ?? (start ? [start, end] : [[0, 0]]);
    return Math.max(...corners.map(([x, y]) => Math.hypot(x, y))) + Math.hypot(width, height) / 2 + radius;
  }));
  const joints = () => {
    const all = [];
    world.impulseJoints?.forEach((joint) => {
      const at = inWorld(placeOf(joint.body1()), joint.anchor1());
      all.push({ kind: JOINTS[joint.type()] ?? "generic", a: joint.body1(), b: joint.body2(), at, filtered: joint.contactsEnabled?.() === false });
    });
    if (!world.multibodyJoints?.len()) return all;
    const ends = new Map(); // of joints, which do not tell their bodies
    world.forEachRigidBody((body) => {
      world.multibodyJoints.forEachJointHandleAttachedToRigidBody(body.handle, (joint) => ends.set(joint, (ends.get(joint) ?? new Set()).add(body)));
    });
    world.multibodyJoints.forEach((joint) => {
      const [a, b] = ends.get(joint.handle) ?? [];
      all.push({ kind: "multibody", a, b, filtered: joint.contactsEnabled?.() === false });
    });
    return all;
  };

  const begin = (queue, hooks, ...rest) => {
    recorder.release();
    collidersOf = new Map();
    owners = new Map();
    unsolved.clear();
    world.forEachCollider((collider) => {
      if (!collider.isEnabled()) return;
      const key = collider.parent() ?? collider;
      const { count } = known(collider.shape);
      if (count === 0) {
        if (!leftOut.has(collider)) recorder.log(`a collider of ${nameOf(key)} is not recorded: found shape ${collider.shape.type}; allowed: any but voxels and compounds`);
        leftOut.add(collider);
        return;
      }
      const own = collidersOf.get(key) ?? { colliders: [], shapes: 0, isFixed: key.isFixed?.() ?? true };
      const { isFixed } = own;
      const shape = count > 1 ? undefined : own.shapes;
      owners.set(collider.handle, { collider, body: key, shape, filter: filterOf(collider), isFixed, skin: skinOf(collider), place: isFixed ? undefined : placeOf(collider) });
      own.colliders.push(collider);
      own.shapes += count;
      collidersOf.set(key, own);
    });
    const [poses, velocities] = [new Map(), new Map()];
    for (const [key, { isFixed }] of collidersOf) {
      const { x, y } = key.translation();
      poses.set(key, [x, y, key.rotation()]);
      if (isFixed) continue;
      const way = key.linvel();
      velocities.set(key, [way.x, way.y, key.angvel()]);
    }
    frame = { time, gravity: [world.gravity.x, world.gravity.y], poses, velocities, contacts: [], joints: joints() };
    return hooks && [queue, watched(hooks), ...rest];
  };

  const end = () => {
    time += world.timestep;
    // Only the step adds the mass that a body has beside that of its colliders.
    frame.bodies = described(collidersOf);
    const manifolds = new Set();
    world.forEachCollider((collider) => {
      const own = owners.get(collider.handle);
      if (!own) return;
      const isOnce = (other) => other.handle > collider.handle && owners.has(other.handle);
      world.contactPairsWith(collider, (other) => {
        if (!isOnce(other)) return;
        const theirs = owners.get(other.handle);
        world.contactPair(collider, other, (manifold, flipped) => {
          const [first, second] = (flipped ? [other, collider] : [collider, other]).map(wasAt);
          const all = [...Array(manifold.numContacts()).keys()].map((n) => ({
            distance: manifold.contactDist(n),
            impulse: manifold.contactImpulse(n),
            one: manifold.localContactPoint1(n),
            two: manifold.localContactPoint2(n),
          }));
          const told = JSON.stringify([collider.handle, other.handle, manifold.localNormal1(), all.map(({ impulse, ...rest }) => rest)]);
          manifolds.add(told);
          const reused = last.has(told);
          const { x, y } = manifold.normal();
          const points = all.map(({ distance, impulse, one, two }) => {
            const [[ax, ay], [bx, by]] = [inWorld(first, one), inWorld(second, two)];
            // Those of a manifold that is used again are measured where they are now: a stack at rest pushes though their old distance
            // is a gap. Skins touch first.
            const gap = (reused ? (bx - ax) * x + (by - ay) * y : distance) - own.skin - theirs.skin;
            return { gap, impulse, at: [(ax + bx) / 2, (ay + by) / 2] };
          });
          const overlapping = points.filter(({ gap }) => gap <= 0);
          const touching = overlapping.length ? overlapping : points.filter(({ impulse }) => impulse > 0);
          if (touching.length === 0) return;
          frame.contacts.push({
            ...between(own, theirs),
            normal: flipped ? [-x, -y] : [x, y],
            depth: -Math.min(...touching.map(({ gap }) => gap)),
            points: touching.map(({ at }) => at),
            impulse: touching.reduce((sum, { impulse }) => sum + impulse, 0),
            ...(reused && { reused: true }),
            ...(unsolved.has(pairOf(collider.handle, other.handle)) && { filtered: true }),
          });
        });
      });
      world.intersectionPairsWith(collider, (other) => {
        if (isOnce(other)) frame.contacts.push({ ...between(own, owners.get(other.handle)), sensor: true });
      });
    });
    frame.contacts.push(...filteredPairs(owners, near));
    last = manifolds;
    recorder.hold(frame);
  };
  const asked = (method, query) => around(world, method, () => {}, (found, ...given) => {
    const told = query(found, ...given);
    if (told) recorder.query(told);
  });
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
    const shapes = shapesOf(shape, isConvex(shape) && { vertices: hullOf(shape) });
    if (!ignore || shapes.length !== 1 || distance || !Number.isFinite(far) || far <= 0) return undefined;
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
