# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles each program 40 times in changing folders, environments, locales, zones and
# masks, with and without random addresses, and compares the bytes.
import hashlib
import os
import shutil
import subprocess
import sys

root, programs = sys.argv[1], sys.argv[2:]
mindc = shutil.which("mindc")
# A container may not let a process choose its layout.
fixed = ["setarch", "-R"]
if not shutil.which("setarch") or subprocess.run(fixed + ["true"], capture_output=True).returncode:
    fixed = []
shutil.rmtree(root, ignore_errors=True)
for program in programs:
    digests = set()
    for i in range(40):
        folder = os.path.join(root, "x" * (i % 7 + 1), str(i))
        os.makedirs(folder, exist_ok=True)
        environment = {
            "PATH": os.environ["PATH"],
            "LC_ALL": ["C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8"][i % 4],
            "TZ": ["UTC", "Asia/Tokyo", "America/St_Johns"][i % 3],
            "TMPDIR": folder,
            "HOME": "/" + "h" * (i % 5),
            "NOISE": "y" * (i * 37),
        }
        if i % 2:
            environment = dict(os.environ, **environment)
        old = os.umask([0o022, 0o077][i // 2 % 2])
        command = (fixed if i // 4 % 2 else []) + [mindc, program, "-o", "out"]
        subprocess.run(command, cwd=folder, env=environment, check=True, stderr=subprocess.DEVNULL)
        os.umask(old)
        path = os.path.join(folder, "out")
        with open(path, "rb") as file:
            digests.add(hashlib.sha256(file.read()).hexdigest() + oct(os.stat(path).st_mode))
    print(f"{os.path.basename(program)}: 40 files, {len(digests)} digest{'s' * (len(digests) != 1)}")
