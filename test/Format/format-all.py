# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Formats every source below the folders and copies of it with comments in random
# places: the tree and the comments stay, and the result is in style already.
#
# usage: format-all.py MINDC FOLDERS...

import pathlib
import random
import re
import subprocess
import sys


def run(arguments, text):
    return subprocess.run([mindc, *arguments, "-"], input=text, capture_output=True)


def with_comments(text, seed):
    """The text with a numbered comment at some blanks and some ends of lines."""
    choose = random.Random(seed)
    out, count = [], 0
    for line in text.split("\n"):
        # Blanks in strings and comments are no place for one.
        if '"' not in line and "//" not in line and "/*" not in line and "'" not in line:
            pieces = []
            for piece in re.split(r"( +)", line):
                pieces.append(piece)
                if piece.isspace() and choose.random() < 0.1:
                    pieces.append(f"/* {count} */ ")
                    count += 1
            line = "".join(pieces)
            if choose.random() < 0.2:
                line += f" // {count}"
                count += 1
            if choose.random() < 0.1:
                line += f"\n// {count}"
                count += 1
        out.append(line)
    return "\n".join(out)


def check(name, text):
    result = run(["fmt"], text)
    if result.returncode == 1 and b"formatter" not in result.stderr:
        return False  # a source with a fault
    assert result.returncode == 0, f"{name}: exit code {result.returncode}: {result.stderr.decode()}"
    again = run(["fmt"], result.stdout)
    assert again.stdout == result.stdout, f"{name}: formatting again changes the text"
    before, after = run(["--emit=ast"], text).stdout, run(["--emit=ast"], result.stdout).stdout
    assert before == after, f"{name}: the tree changes"
    comments = re.compile(rb"/\* \d+ \*/|// \d+$", re.MULTILINE)
    assert comments.findall(text) == comments.findall(result.stdout), f"{name}: a comment is lost"
    assert not re.search(rb"[ \t]$", result.stdout, re.MULTILINE), f"{name}: blanks at the end of a line"
    return True


mindc = sys.argv[1]
formatted = 0
for folder in sys.argv[2:]:
    for path in sorted(pathlib.Path(folder).rglob("*.mind")):
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        for seed in range(3):
            variant = with_comments(text, f"{path.name} {seed}") if seed else text
            formatted += check(f"{path} ({seed})", variant.encode("utf-8", errors="surrogateescape"))
print(f"{formatted} texts keep their meaning")
