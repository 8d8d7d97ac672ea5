import planck from "planck";
import { record } from "collision-record/planck";

const world = new planck.World({ gravity: { x: 0, y: -9.81 } });
const recorder = record(world, { to: "game.jsonl", version: "1.4.3" });

world.createBody({ userData: "floor" }).createFixture(new planck.Edge(planck.Vec2(-10, 0), planck.Vec2(10, 0)));
world.createBody({ userData: "gate" }).createFixture({ shape: new planck.Box(1, 1, planck.Vec2(0, 2)), isSensor: true });
for (let i = 0; i < 5; i++) {
  const body = world.createBody({ type: "dynamic", position: { x: 0.3 * i, y: 2 + 1.1 * i } });
  body.createFixture(i % 2 ? new planck.Circle(0.4) : new planck.Box(0.5, 0.4), 1);
}
const bullet = world.createBody({ type: "dynamic", bullet: true, position: { x: -8, y: 1 }, linearVelocity: { x: 200, y: 0 } });
bullet.createFixture(new planck.Circle(0.1), 1);
for (let step = 0; step < 180; step++) {
  if (step === 100) world.destroyBody(bullet);
  const angle = step / 20;
  recorder.ray({ x: 0, y: 4 }, { x: 12 * Math.cos(angle), y: 4 + 12 * Math.sin(angle) });
  world.step(1 / 60);
}
recorder.stop();
