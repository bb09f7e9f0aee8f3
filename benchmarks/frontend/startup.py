# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the start of the tools: BINDIR [RUNS]. Each run is paired with one of
/bin/true just before it, so that what the system takes for any process shows; the
median and the least of both are printed, in milliseconds."""
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
tools = pathlib.Path(sys.argv[1])
runs = int(sys.argv[2]) if len(sys.argv) > 2 else 100
iris = str(ROOT / "examples/iris/iris.mind")


def measure(command):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - begin) * 1000


for command in ["mindc --version", f"mindc check {iris}", f"mindc {iris}", "mindc-llvm --version", "mind-opt --version"]:
    tool, *args = command.split()
    if not (tools / tool).exists():
        continue
    pairs = [(measure(["/bin/true"]), measure([str(tools / tool), *args])) for _ in range(runs)]
    base, own = zip(*pairs)
    print(
        f"{' '.join([tool, *args]).replace(str(ROOT) + '/', ''):40}"
        f" median {statistics.median(own):6.2f}  least {min(own):6.2f}"
        f"  (true: {statistics.median(base):.2f}, {min(base):.2f})"
    )
