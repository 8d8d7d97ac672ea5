"""The window beside which test_window.c runs: test_window.py PROGRAM…"""

import json
import socket
import subprocess
import sys

for program in sys.argv[1:]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        game = subprocess.Popen([program, f"127.0.0.1:{server.getsockname()[1]}"], stdout=subprocess.PIPE)
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
        assert game.stdout.readline() == b"paused\n"
        window.sendall(b'{"resu')
        window.sendall(b'me":true}\n')
        # It reads no longer.
        assert game.wait(60) == 0
        print(game.stdout.read().decode(), end="")
