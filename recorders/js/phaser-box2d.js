// phaser-box2d, a port of Box2D 3, finds contacts at the start of a step, on the poses from before it. It tells a manifold
// for each pair of shapes, whose normal goes from the first to the second, with points of faces that are about to meet,
// which are left out. Sensors it tells when they begin and end, and only where their shapes have sensor events on.

import { Recorder, descriptions, masks } from "./recorder.js";

const FAR = 1e6; // metres; nothing lies beyond

// Records each `recorder.step(seconds, subSteps)`, which takes the place of `b2World_Step`. `b2` is the module
// (import * as b2 from "phaser-box2d"), `world` what b2CreateWorld gave.
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
  const shapeOf = (id) => {
    const { radius, points } = geometryOf(id);
    const all = points.map(({ x, y }) => [x, y]);
    switch (b2.b2Shape_GetType(id)) {
      case types.b2_circleShape: return { circle: { radius }, at: all[0] };
      case types.b2_capsuleShape: return { capsule: { start: all[0], end: all[1], radius } };
      case types.b2_polygonShape: return { polygon: { points: all, ...(radius && { radius }) } };
      case types.b2_segmentShape: return { segment: { start: all[0], end: all[1] } };
      default: return { chain: { points: all, one_sided: true } };
    }
  };

  const keyOf = ({ index1, revision }) => `${index1} ${revision}`;
  const all = new Map(); // of keys of bodies: id and shapes
  const find = () => {
    all.clear();
    const everything = Object.assign(b2.b2DefaultQueryFilter(), { categoryBits: -1, maskBits: -1 });
    b2.b2World_OverlapAABB(world, new b2.b2AABB(-FAR, -FAR, FAR, FAR), everything, (shape) => {
      const id = b2.b2Shape_GetBody(shape);
      if (!all.has(keyOf(id))) {
        const shapes = [];
        b2.b2Body_GetShapes(id, shapes);
        // Newest first.
        all.set(keyOf(id), { id, shapes: shapes.reverse() });
      }
      return true;
    });
  };
  const describe = (key) => {
    const { id, shapes } = all.get(key);
    const type = b2.b2Body_GetType(id);
    const { categoryBits, maskBits } = b2.b2Shape_GetFilter(shapes[0]);
    const told = b2.b2Body_GetUserData(id);
    return {
      name: typeof told === "string" ? told : `body ${id.index1}`,
      ...(type === b2.b2BodyType.b2_staticBody && { static: true }),
      ...(type === b2.b2BodyType.b2_kinematicBody && { kinematic: true }),
      ...(shapes.every((shape) => b2.b2Shape_IsSensor(shape)) && { sensor: true }),
      ...masks(categoryBits, maskBits, 32),
      shapes: shapes.map(shapeOf),
    };
  };
  const stamp = (key) => {
    const { id, shapes } = all.get(key);
    const now = [b2.b2Body_GetType(id)];
    for (const shape of shapes) {
      const { categoryBits, maskBits } = b2.b2Shape_GetFilter(shape);
      const { radius, points } = geometryOf(shape);
      // A shape keeps its id where its geometry is set.
      now.push(shape.index1, shape.revision, b2.b2Shape_GetType(shape), categoryBits, maskBits, radius);
      for (const { x, y } of points) now.push(x, y);
    }
    return now;
  };
  const described = descriptions(describe, stamp);
  let owners = new Map(); // of keys of shapes: key of the body, and place in it
  let before = new Map(); // those of the step before: a shape that went sends its last events in this one
  const between = (one, other) => {
    const [[a, shape_a], [b, shape_b]] = [one, other].map((shape) => owners.get(keyOf(shape)) ?? before.get(keyOf(shape)) ?? []);
    return { a, b, shape_a, shape_b };
  };
  const sensed = new Map();
  let time = 0;

  recorder.step = (seconds, subSteps = 4) => {
    find();
    [before, owners] = [owners, new Map()];
    for (const [key, { shapes }] of all) shapes.forEach((shape, k) => owners.set(keyOf(shape), [key, k]));
    const poses = new Map([...all].map(([key, { id }]) => {
      const { x, y } = b2.b2Body_GetPosition(id);
      return [key, [x, y, b2.b2Rot_GetAngle(b2.b2Body_GetRotation(id))]];
    }));
    const bodies = described(new Set(all.keys()));
    b2.b2World_Step(world, seconds, subSteps);
    const tell = (kind, one, other) => {
      const { a, b } = between(one, other);
      if (a !== undefined && b !== undefined) recorder.shapeEvent(kind, a, b);
    };
    const touches = b2.b2World_GetContactEvents(world);
    for (const { shapeIdA, shapeIdB } of touches.beginEvents.slice(0, touches.beginCount)) tell("begin", shapeIdA, shapeIdB);
    for (const { shapeIdA, shapeIdB } of touches.endEvents.slice(0, touches.endCount)) tell("end", shapeIdA, shapeIdB);
    const { beginEvents, endEvents } = b2.b2World_GetSensorEvents(world);
    const id = ({ sensorShapeId, visitorShapeId }) => `${keyOf(sensorShapeId)} ${keyOf(visitorShapeId)}`;
    for (const event of beginEvents) {
      const shapes = [event.sensorShapeId, event.visitorShapeId];
      sensed.set(id(event), { pair: between(...shapes), shapes });
      tell("enter", event.sensorShapeId, event.visitorShapeId);
    }
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
    const contacts = [...sensed.values()].map(({ pair }) => ({ ...pair, sensor: true }));
    for (const [key, { id: body }] of all) {
      const capacity = b2.b2Body_GetContactCapacity(body);
      const data = Array.from({ length: capacity }, () => new b2.b2ContactData());
      const count = b2.b2Body_GetContactData(body, data, capacity);
      for (const { shapeIdA, shapeIdB, manifold } of data.slice(0, count)) {
        const pair = between(shapeIdA, shapeIdB);
        if (pair.a !== key) continue; // told by both bodies
        const points = manifold.points.slice(0, manifold.pointCount).filter(({ separation }) => separation <= 0);
        if (points.length === 0) continue;
        contacts.push({
          ...pair,
          normal: [manifold.normalX, manifold.normalY],
          depth: -Math.min(...points.map(({ separation }) => separation)),
          points: points.map(({ pointX, pointY }) => [pointX, pointY]),
          impulse: points.reduce((sum, { normalImpulse }) => sum + normalImpulse, 0),
        });
      }
    }
    recorder.write({ time, bodies, poses, contacts });
    time += seconds;
  };
  recorder.stop = () => recorder.close();
  return recorder;
}
