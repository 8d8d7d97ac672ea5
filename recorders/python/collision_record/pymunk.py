"""pymunk moves its bodies, then finds contacts: they belong to the poses after the step. A normal goes from the arbiter's
first shape to its second. Shapes of one `ShapeFilter.group` never meet, which masks by name cannot say."""

import itertools
import weakref

from . import Descriptions, Recorder, masks


def record(space, **options):
    """Records every `space.step` from now on; options are those of `Recorder`."""
    import pymunk

    recorder = Recorder({"engine": f"pymunk {pymunk.version}"}, **options)
    names = weakref.WeakKeyDictionary()
    count = itertools.count()
    state = {"time": 0.0}

    def shapes_of(body):
        return [shape for shape in body.shapes if shape.space is space]

    def shape_of(shape):
        if isinstance(shape, pymunk.Circle):
            return {"circle": {"radius": shape.radius}, "at": list(shape.offset)}
        if isinstance(shape, pymunk.Segment):
            ends = {"start": list(shape.a), "end": list(shape.b)}
            return {"capsule": {**ends, "radius": shape.radius}} if shape.radius else {"segment": ends}
        round_ = {"radius": shape.radius} if shape.radius else {}
        return {"polygon": {"points": [list(point) for point in shape.get_vertices()], **round_}}

    def name_of(body):
        if body not in names:
            told, number = getattr(body, "name", None), next(count)
            names[body] = told if isinstance(told, str) else "space" if body is space.static_body else f"body {number}"
        return names[body]

    def describe(body):
        shapes = state["shapes"][body]
        of = {"name": name_of(body)}
        if body.body_type == pymunk.Body.STATIC:
            of["static"] = True
        if body.body_type == pymunk.Body.KINEMATIC:
            of["kinematic"] = True
        if all(shape.sensor for shape in shapes):
            of["sensor"] = True
        return {**of, **masks(shapes[0].filter.categories, shapes[0].filter.mask, 32),
                "shapes": [shape_of(shape) for shape in shapes]}

    def geometry_of(shape):
        if isinstance(shape, pymunk.Circle):
            return shape.offset
        if isinstance(shape, pymunk.Segment):
            return shape.a, shape.b
        return shape.get_vertices()

    def stamp(body):
        return body.body_type, [(shape.sensor, shape.filter, shape.radius, geometry_of(shape)) for shape in state["shapes"][body]]

    described = Descriptions(describe, stamp)
    step = space.step

    def read():
        # The static body of the space has shapes and is not among its bodies.
        shapes = {body: shapes_of(body) for body in [space.static_body, *space.bodies]}
        state["shapes"] = {body: own for body, own in shapes.items() if own}
        bodies = list(state["shapes"])
        places = {shape: k for own in state["shapes"].values() for k, shape in enumerate(own)}
        contacts, now = [], set()

        def tell(arbiter):
            one, other = arbiter.shapes
            told = arbiter.contact_point_set
            # Each of two bodies that move tells of it.
            pair = tuple(sorted((id(one), id(other))))
            if pair in now or not told.points:
                return
            now.add(pair)
            contacts.append({
                "a": one.body, "b": other.body, "shape_a": places[one], "shape_b": places[other],
                "normal": list(told.normal), "depth": -min(point.distance for point in told.points),
                "points": [list((point.point_a + point.point_b) / 2) for point in told.points],
                "impulse": arbiter.total_impulse.dot(told.normal)})

        for body in bodies:
            if body.body_type == pymunk.Body.DYNAMIC and not body.is_sleeping:
                body.each_arbiter(tell)
        # The space keeps no arbiters of sensors.
        inside = set()
        for sensor in (shape for shape in places if shape.sensor):
            for info in space.shape_query(sensor):
                other = info.shape
                if other in places and other.body is not sensor.body and _meet(sensor.filter, other.filter):
                    pair = tuple(sorted((id(sensor), id(other))))
                    if pair not in inside:
                        inside.add(pair)
                        contacts.append({"a": sensor.body, "b": other.body, "shape_a": places[sensor],
                                         "shape_b": places[other], "sensor": True})
        recorder.write(state["time"], described.of(bodies), {body: [*body.position, body.angle] for body in bodies}, contacts)

    def recorded(seconds):
        step(seconds)
        state["time"] += seconds
        read()

    space.step = recorded

    def stop():
        space.step = step
        recorder.close()

    recorder.stop = stop
    return recorder


def _meet(one, other):
    return (not (one.group and one.group == other.group)
            and one.categories & other.mask != 0 and other.categories & one.mask != 0)
