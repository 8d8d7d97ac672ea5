// @dimforge/rapier2d finds contacts at the start of a step, on the poses from before it: a manifold for each pair of
// colliders, whose normal goes from the first to the second. It has points of faces that are about to meet, which are left
// out. It uses a manifold again while its colliders have moved little against each other: those are marked `reused`, which
// `compare` ignores. Its events go to the game's queue, of which nobody else can read: recorder.event(kind, a, b) tells them.

import { Recorder, around, descriptions, masks } from "./recorder.js";

// Records every `world.step` from now on. `version`: RAPIER.version().
export function record(world, { version = "", ...options } = {}) {
  const recorder = new Recorder({ engine: `rapier2d ${version}`.trim() }, options);
  const rotated = ({ x, y }, angle) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
  const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);

  // The shapes of a collider, in its own frame.
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
    if (!vertices) throw new Error(`found a collider of shape ${shape.type}; allowed: any but voxels and compounds`);
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
  let collidersOf = new Map(); // of bodies, or of colliders without one
  const describe = (key) => {
    const all = collidersOf.get(key);
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
  const sizes = ({ radius, halfExtents, halfHeight }) => [radius, halfExtents?.x, halfExtents?.y, halfHeight];
  const stamp = (key) => [key.bodyType?.(), ...collidersOf.get(key).map((collider) =>
    [collider.handle, collider.isSensor(), collider.collisionGroups(), ...sizes(collider.shape)])].join();
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
      const own = collidersOf.get(key) ?? [];
      owners.set(collider.handle, { key, shape: own.reduce((sum, one) => sum + shapesOf(one).length, 0), many: shapesOf(collider).length > 1 });
      before.set(collider.handle, placeOf(collider));
      collidersOf.set(key, [...own, collider]);
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
  const undo = around(world, "step", begin, end);
  recorder.stop = () => {
    undo();
    recorder.close();
  };
  return recorder;
}
