# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks for the page of each code in ErrorCodes.def: ROOT MINDC."""
import re
import subprocess
import sys

with open(f"{sys.argv[1]}/include/Mind/Support/ErrorCodes.def") as file:
    codes = re.findall(r'^MIND_ERROR_CODE\("(E\d+)"', file.read(), re.MULTILINE)
missing = []
for code in codes:
    done = subprocess.run([sys.argv[2], "--explain", code], capture_output=True, text=True)
    title, _, page = done.stdout.partition("\n\n")
    if done.returncode != 0 or not title.startswith(code) or len(page) < 20:
        missing.append(code)
print(f"{len(codes)} pages, {len(missing)} missing {missing}")
