"""Box2D 2.3 (the package Box2D) finds contacts at the start of a step, on the poses from before it, and tells each in
`PreSolve`; those of continuous collision it finds within the step, which then have the poses of their own. Polygons and
edges have a skin, which their depths count in. The game's own contact listener goes on being called."""

import itertools

from . import Descriptions, Recorder, masks

SKIN = 0.01  # b2_polygonRadius, metres


def record(world, **options):
    """Records every `world.Step` from now on; options are those of `Recorder`."""
    import Box2D

    recorder = Recorder({"engine": f"Box2D {Box2D.__version__}, Python"}, **options)
    # A body is equal to one that was destroyed, once it has the same address: each has a number, from when it is first seen
    # until it is destroyed.
    numbers, count = {}, itertools.count()
    state = {"time": 0.0, "poses": {}, "places": {}}
    sensed, contacts = {}, []

    def fixtures_of(body):
        return list(reversed(body.fixtures))  # newest first

    def shapes_of(fixture):
        shape = fixture.shape
        if isinstance(shape, Box2D.b2CircleShape):
            return [{"circle": {"radius": shape.radius}, "at": list(shape.pos)}]
        points = [list(point) for point in shape.vertices]
        if isinstance(shape, Box2D.b2PolygonShape):
            return [{"polygon": {"points": points}, "skin": SKIN}]
        if isinstance(shape, Box2D.b2EdgeShape):
            return [{"segment": {"start": points[0], "end": points[1]}, "skin": SKIN}]
        return [{"segment": {"start": a, "end": b}, "skin": SKIN} for a, b in zip(points, points[1:])]

    def number_of(body):
        if body not in numbers:
            numbers[body] = next(count)
        return numbers[body]

    def describe(number):
        body, shapes = state["bodies"][number]
        fixtures = fixtures_of(body)
        of = {"name": body.userData if isinstance(body.userData, str) else f"body {number}"}
        if body.type == Box2D.b2_staticBody:
            of["static"] = True
        if body.type == Box2D.b2_kinematicBody:
            of["kinematic"] = True
        if all(fixture.sensor for fixture in fixtures):
            of["sensor"] = True
        filter_ = fixtures[0].filterData
        return {**of, **masks(filter_.categoryBits, filter_.maskBits, 16), "shapes": shapes}

    def stamp(number):
        body, shapes = state["bodies"][number]
        return body.type, shapes, [(fixture.sensor, fixture.filterData.categoryBits, fixture.filterData.maskBits)
                                   for fixture in fixtures_of(body)]

    described = Descriptions(describe, stamp)

    def between(contact):
        one, other = contact.fixtureA, contact.fixtureB
        of = {"a": number_of(one.body), "b": number_of(other.body)}
        places = state["places"]
        for name, fixture, child in (("shape_a", one, contact.childIndexA), ("shape_b", other, contact.childIndexB)):
            if fixture in places:
                of[name] = places[fixture] + child
        return of

    def is_sensor(contact):
        return contact.fixtureA.sensor or contact.fixtureB.sensor

    def key_of(contact):
        return contact.fixtureA, contact.fixtureB, contact.childIndexA, contact.childIndexB

    def pose_of(body):
        return [*body.position, body.angle]

    class Listener(Box2D.b2ContactListener):
        def __init__(self, own):
            super().__init__()
            self.own = own

        def BeginContact(self, contact):
            pair = between(contact)
            if is_sensor(contact):
                sensed[key_of(contact)] = pair
            recorder.shape_event("enter" if is_sensor(contact) else "begin", pair["a"], pair["b"])
            if self.own:
                self.own.BeginContact(contact)

        def EndContact(self, contact):
            pair = between(contact)
            sensed.pop(key_of(contact), None)
            recorder.shape_event("exit" if is_sensor(contact) else "end", pair["a"], pair["b"])
            if self.own:
                self.own.EndContact(contact)

        def PreSolve(self, contact, old):
            pair, manifold = between(contact), contact.worldManifold
            count = contact.manifold.pointCount
            told = {**pair, "normal": list(manifold.normal), "points": [list(p) for p in manifold.points[:count]],
                    "depth": depth_of(contact)}
            now = {number_of(body): pose_of(body) for body in (contact.fixtureA.body, contact.fixtureB.body)}
            moved = {number: pose for number, pose in now.items() if pose != state["poses"].get(number)}
            if moved:
                told["poses_at"] = moved
            contacts.append(told)
            if self.own:
                self.own.PreSolve(contact, old)

        def PostSolve(self, contact, impulse):
            if self.own:
                self.own.PostSolve(contact, impulse)

    def depth_of(contact):
        """This version does not tell separations: they are computed from the manifold, as its `b2WorldManifold` does."""
        manifold, a, b = contact.manifold, contact.fixtureA.body.transform, contact.fixtureB.body.transform
        points = [point.localPoint for point in manifold.points[:manifold.pointCount]]
        if manifold.type_ == Box2D.b2Manifold.e_circles:
            apart = [(b * points[0] - a * manifold.localPoint).length]
        else:
            face, other = (a, b) if manifold.type_ == Box2D.b2Manifold.e_faceA else (b, a)
            normal, plane = face.R * manifold.localNormal, face * manifold.localPoint
            apart = [(other * point - plane).dot(normal) for point in points]
        return contact.fixtureA.shape.radius + contact.fixtureB.shape.radius - min(apart)

    step, destroy = world.Step, world.DestroyBody
    world.contactListener = listener = Listener(world.contactListener)

    def destroyed(body):
        destroy(body)  # Its contacts end in it.
        numbers.pop(body, None)

    def recorded(seconds, *args, **named):
        bodies = {number_of(body): body for body in world.bodies if body.active and body.fixtures}
        state["poses"] = {number: pose_of(body) for number, body in bodies.items()}
        state["places"], state["bodies"] = {}, {}
        for number, body in bodies.items():
            shapes = []
            for fixture in fixtures_of(body):
                state["places"][fixture] = len(shapes)
                shapes += shapes_of(fixture)
            state["bodies"][number] = body, shapes
        told = described.of(bodies)
        contacts.clear()
        step(seconds, *args, **named)
        contacts.extend({**pair, "sensor": True} for pair in sensed.values())
        recorder.write(state["time"], told, state["poses"], contacts[:])
        state["time"] += seconds

    world.Step, world.DestroyBody = recorded, destroyed
    # The game names bodies by themselves.
    event = recorder.event
    recorder.event = lambda kind, *bodies: event(kind, *(body if isinstance(body, int) else number_of(body) for body in bodies))

    def stop():
        world.Step, world.DestroyBody, world.contactListener = step, destroy, listener.own
        recorder.close()

    recorder.stop = stop
    return recorder
