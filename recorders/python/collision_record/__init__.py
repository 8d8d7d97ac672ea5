"""Writes a recording for Collision Test: a header, then a line for each frame, to a file, to a window that listens, or
into memory, of which the last seconds are kept until they are asked for. No dependencies.

What a frame has, in the engine's own units: `bodies` (a dict of a body, any key, to name, shapes, static, mass, friction,
restitution, … as in the header; the same dict as long as nothing of it changes), `gravity` (x, y, of which the header tells
that of its first frame), `poses` and `velocities` (of a body to x, y, angle), `contacts`, `events`, `joints` (dicts whose
`a` and `b` are bodies)."""

import json
import math
import queue
import re
import socket
import sys
import threading

WAITING = 120  # lines that wait for a window; what comes while there are more is dropped
CARRIED = 10_000  # events and lines of the log of dropped frames that wait for the next frame


class Recorder:
    """`header`: engine, normal where it is not "from a to b", and gravity, unless frames have it. `metres_per_unit` and
    `y` ("up" or "down"): the units of the game. `to`: a file, or the address of a window that listens, such as
    "127.0.0.1:7878". `seconds`: keep so many in memory instead, which `save` writes. `on_pause(frame, why)` and
    `on_resume()` are called in `write` and `poll`: the window pauses the game where a stop holds; one that is gone
    pauses nobody."""

    def __init__(self, header, to="game.jsonl", seconds=None, name=None, metres_per_unit=1, y="up", on_pause=None,
                 on_resume=None):
        self.header = {"recording": 1, **({"name": name} if name else {}), "metres_per_unit": metres_per_unit, "y": y,
                       "angle": "radians", "normal": "from a to b", **header}
        self._has_left_out = False
        self.dropped = 0  # frames
        self.paused = False
        self._hooks = on_pause, on_resume
        self._seconds, self._kept = seconds, []
        self._events, self._log = [], []
        self._carried = [], []  # events and log of dropped frames
        self._touching = {}  # how many shapes of bodies touch, and sense
        self._to, self._is_gone = to, False  # the target
        self._begin()
        self._target = None if seconds is not None else _open(to)

    def _begin(self):
        self._frames = 0
        self._last = -math.inf  # seconds of the frame before
        self._lines = _Lines(self.header)

    def event(self, kind, a, b):
        """An event as the engine sent it: "begin", "end", or of a sensor "enter", "exit"."""
        self._events.append({"kind": kind, "a": a, "b": b})

    def shape_event(self, kind, a, b):
        """An event of two shapes: that of their bodies is the first that begins and the last that ends."""
        key = kind in ("enter", "exit"), frozenset((a, b))
        begins = kind in ("begin", "enter")
        count = self._touching.get(key, 0) + (1 if begins else -1)
        self._touching[key] = count
        if count == int(begins):
            self.event(kind, a, b)
        if count <= 0:
            del self._touching[key]

    def count(self, kind, a, b):
        """Two shapes that touch already, as `shape_event` counts them; nothing is told."""
        key = kind == "enter", frozenset((a, b))
        self._touching[key] = self._touching.get(key, 0) + 1

    def count_anew(self):
        self._touching.clear()

    def readable(self, shapes):
        """Of pairs of a key and a shape those that a reader takes. It is warned of once that others are left out."""
        kept = [(key, shape) for key, shape in shapes if _is_whole(shape)]
        if len(kept) < len(shapes) and not self._has_left_out:
            self._has_left_out = True
            _warn("shapes without extent, and with numbers that are none, are left out")
        return kept

    def log(self, text):
        """What the game has to say of this frame."""
        self._log.append(text)

    def write(self, time, bodies, poses, contacts, joints=(), velocities=None, gravity=None):
        """Takes a frame. Whatever becomes of the target, the game goes on: one that fails is gone, which is warned of once. The
        next frame tells the events and the log of one that is dropped. Where time goes back, as in a level that begins
        again, so does the recording: what came before is another one."""
        if not math.isfinite(time):
            time = max(self._last, 0.0)  # No reader takes NaN.
        if time < self._last:
            self._begin()
            self._kept = []
            self._carried = [], []
        self._last = time
        events, log = self._carried[0] + self._events, self._carried[1] + self._log
        frame = {"frame": self._frames, "time": time, "bodies": bodies, "poses": poses, "contacts": contacts,
                 "events": events, "joints": joints, "log": log, "velocities": velocities, "gravity": gravity}
        self._frames += 1
        self._events, self._log = [], []
        self._carried = [], []
        if self._target is None:
            self._kept = [kept for kept in self._kept if kept["time"] >= time - self._seconds] + [frame]
        elif not self._is_gone and self._target.has_room():
            self._send(self._lines.frame(**frame))
        else:
            self.dropped += 1
            self._carried = events[-CARRIED:], log[-CARRIED:]
        self.poll()

    def _send(self, lines):
        try:
            self._target.write(lines)
        except (OSError, ValueError) as error:  # ValueError: it is closed.
            self._is_gone = True
            self.dropped += 1
            _warn(f"{self._to}: {error}; frames are dropped from now on")

    def poll(self):
        """Hears what the window answers; a paused game calls it until it is resumed."""
        on_pause, on_resume = self._hooks
        for line in self._target.heard() if self._target else ():
            try:
                answer = json.loads(line)
            except ValueError:
                continue
            if answer.get("pause"):
                self.paused = True
                if on_pause:
                    on_pause(answer.get("frame"), answer.get("why"))
            if answer.get("resume") and self.paused:
                self.paused = False
                if on_resume:
                    on_resume()

    def text(self):
        """The last seconds as a recording: the bug that just happened."""
        lines = _Lines(self.header)
        return "".join(lines.frame(**frame) for frame in self._kept)

    def save(self, path="game.jsonl"):
        with open(path, "w", encoding="utf-8") as out:
            out.write(self.text())

    def close(self):
        self._is_gone = True
        if self._target:
            self._target.close()


class _Lines:
    """Turns frames into lines: gives each body a place, and says which come and go. A frame that is not turned into a
    line changes nothing."""

    def __init__(self, header):
        self.header = header
        self.places = []  # of bodies; None is free
        self.known = {}  # of bodies: place, description, name
        self.items = None  # bodies of the frame before
        self.texts = {}  # of bodies: pose, and its text
        self.begun = False

    def _come_and_go(self, bodies):
        """Gives places to the bodies that come. Returns the places of those that go, and what is added."""
        items = list(bodies.items())
        if items == self.items:
            return {}, []
        self.items = items
        gone = {key: self.known.pop(key)[0] for key in list(self.known) if key not in bodies}
        # The place of a body that goes in this frame is free from the next one on: its last events still name it.
        free = [index for index, key in enumerate(self.places) if key is None]
        for index in gone.values():
            self.places[index] = None
        names, numbers = {name for _, _, name in self.known.values()}, {}
        add = []
        for key, body in bodies.items():
            index, old, name = self.known.get(key, (None, None, None))
            if old is body:
                continue
            if index is None:
                index, name = free.pop(0) if free else len(self.places), _unused(body["name"], names, numbers)
            if index == len(self.places):
                self.places.append(key)
            self.places[index] = key
            names.add(name)
            self.known[key] = index, body, name
            add.append({"index": index, **_with_readable_numbers(body), "name": name})
        return gone, add

    def _poses(self, poses):
        """The list of poses. The text of those that are the same tuple as in the frame before is known: of what stands still."""
        texts, new = {}, []
        for key in self.places:
            pose = poses.get(key)
            if pose is None:
                continue
            known = self.texts.get(key)
            texts[key] = known if known and known[0] is pose and isinstance(pose, tuple) else None
            if texts[key] is None:
                new.append(key)
        told = _text([poses[key] for key in new])[2:-3].split("],[")
        texts.update({key: (poses[key], text) for key, text in zip(new, told)})
        self.texts = texts
        return "[" + ",".join(f"[{texts[key][1]}]" if key in texts else "null" for key in self.places) + "]"

    def frame(self, frame, time, bodies, poses, contacts, events, joints, log, velocities=None, gravity=None):
        gone, add = self._come_and_go(bodies)
        lines, line = "", {"frame": frame, "time": time}
        if self.begun:
            line.update({name: told for name, told in (("remove", list(gone.values())), ("add", add)) if told})
        else:
            self.begun = True
            header = _with_readable_numbers({**self.header, **({} if gravity is None else {"gravity": gravity})})
            lines = _text({**header, "bodies": [{k: body[k] for k in body if k != "index"} for body in add]})

        def there(key):
            return self.known[key][0] if key in self.known else None

        def index(key):
            return gone.get(key, there(key))  # Events alone may name what goes in this frame.

        def between(of, place=there):
            of = [{**one, "a": place(one["a"]), "b": place(one["b"])} for one in of]
            return [one for one in of if None not in (one["a"], one["b"]) and one["a"] != one["b"]]

        if velocities:
            line["velocities"] = [velocities.get(key) for key in self.places]
        line["contacts"] = between(contacts)
        for contact in line["contacts"]:
            if "poses_at" in contact:
                contact["poses_at"] = {str(there(key)): pose for key, pose in contact["poses_at"].items()}
        line.update({name: between(told, place) for name, told, place in (("events", events, index), ("joints", joints, there)) if told})
        if log:
            line["log"] = log
        return lines + _text(line)[:-2] + ',"poses":' + self._poses(poses) + "}\n"


class _File:
    def __init__(self, path):
        self.file = open(path, "wb", buffering=0)

    def has_room(self):
        return True

    def write(self, lines):
        rest, whole = memoryview(lines.encode()), self.file.seekable() and self.file.tell()
        try:
            while rest:
                rest = rest[self.file.write(rest):]
        except OSError:
            try:
                self.file.truncate(whole)  # No reader takes half a line.
            except OSError:
                pass  # a device
            raise

    def heard(self):
        return ()

    def close(self):
        self.file.close()


class _Window:
    """A thread sends, another one listens: the game waits for neither."""

    def __init__(self, host, port):
        self.lines, self.answers = queue.Queue(), queue.Queue()
        self.socket = None
        self.is_gone = False
        try:
            self.socket = socket.create_connection((host, port), timeout=1)
            self.socket.settimeout(None)
        except OSError as error:
            self.is_gone = True
            _warn(f"{host}:{port}: {error}")
            return
        self.sender = threading.Thread(target=self._send, daemon=True)
        self.sender.start()
        threading.Thread(target=self._listen, daemon=True).start()

    def _send(self):
        try:
            for line in iter(self.lines.get, None):
                self.socket.sendall(line.encode())
            self.socket.shutdown(socket.SHUT_WR)
        except OSError as error:
            self.is_gone = True
            _warn(f"the window is gone: {error}; frames are dropped from now on")

    def _listen(self):
        try:
            with self.socket.makefile(encoding="utf-8") as answers:
                for line in answers:
                    self.answers.put(line)
        except (OSError, ValueError):
            pass
        self.answers.put('{"resume":true}')  # A window that is gone pauses nobody.

    def has_room(self):
        return not self.is_gone and self.lines.qsize() < WAITING

    def write(self, lines):
        self.lines.put(lines)

    def heard(self):
        while True:
            try:
                yield self.answers.get_nowait()
            except queue.Empty:
                return

    def close(self):
        if self.socket:
            self.lines.put(None)
            self.sender.join(timeout=1)


def _open(to):
    address = re.fullmatch(r"(\[[^\]]+\]|[^/:]+):(\d+)", str(to))
    return _Window(address[1].strip("[]"), int(address[2])) if address else _File(to)


def _warn(text):
    print(f"collision-record: {text}", file=sys.stderr)


def _text(line):
    try:
        return json.dumps(line, separators=(",", ":"), allow_nan=False) + "\n"
    except ValueError:
        return json.dumps(_finite(line), separators=(",", ":")) + "\n"


def _finite(value):
    """JSON has neither NaN nor infinity."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(part) for part in value]
    return value


def _with_readable_numbers(of):
    """A body or a header without a mass, a friction, a restitution or a gravity that no reader takes."""
    def is_within(value, least):
        # A reader has numbers of four bytes.
        return isinstance(value, (int, float)) and least <= value < 3.4e38

    is_moved = not of.get("static") and not of.get("kinematic")
    readable = {
        "mass": lambda mass: is_moved and is_within(mass, 0) and mass > 0,
        "friction": lambda friction: is_within(friction, 0),
        "restitution": lambda restitution: is_within(restitution, 0),
        "gravity": lambda gravity: isinstance(gravity, (list, tuple)) and len(gravity) == 2 and all(
            is_within(way, -3.4e38) for way in gravity)}
    return {name: value for name, value in of.items() if name not in readable or readable[name](value)}


def _unused(name, names, numbers):
    """`numbers`: from which each name is tried on."""
    name = name or "body"
    free, n = name, numbers.get(name, 2)
    while free in names:
        free, n = f"{name} {n}", n + 1
    numbers[name] = n
    return free


class Descriptions:
    """Describes bodies, and again only where `stamp` of one changes: what its description is made from."""

    def __init__(self, describe, stamp):
        self.describe, self.stamp, self.known, self.told = describe, stamp, {}, {}

    def of(self, keys):
        """The descriptions, but for bodies that have none: the same dict as in the frame before where nothing changes."""
        known, is_other = {}, False
        for key in keys:
            stamp = self.stamp(key)
            old = self.known.get(key)
            if not old or old[0] != stamp:
                body = self.describe(key)
                is_same = old and old[1] == body
                is_other |= not is_same
                old = stamp, old[1] if is_same else body
            known[key] = old
        if is_other or len(known) != len(self.known):
            self.told = {key: body for key, (_, body) in known.items() if body}
        self.known = known
        return self.told


def overlapping(boxes):
    """Pairs of keys whose boxes overlap; each box is (left, bottom, right, top), key."""
    boxes = sorted(boxes, key=lambda one: one[0][0])
    for i, ((_, bottom, right, top), key) in enumerate(boxes):
        for k in range(i + 1, len(boxes)):
            other, other_key = boxes[k]
            if other[0] > right:
                break
            if other[1] <= top and other[3] >= bottom:
                yield key, other_key


def _is_whole(shape):
    """Whether a reader takes a shape: it has an extent, and all its numbers are finite."""
    try:
        json.dumps(shape, allow_nan=False)
    except ValueError:
        return False
    of = next(shape[kind] for kind in ("circle", "capsule", "segment", "polygon") if kind in shape)
    is_round = "circle" in shape or "capsule" in shape
    return (of.get("radius", 0) > 0 if is_round else of.get("radius", 0) >= 0) and (
        "circle" in shape or (len(of["points"]) > 2 if "polygon" in shape else of["start"] != of["end"]))


def material(mass, solids):
    """The mass of a body, and the friction and the restitution that all of its solid shapes have, pairs of both; what differs is
    not told."""
    common = zip(("friction", "restitution"), zip(*solids))
    return _with_readable_numbers({"mass": mass, **{name: own[0] for name, own in common if len(set(own)) == 1}})


def masks(filters, bits):
    """The masks of a body's shapes, pairs of a category and a mask, as names: what it is, and what it meets. Who is
    everything, or meets everything, needs none."""
    everything = (1 << bits) - 1
    category = mask = 0
    for own, others in filters:
        category, mask = category | own, mask | others
    told = (("is", category & everything), ("meets", mask & everything))
    return {name: [f"category {bit}" for bit in range(bits) if value >> bit & 1]
            for name, value in told if value != everything}
