#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what two builds of mindc write, byte for byte.

usage: compare-builds.py MINDC MINDC [SOURCE...]

Without sources: all of examples/ and test/Programs. Each source is compiled by both in
every form below; a form that one refuses, the other must refuse with the same words.
Exits with 1 after a difference.
"""
import glob
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

FORMS = [
    ["-o", "out"],
    ["-o", "out", "--no-embed"],
    ["-o", "out", "--mcpu=x86-64-v4"],
    ["--emit=obj", "-o", "out"],
    ["--emit=shared", "-o", "out"],
    ["--emit=mic1", "-o", "out"],
    ["--emit=mic3", "-o", "out"],
    ["--emit=evidence", "-o", "out"],
    ["--emit=mlir", "-o", "out"],
    ["--autodiff", "--emit-grad-ir", "--emit-grad-map"],
]


def run(mindc, source, form):
    """The digest of the file that it writes, or of what it says."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([mindc, source] + form, cwd=folder, capture_output=True, timeout=600)
        digest = hashlib.sha256()
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                digest.update(name.encode() + b"\0" + file.read())
        digest.update(done.stdout + b"\0" + done.stderr)
        return done.returncode, digest.hexdigest()


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    found = [shutil.which(path) or sys.exit(f"{path}: no such program") for path in arguments[:2]]
    first, second = map(os.path.realpath, found)
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    patterns = ["examples/*/*.mind", "test/Programs/*.mind"]
    sources = arguments[2:] or sorted(path for each in patterns for path in glob.glob(os.path.join(root, each)))
    compared = written = different = 0
    for source in sources:
        source = os.path.abspath(source)
        for form in FORMS:
            ours, theirs = run(first, source, form), run(second, source, form)
            compared += 1
            written += ours[0] == 0
            if ours != theirs:
                different += 1
                print(f"{source} {' '.join(form)}: exit {ours[0]}, {ours[1][:16]}; exit {theirs[0]}, {theirs[1][:16]}")
    print(f"{len(sources)} sources, {compared} pairs, {written} of them written, {different} different")
    return 1 if different or not written else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
