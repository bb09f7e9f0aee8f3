# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the sources that have a golden mic@3 file, and compares the bytes.

check_golden.py MINDC GOLDEN VECTORS OUTPUT [OPTION...]

Prints a line for each case that differs; fails if that is not exactly the set of known
exceptions, or if less than 95 % of what both compilers accept agrees.
"""
import pathlib
import subprocess
import sys

# Why each differs: docs/Mic3.md, "Where the golden files differ".
REFUSED = {
    "nondet": "error[type-check][E2003]",
    "sf": "error[parse][E1001]",
}
DIFFERENT = {
    "print_stmt": "a print is not dropped",
    "module_attr": "the result is an i32",
    "const_module": "the integers are of i32",
}
# With --mic-compat literals are plain and signatures are not written.
SAME_IF_COMPATIBLE = {"module_attr"}


def list_cases(golden, vectors):
    for case in sorted(golden.iterdir()):
        if (case / "out.mic3").exists():
            yield case.name, case / "input.mind", case / "out.mic3", case
    for source in sorted(vectors.glob("*.mind")):
        yield source.stem, source, source.with_suffix(".mic3"), None


def compare_texts(command, case, faults):
    """What is shown of the same bytes is the same, too."""
    shown = subprocess.run(command, capture_output=True, text=True)
    if shown.stdout != (case / "ir.txt").read_text():
        faults.append(f"{case.name}: the text of --emit=ir differs")
    shown = subprocess.run(command + ["--emit=mic1"], capture_output=True, text=True)
    # The golden file has one line end more, and leaves out what it has no line for.
    if shown.returncode == 0 and shown.stdout + "\n" != (case / "mic1.txt").read_text():
        faults.append(f"{case.name}: the text of --emit=mic1 differs")
    return shown.returncode == 0


def main():
    mindc, golden, vectors, output = sys.argv[1:5]
    options = sys.argv[5:]
    same, different, refused, faults, num_texts = [], set(), set(), [], 0
    for name, source, wanted, case in list_cases(pathlib.Path(golden), pathlib.Path(vectors)):
        command = [mindc, str(source), "--diagnostics=short"] + options
        run = subprocess.run(command + ["--emit=mic3", "-o", output], capture_output=True, text=True)
        if run.returncode:
            refused.add(name)
            if run.returncode != 1 or not run.stderr.startswith(REFUSED.get(name, "?")):
                faults.append(f"{name}: refused: {run.stderr}")
            continue
        if pathlib.Path(output).read_bytes() == wanted.read_bytes():
            same.append(name)
        else:
            different.add(name)
            print(f"{name}: different")
        if case and name in same:
            num_texts += compare_texts(command, case, faults)
    known = set(DIFFERENT) - (SAME_IF_COMPATIBLE if "--mic-compat" in options else set())
    if different != known:
        faults.append(f"differ: {sorted(different)}, known: {sorted(known)}")
    if refused != set(REFUSED):
        faults.append(f"refused: {sorted(refused)}, known: {sorted(REFUSED)}")
    accepted = len(same) + len(different)
    print(f"{len(same)} of {accepted} agree, {len(refused)} refused; {num_texts} as mic@1")
    if len(same) < 0.95 * accepted:
        faults.append("fewer than 95 % agree")
    print("\n".join(faults))
    sys.exit(bool(faults))


main()
