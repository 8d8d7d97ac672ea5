import pymunk
from collision_record.pymunk import record

space = pymunk.Space()
space.gravity = 0, -9.81
recorder = record(space, to="game.jsonl")

space.add(pymunk.Segment(space.static_body, (-10, 0), (10, 0), 0.1))
gate = pymunk.Circle(space.static_body, 1, (1, 2))
gate.sensor = True
space.add(gate)
bodies = []
for i in range(6):
    body = pymunk.Body()
    body.position = 0.3 * i, 2 + 1.2 * i
    shape = pymunk.Circle(body, 0.4) if i % 2 else pymunk.Poly.create_box(body, (1, 0.8))
    shape.density = 1
    space.add(body, shape)
    bodies.append((body, shape))
for step in range(180):
    if step == 60:
        space.remove(*bodies[2])
    if step == 90:
        space.add(*bodies[2])
    space.step(1 / 60)
recorder.stop()
