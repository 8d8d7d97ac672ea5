"""The window beside which test_window.c runs, and what reads its file: test_window.py COLLISION_TEST PROGRAM…"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time

collision_test, *programs = sys.argv[1:]


def listen():
    return socket.create_server(("127.0.0.1", 0))


def game(program, test, to):
    to = to if isinstance(to, str) else f"127.0.0.1:{to.getsockname()[1]}"
    return subprocess.Popen([program, test, to], stdout=subprocess.PIPE)


def answers(program):
    with listen() as server:
        own = game(program, "answers", server)
        window, _ = server.accept()
        lines = window.makefile()
        header, *frames = [json.loads(lines.readline()) for _ in range(5)]
        assert (header["engine"], [body["name"] for body in header["bodies"]]) == ('mine "1"', ["ball"])
        assert [(body["index"], body["name"]) for body in frames[1]["add"]] == [(1, "box")]
        assert (frames[2]["remove"], frames[2]["poses"][0]) == ([0], None)
        assert [(body["index"], body["name"]) for body in frames[3]["add"]] == [(0, "new")]
        assert frames[3]["log"] == ["hit\n"] and frames[3]["contacts"][0]["points"] == [[1, 2]]
        window.sendall(b'{"pause":true,"frame":3,"why":"a stop"}\n')
        # Both in one reading would be no pause at all.
        assert own.stdout.readline() == b"paused\n"
        window.sendall(b'{"resu')
        window.sendall(b'me":true}\n')
        # It reads no longer.
        assert own.wait(60) == 0
        print(own.stdout.read().decode(), end="")


def bodies(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.jsonl")
        assert game(program, "bodies", path).wait(60) == 0
        header, *frames = [json.loads(line) for line in open(path, encoding="utf-8")]
        there, found = dict(enumerate(body["name"] for body in header["bodies"])), []
        for frame in frames:
            for place in frame.get("remove", []):
                del there[place]
            there.update((body["index"], body["name"]) for body in frame.get("add", []))
            found.append([there[place] for place, pose in enumerate(frame["poses"]) if pose])
        last = ["again", "bullet 3", "bare", "bullet 2", "bullet"]
        assert found == [["bullet", "bullet 2"], ["again", "bare", "bullet 2", "bullet"], last, last], found
        assert sorted(there.values()) == sorted(last), there
        assert [frame["contacts"] for frame in frames] == 4 * [[]]
        assert [frame.get("events") for frame in frames] == [None, [{"kind": "end", "a": 3, "b": 1}], None, None]
        subprocess.run([collision_test, "report", path, "--frame", "3"], check=True, stdout=subprocess.DEVNULL)


def drops(program):
    """What the recorder has taken arrives, and a dropped frame's log with the next one that is written."""
    with listen() as server:
        own = game(program, "drops", server)
        window, _ = server.accept()
        assert own.stdout.readline() == b"dropped\n"
        # Nobody reads it.
        window.sendall(b'{"resume":true}\n')
        time.sleep(0.3)
        text = window.makefile().read()
        written, dropped = map(int, own.stdout.read().split())
        assert own.wait(60) == 0 and text.endswith("}\n")
        frames = [json.loads(line) for line in text.splitlines()[1:]]
        assert (len(frames) + dropped, dropped) == (written, 10), (len(frames), written, dropped)
        assert [number for frame in frames for number in frame["log"]] == [str(n) for n in range(written)]


def counts(program):
    """A window that reads nothing is given up after a second, and what it did not take is counted."""
    with listen() as server:
        own = game(program, "drops", server)
        window, _ = server.accept()
        begin = time.monotonic()
        assert own.stdout.readline() == b"dropped\n"
        written, dropped = map(int, own.stdout.read().split())
        assert own.wait(60) == 0 and time.monotonic() - begin < 10
        whole = window.makefile().read().count("\n") - 1
        assert dropped > 10 and whole + dropped == written, (whole, written, dropped)


def full(program):
    """A full disk: all frames that it did not take are counted, and no line is half."""
    assert subprocess.run([program, "full", "/dev/full"], capture_output=True, check=True).stdout == b"10 10\n"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.jsonl")
        limited = ["sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$0" full "$1"', program, path]
        ended = subprocess.run(limited, capture_output=True, check=True)
        before, dropped = map(int, ended.stdout.split())
        text = open(path, encoding="utf-8").read()
        assert text.endswith("}\n") and before == dropped > 0 and text.count("\n") - 1 + dropped == 10, (text, dropped)
        assert ended.stderr.count(b"collision_record") == 1, ended.stderr


def restart(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.jsonl")
        subprocess.run([program, "restart", path], check=True)
        lines = [json.loads(line) for line in open(path, encoding="utf-8")]
        assert [[body["name"] for body in line["bodies"]] for line in lines if "recording" in line] == [
            ["first", "(place 1 has no body)", "last", "other"], ["(place 0 has no body)", "(place 1 has no body)", "last", "other"]]
        assert [line.get("gravity") for line in lines if "recording" in line] == [None, [0, -10]]
        told = [(line["frame"], line["time"], line.get("remove")) for line in lines if "frame" in line]
        assert told == [(0, 1.7e9 + 0.25, [1]), (1, 2e9, None), (0, 0, [0, 1]), (1, 0, None)], told
        assert (lines[1]["events"], [(one["a"], one["b"]) for one in lines[1]["contacts"]]) == ([{"kind": "begin", "a": 0, "b": 1}], [(0, 2)])
        subprocess.run([collision_test, "report", path, "--frame", "0"], check=True, stdout=subprocess.DEVNULL)
        first = "\n".join(map(json.dumps, lines[:3]))
        open(path, "w", encoding="utf-8").write(first + "\n")
        subprocess.run([collision_test, "report", path, "--frame", "0"], check=True, stdout=subprocess.DEVNULL)


def told(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.jsonl")
        ended = subprocess.run([program, "told", path], capture_output=True, check=True)
        header, first, second = [json.loads(line) for line in open(path, encoding="utf-8")]
        assert (header["metres_per_unit"], header["y"]) == (0.01, "down")
        assert (header["bodies"][0]["is"], "meets" in header["bodies"][0]) == (["category 1", "category 31"], False)
        assert header["gravity"] == [1.5, 9.75]
        numbers = [{key: body[key] for key in ("mass", "friction", "restitution") if key in body} for body in header["bodies"]]
        assert numbers[:2] == [{"mass": 2, "friction": 0, "restitution": 0}, {}], numbers
        assert [list(shape)[0] for shape in header["bodies"][0]["shapes"]] == ["circle", "circle", "polygon"]
        assert ended.stderr.count(b"collision_record") == 1, ended.stderr
        assert first["velocities"] == [None, [1, 2, 3], None, None][:len(first["poses"])] and "velocities" not in second
        for line in (first, second):
            assert line["joints"] == [{"a": 0, "b": 1, "kind": "joint"}], line
            filtered, contact = line["contacts"]
            assert filtered == {"a": 0, "b": 1, "filtered": True}
            assert (contact["shape_a"], contact["depth"]) == (2, 0.125), contact
        subprocess.run([collision_test, "report", path, "--frame", "1"], check=True, stdout=subprocess.DEVNULL)


def patience(program):
    """One second for the connection."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(0)
        # They fill its queue, so that the next one is not answered.
        others = [socket.socket() for _ in range(4)]
        for other in others:
            other.setblocking(False)
            other.connect_ex(server.getsockname())
        begin = time.monotonic()
        assert game(program, "drops", server).wait(60) == 2
        assert 0.5 < time.monotonic() - begin < 5


for program in programs:
    for test in (answers, bodies, drops, counts, full, restart, told, patience):
        test(program)
