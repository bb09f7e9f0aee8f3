# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the names of the ops with rules from standard input; exits 1 with those that no test has.

usage: check-coverage.py SOURCE_ROOT

A rule is tested as IR in test/Transforms/Autodiff, and executed by the rows of the property test.
"""
import glob
import re
import sys

root = sys.argv[1]
ir = "\n".join(line for path in sorted(glob.glob(f"{root}/test/Transforms/Autodiff/*.mlir"))
               for line in open(path, encoding="utf-8") if not line.lstrip().startswith("//"))
rows = open(f"{root}/unittests/Transforms/AutodiffPropertyTest.cpp", encoding="utf-8").read()
names = [line.strip() for line in sys.stdin if line.strip() and not line.startswith("module")]
names = [name for name in names if name not in "{}"]
missing = 0
for name in names:
    for where, text in (("test of IR", ir), ("executed test", rows)):
        if not re.search(re.escape(name) + r"\b", text):
            print(f"{name}: no {where}")
            missing += 1
print(f"{len(names)} rules, {missing} tests missing")
sys.exit(missing != 0 or not names)
