"""What `compare` lists of an example's recording, in which every row must be true of its engine.

check.py PROGRAM FILE [RULE…], where a rule allows rows: `early` events of shapes that are about to meet, or meet within
the step, up to the distance that follows; `late` ends that are sent once shapes are
far apart, or never, and then no begin where they touch again; `reused` contacts that are marked so; `kept` normals that stay while bodies turn against each other, up to
the angle that follows, in radians."""

import json
import subprocess
import sys

TOLERANCE = 0.01  # that of `compare`, where it is told none


def main(program, path, *rules):
    allowed = dict(rule.split("=") if "=" in rule else (rule, True) for rule in rules)
    told = subprocess.run([program, "compare", path, "--format", "json"], stdout=subprocess.PIPE)
    assert told.returncode in (0, 1), f"compare ends with {told.returncode}"
    found = json.loads(told.stdout)
    lines = [json.loads(line) for line in open(path, encoding="utf-8")]
    frames = {line["frame"]: line for line in lines[1:]}
    assert found["theirs"] > 100, f"only {found['theirs']} touching pairs"
    assert any("add" in line or "remove" in line for line in lines[1:]), "no body comes or goes"
    kind_of = lambda row: row.get("ours", {}).get("event")
    missing = [row for row in found["differences"] if row["what"] == "missing event"]
    never_ended = {(row["a"], row["b"]): row["frame"] for row in missing if kind_of(row) == "end"}
    for row in found["differences"]:
        frame, pair = frames[row["frame"]], {row["a"], row["b"]}
        theirs, ours = row.get("theirs", {}), row.get("ours", {})
        kinds = theirs.get("event"), ours.get("event")
        is_begin, is_end = "begin" in kinds or "enter" in kinds, "end" in kinds
        is_early = "early" in allowed and row["what"] == "false event" and is_begin and ours.get("gap", 1) <= float(allowed["early"])
        is_again = row in missing and is_begin and row["frame"] > never_ended.get((row["a"], row["b"]), row["frame"])
        is_late = "late" in allowed and (row["what"] in ("late event", "missing event") and is_end or is_again)
        is_reused = "reused" in allowed and any(
            {contact["a"], contact["b"]} == pair and contact.get("reused") for contact in frame["contacts"])
        is_kept = row["what"] == "normal" and row["times"] * TOLERANCE <= float(allowed.get("kept", 0))
        assert is_early or is_late or is_reused or is_kept, f"not known of this engine: {row}"
    print(f"{lines[0]['engine']}: {found['frames']} frames, {found['theirs']} touching pairs of theirs, {found['ours']} of ours, "
          f"{len(found['differences'])} rows, each known")


main(*sys.argv[1:])
