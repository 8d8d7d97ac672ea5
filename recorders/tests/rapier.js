// rapier finds contacts at the start of a step, on the poses from before it: a manifold for each pair of colliders,
// whose normal goes from the first to the second. It has points of faces that are about to meet, which are left out.
// It uses a manifold again while its colliders have moved little against each other: those contacts are marked, with a
// key of our own.

import RAPIER from "@dimforge/rapier2d-compat";
import { STEP, gravity, kind, line, record } from "./recording.js";

await RAPIER.init();

function colliderOf(shape) {
  const { key, at: [x, y], turned, radius, width, height, points, ...ends } = kind(shape);
  const { ColliderDesc } = RAPIER;
  const vector = ([x, y]) => ({ x, y });
  if (key === "circle") return ColliderDesc.ball(radius).setTranslation(x, y);
  if (key === "segment") return ColliderDesc.segment(vector(ends.start), vector(ends.end));
  if (key === "capsule") {
    // Along y.
    const { x, y, angle, length } = line(ends);
    return ColliderDesc.capsule(length / 2, radius).setTranslation(x, y).setRotation(angle - Math.PI / 2);
  }
  if (key === "rectangle") {
    const half = [width / 2, height / 2];
    const own = radius ? ColliderDesc.roundCuboid(...half, radius) : ColliderDesc.cuboid(...half);
    return own.setTranslation(x, y).setRotation(turned);
  }
  const flat = new Float32Array(points.flat());
  const own = radius ? ColliderDesc.roundConvexHull(flat, radius) : ColliderDesc.convexHull(flat);
  return own.setTranslation(x, y).setRotation(turned);
}

function start(bodies) {
  const world = new RAPIER.World(gravity);
  world.timestep = STEP;
  const { RigidBodyDesc } = RAPIER;
  const places = new Map(); // of colliders: body and shape
  const made = bodies.map((body, i) => {
    const [x, y, angle] = body.pose;
    const [vx, vy, angular] = body.velocity ?? [0, 0, 0];
    const type = body.static ? "fixed" : body.kinematic ? "kinematicVelocityBased" : "dynamic";
    const desc = RigidBodyDesc[type]().setTranslation(x, y).setRotation(angle).setCanSleep(false);
    const own = world.createRigidBody(desc);
    if (!body.static) {
      own.setLinvel({ x: vx, y: vy }, true);
      own.setAngvel(angular, true);
    }
    body.shapes.forEach((shape, k) => {
      const collider = world.createCollider(colliderOf(shape).setSensor(!!body.sensor), own);
      places.set(collider.handle, { i, k, collider });
    });
    return own;
  });

  const inWorld = ({ x, y, angle }, local) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [x + cos * local.x - sin * local.y, y + sin * local.x + cos * local.y];
  };
  const placed = (collider) => ({ ...collider.translation(), angle: collider.rotation() });

  let last = new Set(); // the manifolds of the step before

  const step = () => {
    const manifolds = new Set();
    const poses = made.map((body) => [body.translation().x, body.translation().y, body.rotation()]);
    const before = new Map([...places].map(([handle, { collider }]) => [handle, placed(collider)]));
    world.step();
    const contacts = [];
    for (const [handle, { i: a, k: shape_a, collider }] of places) {
      world.contactPairsWith(collider, (other) => {
        if (other.handle < handle) return; // told once
        const { i: b, k: shape_b } = places.get(other.handle);
        world.contactPair(collider, other, (manifold, flipped) => {
          const [first, second] = flipped ? [other, collider] : [collider, other];
          const all = [...Array(manifold.numContacts()).keys()].map((n) => ({
            distance: manifold.contactDist(n),
            one: manifold.localContactPoint1(n),
            two: manifold.localContactPoint2(n),
          }));
          const text = JSON.stringify([handle, other.handle, manifold.localNormal1(), all]);
          manifolds.add(text);
          const touching = all.filter(({ distance }) => distance <= 0);
          if (touching.length === 0) return;
          const { x, y } = manifold.normal();
          contacts.push({
            a, b, shape_a, shape_b,
            normal: flipped ? [-x, -y] : [x, y],
            depth: -Math.min(...touching.map(({ distance }) => distance)),
            points: touching.map(({ one, two }) => {
              const [ax, ay] = inWorld(before.get(first.handle), one);
              const [bx, by] = inWorld(before.get(second.handle), two);
              return [(ax + bx) / 2, (ay + by) / 2];
            }),
            ...(last.has(text) && { reused: true }),
          });
        });
      });
      world.intersectionPairsWith(collider, (other) => {
        if (other.handle < handle) return;
        const { i: b, k: shape_b } = places.get(other.handle);
        contacts.push({ a, b, shape_a, shape_b, sensor: true });
      });
    }
    last = manifolds;
    return { poses, contacts };
  };
  return { step };
}

record("rapier", { engine: "rapier2d-compat 0.21.0" }, { start, has: () => true });
