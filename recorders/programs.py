"""Runs the programs that `explain --format ENGINE` prints, each where its engine is here, and holds the deepest contact that
the engine finds beside ours: programs.py PROGRAM [ENGINE=COMMAND …]. A command is given the program's file; what it prints is
read."""

import math
import re
import shlex
import subprocess
import sys
from pathlib import Path

SCENES = Path(__file__).resolve().parent.parent / "scenes"
# Scene, pair, frame.
PAIRS = [
    ("pair-circle-circle", "left,right", 0),
    ("pair-circle-rectangle", "ball,crate", 0),
    ("pair-circle-polygon", "side,gem", 0),
    ("pair-circle-wall", "above,wall", 0),
    ("pair-polygon-polygon", "left,right", 0),
    ("pair-polygon-wall", "stone,ground", 0),
    ("pair-rectangle-rectangle", "diamond,table", 0),
    ("pair-rectangle-polygon", "spike,block", 0),
    ("pair-capsule-wall", "lying,shelf", 0),
    ("pair-capsule-wall", "standing,shelf", 0),
    ("pair-capsule-capsule", "left,right", 0),
    ("pair-capsule-capsule", "arm,leg", 0),
    ("pair-capsule-capsule", "across,upright", 0),
    ("pair-rounded", "pillow,crate", 0),
    ("pair-rounded", "die,stone", 0),
    ("pair-rounded", "ball,wedge", 0),
    ("turned-box-with-round-numbers", "ball,crate", 0),
    ("turned-box-with-round-numbers", "pebble,crate", 0),
    ("level-cup", "ball,cup", 120),
    ("level-hammer", "hammer,rest", 0),
    ("level-hammer", "hammer,nail", 60),
    ("level-chain-floor", "floor,box", 60),
    ("level-one-sided", "floor,drop", 180),
    ("level-masks", "guard,player", 0),
    ("level-conveyor", "belt,crate", 60),
    ("stack-of-ten", "0,1", 60),
]
# What an engine finds otherwise, seen with the versions of requirements.txt and package.json.
OTHERWISE = {
    # Its capsules are pieces.
    ("planck", "pair-capsule-capsule", "across,upright"),
    # Its normals at rounded corners are those of faces.
    ("planck", "pair-rounded", "die,stone"),
    # A way out of 0.75 m, which is too short.
    ("rapier", "pair-capsule-capsule", "across,upright"),
    # A normal of (0, 0): the capsules lie in one line.
    ("pymunk", "pair-capsule-capsule", "left,right"),
}
# Metres, of the depth, beside 1e-5: Matter's circles are polygons and its lines have a thickness.
DEPTH = {"matter": 0.02}
# Radians.
NORMAL = {"matter": 0.13, "rapier": 5e-3}
FILES = {"rapier": "pair.rs", "box2d": "pair.c", "planck": "pair.mjs", "matter": "pair.mjs", "pymunk": "pair.py", "godot": "pair.gd"}
NUMBER = r"([-+.\de]+|nan|inf)"
CONTACT = re.compile(
    rf"(?:ours[^:]*|contact): normal \({NUMBER}, {NUMBER}\) from (a|b) to (?:a|b), depth {NUMBER}, point \({NUMBER}, {NUMBER}\)"
    rf"(?:, without skins {NUMBER})?")


def deepest(text, begins):
    """Angle of the normal from b to a, and depth."""
    found = []
    for line in text.splitlines():
        told = CONTACT.search(line) if begins in line else None
        if told:
            x, y, start, depth, *_, bare = told.groups()
            sign = 1 if start == "b" else -1
            found.append((float(bare or depth), math.atan2(sign * float(y), sign * float(x))))
    return max(found, default=None)


def main(program, engines):
    wrong = 0
    for engine, command in engines:
        worst, count = (0.0, 0.0), 0
        for scene, pair, frame in PAIRS:
            if (engine, scene, pair) in OTHERWISE:
                continue
            asked = [program, "explain", SCENES / f"{scene}.ron", "--pair", pair, "--frame", str(frame), "--format", engine]
            source = subprocess.run(asked, capture_output=True, text=True)
            if source.returncode:
                sys.exit(f"{scene}: {source.stderr}")
            Path(FILES[engine]).write_text(source.stdout)
            told = subprocess.run([*shlex.split(command), FILES[engine]], capture_output=True, text=True)
            if told.returncode:
                sys.exit(f"{engine}, {scene}: {told.stdout}{told.stderr}")
            ours, theirs = deepest(source.stdout, "ours"), deepest(told.stdout, "contact")
            count += 1
            if not ours or not theirs:
                print(f"{engine}, {scene}, {pair}: ours {ours}, theirs {theirs}")
                wrong += 1
                continue
            depth = abs(ours[0] - theirs[0])
            normal = abs(math.remainder(ours[1] - theirs[1], 2 * math.pi))
            if depth > DEPTH.get(engine, 1e-5) or normal > NORMAL.get(engine, 1e-3):
                print(f"{engine}, {scene}, {pair}: depth ours {ours[0]}, theirs {theirs[0]}; normals {normal} rad apart")
                wrong += 1
            worst = max(worst[0], depth), max(worst[1], normal)
        print(f"{engine}: {count} programs, depths up to {worst[0]:.2g} m and normals up to {worst[1]:.2g} rad apart")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], [given.split("=", 1) for given in sys.argv[2:]]) and 1)
