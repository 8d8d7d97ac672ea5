"""The recorders beside their engines, `test_engines.py pymunk` or `box2d`: a shape that changes is recorded again, one that is
not in the space is not recorded, and a body that comes where another one was destroyed is not that one."""

import json
import os
import sys
import tempfile


def lines_of(record, world, play):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.jsonl")
        recorder = record(world, to=path)
        play()
        recorder.stop()
        return [json.loads(line) for line in open(path, encoding="utf-8")]


def added(lines):
    return [[body["shapes"] for body in line.get("add", [])] for line in lines[2:]]


def pymunk():
    import pymunk
    from collision_record.pymunk import record

    space, body = pymunk.Space(), pymunk.Body()
    poly, circle, segment = pymunk.Poly.create_box(body), pymunk.Circle(body, 1), pymunk.Segment(body, (0, 0), (1, 0), 0.1)
    for shape in (poly, circle, segment):
        shape.density = 1
    space.add(body, poly, circle, segment)

    def play():
        for change in (None, lambda: poly.unsafe_set_vertices([(0, 0), (1, 0), (0, 3)]), lambda: circle.unsafe_set_offset((0, 2)),
                       lambda: segment.unsafe_set_endpoints((0, 0), (4, 0)), lambda: space.remove(circle), None):
            if change:
                change()
            space.step(1 / 60)

    first, second, third, fourth, last = added(lines_of(record, space, play))
    assert [3.0, 2.0, 4.0] == [max(y for _, y in first[0][0]["polygon"]["points"]), second[0][1]["at"][1],
                               third[0][2]["capsule"]["end"][0]]
    assert [list(shape)[0] for shape in fourth[0]] == ["polygon", "capsule"] and last == []


def box2d():
    import Box2D
    from collision_record.box2d import record

    world = Box2D.b2World(gravity=(0, 0))
    body = world.CreateDynamicBody(fixtures=Box2D.b2FixtureDef(shape=Box2D.b2PolygonShape(box=(0.5, 0.5)), density=1))

    def change():
        world.Step(1 / 60, 8, 3)
        body.DestroyFixture(body.fixtures[0])
        body.CreateFixture(shape=Box2D.b2PolygonShape(box=(0.5, 1.5)), density=1)
        world.Step(1 / 60, 8, 3)
        world.Step(1 / 60, 8, 3)

    first, last = added(lines_of(record, world, change))
    assert max(y for _, y in first[0][0]["polygon"]["points"]) == 1.5 and last == []

    world = Box2D.b2World(gravity=(0, 0))
    world.CreateStaticBody(fixtures=Box2D.b2FixtureDef(shape=Box2D.b2CircleShape(radius=1), isSensor=True), userData="gate")

    def ball(name, x):
        shape = Box2D.b2FixtureDef(shape=Box2D.b2CircleShape(radius=0.5), density=1)
        return world.CreateDynamicBody(position=(x, 0), fixtures=shape, userData=name)

    bullet = ball("bullet", 1)

    def destroy():
        world.Step(1 / 60, 8, 3)
        world.DestroyBody(bullet)
        assert ball("enemy", 9) == bullet, "Box2D gives the address again"
        world.Step(1 / 60, 8, 3)

    _, before, after = lines_of(record, world, destroy)
    assert before["events"] == [{"kind": "enter", "a": 0, "b": 1}], before
    assert (after["remove"], [(body["index"], body["name"]) for body in after["add"]]) == ([1], [(2, "enemy")]), after
    assert (after["events"], after["contacts"]) == ([{"kind": "exit", "a": 0, "b": 1}], []), after


{"pymunk": pymunk, "box2d": box2d}[sys.argv[1]]()
print(f"recorder of {sys.argv[1]}: what changes and goes is recorded")
