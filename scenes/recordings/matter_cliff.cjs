// Records a player who walks off a cliff in matter-js:
//   npm install matter-js@0.14.2 && node matter_cliff.cjs matter-cliff.jsonl
// Up to 0.17 the narrow phase tests bodies that seem to rest along last frame's axis alone, and `setPosition` moves a
// body without a velocity (liabru/matter-js#753): the contact stays, and the player walks on in the air.

const fs = require("fs");
const { createRequire } = require("module");
const Matter = createRequire(process.cwd() + "/")("matter-js");

const { Bodies, Body, Engine, Vertices, World } = Matter;
const FRAMES = 120;
const STEP = 1000 / 60; // milliseconds

const engine = Engine.create();
// Flat on top, then a slope.
const outline = [{ x: 0, y: 300 }, { x: 400, y: 300 }, { x: 600, y: 600 }, { x: 0, y: 600 }];
const cliff = Body.create({ vertices: outline, position: Vertices.centre(outline), isStatic: true, label: "cliff" });
const ground = Bodies.rectangle(450, 625, 900, 50, { isStatic: true, label: "ground" });
const player = Bodies.rectangle(340, 270, 40, 60, { inertia: Infinity, label: "player" });
const crate = Bodies.rectangle(250, 265, 60, 60, { label: "crate" });
const stone = Bodies.polygon(720, 520, 5, 30, { label: "stone" });
const bodies = [cliff, ground, player, crate, stone];
World.add(engine.world, bodies);

// What is drawn and tested are the vertices: a body's position lags behind what the resolver moved it by.
const center = (body) => Vertices.centre(body.vertices);
const local = (body) => body.vertices.map(({ x, y }) => [x - center(body).x, y - center(body).y]);

const out = fs.openSync(process.argv[2] || "matter-cliff.jsonl", "w");
const nineDigits = (_, value) => (typeof value === "number" ? Number(value.toPrecision(9)) : value);
const line = (value) => fs.writeSync(out, JSON.stringify(value, nineDigits) + "\n");
line({
    recording: 1,
    name: "a player walks off a cliff",
    engine: "matter-js " + Matter.version,
    metres_per_unit: 0.01,
    y: "down",
    angle: "radians",
    normal: "from b to a",
    bodies: bodies.map((body) => ({
        name: body.label,
        static: body.isStatic,
        shapes: [{ polygon: { points: local(body) } }],
    })),
});

let frame = 0;
// The contacts belong to the poses of this moment: what follows in the step moves the bodies out of each other.
Matter.after("Pairs.update", function (pairs) {
    const poses = bodies.map((body) => [center(body).x, center(body).y, body.angle]);
    const contacts = pairs.list
        .filter((pair) => pair.isActive)
        .map(({ collision }) => ({
            a: bodies.indexOf(collision.bodyA),
            b: bodies.indexOf(collision.bodyB),
            normal: [collision.normal.x, collision.normal.y],
            depth: collision.depth,
            points: collision.supports.map(({ x, y }) => [x, y]),
        }));
    line({ frame, time: (frame * STEP) / 1000, poses, contacts });
});

for (; frame < FRAMES; frame++) {
    // The player's feet are moved, as games do that want full control.
    if (frame >= 30) Body.setPosition(player, { x: player.position.x + 2, y: player.position.y });
    Engine.update(engine, STEP);
}
fs.closeSync(out);
