"""pymunk moves its bodies, then finds contacts, and tells each in `pre_solve`: it belongs to the poses after the step.
A normal goes from the arbiter's first shape to its second. A point's `distance` is negative where shapes overlap."""

import pymunk
from recording import GRAVITY, STEP, kind, record


def shape_of(body, shape):
    key, data, (x, y), turned = kind(shape)
    if key == "circle":
        return pymunk.Circle(body, data["radius"], (x, y))
    if key in ("segment", "capsule"):
        return pymunk.Segment(body, data["start"], data["end"], data.get("radius", 0))
    if key == "polygon":
        points = data["points"]
    else:
        w, h = data["width"] / 2, data["height"] / 2
        points = [(-w, -h), (w, -h), (w, h), (-w, h)]
    place = pymunk.Transform.translation(x, y).rotated(turned)
    return pymunk.Poly(body, points, place, radius=data.get("radius", 0))


def start(bodies):
    space = pymunk.Space()
    space.gravity = GRAVITY
    made, numbers = [], {}
    for i, body in enumerate(bodies):
        body_type = (pymunk.Body.STATIC if body.get("static") else
                     pymunk.Body.KINEMATIC if body.get("kinematic") else pymunk.Body.DYNAMIC)
        own = pymunk.Body(body_type=body_type)
        x, y, own.angle = body["pose"]
        own.position = x, y
        shapes = [shape_of(own, shape) for shape in body["shapes"]]
        for k, shape in enumerate(shapes):
            shape.density, shape.friction, shape.sensor = 1, 0.3, body.get("sensor", False)
            numbers[shape] = i, k
        space.add(own, *shapes)
        if "velocity" in body:
            vx, vy, own.angular_velocity = body["velocity"]
            own.velocity = vx, vy
        made.append(own)
    contacts = []

    def tell(arbiter, _space, _data):
        (a, shape_a), (b, shape_b) = (numbers[shape] for shape in arbiter.shapes)
        told = arbiter.contact_point_set
        contact = {"a": a, "b": b, "shape_a": shape_a, "shape_b": shape_b, "normal": list(told.normal),
                   "depth": -min(point.distance for point in told.points),
                   "points": [list((point.point_a + point.point_b) / 2) for point in told.points]}
        if any(shape.sensor for shape in arbiter.shapes):
            contact["sensor"] = True
        contacts.append(contact)

    space.on_collision(pre_solve=tell)

    def step():
        contacts.clear()
        space.step(STEP)
        return [[*body.position, body.angle] for body in made], list(contacts)

    return step


record("pymunk", {"engine": f"pymunk {pymunk.version}"}, start)
