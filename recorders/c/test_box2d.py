"""What test_box2d.c records: test_box2d.py FILE."""

import json
import sys

header, *frames = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
added = {line["frame"]: line["add"] for line in frames if "add" in line}
assert list(added) == [2, 4, 6, 8], added
assert all((body["index"], body["name"]) == (0, "box") for bodies in added.values() for body in bodies)
shapes = [added[frame][0]["shapes"] for frame in added]
assert max(y for _, y in shapes[0][0]["polygon"]["points"]) == 1.5
assert [[list(shape)[0] for shape in of] for of in shapes] == [["polygon"], ["polygon", "circle"], ["circle"], ["circle"]]
assert added[8][0]["static"]
print("C: shapes of Box2D that change are recorded again")
