#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the names and the house rules that a formatter cannot: prints one line a fault, exits 1 if any.

usage: lint-names.py ROOT
"""
import re
import subprocess
import sys

CODE = (".cpp", ".h", ".td")
LINES = {".cpp": 600, ".td": 500, ".h": 600}


def faults(path, text):
    lines = text.split("\n")
    ending = path[path.rfind("."):]
    if path.endswith(CODE + (".py", ".sh")) and "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" not in text:
        if not path.endswith(".sh"):
            yield "no licence line"
    if path.endswith(CODE) and len(lines) - 1 > LINES[ending]:
        yield f"{len(lines) - 1} lines, at most {LINES[ending]}"
    if path.startswith("include/") and path.endswith(".h"):
        guard = re.sub(r"[^A-Za-z0-9]", "_", path[len("include/"):]).upper()
        if f"#ifndef {guard}\n" not in text:
            yield f"header guard is not {guard}"
        if "using namespace" in text:
            yield "using namespace in a header"
    if path.endswith("Passes.td"):
        for name in re.findall(r'Pass<"([^"]+)"', text):
            if not re.fullmatch(r"(mind-[a-z0-9]+(-[a-z0-9]+)+|convert-[a-z0-9-]+-to-[a-z0-9-]+)", name):
                yield f"pass {name} is not mind-<verb>-<object> or convert-<a>-to-<b>"
    if re.match(r"test/(?!.*/Inputs/).*\.(mlir|mind)$", path) and not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*\.\w+", path.split("/")[-1]):
        yield "a test is named in kebab-case"
    if path.endswith(CODE):
        for number, line in enumerate(lines, 1):
            if re.search(r"\b(TODO|FIXME|XXX)\b(?!\(#\d+\))", line):
                yield f"line {number}: a TODO names its issue, as TODO(#12)"
            if "\t" in line:
                yield f"line {number}: a tab"


def main():
    root = sys.argv[1]
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True)
    found = 0
    for path in sorted(listed.stdout.split("\n")):
        if path.startswith("test/") and path.endswith(".mlir") or path.endswith(CODE + (".py", ".sh", ".mind")):
            with open(f"{root}/{path}", encoding="utf-8", errors="replace") as file:
                for fault in faults(path, file.read()):
                    print(f"{path}: {fault}")
                    found += 1
    sys.exit(1 if found or not listed.stdout else 0)


if __name__ == "__main__":
    main()
