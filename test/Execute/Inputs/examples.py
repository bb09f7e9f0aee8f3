# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs each example of a folder, and compares what it prints with its own lines
`// prints TEXT`.

usage: examples.py FOLDER COMMAND...
"""
import glob
import os
import subprocess
import sys


def main():
    folder, command = sys.argv[1], sys.argv[2:]
    paths = sorted(glob.glob(os.path.join(folder, "*.mind")))
    wrong = 0
    for path in paths:
        with open(path) as file:
            wanted = [line[len("// prints ") :].rstrip("\n") for line in file if line.startswith("// prints ")]
        result = subprocess.run(command + [path], capture_output=True, text=True)
        found = result.stdout.splitlines()
        if result.returncode or not wanted or found != wanted:
            wrong += 1
            print(f"{path}: exit {result.returncode}\n{result.stderr}", end="")
            for want, have in zip(wanted + [""] * len(found), found + [""] * (len(wanted) - len(found))):
                if want != have:
                    print(f"  wanted: {want}\n  found:  {have}")
    print(f"{len(paths)} examples, {wrong} wrong")
    sys.exit(1 if wrong or not paths else 0)


if __name__ == "__main__":
    main()
