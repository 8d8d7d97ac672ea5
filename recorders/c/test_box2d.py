"""What test_box2d.c records: test_box2d.py FILE."""

import json
import math
import sys

header, *frames = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
added = {line["frame"]: line["add"] for line in frames if "add" in line}
assert list(added) == [2, 4, 6, 8], added
assert all((body["index"], body["name"]) == (0, "box") for bodies in added.values() for body in bodies)
shapes = [added[frame][0]["shapes"] for frame in added]
assert max(y for _, y in shapes[0][0]["polygon"]["points"]) == 1.5
assert [[list(shape)[0] for shape in of] for of in shapes] == [["polygon"], ["polygon", "circle"], ["circle"], ["circle"]]
assert added[8][0]["static"]

header, *frames = [json.loads(line) for line in open(sys.argv[1] + ".pairs", encoding="utf-8")]
names = [body["name"] for body in header["bodies"]]
bodies = dict(zip(names, header["bodies"]))


def pair(of):
    return frozenset((names[of["a"]], names[of["b"]]))


def joints():
    assert all([(one["kind"], pair(one)) for one in frame["joints"]] == [("revolute", {"torso", "arm"})] for frame in frames)


def masks():
    assert (bodies["ghost 1"]["is"], bodies["ghost 1"]["meets"]) == (["category 3"], ["category 0"]), bodies["ghost 1"]
    assert bodies["high 1"]["is"] == ["category 31"] and "meets" not in bodies["high 1"]
    assert bodies["player"]["is"] == ["category 0"] and "meets" not in bodies["player"]


def left_out():
    for frame in frames:
        filtered = [one for one in frame["contacts"] if one.get("filtered")]
        guards = [(one["shape_a"], one["shape_b"]) for one in filtered if pair(one) == {"guard 1", "guard 2"}]
        assert guards == [(1, 1)], guards
        filtered = [one for one in filtered if pair(one) != {"guard 1", "guard 2"}]
        expected = [{"torso", "arm"}, {"limb 1", "limb 2"}, {"high 1", "high 2"}, {"player", "crate"}]
        assert sorted(map(sorted, map(pair, filtered))) == sorted(map(sorted, expected)), filtered
        foot = next(one for one in filtered if pair(one) == {"player", "crate"})
        a, b = ("a", "b") if names[foot["a"]] == "player" else ("b", "a")
        assert (foot["shape_" + a], foot["shape_" + b]) == (1, 0), foot


def events():
    """One of two legs goes before the table leaves the floor, and its sensor."""
    told = [(event["kind"], pair(event) == {"table", "floor"}) for frame in frames for event in frame.get("events", [])]
    assert told == [("enter", True), ("begin", True), ("end", True), ("exit", True)], told


def velocities():
    assert [place for place, velocity in enumerate(frames[0]["velocities"]) if velocity != [0, 0, 0]] == [
        names.index("floor"), names.index("table")], frames[0]["velocities"]
    assert frames[0]["velocities"][names.index("table")] == [0, -3, 0] and "velocities" not in frames[1]


def chains():
    header, *frames = [json.loads(line) for line in open(sys.argv[1] + ".chains", encoding="utf-8")]
    ring = [[-1, 0], [-9, 0], [-9, -5], [-1, -5]]
    assert header["bodies"][0]["shapes"] == [
        {"chain": {"points": [[5, 0], [4, 0], [3, 0], [2, 0]], "one_sided": True}},
        {"circle": {"radius": 1}, "at": [0, -9]},
        {"chain": {"points": ring, "closed": True, "one_sided": True}}], header["bodies"][0]["shapes"]
    told = {(one["shape_a"], one["shape_b"]) for one in frames[-1]["contacts"]}
    assert told == {(0, 0), (2, 1)}, frames[-1]["contacts"]


def ends():
    """A bullet that is destroyed where it touches ends, though another one has its place in Box2D."""
    header, *frames = [json.loads(line) for line in open(sys.argv[1] + ".ends", encoding="utf-8")]
    names = [body["name"] for body in header["bodies"]]
    assert names == ["wall", "gate", "bullet", "visitor"] and frames[4]["remove"] == [2, 3]
    told = [(frame["frame"], event["kind"], event["a"], event["b"]) for frame in frames for event in frame.get("events", [])]
    ended = [(frame, kind, names[a], names[b]) for frame, kind, a, b in told if kind in ("end", "exit")]
    assert sorted(ended) == [(4, "end", "wall", "bullet"), (4, "exit", "gate", "visitor")], told


def materials():
    header, *frames = [json.loads(line) for line in open(sys.argv[1] + ".materials", encoding="utf-8")]
    assert header["gravity"] == [1.5, -10]

    def told(bodies):
        return {body["name"]: [body.get(key) for key in ("mass", "friction", "restitution")] for body in bodies}

    mass = header["bodies"][0]["mass"]
    assert abs(mass - math.pi / 4) < 1e-5
    found = told(header["bodies"])
    assert abs(found["mixed"][0] - 2 * mass) < 1e-5 and found["guard"][0] == found["mixed"][0]
    assert {name: numbers[1:] for name, numbers in found.items()} == {
        "ball": [0, 0.5], "floor": [0.25, 0.5], "mixed": [None, 0.5], "guard": [0.25, 0.5], "gate": [None, None], "lift": [0.25, 0.5]}, found
    assert [found[name][0] for name in ("floor", "gate", "lift")] == [None, None, None], found
    assert [told(frame.get("add", [])) for frame in frames] == [{}, {}, {"ball": [mass, 2, 0.5]}, {}]


tests = [joints, masks, left_out, events, velocities, chains, ends, materials]
for test in tests:
    if test.__name__ in (sys.argv[2:] or [test.__name__]):
        test()
print("C: shapes of Box2D that change are recorded again, chains are whole, and what it leaves out and ends is told")
