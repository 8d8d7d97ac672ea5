import RAPIER from "@dimforge/rapier2d-compat";
import { record } from "collision-record/rapier";

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: -9.81 });
const recorder = record(world, { to: "game.jsonl", version: RAPIER.version() });

const { ColliderDesc, RigidBodyDesc } = RAPIER;
world.createCollider(ColliderDesc.cuboid(10, 0.5));
world.createCollider(ColliderDesc.polyline(new Float32Array([-5, 0.6, -4, 0.6, -3, 1.2])));
const gate = world.createCollider(ColliderDesc.cuboid(1, 1).setSensor(true).setTranslation(0, 2));
for (let i = 0; i < 6; i++) {
  const body = world.createRigidBody(RigidBodyDesc.dynamic().setTranslation(0.3 * i, 2 + 1.2 * i));
  world.createCollider([ColliderDesc.ball(0.4), ColliderDesc.cuboid(0.5, 0.4), ColliderDesc.capsule(0.3, 0.2)][i % 3], body);
}
for (let step = 0; step < 180; step++) {
  if (step === 100) world.removeCollider(gate);
  const angle = step / 20;
  // Before the first step there is no tree that rays go through: they hit nothing.
  if (step > 0) world.castRayAndGetNormal(new RAPIER.Ray({ x: 0, y: 4 }, { x: Math.cos(angle), y: Math.sin(angle) }), 12, true);
  world.step();
}
recorder.stop();
