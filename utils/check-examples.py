#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every example in the documentation of an op is a test.

usage: check-examples.py ROOT

Each line of an ```mlir block in the ops' .td files must occur, but for the names
of values, in a file of test/Dialect/Mind that is run through mind-opt.
"""
import glob
import re
import sys


def squeeze(line):
    return re.sub(r"%[\w#]+", "%", " ".join(line.split()))


def main():
    root = sys.argv[1]
    tested = set()
    for path in glob.glob(f"{root}/test/Dialect/Mind/*.mlir"):
        if "invalid" not in path:
            with open(path) as file:
                tested.update(squeeze(line) for line in file)
    missing = examples = 0
    for path in sorted(glob.glob(f"{root}/include/Mind/Dialect/Mind/IR/Mind*Ops.td")):
        with open(path) as file:
            text = file.read()
        ops = re.split(r"\ndef Mind_(\w+)Op\b", text)[1:]
        for name, body in zip(ops[::2], ops[1::2]):
            blocks = re.findall(r"```mlir\n(.*?)```", body, re.DOTALL)
            examples += bool(blocks)
            if not blocks:
                print(f"{path}: {name}Op has no example")
                missing += 1
            for line in "".join(blocks).splitlines():
                if squeeze(line) and squeeze(line) not in tested:
                    print(f"{path}: {name}Op: no test has the line: {line.strip()}")
                    missing += 1
    if not examples:
        print("no examples were found")
    sys.exit(1 if missing or not examples else 0)


if __name__ == "__main__":
    main()
