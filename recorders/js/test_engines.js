// The recorders beside their engines: what an engine leaves out on purpose, what it told before the recorder came, and what
// several recorders do.

import assert from "node:assert/strict";
import RAPIER from "@dimforge/rapier2d-compat";
import Matter from "matter-js";
import * as planck from "planck";
import * as b2 from "phaser-box2d/dist/PhaserBox2D.js";
import { record as recordMatter } from "collision-record/matter";
import { record as recordPhaser } from "collision-record/phaser-box2d";
import { record as recordPlanck } from "collision-record/planck";
import { record as recordRapier } from "collision-record/rapier";

await RAPIER.init();
b2.b2CreateWorldArray();
const faults = [];
const test = (name, run) => {
  try {
    run();
  } catch (error) {
    faults.push(`${name}: ${error.stack}`);
  }
};
const into = (lines, options) => ({ ...options, to: (text) => lines.push(...text.trim().split("\n").map((line) => JSON.parse(line))) });
const near = (value, other) => assert.ok(Math.abs(value - other) < 1e-3, `${value} for ${other}`);
// The pairs that are filtered, as "name.shape name.shape".
const filtered = ({ contacts }, [{ bodies }]) => contacts.filter((contact) => contact.filtered)
  .map(({ a, b, shape_a = "", shape_b = "" }) => [`${bodies[a].name.split(" ")[0]}.${shape_a}`, `${bodies[b].name.split(" ")[0]}.${shape_b}`].sort().join(" ")).sort();
const named = ({ bodies }, name) => bodies.find((body) => body.name.startsWith(name));
const kinds = ({ events = [] }) => events.map(({ kind }) => kind);

// A game of one engine, of boxes and balls a metre wide in no gravity: `add(name, { x, vx, isFixed, shapes: [{ ball, isSensor, is,
// meets, group }] })` adds a body, `join(a, b)` two that never touch from then on, `record(options)` begins, and `step()` goes on.
const games = {
  planck() {
    const world = new planck.World();
    const names = new Map();
    return {
      world,
      pull: (x, y) => world.setGravity({ x, y }),
      massOf: (name) => names.get(name).getMass(),
      roughen: (name, friction) => names.get(name).getFixtureList().setFriction(friction),
      add(name, { x = 0, vx = 0, isFixed, isKinematic, shapes = [{}] }) {
        const body = world.createBody({ type: isFixed ? "static" : isKinematic ? "kinematic" : "dynamic", position: { x, y: 0 }, linearVelocity: { x: vx, y: 0 }, userData: name });
        for (const { ball, isSensor = false, is = 1, meets = 0xffff, group = 0, friction = 0.5, restitution = 0 } of shapes) {
          const shape = ball ? new planck.Circle(0.5) : new planck.Box(0.5, 0.5);
          body.createFixture({ shape, density: 1, isSensor, friction, restitution, filterCategoryBits: is, filterMaskBits: meets, filterGroupIndex: group });
        }
        names.set(name, body);
      },
      join: (a, b) => world.createJoint(new planck.RevoluteJoint({}, names.get(a), names.get(b), { x: 0.25, y: 0 })),
      put: (name, x) => names.get(name).setTransform({ x, y: 0 }, 0),
      record: (options) => recordPlanck(world, options),
      step: () => world.step(1 / 60),
    };
  },
  rapier() {
    const world = new RAPIER.World({ x: 0, y: 0 });
    const names = new Map();
    return {
      world,
      pull: (x, y) => { world.gravity = { x, y }; },
      massOf: (name) => names.get(name).mass(),
      roughen: (name, friction) => names.get(name).collider(0).setFriction(friction),
      add(name, { x = 0, vx = 0, isFixed, isKinematic, shapes = [{}] }) {
        const { fixed, kinematicPositionBased, dynamic } = RAPIER.RigidBodyDesc;
        const desc = (isFixed ? fixed : isKinematic ? kinematicPositionBased : dynamic)();
        const body = world.createRigidBody(desc.setTranslation(x, 0).setLinvel(vx, 0).setUserData(name));
        for (const { ball, isSensor = false, is = 1, meets = 0xffff, friction = 0.5, restitution = 0 } of shapes) {
          const shape = ball ? RAPIER.ColliderDesc.ball(0.5) : RAPIER.ColliderDesc.cuboid(0.5, 0.5);
          world.createCollider(shape.setSensor(isSensor).setFriction(friction).setRestitution(restitution).setCollisionGroups((is << 16) | meets), body);
        }
        names.set(name, body);
      },
      join(a, b) {
        const data = RAPIER.JointData.revolute({ x: 0.25, y: 0 }, { x: 0, y: 0 });
        world.createImpulseJoint(data, names.get(a), names.get(b), true).setContactsEnabled(false);
      },
      put: (name, x) => names.get(name).setTranslation({ x, y: 0 }, true),
      record: (options) => recordRapier(world, options),
      step: () => world.step(),
    };
  },
  "phaser-box2d"() {
    const def = b2.b2DefaultWorldDef();
    def.gravity = new b2.b2Vec2(0, 0);
    const world = b2.b2CreateWorld(def);
    const names = new Map();
    let recorder;
    return {
      world,
      pull: (x, y) => b2.b2World_SetGravity(world, new b2.b2Vec2(x, y)),
      massOf: (name) => b2.b2Body_GetMass(names.get(name)),
      roughen(name, friction) {
        const shapes = [];
        b2.b2Body_GetShapes(names.get(name), shapes);
        b2.b2Shape_SetFriction(shapes[0], friction);
      },
      add(name, { x = 0, vx = 0, isFixed, isKinematic, shapes = [{}] }) {
        const { b2_staticBody, b2_kinematicBody, b2_dynamicBody } = b2.b2BodyType;
        const type = isFixed ? b2_staticBody : isKinematic ? b2_kinematicBody : b2_dynamicBody;
        const body = b2.b2CreateBody(world, Object.assign(b2.b2DefaultBodyDef(), { type, position: new b2.b2Vec2(x, 0), linearVelocity: new b2.b2Vec2(vx, 0), userData: name }));
        for (const { ball, isSensor = false, is = 1, meets = 0xffff, group = 0, friction = 0.5, restitution = 0 } of shapes) {
          const shape = Object.assign(b2.b2DefaultShapeDef(), { isSensor, friction, restitution, enableSensorEvents: true, enableContactEvents: true });
          Object.assign(shape.filter, { categoryBits: is, maskBits: meets, groupIndex: group });
          if (ball) b2.b2CreateCircleShape(body, shape, new b2.b2Circle(new b2.b2Vec2(0, 0), 0.5));
          else b2.b2CreatePolygonShape(body, shape, b2.b2MakeBox(0.5, 0.5));
        }
        names.set(name, body);
      },
      join(a, b) {
        const joint = Object.assign(b2.b2DefaultRevoluteJointDef(), { bodyIdA: names.get(a), bodyIdB: names.get(b), localAnchorA: new b2.b2Vec2(0.25, 0) });
        b2.b2CreateRevoluteJoint(world, joint);
      },
      put: (name, x) => b2.b2Body_SetTransform(names.get(name), new b2.b2Vec2(x, 0), new b2.b2Rot(1, 0)),
      record: (options) => (recorder = recordPhaser(b2, world, options)),
      step: () => (recorder ? recorder.step(1 / 60, 4) : b2.b2World_Step(world, 1 / 60, 4)),
    };
  },
  matter() {
    const engine = Matter.Engine.create({ gravity: { x: 0, y: 0 } });
    const names = new Map();
    return {
      world: engine,
      pull: (x, y) => Object.assign(engine.gravity, { x: x / 1000, y: y / 1000 }),
      massOf: (name) => names.get(name).mass,
      roughen: (name, friction) => { names.get(name).friction = friction; },
      add(name, { x = 0, vx = 0, isFixed = false, shapes: [{ ball, isSensor = false, is = 1, meets = 0xffff, group = 0, friction = 0.5, restitution = 0 }] = [{}] }) {
        const options = { label: name, isStatic: isFixed, isSensor, friction, restitution, frictionAir: 0, collisionFilter: { category: is, mask: meets, group } };
        const body = ball ? Matter.Bodies.circle(100 * x, 0, 50, options) : Matter.Bodies.rectangle(100 * x, 0, 100, 100, options);
        if (vx) Matter.Body.setVelocity(body, { x: 100 * vx / 60, y: 0 });
        Matter.Composite.add(engine.world, body);
        names.set(name, body);
      },
      join: (a, b) => Matter.Composite.add(engine.world, Matter.Constraint.create({ bodyA: names.get(a), bodyB: names.get(b), pointA: { x: 25, y: 0 } })),
      put: (name, x) => Matter.Body.setPosition(names.get(name), { x: 100 * x, y: 0 }),
      record: (options) => recordMatter(Matter, engine, options),
      step: () => Matter.Engine.update(engine, 1000 / 60),
    };
  },
};
const each = (name, run, engines = Object.keys(games)) => {
  for (const engine of engines) {
    test(`${engine}: ${name}`, () => {
      const [lines, game] = [[], games[engine]()];
      run(game, {
        begin: (options) => { game.recorder = game.record(into(lines, options)); },
        steps: (count) => { for (let i = 0; i < count; i++) game.step(); },
        end() {
          game.recorder.stop();
          return lines;
        },
        engine,
      });
    });
  }
};

each("several recorders stop in their own time", ({ add, record, step }, { engine }) => {
  add("ball", { vx: 1 });
  const all = [[], [], []];
  const other = games[engine]();
  other.add("ball", { vx: 1 });
  const recorders = [record(into(all[0])), record(into(all[1])), other.record(into(all[2]))];
  for (let i = 0; i < 30; i++) {
    if (i === 10) recorders[0].stop();
    step();
    other.step();
  }
  recorders.slice(1).forEach((recorder) => recorder.stop());
  assert.deepEqual(all.map(({ length }) => length), [11, 31, 31]);
}, ["matter", "planck", "rapier"]);

each("two that a joint keeps apart are filtered", ({ add, join }, { begin, steps, end, engine }) => {
  add("one", {});
  add("other", { x: 0.25 });
  begin();
  join("one", "other");
  steps(2);
  const lines = end();
  const [{ bodies }, { joints: [joint], ...frame }] = lines;
  const unit = engine === "matter" ? 100 : 1;
  assert.deepEqual([joint.a, joint.b].map((index) => bodies[index].name.split(" ")[0]), ["one", "other"]);
  assert.ok(joint.kind.length > 3);
  near(joint.at[0] / unit, 0.25);
  // Those of matter touch each other.
  assert.deepEqual(filtered(frame, lines), engine === "matter" ? [] : ["one. other."]);
});

test("rapier: joints of a multibody", () => {
  const world = new RAPIER.World({ x: 0, y: 0 });
  const body = () => {
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic());
    world.createCollider(RAPIER.ColliderDesc.ball(0.5), body);
    return body;
  };
  world.createMultibodyJoint(RAPIER.JointData.revolute({ x: 0, y: 0 }, { x: 0, y: 0 }), body(), body(), true).setContactsEnabled(false);
  const lines = [];
  const recorder = recordRapier(world, into(lines));
  world.step();
  recorder.stop();
  assert.deepEqual(filtered(lines[1], lines), ["body. body."]);
});

each("those of a group that never touch are filtered where they are near", ({ add }, { begin, steps, end, engine }) => {
  for (const [name, x] of [["arm", 0], ["leg", 0.1], ["lost", 9]]) add(name, { x, shapes: [{ group: -1 }] });
  add("ball", { x: 0.2, isFixed: true, shapes: [{ ball: true }] });
  begin();
  steps(1);
  const lines = end();
  assert.deepEqual(filtered(lines[1], lines), [engine === "matter" ? "arm. leg." : "arm.0 leg.0"]);
  assert.equal(lines[1].contacts.filter((contact) => !contact.filtered).length, 2);
}, ["planck", "phaser-box2d", "matter"]);

each("those of a group that touch whatever their masks have no masks", ({ add }, { begin, steps, end, engine }) => {
  for (const [name, x] of [["arm", 0], ["leg", 0.9]]) add(name, { x, shapes: [{ is: 2, meets: 1, group: 3 }] });
  add("other", { x: -0.9, shapes: [{ is: 4 }] });
  begin();
  steps(1);
  const lines = end();
  assert.deepEqual(["arm", "leg", "other"].map((name) => named(lines[0], name).is?.length), [undefined, undefined, 1]);
  assert.equal(lines[1].contacts.filter((contact) => !contact.filtered).length, 1);
  assert.deepEqual(filtered(lines[1], lines), [engine === "matter" ? "arm. other." : "arm.0 other.0"]);
}, ["planck", "phaser-box2d", "matter"]);

each("a foot that meets the level alone is filtered beside a crate", ({ add }, { begin, steps, end, engine }) => {
  add("player", { shapes: [{ is: 1 }, { ball: true, isSensor: true, is: 1, meets: 2 }] });
  add("crate", { x: 0.9, shapes: [{ is: 4 }] });
  begin();
  steps(2);
  const lines = end();
  const [player, crate] = ["player", "crate"].map((name) => named(lines[0], name));
  assert.deepEqual([player.is, player.meets, crate.is], [undefined, undefined, [`${engine === "rapier" ? "group" : "category"} 2`]]);
  assert.deepEqual(filtered(lines[2], lines), ["crate.0 player.1"]);
}, ["planck", "rapier", "phaser-box2d"]);

each("sensors of two solid bodies, which do not feel each other, are filtered", ({ add }, { begin, steps, end }) => {
  for (const [name, x] of [["one", 0], ["other", 0.9]]) add(name, { x, shapes: [{}, { ball: true, isSensor: true }] });
  begin();
  steps(1);
  const lines = end();
  assert.deepEqual(filtered(lines[1], lines), ["one.1 other.1"]);
}, ["phaser-box2d"]);

test("rapier: what the game's own function leaves out is filtered", () => {
  const world = new RAPIER.World({ x: 0, y: 0 });
  const hooked = RAPIER.ColliderDesc.ball(0.5).setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS);
  for (const desc of [hooked, RAPIER.ColliderDesc.ball(0.5)]) world.createCollider(desc, world.createRigidBody(RAPIER.RigidBodyDesc.dynamic()));
  const lines = [];
  const recorder = recordRapier(world, into(lines));
  const hooks = { out: true, filterContactPair() { return this.out ? null : RAPIER.SolverFlags.COMPUTE_IMPULSE; }, filterIntersectionPair: () => true };
  for (hooks.out of [true, false]) world.step(new RAPIER.EventQueue(true), hooks);
  recorder.stop();
  assert.deepEqual(lines.slice(1).map(({ contacts }) => contacts.map((contact) => contact.filtered ?? contact.depth > 0.5)), [[true], [true]]);
  assert.deepEqual(lines.slice(1).map((frame) => filtered(frame, lines).length), [1, 0]);
});

test("rapier: contacts that the game's own function lets nothing solve are left out on purpose", () => {
  const world = new RAPIER.World({ x: 0, y: 0 });
  const hooked = RAPIER.ColliderDesc.ball(0.5).setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS);
  for (const x of [0, 0.9]) world.createCollider(hooked, world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, 0)));
  const lines = [];
  const recorder = recordRapier(world, into(lines));
  const { EMPTY, COMPUTE_IMPULSE } = RAPIER.SolverFlags;
  for (const flags of [EMPTY, EMPTY, EMPTY, COMPUTE_IMPULSE]) {
    world.step(new RAPIER.EventQueue(true), { filterContactPair: () => flags, filterIntersectionPair: () => true });
  }
  recorder.stop();
  assert.deepEqual(lines.slice(1).map(({ contacts }) => contacts.map(({ filtered = false }) => filtered)), [[true], [true], [true], [false]]);
});

test("rapier: an event is told in the frame of its step, a question in that of the next one", () => {
  const world = new RAPIER.World({ x: 0, y: 0 });
  const bodies = [0, 2].map((x) => world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, 0).setLinvel(x ? -10 : 0, 0)));
  const colliders = bodies.map((body) => world.createCollider(RAPIER.ColliderDesc.ball(0.5).setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS), body));
  const lines = [];
  const recorder = recordRapier(world, into(lines));
  const queue = new RAPIER.EventQueue(true);
  let began;
  for (let step = 0; step < 20; step++) {
    world.step(queue);
    queue.drainCollisionEvents((one, other, begins) => {
      if (!begins) return;
      recorder.event("begin", ...bodies);
      began = step;
    });
    if (began === step) {
      world.castRay(new RAPIER.Ray({ x: 0, y: 5 }, { x: 0, y: -1 }), 9, true);
      world.removeRigidBody(bodies[1]);
    }
  }
  recorder.stop();
  assert.deepEqual(lines.slice(1).map(({ frame, events }) => events && frame).filter((frame) => frame !== undefined), [began]);
  assert.deepEqual([lines[began + 1].queries, lines[began + 2].queries?.length, lines[began + 2].remove], [undefined, 1, [1]]);
  assert.equal(colliders.length, 2);
});

test("rapier: contacts that push are told with the depth that their skins have now", () => {
  for (const skin of [0, 0.05]) {
    const world = new RAPIER.World({ x: 0, y: -10 });
    world.createCollider(RAPIER.ColliderDesc.cuboid(5, 0.5).setContactSkin(skin));
    const box = world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 0.5).setContactSkin(skin), world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 1.01 + 2 * skin)));
    const lines = [];
    const recorder = recordRapier(world, into(lines));
    let pushes = 0;
    for (let i = 0; i < 60; i++) {
      world.step();
      world.contactPairsWith(box, (other) => world.contactPair(box, other, (manifold) => { pushes += manifold.contactImpulse(0) > 0 ? 1 : 0; }));
    }
    recorder.stop();
    const told = lines.slice(1).flatMap(({ contacts, poses: [floor, box] }) => contacts.map(({ depth }) => ({ depth, overlap: 1 + 2 * skin - (box[1] - floor[1]) })));
    assert.ok(pushes > 30 && told.length >= pushes, `${told.length} contacts told, of ${pushes} that push, at a skin of ${skin}`);
    const skins = lines[0].bodies.map(({ shapes }) => shapes[0].skin ?? 0);
    skins.forEach((told) => near(told, skin));
    // Also where a manifold is used again.
    for (const { depth, overlap } of told) near(depth, overlap);
  }
});

test("planck: those that sleep stay in contact", () => {
  const world = new planck.World({ x: 0, y: -10 });
  world.createBody().createFixture(new planck.Box(5, 0.5));
  const body = world.createBody({ type: "dynamic", position: { x: 0, y: 1 } });
  body.createFixture(new planck.Box(0.5, 0.5), 1);
  const lines = [];
  const recorder = recordPlanck(world, into(lines));
  for (let i = 0; i < 120; i++) world.step(1 / 60);
  recorder.stop();
  assert.equal(body.isAwake(), false);
  assert.deepEqual(lines.slice(2).filter(({ contacts: [contact] }) => !(contact?.depth > 0)), []);
  assert.deepEqual([lines[3], lines.at(-1)].map(({ contacts: [{ reused }] }) => reused), [undefined, true]);
});

test("planck: those that a neighbour wakes are told on the poses from before the step", () => {
  const world = new planck.World();
  const [line, lines] = [[0, 0.95, 1.9, 2.85], []];
  for (const x of line) world.createBody({ type: "dynamic", position: { x, y: 0 } }).createFixture(new planck.Circle(0.5), 1);
  const recorder = recordPlanck(world, into(lines));
  let first = world.getBodyList();
  while (first.getNext()) first = first.getNext();
  for (let i = 0; i < 90; i++) world.step(1 / 60);
  assert.equal(first.isAwake(), false);
  first.setLinearVelocity({ x: 9, y: 0 });
  world.step(1 / 60);
  recorder.stop();
  const { poses, contacts } = lines.at(-1);
  assert.deepEqual(contacts.map(({ reused = false }) => reused).sort(), [false, true, true]);
  for (const { a, b, points: [[x]] } of contacts) near(x, (poses[a][0] + poses[b][0]) / 2);
});

test("planck: what a step finds twice is told once", () => {
  const world = new planck.World({ x: 0, y: -10 });
  world.createBody().createFixture(new planck.Chain([[-3, 3], [0, 0], [3, 3]].map(([x, y]) => ({ x, y }))));
  world.createBody({ type: "dynamic", position: { x: 0, y: 2 }, linearVelocity: { x: 1, y: -4 } }).createFixture(new planck.Circle(0.3), 1);
  const lines = [];
  const recorder = recordPlanck(world, into(lines));
  let found = 0;
  world.on("pre-solve", () => { found += 1; });
  for (let i = 0; i < 30; i++) world.step(1 / 60);
  recorder.stop();
  const told = lines.slice(1).flatMap(({ contacts }, frame) => contacts.map((contact) => JSON.stringify([frame, contact])));
  assert.ok(found > told.length, `${found} found`);
  assert.equal(new Set(told).size, told.length);
});

test("planck: a contact that the game turns off is left out on purpose", () => {
  for (const isFirst of [true, false]) {
    const { world, add, step, record } = games.planck();
    add("wall", { isFixed: true });
    add("ball", { x: 0.9, shapes: [{ ball: true }] });
    let isOff = true;
    const listen = () => world.on("pre-solve", (contact) => contact.setEnabled(!isOff));
    if (isFirst) listen();
    const lines = [];
    const recorder = record(into(lines));
    if (!isFirst) listen();
    for (isOff of [true, false]) step();
    recorder.stop();
    assert.deepEqual(lines.slice(1).map(({ contacts }) => contacts.map(({ filtered = false }) => filtered)), [[true], [false]]);
  }
});

test("matter: those that sleep stay in contact", () => {
  const engine = Matter.Engine.create({ enableSleeping: true });
  const box = Matter.Bodies.rectangle(0, -100, 100, 100);
  Matter.Composite.add(engine.world, [Matter.Bodies.rectangle(0, 0, 1000, 100, { isStatic: true }), box]);
  const lines = [];
  const recorder = recordMatter(Matter, engine, into(lines));
  for (let i = 0; i < 180; i++) Matter.Engine.update(engine, 1000 / 60);
  recorder.stop();
  assert.equal(box.isSleeping, true);
  assert.deepEqual([lines[3], lines.at(-1)].map(({ contacts }) => contacts.map(({ reused }) => reused)), [[undefined], [true]]);
});

test("matter: a contact that the game turns off is left out on purpose", () => {
  const { world, add, step, record } = games.matter();
  add("wall", { isFixed: true });
  add("ball", { x: 0.9, shapes: [{ ball: true }] });
  Matter.Events.on(world, "collisionStart", ({ pairs }) => pairs.forEach((pair) => { pair.isActive = false; }));
  const lines = [];
  const recorder = record(into(lines));
  step();
  const { x } = Matter.Composite.allBodies(world.world)[1].position;
  step();
  recorder.stop();
  near(x, 90);
  // The engine turns it on again.
  assert.deepEqual(lines.slice(1).map(({ contacts }) => contacts.map(({ filtered = false }) => filtered)), [[true], [false]]);
});

test("matter: of a group of many only neighbours are looked at", () => {
  const { add, step, record } = games.matter();
  const count = 300;
  for (let i = 0; i < count; i++) add(`arm${i}`, { x: 0.9 * i, shapes: [{ group: -1 }] });
  const lines = [];
  const recorder = record(into(lines));
  const { overlaps } = Matter.Bounds;
  let looks = 0;
  Matter.Bounds.overlaps = (...bounds) => {
    looks += 1;
    return overlaps(...bounds);
  };
  step();
  Matter.Bounds.overlaps = overlaps;
  recorder.stop();
  assert.equal(filtered(lines[1], lines).length, count - 1);
  assert.ok(looks <= 4 * count, `${looks} looks at ${count} bodies`);
});

each("what touches when a recorder comes is told, and its end", ({ add, put }, { begin, steps, end }) => {
  add("gate", { isFixed: true, shapes: [{ isSensor: true }] });
  add("wall", { x: -0.6, isFixed: true });
  add("ball", { x: 0.05, shapes: [{ ball: true }] });
  steps(1);
  begin();
  steps(1);
  put("ball", 9);
  steps(2);
  const [, first, ...rest] = end();
  assert.deepEqual([first.contacts.map(({ sensor = false }) => sensor).sort(), kinds(first)], [[false, true], []]);
  assert.deepEqual(rest.flatMap(kinds).sort(), ["end", "exit"]);
}, ["matter", "planck", "phaser-box2d"]);

test("planck: a fixture that becomes a sensor ends what began", () => {
  const { world, add, step, record } = games.planck();
  add("one", {});
  add("other", { x: 0.9 });
  const lines = [];
  const recorder = record(into(lines));
  step();
  world.getBodyList().getFixtureList().setSensor(true);
  step();
  world.getBodyList().setTransform({ x: 9, y: 0 }, 0);
  step();
  step();
  recorder.stop();
  assert.deepEqual(lines.slice(1).flatMap(kinds), ["begin", "end"]);
  assert.deepEqual(lines[2].contacts.map(({ sensor }) => sensor), [true]);
});

test("rapier: a cast that ends at a distance is not told", () => {
  const { world, add, step, record } = games.rapier();
  add("ball", {});
  const lines = [];
  const recorder = record(into(lines));
  step();
  for (const distance of [0, 0.5]) world.castShape({ x: -5, y: 0 }, 0, { x: 1, y: 0 }, new RAPIER.Ball(0.5), distance, 9, true);
  step();
  recorder.stop();
  assert.equal(lines[2].queries.length, 1);
});

test("rapier: of convex shapes the hull is told, not the points that they are made with", () => {
  const [cloud, corners] = [new Float32Array([1, 1, -1, 1, 0, 0.2, -1, -1, 1, -1, 0.5, 0.5]), [[-1, -1], [-1, 1], [1, -1], [1, 1]]];
  const { ColliderDesc: { convexHull, roundConvexHull }, ConvexPolygon } = RAPIER;
  const world = new RAPIER.World({ x: 0, y: 0 });
  for (const [k, desc] of [convexHull(cloud), roundConvexHull(cloud, 0.25)].entries()) {
    world.createCollider(desc, world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(9 * k, 0)));
  }
  const lines = [];
  const recorder = recordRapier(world, into(lines));
  world.step();
  world.castShape({ x: -5, y: 0 }, 0, { x: 1, y: 0 }, new ConvexPolygon(cloud, false), 0, 9, true);
  world.step();
  recorder.stop();
  const told = [...lines[0].bodies.map(({ shapes }) => shapes[0].polygon), lines[2].queries[0].shape.polygon];
  for (const { points } of told) assert.deepEqual([...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by), corners);
  assert.deepEqual(told.map(({ radius }) => radius), [undefined, 0.25, undefined]);
});

each("velocities, units and y are told", ({ add }, { begin, steps, end, engine }) => {
  add("wall", { x: 9, isFixed: true });
  add("ball", { vx: 3 });
  begin({ metres_per_unit: 0.25, y: "down" });
  steps(1);
  const [header, { velocities }] = end();
  const of = (name) => velocities[header.bodies.indexOf(named(header, name))];
  assert.deepEqual([header.metres_per_unit, header.y, of("wall")], [0.25, "down", null]);
  near(of("ball")[0], engine === "matter" ? 300 : 3);
});

each("mass, friction, restitution and gravity are told in the engine's own numbers", ({ add, pull, massOf, roughen }, { begin, steps, end, engine }) => {
  add("floor", { x: 20, isFixed: true, shapes: [{ friction: 0.75, restitution: 0.25 }] });
  add("ball", { shapes: [{ ball: true, friction: 0, restitution: 0.5 }] });
  add("gate", { x: 40, shapes: [{ isSensor: true }] });
  const hasShapes = engine !== "matter"; // Parts of its bodies have no material of their own.
  if (hasShapes) {
    add("lift", { x: 60, isKinematic: true });
    add("mixed", { x: 80, shapes: [{ friction: 0.25, restitution: 0.5 }, { ball: true, friction: 0.5, restitution: 0.5 }] });
    add("guard", { x: 100, shapes: [{ friction: 0.25 }, { ball: true, isSensor: true, friction: 0.5 }] });
  }
  begin();
  pull(1.5, -10);
  steps(2);
  roughen("ball", 2);
  steps(2);
  const lines = end();
  const told = (of) => {
    const { mass, friction, restitution } = named(lines[0], of);
    return [mass, friction, restitution];
  };
  lines[0].gravity.forEach((way, i) => near(way, [1.5, -10][i]));
  // Matter gives each static body those.
  assert.deepEqual(told("floor"), engine === "matter" ? [undefined, 1, 0] : [undefined, 0.75, 0.25]);
  assert.deepEqual(told("ball"), [massOf("ball"), 0, 0.5]);
  near(massOf("ball"), engine === "matter" ? 13 * 2.5 * Math.sin(Math.PI / 13) : Math.PI / 4); // that of 26 corners, 0.001 a square pixel
  assert.deepEqual(told("gate"), [massOf("gate") || undefined, undefined, undefined]);
  if (hasShapes) {
    assert.deepEqual(told("lift"), [undefined, 0.5, 0]);
    assert.deepEqual(told("mixed"), [massOf("mixed"), undefined, 0.5]);
    assert.deepEqual(told("guard"), [massOf("guard"), 0.25, 0]);
  }
  const added = lines.slice(1).map(({ add = [] }) => add.map(({ name, friction }) => [name.split(" ")[0], friction]));
  assert.deepEqual(added, [[], [], [["ball", 2]], []]);
});

test("matter: what falls freely falls as the gravity that is told", () => {
  const slow = { gravity: { x: 0.5, y: 2, scale: 0.0005 }, timing: { timeScale: 0.5 } };
  for (const [options, expected] of [[{}, [0, 1000]], [slow, [250, 1000]]]) {
    const [engine, lines] = [Matter.Engine.create(options), []];
    Matter.Composite.add(engine.world, Matter.Bodies.circle(0, 0, 10, { frictionAir: 0 }));
    const recorder = recordMatter(Matter, engine, into(lines));
    for (let i = 0; i < 61; i++) Matter.Engine.update(engine, 1000 / 60);
    recorder.stop();
    const [{ gravity }, first, middle, last] = [lines[0], lines[1], lines[31], lines[61]];
    const span = middle.time - first.time;
    gravity.forEach((way, axis) => {
      const fall = (first.poses[0][axis] - 2 * middle.poses[0][axis] + last.poses[0][axis]) / span ** 2;
      near(way, expected[axis]);
      assert.ok(Math.abs(fall - way) <= 0.01 * Math.abs(way), `falls by ${fall}, told is ${way}`);
    });
  }
});

test("rapier: the mass that a body has beside its colliders' is told from the first frame on", () => {
  const [world, lines] = [new RAPIER.World({ x: 0, y: 0 }), []];
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setAdditionalMass(7));
  world.createCollider(RAPIER.ColliderDesc.ball(0.5).setMass(2), body);
  const recorder = recordRapier(world, into(lines));
  for (let i = 0; i < 3; i++) world.step();
  recorder.stop();
  assert.deepEqual([lines[0].bodies[0].mass, lines.filter(({ add }) => add)], [9, []]);
});

test("matter: a label has the id where it repeats alone", () => {
  const [engine, lines] = [Matter.Engine.create(), []];
  const add = (label, x) => {
    const body = Matter.Bodies.rectangle(x, 0, 10, 10, { label });
    Matter.Composite.add(engine.world, body);
    return body.id;
  };
  const [, ...ids] = [add("player", 0), add("tile", 100), add("tile", 200)];
  const recorder = recordMatter(Matter, engine, into(lines));
  Matter.Engine.update(engine, 1000 / 60);
  const late = add("player", 300);
  Matter.Engine.update(engine, 1000 / 60);
  recorder.stop();
  assert.deepEqual(lines[0].bodies.map(({ name }) => name), ["player", ...ids.map((id) => `tile ${id}`)]);
  assert.equal(lines.flatMap(({ add = [] }) => add)[0].name, `player ${late}`);
});

test("planck: what holds a ball up presses as much as it weighs, and what is turned off not at all", () => {
  const world = new planck.World({ gravity: { x: 0, y: -10 } });
  const lines = [];
  world.createBody({ userData: "floor" }).createFixture(new planck.Box(4, 0.5));
  const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, allowSleep: false });
  ball.createFixture({ shape: new planck.Circle(0.5), density: 1 });
  let isOn = true;
  world.on("pre-solve", (contact) => contact.setEnabled(isOn));
  const recorder = recordPlanck(world, into(lines));
  for (let i = 0; i < 60; i++) world.step(1 / 60);
  isOn = false;
  world.step(1 / 60);
  recorder.stop();
  const [held, off] = [lines.at(-2), lines.at(-1)].map(({ contacts }) => contacts[0]);
  near(held.impulse, ball.getMass() * 10 / 60);
  assert.deepEqual([off.filtered, off.impulse ?? 0], [true, 0]);
});

if (faults.length) {
  console.error(faults.join("\n\n"));
  process.exit(1);
}
console.log("recorders: what engines leave out, what was before, and several recorders hold");
process.exit(0);
