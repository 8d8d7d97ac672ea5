// Records what rays and a cast find around a slow mill, in two engines:
//   npm install planck@1.4.3 @dimforge/rapier2d-compat@0.21.0 ../../recorders/js && node rays.mjs rapier rapier-rays.jsonl
//   node rays.mjs planck planck-rays.jsonl

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

// Packages of the folder that this runs in.
const at = createRequire(process.cwd() + "/");
const load = (name) => import(pathToFileURL(at.resolve(name)));
const FRAMES = 120;
const [engine = "rapier", to = `${engine}-rays.jsonl`] = process.argv.slice(2);
const { record } = await load(`collision-record/${engine}`);

// Rays in a fan from the middle of the left, one along the floor's face, and one that ends in the air.
const rays = [
  ...[-20, -10, 0, 10, 20].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return [{ x: -8, y: 3 }, { x: -8 + 16 * Math.cos(angle), y: 3 + 16 * Math.sin(angle) }];
  }),
  [{ x: 5, y: 6 }, { x: 5, y: -2 }],
  [{ x: -7, y: 5.5 }, { x: -5, y: 5.5 }],
];

if (engine === "rapier") {
  const RAPIER = (await load("@dimforge/rapier2d-compat")).default;
  await RAPIER.init();
  const { Ball, ColliderDesc, Ray, RigidBodyDesc, World } = RAPIER;
  const world = new World({ x: 0, y: 0 });
  const recorder = record(world, { to, version: RAPIER.version(), name: "rays around a mill" });
  const body = (name, desc, ...colliders) => {
    const own = world.createRigidBody(desc);
    own.userData = name;
    colliders.forEach((collider) => world.createCollider(collider, own));
  };
  body("floor", RigidBodyDesc.fixed(), ColliderDesc.cuboid(10, 0.5));
  body("crate", RigidBodyDesc.fixed().setTranslation(5, 2).setRotation(0.4), ColliderDesc.cuboid(1, 0.75));
  body("ball", RigidBodyDesc.fixed().setTranslation(2, 5), ColliderDesc.ball(0.8));
  const wedge = ColliderDesc.convexHull(new Float32Array([0, 0, 2, 0, 0, 1.5]));
  body("wedge", RigidBodyDesc.fixed().setTranslation(-4, 0.5), wedge);
  const mill = RigidBodyDesc.kinematicVelocityBased().setTranslation(0, 3).setAngvel(1.5);
  body("mill", mill, ColliderDesc.cuboid(1.5, 0.2), ColliderDesc.cuboid(0.2, 1.5));
  for (let frame = 0; frame < FRAMES; frame++) {
    // The first step makes the tree that rays go through.
    if (frame > 0) {
      for (const [from, end] of rays) world.castRayAndGetNormal(new Ray(from, { x: end.x - from.x, y: end.y - from.y }), 1, true);
      world.castShape({ x: -7, y: 3.2 }, 0, { x: 14, y: 0 }, new Ball(0.4), 0, 1, true);
    }
    world.step();
  }
  recorder.stop();
} else {
  const planck = await load("planck");
  const { Box, Circle, Polygon, Vec2, World } = planck.default ?? planck;
  const world = new World({ gravity: { x: 0, y: 0 } });
  const recorder = record(world, { to, version: "1.4.3", name: "rays around a mill" });
  const body = (userData, def, ...shapes) => {
    const own = world.createBody({ userData, ...def });
    shapes.forEach((shape) => own.createFixture(shape));
  };
  body("floor", {}, new Box(10, 0.5));
  body("crate", { position: { x: 5, y: 2 }, angle: 0.4 }, new Box(1, 0.75));
  body("ball", { position: { x: 2, y: 5 } }, new Circle(0.8));
  body("wedge", { position: { x: -4, y: 0.5 } }, new Polygon([Vec2(0, 0), Vec2(2, 0), Vec2(0, 1.5)]));
  const mill = { type: "kinematic", position: { x: 0, y: 3 }, angularVelocity: 1.5 };
  body("mill", mill, new Box(1.5, 0.2), new Box(0.2, 1.5));
  for (let frame = 0; frame < FRAMES; frame++) {
    for (const [from, end] of rays) recorder.ray(from, end);
    world.step(1 / 60);
  }
  recorder.stop();
}
