"""The recorder beside a window that listens: answers reach the game, and a window that does not read holds nobody up; what
happened in the frames that it misses stands in the next one."""

import json
import os
import socket
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
print("recorder: answers, drops and memory hold")
