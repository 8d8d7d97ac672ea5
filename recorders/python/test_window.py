"""The recorder beside a window that listens: answers reach the game, and a window that does not read holds nobody up."""

import json
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
print("recorder: answers, drops and memory hold")
