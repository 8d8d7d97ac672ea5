// The recorders beside their engines: a body whose shape changes is described again, in that frame alone.

import assert from "node:assert/strict";
import RAPIER from "@dimforge/rapier2d-compat";
import Matter from "matter-js";
import * as planck from "planck";
import * as b2 from "phaser-box2d/dist/PhaserBox2D.js";
import { record as recordMatter } from "collision-record/matter";
import { record as recordPhaser } from "collision-record/phaser-box2d";
import { record as recordPlanck } from "collision-record/planck";
import { record as recordRapier } from "collision-record/rapier";

// Steps, changes a shape before each step but the first two, and finds each change in the frame of that step. Returns the shapes.
function check(engine, start, changes) {
  const lines = [];
  const { step, recorder, ...rest } = start({ to: (text) => lines.push(...text.trim().split("\n").map((line) => JSON.parse(line))) });
  step();
  step();
  for (const change of changes) {
    change(rest);
    step();
    step();
  }
  recorder.stop();
  const [header, , ...frames] = lines;
  const added = frames.map(({ add = [] }) => add.map(({ index, name }) => [index, name]));
  const again = [[0, header.bodies[0].name]];
  assert.deepEqual(added, [[], ...changes.flatMap(() => [again, []])], engine);
  return frames.filter(({ add }) => add).map(({ add }) => add[0].shapes);
}
const tall = ({ polygon: { points } }) => Math.max(...points.map(([, y]) => y));
const near = (value, other) => assert.ok(Math.abs(value - other) < 1e-6, `${value} for ${other}`);

{
  const start = (options) => {
    const world = new planck.World();
    const body = world.createBody({ type: "dynamic" });
    body.createFixture(planck.Box(0.5, 0.5), { density: 1 });
    const recorder = recordPlanck(world, options);
    return { recorder, step: () => world.step(1 / 60), body };
  };
  const [[box], [wide]] = check("planck", start, [
    ({ body }) => {
      body.destroyFixture(body.getFixtureList());
      body.createFixture(planck.Box(0.5, 1.5), { density: 1 });
    },
    ({ body }) => body.getFixtureList().getShape().m_vertices.forEach((vertex) => { vertex.x *= 2; }),
  ]);
  assert.deepEqual([tall(box), wide.polygon.points[0].map(Math.abs)], [1.5, [1, 1.5]]);
}

{
  await RAPIER.init();
  const start = (options) => {
    const world = new RAPIER.World({ x: 0, y: 0 });
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic());
    const collider = world.createCollider(RAPIER.ColliderDesc.triangle({ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }), body);
    const recorder = recordRapier(world, options);
    return { recorder, step: () => world.step(), collider };
  };
  const shapes = check("rapier", start, [
    ({ collider }) => collider.setShape(new RAPIER.Triangle({ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 3 })),
    ({ collider }) => collider.setShape(new RAPIER.ConvexPolygon(new Float32Array([0, 0, 1, 0, 0, 4]), false)),
    ({ collider }) => collider.setShape(new RAPIER.Polyline(new Float32Array([0, 0, 1, 0]))),
    ({ collider }) => collider.setShape(new RAPIER.Polyline(new Float32Array([0, 0, 2, 0]))),
    ({ collider }) => collider.setTranslationWrtParent({ x: 0, y: 2 }),
    ({ collider }) => collider.setRotationWrtParent(1),
  ]);
  assert.deepEqual([tall(shapes[0][0]), tall(shapes[1][0])], [3, 4]);
  assert.deepEqual([shapes[4][0].at, shapes[5][0].turned], [[0, 2], 1]);
  // A collider whose size is set keeps the shape object that it was made with.
  const sized = (desc, ...changes) => {
    const start = (options) => {
      const world = new RAPIER.World({ x: 0, y: 0 });
      const collider = world.createCollider(desc, world.createRigidBody(RAPIER.RigidBodyDesc.dynamic()));
      return { recorder: recordRapier(world, options), step: () => world.step(), collider };
    };
    return check("rapier", start, changes.map((change) => ({ collider }) => change(collider))).map(([{ at, ...shape }]) => shape);
  };
  const { ColliderDesc } = RAPIER;
  assert.deepEqual(sized(ColliderDesc.ball(0.25), (collider) => collider.setRadius(0.5)), [{ circle: { radius: 0.5 } }]);
  assert.deepEqual(sized(ColliderDesc.cuboid(0.5, 0.5), (collider) => collider.setHalfExtents({ x: 1, y: 0.25 })), [{ rectangle: { width: 2, height: 0.5 } }]);
  assert.deepEqual(sized(ColliderDesc.capsule(0.5, 0.25), (collider) => collider.setHalfHeight(1), (collider) => collider.setRadius(0.5)),
    [0.25, 0.5].map((radius) => ({ capsule: { start: [0, -1], end: [0, 1], radius } })));
}

{
  const { Bodies, Body, Composite, Engine } = Matter;
  const start = (options) => {
    const engine = Engine.create({ gravity: { x: 0, y: 0 } });
    const body = Bodies.rectangle(0, 0, 40, 40, { angle: 0.3, angularVelocity: 0.1 });
    Composite.add(engine.world, body);
    const recorder = recordMatter(Matter, engine, options);
    return { recorder, step: () => Engine.update(engine, 1000 / 60), body };
  };
  // Of the same area, and with as many corners.
  const [[box], [shifted]] = check("matter", start, [
    ({ body }) => {
      const turned = body.angle;
      Body.setAngle(body, 0);
      Body.scale(body, 0.5, 2);
      Body.setAngle(body, turned);
    },
    ({ body }) => Body.setCentre(body, Matter.Vector.rotate({ x: 0, y: 5 }, body.angle), true),
  ]);
  near(tall(box), 40);
  near(tall(shifted), 35);
}

{
  b2.b2CreateWorldArray();
  const start = (options) => {
    const world = b2.b2CreateWorld(b2.b2DefaultWorldDef());
    const body = b2.b2CreateBody(world, Object.assign(b2.b2DefaultBodyDef(), { type: b2.b2BodyType.b2_dynamicBody }));
    const shape = b2.b2CreatePolygonShape(body, b2.b2DefaultShapeDef(), b2.b2MakeBox(0.5, 0.5));
    const recorder = recordPhaser(b2, world, options);
    return { recorder, step: () => recorder.step(1 / 60, 4), shape };
  };
  const [[box], [circle], [large]] = check("phaser-box2d", start, [
    ({ shape }) => b2.b2Shape_SetPolygon(shape, b2.b2MakeBox(0.5, 1.5)),
    ({ shape }) => b2.b2Shape_SetCircle(shape, new b2.b2Circle(new b2.b2Vec2(0, 0), 0.4)),
    ({ shape }) => b2.b2Shape_SetCircle(shape, new b2.b2Circle(new b2.b2Vec2(0, 1), 2)),
  ]);
  assert.deepEqual([tall(box), circle.circle.radius, large], [1.5, 0.4, { circle: { radius: 2 }, at: [0, 1] }]);
}
{
  // A shape that is destroyed within a sensor is sensed no longer, and the one that comes in its place begins anew.
  const world = b2.b2CreateWorld(b2.b2DefaultWorldDef());
  const at = (type) => b2.b2CreateBody(world, Object.assign(b2.b2DefaultBodyDef(), { type }));
  const shape = Object.assign(b2.b2DefaultShapeDef(), { enableSensorEvents: true });
  b2.b2CreatePolygonShape(at(b2.b2BodyType.b2_staticBody), { ...shape, isSensor: true }, b2.b2MakeBox(2, 2));
  const ball = at(b2.b2BodyType.b2_dynamicBody);
  const circle = (x) => b2.b2CreateCircleShape(ball, shape, new b2.b2Circle(new b2.b2Vec2(x, 0), 0.5));
  let own = circle(0);
  const lines = [];
  const recorder = recordPhaser(b2, world, { to: (text) => lines.push(...text.trim().split("\n").map((line) => JSON.parse(line))) });
  for (const x of [50, 0]) {
    recorder.step(1 / 60, 4);
    b2.b2DestroyShape(own);
    own = circle(x);
  }
  recorder.step(1 / 60, 4);
  const told = lines.slice(1).map(({ contacts, events = [] }) => [contacts.length, events.map(({ kind }) => kind)]);
  assert.deepEqual(told, [[1, ["enter"]], [0, []], [1, ["enter"]]]);
}
{
  // Segments of one chain are one shape, of an open one without its ghosts at both ends.
  const world = b2.b2CreateWorld(b2.b2DefaultWorldDef());
  const chain = (body, isLoop, points) => {
    const all = points.map(([x, y]) => new b2.b2Vec2(x, y));
    b2.b2CreateChain(body, Object.assign(b2.b2DefaultChainDef(), { points: all, count: all.length, isLoop }));
  };
  const ground = b2.b2CreateBody(world, b2.b2DefaultBodyDef());
  const [hill, ring] = [[6, 5, 4, 3, 2, 1].map((x) => [x, 0]), [[-1, 0], [-9, 0], [-9, -5], [-1, -5]]];
  chain(ground, false, hill);
  chain(ground, true, ring);
  const box = b2.b2CreateBody(world, Object.assign(b2.b2DefaultBodyDef(), { type: b2.b2BodyType.b2_dynamicBody, position: new b2.b2Vec2(3.5, 0.5) }));
  b2.b2CreatePolygonShape(box, b2.b2DefaultShapeDef(), b2.b2MakeBox(0.5, 0.5));
  const lines = [];
  const recorder = recordPhaser(b2, world, { to: (text) => lines.push(...text.trim().split("\n").map((line) => JSON.parse(line))) });
  for (let i = 0; i < 3; i++) recorder.step(1 / 60, 4);
  assert.deepEqual(lines[0].bodies.find(({ name }) => name === "body 1").shapes, [
    { chain: { points: hill.slice(1, -1), one_sided: true } }, { chain: { points: ring, closed: true, one_sided: true } },
  ]);
  assert.deepEqual([...new Set(lines.at(-1).contacts.map(({ shape_a, shape_b }) => `${shape_a} ${shape_b}`))], ["0 0"]);
}
console.log("recorders: changed shapes are recorded again");
process.exit(0);
