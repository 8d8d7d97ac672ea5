"""Box2D 2.3 (the package Box2D) finds contacts at the start of a step, on the poses from before it, and tells each in
`PreSolve`; those of continuous collision it finds within the step, which then have the poses of their own. Those of bodies
that sleep it does not tell again: they are as they were. Polygons and edges have a skin, which their depths count in. What
masks by name cannot say, negative groups and fixtures of one body whose masks differ, is told as contacts that are filtered,
and so are pairs of a joint that keeps them apart, and contacts that the game turns off in `PreSolve`. The game's own contact
listener goes on being called."""

import itertools
from math import cos, sin

from . import Descriptions, Recorder, masks, material, overlapping

SKIN = 0.01  # b2_polygonRadius, in the game's units


def record(world, **options):
    """Records every `world.Step` from now on; options are those of `Recorder`."""
    import Box2D

    recorder = Recorder({"engine": f"Box2D {Box2D.__version__}, Python"}, **options)
    # Bodies and fixtures are known by their addresses. Those of what was destroyed are given again: each body has a number,
    # from when it is first seen until it is destroyed.
    numbers, count = {}, itertools.count()
    state = {"time": 0.0, "is_recording": True, "poses": {}, "written": {}}
    bodies, resting = {}, set()  # of numbers; those that Box2D does not test with each other
    fixtures, geometry = {}, {}  # of addresses: number, sensor, filter; radius (None: the skin), kind, points
    places = {}  # of addresses: those of its children in its body, None of those that are left out
    touching = {}  # of contacts that have begun: the event that ends it, and its bodies
    contacts, before = {}, {}  # of this step and of the last one
    grouped, mixed = [], []  # fixtures of this step

    class Near(Box2D.b2QueryCallback):
        def ReportFixture(self, fixture):
            self.found.add(address_of(fixture))
            return True

    near = Near()

    def address_of(thing):
        return int(thing.this)

    def geometry_of(fixture):
        shape = fixture.shape
        if isinstance(shape, Box2D.b2CircleShape):
            return shape.radius, None, shape.pos.tuple
        return None, type(shape), shape.vertices

    def shapes_of(address):
        radius, kind, points = geometry[address]
        if radius is not None:
            return [{"circle": {"radius": radius}, "at": list(points)}]
        points = [list(point) for point in points]
        if kind is Box2D.b2PolygonShape:
            return [{"polygon": {"points": points}, "skin": SKIN}]
        return [{"segment": {"start": a, "end": b}, "skin": SKIN} for a, b in zip(points, points[1:])]

    def number_of(body):
        address = int(body.this)
        number = numbers.get(address)
        if number is None:
            number = numbers[address] = next(count)
        return number

    def describe(number):
        body, own = bodies[number]
        shapes = [((address, child), shape) for address, _ in own for child, shape in enumerate(shapes_of(address))]
        told = recorder.readable(shapes)
        kept = {key: k for k, (key, _) in enumerate(told)}
        places.update((address, []) for address, _ in own)
        for key, _ in shapes:
            places[key[0]].append(kept.get(key))
        if not told:
            return None
        of = {"name": body.userData if isinstance(body.userData, str) else f"body {number}"}
        if body.type == Box2D.b2_staticBody:
            of["static"] = True
        if body.type == Box2D.b2_kinematicBody:
            of["kinematic"] = True
        if all(fixtures[address][1] for address, _ in own):
            of["sensor"] = True
        solids = [(fixture.friction, fixture.restitution) for _, fixture in own if not fixture.sensor]
        return {**of, **masks([fixtures[address][2][:2] for address, _ in own], 16), **material(body.mass, solids),
                "shapes": [shape for _, shape in told]}

    def stamp(number):
        body, own = bodies[number]
        told, first, is_mixed = [body.type, body.mass], None, False
        for address, fixture in own:
            data, sensor = fixture.filterData, fixture.sensor
            filter_ = data.categoryBits, data.maskBits, data.groupIndex
            first = first or filter_
            is_mixed |= filter_ != first
            if filter_[2] < 0:
                grouped.append((address, fixture))
            fixtures[address] = number, sensor, filter_
            geometry[address] = geometry_of(fixture)
            told += address, sensor, filter_, fixture.friction, fixture.restitution, geometry[address]
        if is_mixed:
            mixed.extend(own)
        return told

    described = Descriptions(describe, stamp)

    def find():
        """The bodies, their fixtures and their poses."""
        poses, old_poses = {}, state["poses"]
        resting.clear(), grouped.clear(), mixed.clear(), bodies.clear(), fixtures.clear()
        for body in world.bodies:
            own = body.fixtures if body.active else None
            if own:
                number, pose = number_of(body), pose_of(body)
                bodies[number] = body, [(int(fixture.this), fixture) for fixture in own]
                poses[number] = old_poses[number] if old_poses.get(number) == pose else pose
                if body.type == Box2D.b2_staticBody or not body.awake:
                    resting.add(number)
        state["poses"] = poses
        told = described.of(bodies)
        if len(geometry) > len(fixtures):
            for known in (geometry, places):
                for address in [address for address in known if address not in fixtures]:
                    del known[address]
        return told

    def key_of(contact):
        return address_of(contact.fixtureA), address_of(contact.fixtureB), contact.childIndexA, contact.childIndexB

    def between(a, b, child_a, child_b):
        """The bodies and places of two shapes; `None`: one of them is not recorded."""
        if a not in fixtures or b not in fixtures:
            return None
        shape_a, shape_b = places[a][child_a], places[b][child_b]
        if shape_a is None or shape_b is None:
            return None
        return {"a": fixtures[a][0], "b": fixtures[b][0], "shape_a": shape_a, "shape_b": shape_b}

    def is_sensor(contact):
        return contact.fixtureA.sensor or contact.fixtureB.sensor

    def pose_of(body):
        position = body.position
        return position.x, position.y, body.angle

    class Listener(Box2D.b2ContactListener):
        def __init__(self, own):
            super().__init__()
            self.own, self.is_heard = own, False

        def hear(self, hear, name, *told):
            """The game's own listener may call this one, which then is heard once; it may turn a contact off before it is solved."""
            if self.is_heard:
                return
            self.is_heard = True
            try:
                if state["is_recording"] and name != "PreSolve":
                    hear(*told)
                if self.own:
                    getattr(self.own, name)(*told)
                if state["is_recording"] and name == "PreSolve":
                    hear(*told)
            finally:
                self.is_heard = False

        def BeginContact(self, contact):
            self.hear(begun, "BeginContact", contact)

        def EndContact(self, contact):
            self.hear(ended, "EndContact", contact)

        def PreSolve(self, contact, old):
            self.hear(found, "PreSolve", contact, old)

        def PostSolve(self, contact, impulse):
            if self.own:
                self.hear(lambda *_: None, "PostSolve", contact, impulse)

    def begun(contact):
        key, senses = key_of(contact), is_sensor(contact)
        pair = between(*key)
        if pair:
            touching[key] = "exit" if senses else "end", pair["a"], pair["b"]
            recorder.shape_event("enter" if senses else "begin", pair["a"], pair["b"])

    def ended(contact):
        """It ends as it began, also where a fixture is a sensor only since."""
        key = key_of(contact)
        before.pop(key, None)
        if key in touching:
            recorder.shape_event(*touching.pop(key))

    def found(contact, old):
        key, manifold = key_of(contact), contact.manifold
        pair = between(*key)
        if not pair or not manifold.pointCount:
            return
        in_world = contact.worldManifold
        now, moved = [], {}
        for number in (pair["a"], pair["b"]):
            pose = state["poses"][number]
            at = pose if number in resting else pose_of(bodies[number][0])
            if at != pose:
                moved[number] = at
            now.append(at)
        normal = list(in_world.normal.tuple)
        points = [list(point) for point in in_world.points[:manifold.pointCount]]
        side = int(manifold.type_ == Box2D.b2Manifold.e_faceB)
        told = {**pair, "normal": normal, "points": points, "depth": depth_of(manifold, side, now[side], normal, points, key[side])}
        if moved:
            told["poses_at"] = moved
        if not contact.enabled:
            told["filtered"] = True
        known = contacts.setdefault(key, [])
        if told not in known:  # It may find the same within the step.
            known.append(told)

    def depth_of(manifold, side, pose, normal, points, address):
        """This version tells no separations. A point is in the middle between the two surfaces, so half the depth below the
        one of the face, or of the first circle."""
        (x, y), radius = _place(pose, manifold.localPoint.tuple), geometry[address][0]
        nx, ny = [-n for n in normal] if side else normal  # out of it
        above = min([(px - x) * nx + (py - y) * ny for px, py in points])
        return 2 * ((SKIN if radius is None else radius) - above)

    def filtered():
        """Pairs of fixtures that are near, and that Box2D leaves out for a reason that masks of bodies do not tell."""
        boxes = [(fixture.GetAABB(child), address) for address, fixture in grouped for child in range(len(places[address]))]
        pairs = {frozenset(pair) for pair in overlapping((_box(box), address) for box, address in boxes)}
        for address, fixture in mixed:
            near.found = set()
            for child in range(len(places[address])):
                world.QueryAABB(near, fixture.GetAABB(child))
            pairs |= {frozenset((address, other)) for other in near.found if other in fixtures}
        told = []
        for a, b in (pair for pair in pairs if len(pair) == 2):
            if fixtures[a][0] != fixtures[b][0] and not _meet(fixtures[a][2], fixtures[b][2]):
                shapes = (("shape_a", places[a]), ("shape_b", places[b]))
                told.append({"a": fixtures[a][0], "b": fixtures[b][0], **{name: own[0] for name, own in shapes if len(own) == 1}})
        return [{**pair, "filtered": True} for pair in told if None not in pair.values()]

    def joints_of():
        """The joints, and the pairs of bodies that they keep apart."""
        told, apart = [], set()
        for joint in world.joints:
            a, b = number_of(joint.bodyA), number_of(joint.bodyB)
            told.append({"kind": type(joint).__name__, "a": a, "b": b, "at": list(joint.anchorA.tuple)})
            if not joint.collideConnected:
                apart.add((a, b))
        return told, [{"a": a, "b": b, "filtered": True} for a, b in apart]

    def listen():
        """Listens in the place of what the game has set, which is called from here; and begins with what touches then."""
        one = world.contactListener
        while one is not None and one is not listener:
            one = getattr(one, "own", None)  # Another recorder's calls this one.
        if one is listener:
            return
        listener.own = world.contactListener
        world.contactListener = listener
        recorder.count_anew()
        touching.clear()
        find()
        for contact in world.contacts:
            key = key_of(contact)
            pair = between(*key) if contact.touching else None
            if not pair:
                continue
            senses = is_sensor(contact)
            touching[key] = "exit" if senses else "end", pair["a"], pair["b"]
            recorder.count("enter" if senses else "begin", pair["a"], pair["b"])
            if not senses:
                found(contact, None)
        before.update(contacts)

    step, destroy = world.Step, world.DestroyBody
    listener = Listener(None)
    listen()

    def destroyed(*args, **named):
        address = address_of(args[0] if args else named["body"])
        if state["is_recording"]:
            listen()
        destroy(*args, **named)  # Its contacts end in it.
        numbers.pop(address, None)

    def recorded(*args, **named):
        if not state["is_recording"]:
            return step(*args, **named)
        listen()
        told, left_out = find(), filtered()
        joints, apart = joints_of()
        velocities = {}
        for number in state["poses"].keys() - state["written"].keys():
            body = bodies[number][0]
            if body.type != Box2D.b2_staticBody:
                velocities[number] = [*body.linearVelocity.tuple, body.angularVelocity]
        contacts.clear()
        step(*args, **named)
        # Those of bodies that sleep are not found anew.
        for key, old in before.items():
            pair = None if key in contacts else between(*key)
            if pair and pair["a"] in resting and pair["b"] in resting:
                contacts[key] = [{name: value for name, value in {**old[-1], **pair}.items() if name != "poses_at"}]
        before.clear()
        before.update(contacts)
        sensed = [between(*key) for key in touching if any(fixtures.get(address, (0, 0))[1] for address in key[:2])]
        all_ = [one for of_key in contacts.values() for one in of_key]
        all_ += [{**pair, "sensor": True} for pair in sensed if pair] + left_out + apart
        recorder.write(state["time"], told, state["poses"], all_, joints, velocities, world.gravity.tuple)
        state["written"] = state["poses"]
        state["time"] += args[0] if args else named["timeStep"]

    world.Step, world.DestroyBody = recorded, destroyed
    # The game names bodies by themselves.
    event = recorder.event
    recorder.event = lambda kind, *bodies: event(kind, *(body if isinstance(body, int) else number_of(body) for body in bodies))

    def stop():
        """Where another one records on top of this one, this one is silent from now on, and stays in its place."""
        state["is_recording"] = False
        if world.Step is recorded:
            world.Step, world.DestroyBody = step, destroy
        if world.contactListener is listener:
            world.contactListener = listener.own
        recorder.close()

    recorder.stop = stop
    return recorder


def _box(aabb):
    low, high = aabb.lowerBound, aabb.upperBound
    return low.x, low.y, high.x, high.y


def _place(pose, point):
    """A point of a body in the world."""
    x, y, angle = pose
    c, s = cos(angle), sin(angle)
    px, py = point
    return x + c * px - s * py, y + s * px + c * py


def _meet(one, other):
    """As Box2D has it: those of a group never meet if it is negative, and always if it is positive."""
    if one[2] and one[2] == other[2]:
        return one[2] > 0
    return one[0] & other[1] != 0 and other[0] & one[1] != 0
