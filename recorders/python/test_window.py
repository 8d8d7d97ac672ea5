"""The recorder beside a window that listens: answers reach the game, and a window that does not read holds nobody up; what
happened in the frames that it misses stands in the next one. A clock that goes back begins anew, and a full disk stops no game."""

import contextlib
import io
import json
import math
import os
import resource
import socket
import tempfile
import time

from collision_record import Recorder

BODY = {"name": "ball", "shapes": [{"circle": {"radius": 0.5}}]}


def frame(recorder, seconds, keys):
    recorder.write(seconds, {key: BODY for key in keys}, {key: [seconds, 0.0, 0.0] for key in keys}, [])


with socket.create_server(("127.0.0.1", 0)) as server:
    heard = []
    recorder = Recorder({"engine": "mine"}, to=f"127.0.0.1:{server.getsockname()[1]}",
                        on_pause=lambda *why: heard.append(why), on_resume=lambda: heard.append("resumed"))
    window, _ = server.accept()
    for seconds, keys in ((0.0, "a"), (1.0, "ab"), (2.0, "b"), (3.0, "bc")):
        frame(recorder, seconds, keys)
    lines = window.makefile()
    told = [json.loads(lines.readline()) for _ in range(5)]
    assert [body["name"] for body in told[0]["bodies"]] == ["ball"]
    assert [(body["index"], body["name"]) for body in told[2]["add"]] == [(1, "ball 2")]
    assert (told[3]["remove"], told[3]["poses"]) == ([0], [None, [2.0, 0.0, 0.0]])
    assert [(body["index"], body["name"]) for body in told[4]["add"]] == [(0, "ball")]
    window.sendall(b'{"pause":true,"frame":3,"why":"a stop"}\n')
    while not recorder.paused:
        recorder.poll()
        time.sleep(0.005)
    window.sendall(b'{"resume":true}\n')
    while recorder.paused:
        recorder.poll()
        time.sleep(0.005)
    assert heard == [(3, "a stop"), "resumed"]

    longest = 0.0
    for n in range(1500):
        begin = time.perf_counter()
        frame(recorder, 4.0 + n, range(400))
        longest = max(longest, time.perf_counter() - begin)
    assert recorder.dropped > 100, recorder.dropped
    print(f"recorder: {recorder.dropped} of 1500 frames dropped, the longest took {1000 * longest:.1f} ms")

    # A window that is gone pauses nobody.
    heard.clear()
    window.sendall(b'{"pause":true,"frame":3,"why":"gone"}\n')
    lines.close()
    window.close()
    until = time.monotonic() + 10
    while len(heard) < 2:
        assert time.monotonic() < until, heard
        recorder.poll()
        time.sleep(0.005)
    assert (heard, recorder.paused) == ([(3, "gone"), "resumed"], False)

kept = Recorder({"engine": "mine"}, seconds=2)
for n in range(11):
    frame(kept, float(n), "a" if n < 9 else "b")
told = [json.loads(line) for line in kept.text().splitlines()]
assert [line["frame"] for line in told[1:]] == [8, 9, 10]
assert (told[2]["remove"], [body["index"] for body in told[2]["add"]]) == ([0], [1])


class Window:
    """Takes lines while it has room."""

    def __init__(self):
        self.lines = []

    def has_room(self):
        return self.is_free

    def heard(self):
        return ()

    def write(self, lines):
        self.lines += map(json.loads, lines.splitlines())


recorder = Recorder({"engine": "mine"}, to=os.devnull)
recorder._target = window = Window()
for n, keys in enumerate(("ab", "abc", "ab", "ab", "ab")):
    window.is_free = n not in (1, 2)
    if n == 1:
        recorder.event("begin", "a", "b")
        recorder.event("begin", "a", "c")  # It comes and goes unseen.
    if n == 2:
        recorder.event("end", "a", "b")
    recorder.log(str(n))
    frame(recorder, float(n), keys)
told = [(line["frame"], [event["kind"] for event in line.get("events", [])], line["log"]) for line in window.lines[1:]]
assert told == [(0, [], ["0"]), (3, ["begin", "end"], ["1", "2", "3"]), (4, [], ["4"])], told

# Dicts and lists of one's own may change in their places.
kept = Recorder({"engine": "mine"}, to=os.devnull)
kept._target, window.lines, window.is_free = window, [], True
bodies, pose = {"a": BODY}, [0.0, 0.0, 0.0]
for n in range(2):
    pose[0] = float(n)
    kept.write(float(n), bodies, {"a": pose, "b": pose}, [])
    bodies["b"] = BODY
assert [line["poses"] for line in window.lines[1:]] == [[[0, 0, 0]], [[1, 0, 0], [1, 0, 0]]], window.lines

# A level that begins again: its clock goes back, and what came before is another recording.
kept = Recorder({"engine": "mine"}, seconds=2)
for seconds, keys in ((5.0, "ab"), (6.0, "a"), (0.0, "a"), (math.nan, "b"), (1.0, "b")):
    frame(kept, seconds, keys)
header, *told = [json.loads(line) for line in kept.text().splitlines()]
assert [body["name"] for body in header["bodies"]] == ["ball"]
assert [(line["frame"], line["time"]) for line in told] == [(0, 0.0), (1, 0.0), (2, 1.0)], told
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "game.jsonl")
    recorder = Recorder({"engine": "mine"}, to=path)
    for seconds, keys in ((5.0, "ab"), (6.0, "a"), (0.0, "a")):
        frame(recorder, seconds, keys)
    recorder.close()
    told = [json.loads(line) for line in open(path, encoding="utf-8")]
    assert [line.get("frame") for line in told] == [None, 0, 1, None, 0], told
    assert len(told[3]["bodies"]) == 1

    # A full disk: the game goes on, and no line is half.
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limit[1]))
    warnings = io.StringIO()
    recorder = Recorder({"engine": "mine"}, to=path)
    with contextlib.redirect_stderr(warnings):
        for n in range(40):
            frame(recorder, float(n), "ab")
        recorder.close()
        frame(recorder, 40.0, "ab")
    resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    lines = open(path, encoding="utf-8").read()
    assert lines.endswith("}\n") and lines.count("\n") > 5
    assert lines.count("\n") - 1 + recorder.dropped == 41, (lines.count("\n"), recorder.dropped)
    assert warnings.getvalue().count("collision-record") == 1, warnings.getvalue()

# No reader takes a contact of a body that goes in this frame; its last events are told.
kept = Recorder({"engine": "mine"}, seconds=9)
frame(kept, 0.0, "ab")
kept.event("end", "a", "b")
kept.write(1.0, {"a": BODY}, {"a": [0, 0, 0]}, [{"a": "a", "b": "b", "depth": 1}])
told = json.loads(kept.text().splitlines()[2])
assert (told["contacts"], told["events"]) == ([], [{"kind": "end", "a": 0, "b": 1}]), told

recorder = Recorder({"engine": "mine"}, to="/dev/full")
with contextlib.redirect_stderr(io.StringIO()):
    for n in range(10):
        frame(recorder, float(n), "a")
    recorder.close()
assert recorder.dropped == 10

recorder = Recorder({"engine": "mine"}, seconds=2)
recorder.write(0.0, {"a": {**BODY, "name": ""}}, {"a": [0, 0, 0]}, [])
assert json.loads(recorder.text().splitlines()[0])["bodies"][0]["name"] == "body"
print("recorder: answers, drops, memory and failing targets hold")
