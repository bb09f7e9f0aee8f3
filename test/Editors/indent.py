# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: indent.py SOURCE_ROOT FILES: what `mindc fmt` writes stays as it is when Vim indents it anew."""
import os
import subprocess
import sys
import tempfile

ROOT, FILES = sys.argv[1], sys.argv[2:]
checked = 0
with tempfile.TemporaryDirectory() as folder:
    for path in FILES:
        with open(path, "rb") as file:
            ran = subprocess.run(["mindc", "fmt", "-"], stdin=file, capture_output=True)
        if ran.returncode != 0:
            continue
        wanted = ran.stdout.decode()
        source = os.path.join(folder, "a.mind")
        # Every line in column 1: nothing is right because it was so before.
        with open(source, "w", encoding="utf-8") as file:
            file.writelines(line.lstrip(" ") for line in wanted.splitlines(True))
        subprocess.run(["vim", "-es", "-N", "-i", "NONE", "-u", "NONE",
                        "--cmd", f"set rtp^={ROOT}/editors/vim encoding=utf-8",
                        "-c", "filetype plugin indent on | syntax on", "-c", f"edit {source}", "-c", "normal gg=G", "-c", "wq"],
                       stdin=subprocess.DEVNULL, check=True, timeout=60)
        with open(source, encoding="utf-8") as file:
            got = file.read()
        checked += 1
        for number, (a, b) in enumerate(zip(wanted.splitlines(), got.splitlines()), 1):
            if a != b:
                print(f"{path}:{number}: fmt {a!r}, vim {b!r}")
                break
print(f"{checked} files indented")
