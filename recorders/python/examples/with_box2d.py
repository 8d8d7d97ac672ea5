import Box2D
from collision_record.box2d import record

world = Box2D.b2World(gravity=(0, -9.81))
recorder = record(world, to="game.jsonl")

world.CreateStaticBody(shapes=Box2D.b2EdgeShape(vertices=[(-10, 0), (10, 0)]), userData="floor")
bodies = []
for i in range(6):
    shape = Box2D.b2CircleShape(radius=0.4) if i % 2 else Box2D.b2PolygonShape(box=(0.5, 0.4))
    bodies.append(world.CreateDynamicBody(position=(0.3 * i, 2 + 1.2 * i), fixtures=Box2D.b2FixtureDef(shape=shape, density=1)))
for step in range(180):
    if step == 100:
        world.DestroyBody(bodies[0])
    world.Step(1 / 60, 8, 3)
recorder.stop()
