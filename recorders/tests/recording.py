"""The scenes, and the lines of a recording."""

import gzip
import json
from pathlib import Path

HERE = Path(__file__).parent
STEPS = 120
STEP = 1 / 60  # seconds
EVERY = 2
GRAVITY = (0, -9.81)
KINDS = ("circle", "rectangle", "segment", "polygon", "capsule")


def record(engine, header, start):
    """Records every scene in an engine. `start(bodies)` makes a world of the bodies and returns `step()`, which makes a
    step and returns its poses and the contacts found on exactly these."""
    for name, scene in json.loads((HERE / "scenes.json").read_text()).items():
        step = start(scene["bodies"])
        bodies = [{key: body[key] for key in body if key not in ("pose", "velocity")} for body in scene["bodies"]]
        lines = [{"recording": 1, "name": scene["title"], "metres_per_unit": 1, "y": "up", "angle": "radians",
                  "normal": "from a to b", **header, "bodies": bodies}]
        for frame in range(STEPS):
            poses, contacts = step()
            if frame % EVERY == 0:
                lines.append({"frame": frame, "time": frame * STEP, "poses": poses, "contacts": contacts})
        text = "".join(json.dumps(nine_digits(line), separators=(",", ":")) + "\n" for line in lines)
        file = HERE / "recordings" / f"{engine}-{name}.jsonl.gz"
        file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def nine_digits(value):
    """Enough for a number of 32 bits."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {key: nine_digits(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [nine_digits(part) for part in value]
    return value


def kind(shape):
    """The kind of a shape, what it has, its place and its angle."""
    key = next(key for key in KINDS if key in shape)
    return key, shape[key], shape.get("at", [0, 0]), shape.get("turned", 0)
