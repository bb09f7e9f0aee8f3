# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: timing.py FILE: the stages of a document of times, whose numbers must fit each other."""
import json
import sys

document = json.load(open(sys.argv[1]))
stages = document.get("stages", document.get("traceEvents"))
for stage in stages:
    begin, length = (stage["start_us"], stage["duration_us"]) if "stages" in document else (stage["ts"], stage["dur"])
    assert begin >= 0 and length > 0 and ("stages" in document or stage["ph"] == "X"), stage
print(sorted(document), ", ".join(stage["name"] for stage in stages))
