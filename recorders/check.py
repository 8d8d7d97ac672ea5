"""What `compare` lists of an example's recording, in which every row must be true of its engine.

check.py PROGRAM FILE [RULE…], where a rule allows rows: `early` events of shapes that are about to meet, or meet within
the step, up to the distance that follows; `late` ends that are sent once shapes are
far apart, or never; `reused` contacts that are marked so."""

import json
import subprocess
import sys


def main(program, path, *rules):
    allowed = dict(rule.split("=") if "=" in rule else (rule, True) for rule in rules)
    told = subprocess.run([program, "compare", path, "--format", "json"], stdout=subprocess.PIPE)
    assert told.returncode in (0, 1), f"compare ends with {told.returncode}"
    found = json.loads(told.stdout)
    lines = [json.loads(line) for line in open(path, encoding="utf-8")]
    frames = {line["frame"]: line for line in lines[1:]}
    assert found["theirs"] > 100, f"only {found['theirs']} touching pairs"
    assert any("add" in line or "remove" in line for line in lines[1:]), "no body comes or goes"
    for row in found["differences"]:
        frame, pair = frames[row["frame"]], {row["a"], row["b"]}
        is_early = row["what"] == "false event" and row["ours"].get("gap", 1) <= float(allowed.get("early", 0))
        is_end = "end" in (row.get("theirs", row["ours"]).get("event"), row["ours"].get("event"))
        is_late = "late" in allowed and row["what"] in ("late event", "missing event") and is_end
        is_reused = "reused" in allowed and any(
            {contact["a"], contact["b"]} == pair and contact.get("reused") for contact in frame["contacts"])
        assert is_early or is_late or is_reused, f"not known of this engine: {row}"
    print(f"{lines[0]['engine']}: {found['frames']} frames, {found['theirs']} touching pairs of theirs, {found['ours']} of ours, "
          f"{len(found['differences'])} rows, each known")


main(*sys.argv[1:])
