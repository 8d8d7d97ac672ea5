"""The recorders beside their engines: `test_engines.py pymunk` or `box2d`, and the name of one test to run it alone."""

import contextlib
import io
import json
import math
import pickle
import sys


def lines_of(record, world, play, **options):
    recorder = record(world, seconds=1e9, **options)
    play()
    recorder.stop()
    return frames_of(recorder)


def frames_of(recorder):
    return [json.loads(line) for line in recorder.text().splitlines()]


def added(lines):
    return [[body["shapes"] for body in line.get("add", [])] for line in lines[2:]]


def filtered(line):
    return [(one["a"], one["b"], one.get("shape_a"), one.get("shape_b")) for one in line["contacts"] if one.get("filtered")]


def events(lines):
    return [(line["frame"], event["kind"], event["a"], event["b"]) for line in lines[1:] for event in line.get("events", [])]


def materials(line, of="bodies"):
    return {body["name"]: [body.get(key) for key in ("mass", "friction", "restitution")] for body in line.get(of, [])}


class Pymunk:
    def __init__(self):
        import pymunk
        from collision_record.pymunk import record

        self.pymunk, self.record = pymunk, record

    def ball(self, space, x, y, radius=0.5, **of):
        body = self.pymunk.Body(1, 1)
        body.position = x, y
        shape = self.pymunk.Circle(body, radius)
        for name, value in of.items():
            setattr(shape, name, value)
        space.add(body, shape)
        return body

    def test_shapes_that_change(self):
        pymunk = self.pymunk
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

        first, second, third, fourth, last = added(lines_of(self.record, space, play))
        assert [3.0, 2.0, 4.0] == [max(y for _, y in first[0][0]["polygon"]["points"]), second[0][1]["at"][1],
                                   third[0][2]["capsule"]["end"][0]]
        assert [list(shape)[0] for shape in fourth[0]] == ["polygon", "capsule"] and last == []

    def test_a_static_shape_that_changes_is_recorded_within_a_second(self):
        space = self.pymunk.Space()
        wall = self.pymunk.Segment(space.static_body, (0, 0), (1, 0), 0.1)
        space.add(wall, *(self.pymunk.Circle(space.static_body, 1, (k, 9)) for k in range(70)))

        def play():
            space.step(1 / 60)
            wall.unsafe_set_endpoints((0, 0), (4, 0))
            for _ in range(40):
                space.step(1 / 60)

        assert len([shapes for shapes in added(lines_of(self.record, space, play)) if shapes]) == 1

    def test_a_space_is_copied_and_pickled(self):
        plain = self.pymunk.Space()
        plain.gravity = 0, -10
        body = self.ball(plain, 0, 100)

        def play():
            for copy in (lambda: plain.copy(), lambda: pickle.loads(pickle.dumps(plain))):
                plain.step(1 / 60)
                before, other = body.position.y, copy()
                assert type(other) is self.pymunk.Space and isinstance(plain, self.pymunk.Space)
                for _ in range(5):
                    other.step(1 / 60)
                assert body.position.y == before > list(other.bodies)[0].position.y

        assert len(lines_of(self.record, plain, play)) == 3
        assert type(plain) is self.pymunk.Space

    def test_a_named_step(self):
        space = self.pymunk.Space()
        self.ball(space, 0, 0)
        assert len(lines_of(self.record, space, lambda: space.step(dt=1 / 60))) == 2

    def test_one_of_two_recorders_stops(self):
        space = self.pymunk.Space()
        self.ball(space, 0, 0)
        first, second = self.record(space, seconds=9), self.record(space, seconds=9)
        space.step(1 / 60)
        first.stop()
        space.step(1 / 60)
        second.stop()
        space.step(1 / 60)
        assert [len(frames_of(one)) for one in (first, second)] == [2, 3]

    def test_joints(self):
        space = self.pymunk.Space()
        a, b, c = (self.ball(space, 0.1 * k, 0) for k in range(3))
        joint, other = self.pymunk.PivotJoint(a, b, (2, 3)), self.pymunk.PivotJoint(b, c, (0, 0))
        joint.collide_bodies = False
        space.add(joint, other)
        line = lines_of(self.record, space, lambda: space.step(1 / 60))[1]
        told = line["joints"]
        assert [(one["kind"], {one["a"], one["b"]}) for one in told] == [("PivotJoint", {0, 1}), ("PivotJoint", {1, 2})]
        assert math.dist(told[0]["at"], (2, 3)) < 0.5
        assert [{a, b} for a, b, _, _ in filtered(line)] == [{0, 1}]
        assert {frozenset((one["a"], one["b"])) for one in line["contacts"] if "depth" in one} == {frozenset((1, 2)), frozenset((0, 2))}

    def test_groups_and_masks_of_several_shapes(self):
        pymunk = self.pymunk
        space = pymunk.Space()
        for x in (0, 0.1, 9):
            self.ball(space, x, 0, filter=pymunk.ShapeFilter(group=1))
        line = lines_of(self.record, space, lambda: space.step(1 / 60))[1]
        assert [{a, b} for a, b, _, _ in filtered(line)] == [{0, 1}], "of those that are near"

        space = pymunk.Space()
        player = self.ball(space, 0, 0, filter=pymunk.ShapeFilter(categories=1))
        foot = pymunk.Circle(player, 0.5, (0, -1))
        foot.sensor, foot.filter = True, pymunk.ShapeFilter(categories=2, mask=8)
        space.add(foot)
        self.ball(space, 0.1, -1.2, filter=pymunk.ShapeFilter(categories=4))
        header, line = lines_of(self.record, space, lambda: space.step(1 / 60))
        assert header["bodies"][0]["is"] == ["category 0", "category 1"] and "meets" not in header["bodies"][0]
        assert [{(a, shape_a), (b, shape_b)} for a, b, shape_a, shape_b in filtered(line)] == [{(0, 1), (1, 0)}]
        assert not any(one.get("sensor") for one in line["contacts"])

    def test_what_may_not_meet_and_crosses_within_a_step(self):
        pymunk = self.pymunk
        one_group, mask = pymunk.ShapeFilter(group=1), pymunk.ShapeFilter(categories=4, mask=8)
        for shot, foot, expected in ((one_group, one_group, ["foot left", "foot right", "left right"]),
                                     (pymunk.ShapeFilter(categories=2), mask, ["foot left", "foot right"])):
            space = pymunk.Space()
            left, right = self.ball(space, -1, 0, 0.1, filter=shot), self.ball(space, 2.5, 0, 0.1, filter=shot)
            me = self.ball(space, 0.75, 3, 0.1)
            left.velocity, right.velocity = (60, 0), (-60, 0)
            left.name, right.name, me.name = "left", "right", "foot"
            own = pymunk.Circle(me, 0.1, (0, -3))
            own.filter = foot
            space.add(own)

            def play():
                for _ in range(3):
                    space.step(1 / 60)

            header, *lines = lines_of(self.record, space, play)
            names = [body["name"] for body in header["bodies"]]
            told = [sorted(" ".join(sorted((names[a], names[b]))) for a, b, _, _ in filtered(line)) for line in lines]
            assert told == [[], expected, []], told

    def test_impulses_push(self):
        space = self.pymunk.Space()
        space.gravity = 0, -10
        self.ball(space, 0, 0.5)
        space.add(self.pymunk.Segment(space.static_body, (-9, 0), (9, 0), 0.1))

        def play():
            for _ in range(30):
                space.step(1 / 60)

        contacts = [one for line in lines_of(self.record, space, play)[1:] for one in line["contacts"]]
        assert len(contacts) == 30 and all(one["impulse"] >= 0 for one in contacts)
        assert abs(contacts[-1]["impulse"] - 10 / 60) < 0.01, contacts[-1]

    def test_what_a_handler_rejects(self):
        space = self.pymunk.Space()
        self.ball(space, 0, 0, collision_type=1), self.ball(space, 0.3, 0, collision_type=2)
        self.ball(space, 0, 0.3, collision_type=3)
        if hasattr(space, "on_collision"):
            space.on_collision(1, 2, begin=lambda arbiter, *_: setattr(arbiter, "process_collision", False))
            space.on_collision(1, 3, pre_solve=lambda arbiter, *_: setattr(arbiter, "process_collision", False))
        else:  # pymunk 6
            space.add_collision_handler(1, 2).begin = space.add_collision_handler(1, 3).pre_solve = lambda *_: False

        def play():
            for _ in range(3):
                space.step(1 / 60)

        for line in lines_of(self.record, space, play)[1:]:
            assert sorted(sorted((a, b)) for a, b, _, _ in filtered(line)) == [[0, 1], [0, 2]]
            assert [{one["a"], one["b"]} for one in line["contacts"] if "depth" in one] == [{1, 2}]

    def test_bodies_that_sleep(self):
        space = self.pymunk.Space()
        space.gravity, space.sleep_time_threshold = (0, -10), 0.2
        space.add(self.pymunk.Segment(space.static_body, (-9, 0), (9, 0), 0.1))
        bodies = [self.ball(space, 0, 0.59), self.ball(space, 0, 1.58)]

        def play():
            for _ in range(120):
                space.step(1 / 60)

        lines = lines_of(self.record, space, play)
        assert all(body.is_sleeping for body in bodies)
        assert [len(line["contacts"]) for line in lines[-60:]] == 60 * [2]

    def test_velocities_and_units(self):
        space = self.pymunk.Space()
        self.ball(space, 0, 0).velocity = 30, 0
        wall = self.pymunk.Circle(space.static_body, 1, (9, 9))
        space.add(wall)

        def play():
            space.step(1 / 60)
            space.step(1 / 60)

        header, first, second = lines_of(self.record, space, play, metres_per_unit=0.01, y="down")
        assert (header["metres_per_unit"], header["y"]) == (0.01, "down")
        assert first["velocities"] == [None, [30, 0, 0]] and "velocities" not in second

    def test_shapes_that_no_reader_takes(self):
        space, warnings = self.pymunk.Space(), io.StringIO()
        body = self.ball(space, 0, 0, radius=0)
        space.add(self.pymunk.Circle(body, 0.5), self.pymunk.Circle(body, math.nan), self.pymunk.Segment(body, (1, 1), (1, 1), 0.5))
        self.ball(space, 0, 0, radius=0), self.ball(space, 0.3, 0)

        def play():
            for _ in range(3):
                space.step(1 / 60)

        with contextlib.redirect_stderr(warnings):
            header, *lines = lines_of(self.record, space, play)
        assert [body["shapes"] for body in header["bodies"]] == [
            [{"circle": {"radius": 0.5}, "at": [0, 0]}, {"circle": {"radius": 0.5}, "at": [1, 1]}], [{"circle": {"radius": 0.5}, "at": [0, 0]}]]
        assert not any("add" in line for line in lines), lines
        assert warnings.getvalue().count("collision-record") == 1, warnings.getvalue()


    def test_materials_and_gravity(self):
        pymunk = self.pymunk
        space = pymunk.Space()
        floor = pymunk.Segment(space.static_body, (-9, 99), (9, 99), 0.1)
        floor.friction, floor.elasticity = 0.75, 0.25
        ball, mixed, guard = (self.ball(space, x, 0, friction=0.5 * (x > 0), elasticity=0.5) for x in (0, 20, 40))
        ball.mass = 3
        for body, friction, sensor in ((mixed, 0.25, False), (guard, 0.25, True)):
            shape = pymunk.Circle(body, 0.5)
            shape.friction, shape.elasticity, shape.sensor = friction, 0.5, sensor
            space.add(shape)
        gate = self.ball(space, 60, 0, sensor=True)
        lift = self.ball(space, 80, 0)
        lift.body_type = pymunk.Body.KINEMATIC
        space.add(floor)
        for name, body in (("ball", ball), ("mixed", mixed), ("guard", guard), ("gate", gate), ("lift", lift)):
            body.name = name

        def play():
            space.gravity = 1.5, -10
            space.step(1 / 60), space.step(1 / 60)
            list(ball.shapes)[0].friction = 2
            space.step(1 / 60), space.step(1 / 60)

        header, *lines = lines_of(self.record, space, play)
        assert header["gravity"] == [1.5, -10]
        assert materials(header) == {
            "space": [None, 0.75, 0.25], "ball": [3, 0, 0.5], "mixed": [1, None, 0.5], "guard": [1, 0.5, 0.5],
            "gate": [1, None, None], "lift": [None, 0, 0]}, materials(header)
        assert [materials(line, "add") for line in lines] == [{}, {}, {"ball": [3, 2, 0.5]}, {}]

    def test_numbers_that_no_reader_takes(self):
        from collision_record import Recorder

        def header(own, head=None, **of):
            recorder = Recorder({"engine": "mine", **(head or {})}, seconds=1)
            ball = {"name": "ball", "shapes": [{"circle": {"radius": 1}}], **own}
            recorder.write(0, {0: ball}, {0: (0, 0, 0)}, [], **of)
            line = frames_of(recorder)[0]
            return [line.get("gravity"), *materials(line)["ball"]]

        none = [None] * 4
        assert header({"mass": 2, "friction": 0, "restitution": 0}, {"gravity": (0, -10)}) == [[0, -10], 2, 0, 0]
        assert header({"mass": 0, "friction": -1, "restitution": math.nan}, {"gravity": (0, math.nan)}) == none
        assert header({"mass": 1e300, "friction": "high", "restitution": None}, gravity=9.8) == none
        for kind in ("static", "kinematic"):
            assert header({kind: True, "mass": 2, "friction": 1}) == [None, None, 1, None]
        assert header({}, {"gravity": (0, 1)}, gravity=(3, 4))[0] == [3, 4], "that of the first frame"


class Box2D:
    def __init__(self):
        import Box2D
        from collision_record.box2d import record

        self.box2d, self.record = Box2D, record

    def world(self, y=0):
        return self.box2d.b2World(gravity=(0, y))

    def body(self, world, x, y, *fixtures, kind="Dynamic", name=None, **of):
        """With circles of radius 0.5, each with what is told of it."""
        body = getattr(world, f"Create{kind}Body")(position=(x, y), userData=name, **of)
        for fixture in fixtures or [{}]:
            body.CreateFixture(**{"shape": self.box2d.b2CircleShape(radius=0.5), "density": 1, **fixture})
        return body

    def steps(self, world, count):
        def play():
            for _ in range(count):
                world.Step(1 / 60, 8, 3)
        return play

    def test_shapes_that_change(self):
        world = self.world()
        box = {"shape": self.box2d.b2PolygonShape(box=(0.5, 0.5))}
        body = self.body(world, 0, 0, box)

        def change():
            self.steps(world, 1)()
            body.DestroyFixture(body.fixtures[0])
            body.CreateFixture(shape=self.box2d.b2PolygonShape(box=(0.5, 1.5)), density=1)
            self.steps(world, 2)()

        first, last = added(lines_of(self.record, world, change))
        assert max(y for _, y in first[0][0]["polygon"]["points"]) == 1.5 and last == []

    def test_a_body_where_another_was(self):
        world = self.world()
        self.body(world, 0, 0, {"isSensor": True, "shape": self.box2d.b2CircleShape(radius=1)}, kind="Static", name="gate")
        bullet = self.body(world, 1, 0, name="bullet")

        def destroy():
            self.steps(world, 1)()
            world.DestroyBody(body=bullet)
            assert self.body(world, 9, 0, name="enemy") == bullet, "Box2D gives the address again"
            self.steps(world, 1)()

        _, before, after = lines_of(self.record, world, destroy)
        assert before["events"] == [{"kind": "enter", "a": 0, "b": 1}], before
        assert (after["remove"], [(body["index"], body["name"]) for body in after["add"]]) == ([1], [(2, "enemy")]), after
        assert (after["events"], after["contacts"]) == ([{"kind": "exit", "a": 0, "b": 1}], []), after

    def test_a_named_step(self):
        world = self.world()
        self.body(world, 0, 0)
        lines = lines_of(self.record, world, lambda: world.Step(timeStep=1 / 60, velocityIterations=8, positionIterations=3))
        assert len(lines) == 2

    def test_one_of_two_recorders_stops(self):
        world, heard = self.world(), []
        self.body(world, 0, 0), self.body(world, 0.5, 0)
        world.contactListener = listener = self.listener(heard)
        first, second = self.record(world, seconds=9), self.record(world, seconds=9)
        self.steps(world, 1)()
        first.stop()
        self.steps(world, 1)()
        second.stop()
        self.steps(world, 1)()
        assert [len(frames_of(one)) for one in (first, second)] == [2, 3]
        assert events(frames_of(first)) == events(frames_of(second)) == [(0, "begin", 0, 1)]
        assert heard == ["begin"] and world.contactListener is not None and listener

    def listener(self, heard, inner=None):
        class Listener(self.box2d.b2ContactListener):
            def BeginContact(self, contact):
                heard.append("begin")
                if inner:
                    inner.BeginContact(contact)

            def PreSolve(self, contact, old):
                if inner:
                    inner.PreSolve(contact, old)

        return Listener()

    def test_a_contact_that_the_game_turns_off(self):
        class Listener(self.box2d.b2ContactListener):
            def PreSolve(self, contact, old):
                contact.enabled = self.is_on

        world = self.world()
        self.body(world, 0, 0, kind="Static"), self.body(world, 0.5, 0)
        world.contactListener = listener = Listener()

        def play():
            for listener.is_on in (False, True):
                self.steps(world, 1)()

        lines = lines_of(self.record, world, play)[1:]
        assert [[one.get("filtered") for one in line["contacts"]] for line in lines] == [[True], [None]], lines

    def test_a_listener_that_comes_later(self):
        for calls_ours in (False, True):
            world, heard = self.world(), []
            recorder = self.record(world, seconds=9)
            self.body(world, 0, 0), self.body(world, 0.5, 0)
            world.contactListener = listener = self.listener(heard, world.contactListener if calls_ours else None)
            self.steps(world, 2)()
            recorder.stop()
            _, *lines = frames_of(recorder)
            assert [len(line["contacts"]) for line in lines] == [1, 1], lines
            assert events([None, *lines]) == [(0, "begin", 0, 1)] and heard == ["begin"], heard
            assert world.contactListener is listener

    def test_joints(self):
        world = self.world()
        a, b, c = (self.body(world, 0.1 * k, 0, name=str(k)) for k in range(3))
        world.CreateRevoluteJoint(bodyA=a, bodyB=b, anchor=(2, 3))
        world.CreateRevoluteJoint(bodyA=b, bodyB=c, anchor=(0, 0), collideConnected=True)
        header, line = lines_of(self.record, world, self.steps(world, 1))
        names = [body["name"] for body in header["bodies"]]
        told = [(one["kind"], names[one["a"]], names[one["b"]]) for one in line["joints"]]
        assert told == [("b2RevoluteJoint", "0", "1"), ("b2RevoluteJoint", "1", "2")] and line["joints"][0]["at"] == [2, 3]
        assert [{names[a], names[b]} for a, b, _, _ in filtered(line)] == [{"0", "1"}]

    def test_groups_and_masks_of_several_fixtures(self):
        world = self.world()
        for x in (0, 0.1, 9):
            self.body(world, x, 0, {"groupIndex": -1})
        line = lines_of(self.record, world, self.steps(world, 1))[1]
        assert [{a, b} for a, b, _, _ in filtered(line)] == [{0, 1}], "of those that are near"

        world = self.world()
        foot = {"shape": self.box2d.b2CircleShape(radius=0.5, pos=(0, -1)), "isSensor": True, "categoryBits": 2, "maskBits": 8}
        self.body(world, 0, 0, {"categoryBits": 1}, foot, name="player")
        self.body(world, 0.1, -1.2, {"categoryBits": 4}, name="crate")
        header, line = lines_of(self.record, world, self.steps(world, 1))
        assert [(body["name"], body.get("is"), body.get("meets")) for body in header["bodies"]] == [
            ("player", ["category 0", "category 1"], None), ("crate", ["category 2"], None)]
        assert [{(a, shape_a), (b, shape_b)} for a, b, shape_a, shape_b in filtered(line)] == [{(0, 1), (1, 0)}]

    def test_bodies_that_sleep(self):
        world = self.world(-10)
        self.body(world, 0, 0, {"shape": self.box2d.b2EdgeShape(vertices=[(-9, 0), (9, 0)])}, kind="Static")
        box = {"shape": self.box2d.b2PolygonShape(box=(0.5, 0.5))}
        bodies = [self.body(world, 0, 0.51 + 1.01 * k, box) for k in range(2)]

        lines = lines_of(self.record, world, self.steps(world, 200))
        assert not any(body.awake for body in bodies)
        assert [len(line["contacts"]) for line in lines[-60:]] == 60 * [2]
        # One that comes while they sleep tells the same.
        assert [len(line["contacts"]) for line in lines_of(self.record, world, self.steps(world, 3))[1:]] == [2, 2, 2]

    def test_a_recorder_that_comes_later(self):
        world = self.world()
        self.body(world, 0, 0, {"isSensor": True}, kind="Static", name="gate")
        ball = self.body(world, 0.5, 0, name="ball")
        self.steps(world, 3)()

        def leave():
            self.steps(world, 1)()
            ball.position = 5, 0
            self.steps(world, 1)()

        _, first, last = lines_of(self.record, world, leave)
        assert ([one.get("sensor") for one in first["contacts"]], first.get("events")) == ([True], None), first
        assert ([event["kind"] for event in last["events"]], last["contacts"]) == (["exit"], []), last

    def test_a_fixture_that_becomes_a_sensor(self):
        world = self.world()
        hero, _ = self.body(world, 0, 0), self.body(world, 0.5, 0, kind="Static")

        def play():
            self.steps(world, 1)()
            hero.fixtures[0].sensor = True
            self.steps(world, 1)()
            hero.position = 9, 0
            self.steps(world, 1)()

        lines = lines_of(self.record, world, play)
        assert [kind for _, kind, _, _ in events(lines)] == ["begin", "end"], events(lines)
        assert [["depth" in one for one in line["contacts"]] for line in lines[1:]] == [[True], [False], []]

    def test_velocities_and_units(self):
        world = self.world()
        self.body(world, 9, 9, kind="Static"), self.body(world, 0, 0, linearVelocity=(30, 0))
        header, first, second = lines_of(self.record, world, self.steps(world, 2), metres_per_unit=0.01, y="down")
        assert (header["metres_per_unit"], header["y"]) == (0.01, "down")
        assert first["velocities"] == [None, [30, 0, 0]] and "velocities" not in second

    def test_shapes_that_no_reader_takes(self):
        world, warnings = self.world(), io.StringIO()
        none = {"shape": self.box2d.b2CircleShape(radius=0)}
        chain = {"shape": self.box2d.b2ChainShape(vertices_chain=[(-9, -0.4), (0, -0.4), (9, -0.4)])}
        self.body(world, 0, 0, none, chain, kind="Static", name="ground")
        self.body(world, 1, 0, none, {}, name="ball"), self.body(world, 0, 5, none)
        with contextlib.redirect_stderr(warnings):
            header, *lines = lines_of(self.record, world, self.steps(world, 3))
        assert {body["name"]: [list(shape)[0] for shape in body["shapes"]] for body in header["bodies"]} == {
            "ball": ["circle"], "ground": ["segment", "segment"]}
        told = [(header["bodies"][one[side]]["name"], one[f"shape_{side}"]) for one in lines[0]["contacts"] for side in "ab"]
        assert sorted(told) == [("ball", 0), ("ground", 1)], told
        assert not any("add" in line for line in lines), lines
        assert warnings.getvalue().count("collision-record") == 1, warnings.getvalue()


    def test_materials_and_gravity(self):
        world = self.world()
        of = lambda friction, **of: {"friction": friction, "restitution": 0.5, **of}
        self.body(world, 0, 99, of(0.75), kind="Static", name="floor")
        ball = self.body(world, 0, 0, of(0), name="ball")
        mixed = self.body(world, 20, 0, of(0.25), of(0.5), name="mixed")
        self.body(world, 40, 0, of(0.25), of(0.5, isSensor=True), name="guard")
        self.body(world, 60, 0, of(0.25, isSensor=True), name="gate")
        self.body(world, 80, 0, of(0.25), kind="Kinematic", name="lift")

        def play():
            world.gravity = 1.5, -10
            self.steps(world, 2)()
            ball.fixtures[0].friction = 2
            self.steps(world, 2)()

        header, *lines = lines_of(self.record, world, play)
        assert header["gravity"] == [1.5, -10]
        assert abs(ball.mass - math.pi / 4) < 1e-5 and abs(mixed.mass - math.pi / 2) < 1e-5
        assert materials(header) == {
            "floor": [None, 0.75, 0.5], "ball": [ball.mass, 0, 0.5], "mixed": [mixed.mass, None, 0.5], "guard": [mixed.mass, 0.25, 0.5],
            "gate": [ball.mass, None, None], "lift": [None, 0.25, 0.5]}, materials(header)
        assert [materials(line, "add") for line in lines] == [{}, {}, {"ball": [ball.mass, 2, 0.5]}, {}]


tests = {"pymunk": Pymunk, "box2d": Box2D}[sys.argv[1]]()
for name in [name for name in dir(tests) if name.startswith("test_") and name in (sys.argv[2:] or [name])]:
    getattr(tests, name)()
print(f"recorder of {sys.argv[1]}: what changes, goes, sleeps, and is left out on purpose is recorded")
