# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles each program 40 times in changing folders, environments and locales, and
# compares the bytes.
import hashlib
import os
import subprocess
import sys

root, programs = sys.argv[1], sys.argv[2:]
mindc = [os.path.join(p, "mindc") for p in os.environ["PATH"].split(os.pathsep) if os.path.exists(os.path.join(p, "mindc"))][0]
for program in programs:
    digests = set()
    for i in range(40):
        folder = os.path.join(root, "x" * (i % 7 + 1), str(i))
        os.makedirs(folder, exist_ok=True)
        environment = dict(os.environ, LC_ALL=["C", "C.UTF-8"][i % 2], TZ=["UTC", "Asia/Tokyo"][i // 2 % 2], NOISE="y" * (i * 37))
        subprocess.run([mindc, "--backend=direct", program, "-o", "out"], cwd=folder, env=environment, check=True)
        with open(os.path.join(folder, "out"), "rb") as file:
            digests.add(hashlib.sha256(file.read()).hexdigest())
    if len(digests) != 1:
        sys.exit(f"{program}: {len(digests)} different files")
