"""pymunk moves its bodies, then finds contacts: they belong to the poses after the step. A normal goes from the arbiter's
first shape to its second. What masks by name cannot say, groups and shapes of one body whose masks differ, is told as
contacts that are filtered; so are pairs of a joint that keeps them apart, and those that the game's handlers reject."""

import functools
import itertools
import math
import weakref

from . import Descriptions, Recorder, masks, material, overlapping

SELDOM = 32  # frames in which the outline and the material of each static shape are read once


def record(space, **options):
    """Records every `space.step` from now on; options are those of `Recorder`."""
    import pymunk
    from pymunk._chipmunk_cffi import lib

    recorder = Recorder({"engine": f"pymunk {pymunk.version}"}, **options)
    names = weakref.WeakKeyDictionary()
    count, frames = itertools.count(), itertools.count()
    state = {"time": 0.0, "lists": None}
    poses, ways = {}, {}  # of bodies: where they are, and where those were that have moved since the frame before
    own = {}  # of bodies: their shapes in the space
    places, geometry, filters, sizes = {}, {}, {}, {}  # of shapes
    sensors, grouped, mixed, turn = [], [], [], []  # of the frame

    def shape_of(shape):
        if isinstance(shape, pymunk.Circle):
            return {"circle": {"radius": shape.radius}, "at": list(shape.offset)}
        if isinstance(shape, pymunk.Segment):
            ends = {"start": list(shape.a), "end": list(shape.b)}
            if shape.radius and shape.a == shape.b:
                return {"circle": {"radius": shape.radius}, "at": ends["start"]}
            return {"capsule": {**ends, "radius": shape.radius}} if shape.radius else {"segment": ends}
        round_ = {"radius": shape.radius} if shape.radius else {}
        return {"polygon": {"points": [list(point) for point in shape.get_vertices()], **round_}}

    def name_of(body):
        if body not in names:
            told, number = getattr(body, "name", None), next(count)
            names[body] = told if isinstance(told, str) else "space" if body is space.static_body else f"body {number}"
        return names[body]

    def describe(body):
        shapes = own[body]
        told = recorder.readable([(shape, shape_of(shape)) for shape in shapes])
        for shape in shapes:
            places.pop(shape, None)
        places.update((shape, k) for k, (shape, _) in enumerate(told))
        if not told:
            return None
        of = {"name": name_of(body)}
        if body.body_type == pymunk.Body.STATIC:
            of["static"] = True
        if body.body_type == pymunk.Body.KINEMATIC:
            of["kinematic"] = True
        if all(shape.sensor for shape in shapes):
            of["sensor"] = True
        return {**of, **masks([(filters[shape].categories, filters[shape].mask) for shape in shapes], 32),
                **material(body.mass, [(shape.friction, shape.elasticity) for shape in shapes if not shape.sensor]),
                "shapes": [shape for _, shape in told]}

    def geometry_of(shape):
        if isinstance(shape, pymunk.Circle):
            return shape.radius, shape.offset
        if isinstance(shape, pymunk.Segment):
            return shape.radius, shape.a, shape.b
        return shape.radius, shape.get_vertices()

    def stamp(body):
        kind, shapes = body.body_type, own[body]
        is_static, told = kind == pymunk.Body.STATIC, [kind, body.mass]
        first, is_mixed = None, False
        for shape in shapes:
            sensor, filter_ = shape.sensor, shape.filter
            filters[shape] = filter_
            if sensor:
                sensors.append(shape)
            first = first or filter_
            is_mixed |= filter_ != first
            if filter_.group:
                grouped.append(shape)
            if not is_static or shape not in geometry or next(turn[0]) % SELDOM == 0:
                geometry[shape] = shape.friction, shape.elasticity, *geometry_of(shape)
            told += shape, sensor, filter_, geometry[shape]
        if is_mixed:
            mixed.extend(shapes)
        return told

    described = Descriptions(describe, stamp)

    def find():
        """The shapes of each body, where any came or went."""
        lists = list(space.bodies), list(space.shapes)
        if lists == state["lists"]:
            return
        state["lists"] = lists
        # The static body of the space has shapes and is not among its bodies.
        by_body = {body: [] for body in [space.static_body, *lists[0]]}
        for shape in lists[1]:
            by_body.get(shape.body, []).append(shape)
        own.clear()
        own.update({body: shapes for body, shapes in by_body.items() if shapes})
        there = set(lists[1])
        for known in (places, geometry, filters, sizes):
            for shape in [shape for shape in known if shape not in there]:
                del known[shape]

    def between(one, other):
        return {"a": one.body, "b": other.body, "shape_a": places[one], "shape_b": places[other]}

    def touching(bodies):
        contacts, known = [], set()

        def tell(arbiter):
            # Each of two bodies that move tells of it.
            if arbiter._arbiter in known:
                return
            known.add(arbiter._arbiter)
            one, other = arbiter.shapes
            # Chipmunk itself is asked: pymunk makes vectors of each number, which takes twice as long.
            told, impulse = lib.cpArbiterGetContactPointSet(arbiter._arbiter), lib.cpArbiterTotalImpulse(arbiter._arbiter)
            x, y = told.normal.x, told.normal.y
            points = [told.points[i] for i in range(told.count)]
            if points and one in places and other in places:
                both = [(point.pointA, point.pointB) for point in points]
                contacts.append({
                    **between(one, other), "normal": [x, y], "depth": -min([point.distance for point in points]),
                    "points": [[(p.x + q.x) / 2, (p.y + q.y) / 2] for p, q in both],
                    # That of the first shape, which the second pushes back.
                    "impulse": -(impulse.x * x + impulse.y * y)})

        for body in bodies:
            if body.body_type == pymunk.Body.DYNAMIC:
                body.each_arbiter(tell)
        return contacts

    def rejected():
        """The shapes of the arbiters that the game's handlers reject: the space keeps them without points."""
        if not getattr(space, "_handlers", None) or not hasattr(space, "_get_arbiters"):
            return
        known = {shape._shape: shape for shape in places}
        for arbiter in space._get_arbiters():
            one, other = known.get(arbiter.a), known.get(arbiter.b)
            if arbiter.count == 0 and one and other and not (one.sensor or other.sensor):
                yield one, other

    def swept(shape):
        """The box of a shape on its way from the frame before."""
        left, bottom, right, top = shape.bb
        x, y, angle = poses[shape.body]
        old = ways.get(shape.body)
        if not old:
            return left, bottom, right, top
        dx, dy = old[0] - x, old[1] - y
        reach = max(math.hypot(px - x, py - y) for px in (left, right) for py in (bottom, top))
        # No point of it turns farther than this.
        turn = 2 * reach * math.sin(min(abs(old[2] - angle), math.pi) / 2)
        return left + min(dx, 0) - turn, bottom + min(dy, 0) - turn, right + max(dx, 0) + turn, top + max(dy, 0) + turn

    def is_fast(shape, way):
        """Whether it may cross another one and be near it in neither frame: its size is read once."""
        if shape not in sizes:
            left, bottom, right, top = shape.bb
            sizes[shape] = min(right - left, top - bottom)
        return 4 * way > sizes[shape]

    def near(shapes, query, are_meant):
        """The pairs of these shapes with those of other bodies that are near and meant, each once."""
        known = set()
        for shape in shapes:
            for other in query(shape):
                pair = frozenset((shape, other))
                if shape in places and other in places and other.body is not shape.body and pair not in known:
                    known.add(pair)
                    if are_meant(shape, other):
                        yield shape, other

    def read(seconds):
        state["time"] += seconds
        find()
        sensors.clear(), grouped.clear(), mixed.clear()
        turn[:] = [itertools.count(next(frames))]
        bodies = described.of(own)
        velocities = {}
        ways.clear()
        for body in bodies:
            (x, y), angle, old = body.position, body.angle, poses.get(body)
            if not old and body.body_type != pymunk.Body.STATIC:
                velocities[body] = [*body.velocity, body.angular_velocity]
            if not old or old[0] != x or old[1] != y or old[2] != angle:
                poses[body] = x, y, angle
                if old:
                    ways[body] = old
        if len(poses) > len(bodies):
            for body in [body for body in poses if body not in bodies]:
                del poses[body]
        joints, apart = [], {}
        for joint in space.constraints:
            at = {"at": list(joint.a.local_to_world(joint.anchor_a))} if hasattr(joint, "anchor_a") else {}
            joints.append({"kind": type(joint).__name__, "a": joint.a, "b": joint.b, **at})
            if not joint.collide_bodies:
                apart[frozenset((joint.a, joint.b))] = joint.a, joint.b

        def senses(one, other):
            return _meet(filters[one], filters[other]) and frozenset((one.body, other.body)) not in apart

        def is_filtered(one, other):
            both = one.body.body_type, other.body.body_type
            return not _meet(filters[one], filters[other]) and both != (pymunk.Body.STATIC, pymunk.Body.STATIC)

        everything = pymunk.ShapeFilter()
        contacts = touching(bodies)
        # The space keeps no arbiters of sensors.
        sensed = near(sensors, lambda sensor: (info.shape for info in space.shape_query(sensor)), senses)
        contacts += [{**between(*pair), "sensor": True} for pair in sensed]
        filtered = list(near(mixed, lambda shape: space.bb_query(shape.bb, everything), is_filtered))
        # What crosses between two frames is near in neither.
        alone, of_masks = dict.fromkeys([*grouped, *mixed]), {*mixed}
        on_way = [shape for shape in alone if shape in places]
        for body, (x, y, _) in ways.items() if mixed else ():
            way = math.hypot(poses[body][0] - x, poses[body][1] - y)
            on_way += [shape for shape in own[body] if shape in places and shape not in alone and is_fast(shape, way)]
        known = {frozenset(pair) for pair in filtered}
        filtered += [(one, other) for one, other in overlapping((swept(shape), shape) for shape in on_way)
                     if one.body is not other.body and is_filtered(one, other) and frozenset((one, other)) not in known
                     and (one in alone and other in alone or one in of_masks or other in of_masks)]
        contacts += [{**between(*pair), "filtered": True} for pair in itertools.chain(filtered, rejected())]
        contacts += [{"a": a, "b": b, "filtered": True} for a, b in apart.values()]
        recorder.write(state["time"], bodies, dict(poses), contacts, joints, velocities, tuple(space.gravity))

    # A name that begins with _ is in no copy of the space.
    readers = vars(space).setdefault("_collision_readers", [])
    if not readers:
        space.__class__ = _recorded(type(space))
    readers.append(read)

    def stop():
        if read in readers:
            readers.remove(read)
            if not readers:
                space.__class__ = type(space).__base__
        recorder.close()

    recorder.stop = stop
    return recorder


@functools.lru_cache(maxsize=None)
def _recorded(base):
    """The class of a space that is recorded. What is copied and pickled of it is a space as before, and not recorded."""

    class Recorded(base):
        def step(self, dt):
            base.step(self, dt)
            for read in list(self._collision_readers):
                read(dt)

        def __reduce_ex__(self, protocol):
            return object.__new__, (base,), self.__getstate__()

    Recorded.__name__, Recorded.__qualname__, Recorded.__module__ = base.__name__, base.__qualname__, base.__module__
    return Recorded


def _meet(one, other):
    return (not (one.group and one.group == other.group)
            and one.categories & other.mask != 0 and other.categories & one.mask != 0)
