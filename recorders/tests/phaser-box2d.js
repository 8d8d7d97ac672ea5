// phaser-box2d, a port of Box2D 3, finds contacts at the start of a step, on the poses from before it. It tells a
// manifold for each pair of shapes, whose normal goes from the first to the second, with points of faces that are about
// to meet, which are left out. Sensors it tells when they begin and end.

import * as b2 from "phaser-box2d/dist/PhaserBox2D.js";
import { STEP, corners, gravity, kind, record } from "./recording.js";

const SUB_STEPS = 4;
const vector = ([x, y]) => new b2.b2Vec2(x, y);

function createShape(body, def, shape) {
  const { key, at, turned, radius = 0, start, end, width, height } = kind(shape);
  if (key === "circle") return b2.b2CreateCircleShape(body, def, new b2.b2Circle(vector(at), radius));
  if (key === "segment") return b2.b2CreateSegmentShape(body, def, new b2.b2Segment(vector(start), vector(end)));
  if (key === "capsule") {
    const capsule = new b2.b2Capsule();
    Object.assign(capsule, { center1: vector(start), center2: vector(end), radius });
    return b2.b2CreateCapsuleShape(body, def, capsule);
  }
  const points = corners(shape).map(({ x, y }) => new b2.b2Vec2(x, y));
  return b2.b2CreatePolygonShape(body, def, b2.b2MakePolygon(b2.b2ComputeHull(points, points.length), radius));
}

function start(bodies) {
  b2.b2CreateWorldArray();
  const def = b2.b2DefaultWorldDef();
  def.gravity = new b2.b2Vec2(gravity.x, gravity.y);
  def.enableSleep = false;
  const world = b2.b2CreateWorld(def);
  const numbers = new Map(); // of shapes: body and shape
  const made = bodies.map((body, i) => {
    const [x, y, angle] = body.pose;
    const [vx, vy, angular] = body.velocity ?? [0, 0, 0];
    const bodyDef = b2.b2DefaultBodyDef();
    const { b2_staticBody, b2_kinematicBody, b2_dynamicBody } = b2.b2BodyType;
    bodyDef.type = body.static ? b2_staticBody : body.kinematic ? b2_kinematicBody : b2_dynamicBody;
    bodyDef.position = new b2.b2Vec2(x, y);
    bodyDef.rotation = b2.b2MakeRot(angle);
    bodyDef.linearVelocity = new b2.b2Vec2(vx, vy);
    bodyDef.angularVelocity = angular;
    const own = b2.b2CreateBody(world, bodyDef);
    body.shapes.forEach((shape, k) => {
      const shapeDef = b2.b2DefaultShapeDef();
      shapeDef.isSensor = !!body.sensor;
      numbers.set(createShape(own, shapeDef, shape).index1, [i, k]);
    });
    return own;
  });

  const between = (one, other) => {
    const [[a, shape_a], [b, shape_b]] = [numbers.get(one.index1), numbers.get(other.index1)];
    return { a, b, shape_a, shape_b };
  };
  const id = ({ sensorShapeId, visitorShapeId }) => `${sensorShapeId.index1} ${visitorShapeId.index1}`;
  const sensed = new Map();

  const step = () => {
    const poses = made.map((body) => {
      const { x, y } = b2.b2Body_GetPosition(body);
      return [x, y, b2.b2Rot_GetAngle(b2.b2Body_GetRotation(body))];
    });
    b2.b2World_Step(world, STEP, SUB_STEPS);
    const { beginEvents, endEvents } = b2.b2World_GetSensorEvents(world);
    for (const event of beginEvents) sensed.set(id(event), between(event.sensorShapeId, event.visitorShapeId));
    for (const event of endEvents) sensed.delete(id(event));
    const contacts = [...sensed.values()].map((contact) => ({ ...contact, sensor: true }));
    made.forEach((body, i) => {
      const capacity = b2.b2Body_GetContactCapacity(body);
      const data = Array.from({ length: capacity }, () => new b2.b2ContactData());
      const count = b2.b2Body_GetContactData(body, data, capacity);
      for (const { shapeIdA, shapeIdB, manifold } of data.slice(0, count)) {
        const pair = between(shapeIdA, shapeIdB);
        if (pair.a !== i) continue; // told by both bodies
        const points = manifold.points.slice(0, manifold.pointCount).filter(({ separation }) => separation <= 0);
        if (points.length === 0) continue;
        contacts.push({
          ...pair,
          normal: [manifold.normalX, manifold.normalY],
          depth: -Math.min(...points.map(({ separation }) => separation)),
          points: points.map(({ pointX, pointY }) => [pointX, pointY]),
        });
      }
    });
    return { poses, contacts };
  };
  return { step };
}

record("phaser-box2d", { engine: "phaser-box2d 1.1.0" }, { start, has: () => true });
