// phaser-box2d, a port of Box2D 3, finds contacts at the start of a step, on the poses from before it. It tells a manifold
// for each pair of shapes, whose normal goes from the first to the second, with points of faces that are about to meet,
// which are left out. Sensors it tells when they begin and end, and only where their shapes have sensor events on. The segments of
// a chain are shapes of their own to it, and one chain here.

import { Recorder, bodyMasks, descriptions, filteredPairs, material, meet } from "./recorder.js";

const FAR = 1e6; // metres; nothing lies beyond
const MOST_POINTS = 4096; // of a chain

// Records each `recorder.step(seconds, subSteps)`, which takes the place of `b2World_Step`. `b2` is the module
// (import * as b2 from "phaser-box2d/dist/PhaserBox2D.js"), `world` what b2CreateWorld gave.
export function record(b2, world, { version = "", ...options } = {}) {
  const recorder = new Recorder({ engine: `phaser-box2d ${version}`.trim() }, options);
  const types = b2.b2ShapeType;
  const geometryOf = (id) => {
    switch (b2.b2Shape_GetType(id)) {
      case types.b2_circleShape: {
        const { center, radius } = b2.b2Shape_GetCircle(id);
        return { radius, points: [center] };
      }
      case types.b2_capsuleShape: {
        const { center1, center2, radius } = b2.b2Shape_GetCapsule(id);
        return { radius, points: [center1, center2] };
      }
      case types.b2_polygonShape: {
        const { vertices, count, radius } = b2.b2Shape_GetPolygon(id);
        return { radius, points: vertices.slice(0, count) };
      }
      case types.b2_segmentShape: {
        const { point1, point2 } = b2.b2Shape_GetSegment(id);
        return { radius: 0, points: [point1, point2] };
      }
      default: {
        const { segment: { point1, point2 } } = b2.b2Shape_GetChainSegment(id);
        return { radius: 0, points: [point1, point2] };
      }
    }
  };
  const isSame = (one, other) => one.x === other.x && one.y === other.y;
  const isOfChain = (id) => b2.b2Shape_GetType(id) === types.b2_chainSegmentShape;
  // Whether a chain goes on from one segment to another: each has the far end of the other as its ghost.
  const goesOn = (one, other) => isSame(one.segment.point2, other.segment.point1) && isSame(one.ghost2, other.segment.point2) &&
    isSame(other.ghost1, one.segment.point1);
  // Shapes of Box2D, taken together where they are segments of one chain.
  const together = (ids) => {
    const parts = [];
    let last; // segment
    for (const id of ids) {
      const segment = isOfChain(id) ? b2.b2Shape_GetChainSegment(id) : undefined;
      if (segment && last && goesOn(last, segment) && parts.at(-1).length < MOST_POINTS - 1) parts.at(-1).push(id);
      else parts.push([id]);
      last = segment;
    }
    return parts;
  };
  const chainOf = (ids) => {
    const segments = ids.map((id) => b2.b2Shape_GetChainSegment(id));
    const isClosed = segments.length > 2 && goesOn(segments.at(-1), segments[0]);
    const points = [segments[0].segment.point1, ...segments.map(({ segment }) => segment.point2)].slice(0, isClosed ? -1 : undefined);
    return { chain: { points: points.map(({ x, y }) => [x, y]), ...(isClosed && { closed: true }), one_sided: true } };
  };
  const shapeOf = (ids) => {
    const [id] = ids;
    const { radius, points } = geometryOf(id);
    const all = points.map(({ x, y }) => [x, y]);
    switch (b2.b2Shape_GetType(id)) {
      case types.b2_circleShape: return { circle: { radius }, at: all[0] };
      case types.b2_capsuleShape: return { capsule: { start: all[0], end: all[1], radius } };
      case types.b2_polygonShape: return { polygon: { points: all, ...(radius && { radius }) } };
      case types.b2_segmentShape: return { segment: { start: all[0], end: all[1] } };
      default: return chainOf(ids);
    }
  };

  const keyOf = ({ index1, revision }) => `${index1} ${revision}`;
  const all = new Map(); // of keys of bodies: id, shapes, and the same taken together
  const everything = Object.assign(b2.b2DefaultQueryFilter(), { categoryBits: -1, maskBits: -1 });
  const filterOf = (shape) => {
    const { categoryBits, maskBits, groupIndex } = b2.b2Shape_GetFilter(shape);
    return { category: categoryBits, mask: maskBits, group: groupIndex };
  };
  const find = () => {
    all.clear();
    b2.b2World_OverlapAABB(world, new b2.b2AABB(-FAR, -FAR, FAR, FAR), everything, (shape) => {
      const id = b2.b2Shape_GetBody(shape);
      if (!all.has(keyOf(id))) {
        const shapes = [];
        b2.b2Body_GetShapes(id, shapes);
        // Newest first.
        shapes.reverse();
        all.set(keyOf(id), { id, shapes, parts: together(shapes) });
      }
      return true;
    });
    [before, owners] = [owners, new Map()];
    for (const [body, { id, parts }] of all) {
      const isFixed = b2.b2Body_GetType(id) === b2.b2BodyType.b2_staticBody;
      parts.forEach((part, shape) => {
        for (const handle of part) owners.set(keyOf(handle), { body, shape, handle, filter: filterOf(handle), isSensor: b2.b2Shape_IsSensor(handle), isFixed });
      });
    }
  };
  // The shapes that lie within these bounds, by key.
  const within = (aabb) => {
    const found = [];
    b2.b2World_OverlapAABB(world, aabb, everything, (shape) => found.push(keyOf(shape)) > 0);
    return found;
  };
  // Sensors do not feel each other, nor shapes where both have sensor events off.
  const isTested = (one, other) => meet(one.filter, other.filter) && (!(one.isSensor || other.isSensor) ||
    (one.isSensor !== other.isSensor && [one, other].some(({ handle }) => b2.b2Shape_AreSensorEventsEnabled(handle))));
  const near = (key) => within(b2.b2Shape_GetAABB(owners.get(key).handle));
  const materialOf = ({ id, shapes }) => {
    const solids = shapes.filter((shape) => !b2.b2Shape_IsSensor(shape));
    return material(b2.b2Body_GetMass(id), solids.map((shape) => ({ friction: b2.b2Shape_GetFriction(shape), restitution: b2.b2Shape_GetRestitution(shape) })));
  };
  const describe = (key) => {
    const { id, shapes, parts } = all.get(key);
    const type = b2.b2Body_GetType(id);
    const told = b2.b2Body_GetUserData(id);
    return {
      name: typeof told === "string" ? told : `body ${id.index1}`,
      ...(type === b2.b2BodyType.b2_staticBody && { static: true }),
      ...(type === b2.b2BodyType.b2_kinematicBody && { kinematic: true }),
      ...(shapes.every((shape) => b2.b2Shape_IsSensor(shape)) && { sensor: true }),
      ...bodyMasks(shapes.map(filterOf), 32),
      ...materialOf(all.get(key)),
      shapes: parts.map(shapeOf),
    };
  };
  const stamp = (key) => {
    const { id, shapes } = all.get(key);
    const now = [b2.b2Body_GetType(id), ...Object.values(materialOf(all.get(key)))];
    for (const shape of shapes) {
      const { radius, points } = geometryOf(shape);
      // A shape keeps its id where its geometry is set.
      now.push(shape.index1, shape.revision, b2.b2Shape_GetType(shape), radius, ...Object.values(owners.get(keyOf(shape)).filter));
      for (const { x, y } of points) now.push(x, y);
    }
    return now;
  };
  const described = descriptions(describe, stamp);
  let owners = new Map(); // of keys of shapes: key of the body, place in it, and filter
  let before = new Map(); // those of the step before: a shape that went sends its last events in this one
  const between = (one, other) => {
    const [{ body: a, shape: shape_a }, { body: b, shape: shape_b }] = [one, other].map((shape) => owners.get(keyOf(shape)) ?? before.get(keyOf(shape)) ?? {});
    return { a, b, shape_a, shape_b };
  };
  const tell = (kind, one, other, sent) => {
    const { a, b } = between(one, other);
    if (a !== undefined && b !== undefined) recorder.shapeEvent(kind, a, b, sent);
  };
  // The contacts of a body, those told by its partner as well.
  const contactsOf = (id) => {
    const capacity = b2.b2Body_GetContactCapacity(id);
    const data = Array.from({ length: capacity }, () => new b2.b2ContactData());
    return data.slice(0, b2.b2Body_GetContactData(id, data, capacity)).filter(({ shapeIdA }) => keyOf(b2.b2Shape_GetBody(shapeIdA)) === keyOf(id));
  };
  const joints = () => [...all].flatMap(([a, { id }]) => {
    const found = [];
    b2.b2Body_GetJoints(id, found, b2.b2Body_GetJointCount(id));
    return found.filter((joint) => keyOf(b2.b2Joint_GetBodyA(joint)) === a).map((joint) => {
      const { x, y } = b2.b2Body_GetWorldPoint(id, b2.b2Joint_GetLocalAnchorA(joint));
      const kind = Object.keys(b2.b2JointType).find((name) => b2.b2JointType[name] === b2.b2Joint_GetType(joint));
      return { kind: kind ?? "joint", a, b: keyOf(b2.b2Joint_GetBodyB(joint)), at: [x, y], filtered: !b2.b2Joint_GetCollideConnected(joint) };
    });
  });
  const sensed = new Map();
  const begin = (sensor, visitor, sent) => {
    const shapes = [sensor, visitor];
    const key = shapes.map(keyOf).join(" ");
    if (sensed.has(key)) recorder.shapeEvent("exit", sensed.get(key).pair.a, sensed.get(key).pair.b, false);
    sensed.set(key, { pair: between(...shapes), shapes });
    tell("enter", ...shapes, sent);
  };
  // What touches already began before. Which sensors do, the engine does not tell: their shapes are asked for what they overlap.
  const overlapping = (shape) => {
    const found = [];
    const { radius, points } = geometryOf(shape);
    // Those for circles and capsules fail in 1.1.0.
    const own = { vertices: points, count: points.length, radius };
    b2.b2World_OverlapPolygon(world, own, b2.b2Body_GetTransform(b2.b2Shape_GetBody(shape)), everything, (other) => found.push(other) > 0);
    return found;
  };
  const hasBegun = (sensor, visitor) => {
    const [one, other] = [sensor, visitor].map((shape) => ({ ...owners.get(keyOf(shape)), type: b2.b2Body_GetType(b2.b2Shape_GetBody(shape)) }));
    return one.body !== other.body && !b2.b2Shape_IsSensor(visitor) && meet(one.filter, other.filter) &&
      [one, other].some(({ type }) => type === b2.b2BodyType.b2_dynamicBody) && [sensor, visitor].some((shape) => b2.b2Shape_AreSensorEventsEnabled(shape));
  };
  find();
  for (const { id, shapes } of all.values()) {
    for (const { shapeIdA, shapeIdB } of contactsOf(id)) tell("begin", shapeIdA, shapeIdB, false);
    for (const sensor of shapes.filter((shape) => b2.b2Shape_IsSensor(shape))) {
      for (const visitor of overlapping(sensor)) if (hasBegun(sensor, visitor)) begin(sensor, visitor, false);
    }
  }
  let time = 0;

  recorder.step = (seconds, subSteps = 4) => {
    find();
    const poses = new Map([...all].map(([key, { id }]) => {
      const { x, y } = b2.b2Body_GetPosition(id);
      return [key, [x, y, b2.b2Rot_GetAngle(b2.b2Body_GetRotation(id))]];
    }));
    const bodies = described(new Set(all.keys()));
    const { x: gravityX, y: gravityY } = b2.b2World_GetGravity(world);
    const velocities = new Map();
    for (const [key, { id }] of all) {
      if (b2.b2Body_GetType(id) === b2.b2BodyType.b2_staticBody) continue;
      const { x, y } = b2.b2Body_GetLinearVelocity(id);
      velocities.set(key, [x, y, b2.b2Body_GetAngularVelocity(id)]);
    }
    const apart = filteredPairs(owners, near, isTested);
    const held = joints();
    b2.b2World_Step(world, seconds, subSteps);
    const touches = b2.b2World_GetContactEvents(world);
    for (const { shapeIdA, shapeIdB } of touches.beginEvents.slice(0, touches.beginCount)) tell("begin", shapeIdA, shapeIdB);
    for (const { shapeIdA, shapeIdB } of touches.endEvents.slice(0, touches.endCount)) tell("end", shapeIdA, shapeIdB);
    const { beginEvents, endEvents } = b2.b2World_GetSensorEvents(world);
    const id = ({ sensorShapeId, visitorShapeId }) => `${keyOf(sensorShapeId)} ${keyOf(visitorShapeId)}`;
    for (const { sensorShapeId, visitorShapeId } of beginEvents) begin(sensorShapeId, visitorShapeId);
    for (const event of endEvents) {
      sensed.delete(id(event));
      tell("exit", event.sensorShapeId, event.visitorShapeId);
    }
    // A shape that is destroyed within a sensor ends without an event.
    for (const [key, { pair, shapes }] of sensed) {
      if (shapes.every((shape) => owners.has(keyOf(shape)))) continue;
      sensed.delete(key);
      recorder.shapeEvent("exit", pair.a, pair.b, false);
    }
    const contacts = [...apart, ...[...sensed.values()].map(({ pair }) => ({ ...pair, sensor: true }))];
    for (const { id: body } of all.values()) {
      for (const { shapeIdA, shapeIdB, manifold } of contactsOf(body)) {
        const points = manifold.points.slice(0, manifold.pointCount).filter(({ separation }) => separation <= 0);
        if (points.length === 0) continue;
        contacts.push({
          ...between(shapeIdA, shapeIdB),
          normal: [manifold.normalX, manifold.normalY],
          depth: -Math.min(...points.map(({ separation }) => separation)),
          points: points.map(({ pointX, pointY }) => [pointX, pointY]),
          impulse: points.reduce((sum, { normalImpulse }) => sum + normalImpulse, 0),
        });
      }
    }
    recorder.write({ time, bodies, gravity: [gravityX, gravityY], poses, velocities, contacts, joints: held });
    time += seconds;
  };
  recorder.stop = () => recorder.close();
  return recorder;
}
