import Matter from "matter-js";
import { record } from "collision-record/matter";

const { Bodies, Composite, Engine } = Matter;
const engine = Engine.create();
const recorder = record(Matter, engine, { to: "game.jsonl", name: "boxes and balls of matter-js" });

Composite.add(engine.world, Bodies.rectangle(400, 610, 810, 60, { isStatic: true, label: "floor" }));
Composite.add(engine.world, Bodies.rectangle(600, 500, 100, 100, { isStatic: true, isSensor: true, label: "gate" }));
for (let i = 0; i < 6; i++) Composite.add(engine.world, Bodies.rectangle(150 + 90 * i, 400 - 60 * i, 80, 50));
let late;
for (let step = 0; step < 180; step++) {
  if (step === 60) Composite.add(engine.world, (late = Bodies.polygon(300, 100, 5, 30)));
  if (step === 150) Composite.remove(engine.world, late);
  Engine.update(engine, 1000 / 60);
}
recorder.stop();
