# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives hostile sources to a compiler: MINDC PREFIX. Prints the exit code and the
head of the first diagnostic of each."""
import random
import resource
import subprocess
import sys

LIMIT_KIB = 200 * 1024

mindc, prefix = sys.argv[1:]
noise = random.Random(1)
sources = {
    "empty": b"",
    "long line": b"let x = " + b"1 + " * 2_500_000 + b"1",
    "long name": b"x" * 10_000_000,
    "parentheses": b"let x = " + b"(" * 100_000 + b"1" + b")" * 100_000,
    "brackets": b"let x = " + b"[" * 100_000,
    "blocks": b"if true " + b"{ if true " * 100_000,
    "signs": b"let x = " + b"-" * 100_000 + b"1",
    "types": b"fn f(x: " + b"(" * 100_000,
    "else if": b"if true {} else " * 50_000,
    "fields": b"let t = 1\nlet u = t" + b".a" * 1_000_000,
    "invalid UTF-8": b"let x = \xff\xfe 1",
    "large tensor": b"let x: Tensor<f32, [1099511627776]> = 0",
    "large literal": b"let x = 340282366920938463463374607431768211456",
    "noise": bytes(noise.randrange(256) for _ in range(100_000)),
}
paths = {}
for number, (name, source) in enumerate(sources.items()):
    paths[name] = f"{prefix}.{number}.mind"
    with open(paths[name], "wb") as file:
        file.write(source)
paths["/dev/urandom"] = "/dev/urandom"

for name, path in paths.items():
    done = subprocess.run([mindc, "check", "--diagnostics=short", path], capture_output=True)
    first = done.stderr.decode(errors="replace").split(":")[0]
    print(f"{name}: {done.returncode} {first}")
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print("peak memory is bounded" if peak < LIMIT_KIB else f"peak memory is {peak} KiB")
