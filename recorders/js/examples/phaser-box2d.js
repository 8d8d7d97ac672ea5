import * as b2 from "phaser-box2d/dist/PhaserBox2D.js";
import { record } from "collision-record/phaser-box2d";

b2.b2CreateWorldArray();
const def = b2.b2DefaultWorldDef();
def.gravity = new b2.b2Vec2(0, -9.81);
const world = b2.b2CreateWorld(def);
const recorder = record(b2, world, { to: "game.jsonl", version: "1.1.0" });

const at = (x, y, type) => {
  const bodyDef = b2.b2DefaultBodyDef();
  Object.assign(bodyDef, { type, position: new b2.b2Vec2(x, y) });
  return b2.b2CreateBody(world, bodyDef);
};
const { b2_staticBody, b2_dynamicBody } = b2.b2BodyType;
const floor = at(0, 0, b2_staticBody);
b2.b2CreateSegmentShape(floor, b2.b2DefaultShapeDef(), new b2.b2Segment(new b2.b2Vec2(-10, 0), new b2.b2Vec2(10, 0)));
const boxes = [];
for (let i = 0; i < 6; i++) {
  const body = at(0.3 * i, 2 + 1.1 * i, b2_dynamicBody);
  boxes.push(body);
  if (i % 2) b2.b2CreateCircleShape(body, b2.b2DefaultShapeDef(), new b2.b2Circle(new b2.b2Vec2(0, 0), 0.4));
  else b2.b2CreatePolygonShape(body, b2.b2DefaultShapeDef(), b2.b2MakeBox(0.5, 0.4));
}
for (let step = 0; step < 180; step++) {
  if (step === 100) b2.b2DestroyBody(boxes[0]);
  recorder.step(1 / 60, 4); // in the place of b2World_Step
}
recorder.stop();
