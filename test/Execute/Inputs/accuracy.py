# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the accuracies that the iris program prints: above|below ALL HELD_OUT."""
import re
import sys

direction, *bounds = sys.argv[1:]
text = sys.stdin.read()
found = [float(value) for value in re.findall(r"^accuracy (\S+) %", text, re.MULTILINE)]
if len(found) != 2:
    sys.exit(f"no accuracies in: {text}")
ok = all((value >= float(bound)) == (direction == "above") for value, bound in zip(found, bounds))
print("as expected" if ok else "unexpected", found)
