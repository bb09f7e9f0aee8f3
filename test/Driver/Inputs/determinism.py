# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes each output of each program 40 times, in processes that differ in all that an
output must not depend on, and prints one line for each: `KIND PROGRAM same`.

usage: determinism.py SCRATCH KIND,...=PROGRAM[:FUNCTION]...
The function is the one whose gradient is printed.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

RUNS = 40
KINDS = {
    "exe": ["--backend=direct", "-o"],
    "obj": ["--backend=direct", "--emit=obj", "-o"],
    "shared": ["--backend=direct", "--emit=shared", "-o"],
    "evidence": ["--emit=evidence", "-o"],
    "mlir": ["--emit=mlir", "-o"],
    "gradient": ["--autodiff", "--emit-grad-ir", "--emit-grad-map", "--autodiff-profile=extended", "--func"],
    # The pass on IR, in one thread, on one processor and on all.
    "pass": ["--mind-resolve-grad", "--canonicalize", "--cse"],
}
# What prints rather than writes a file.
PRINTED = ["gradient", "pass"]
LOCALES = ["C", "C.UTF-8", "tr_TR.UTF-8", "de_DE.UTF-8"]
ZONES = ["UTC", "Asia/Kathmandu", "America/St_Johns", ""]
UMASKS = [0o022, 0o077, 0o000]


def surroundings(run, folder):
    """The environment of a run; its size moves the stack."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "USER": f"user{run}",
        "LC_ALL": LOCALES[run % len(LOCALES)],
        "TZ": ZONES[run % len(ZONES)],
        "PADDING": "x" * (137 * run),
    }


def make(program, function, kind, run, scratch):
    folder = scratch / f"{run}" / ("deeper/" * (run % 4))
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / program.name
    shutil.copyfile(program, source)
    # The path is given in two ways; every second pair of processes has its memory at fixed places.
    argument = program.name if run % 2 else str(source)
    command = ["setarch", "-R"] if run % 4 >= 2 else []
    output = folder / f"{program.stem}.{kind}"
    if kind == "pass":
        subprocess.run(["mindc", "--emit=mlir", source, "-o", output], check=True)
        command += ["taskset", "-c", "0"] if run % 3 == 1 else []
        command += ["mind-opt", output] + KINDS[kind] + (["--mlir-disable-threading"] if run % 3 == 2 else [])
    else:
        command += ["mindc", argument] + KINDS[kind] + [function if kind == "gradient" else output.name]
    done = subprocess.run(command, cwd=folder, env=surroundings(run, folder), capture_output=True,
                          umask=UMASKS[run % len(UMASKS)], check=False)
    if done.returncode:
        sys.exit(f"{kind} {program.name}: {done.stderr.decode()}")
    return done.stdout if kind in PRINTED else output.read_bytes()


def main():
    scratch = pathlib.Path(sys.argv[1])
    shutil.rmtree(scratch, ignore_errors=True)
    for word in sys.argv[2:]:
        kinds, _, path = word.partition("=")
        path, _, function = path.partition(":")
        program = pathlib.Path(path)
        for kind in kinds.split(","):
            outputs = [make(program, function, kind, run, scratch) for run in range(RUNS)]
            assert all(outputs), "an output is empty"
            hashes = {hashlib.sha256(output).hexdigest() for output in outputs}
            print(kind, program.stem, "same" if len(hashes) == 1 else f"{len(hashes)} different outputs")


main()
