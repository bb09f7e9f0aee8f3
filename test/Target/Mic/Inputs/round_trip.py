# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What comes back from mic@3.

usage: round_trip.py artifacts FOLDER    each .mic3 file below FOLDER, through modules: same bytes
       round_trip.py modules FILE...     each module of .mlir or .mind files, through mic@3: same
                                         text, visibility and spaces apart, and same bytes again
       round_trip.py runs FILE...        each .mind file as source and as mic@3: same behaviour
       round_trip.py programs FILE...    each .mind file compiled as source and as mic@3: same bytes
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command, data=b""):
    done = subprocess.run(command, input=data, capture_output=True)
    return done.returncode, done.stdout, done.stderr


def to_module(artifact):
    return run("mind-translate", "--mic3-to-mlir", data=artifact)


def to_artifact(module):
    return run("mind-translate", "--mlir-to-mic3", data=module)


def check_artifact(path):
    artifact = path.read_bytes()
    status, module, errors = to_module(artifact)
    if status:
        return errors.decode()
    status, again, errors = to_artifact(module)
    # An epilogue is no part of the module.
    if status or not again or artifact[: len(again)] != again or artifact[len(again) :][:1] not in (b"", b"M"):
        return errors.decode() or "other bytes"
    return ""


# What docs/Mic3.md says does not survive: a fill of rank 0, a fraction as a truth value.
REWRITTEN = [
    (rb" private @", rb" @"),
    (rb"mind\.fill 1\.5\S* : tensor<!mind\.q16>", rb"mind.constant dense<98304> : tensor<i32> as tensor<!mind.q16>"),
    (rb"mind\.fill (\S+) : tensor<(f32|f16|bf16)>", rb"mind.constant dense<\1> : tensor<\2>"),
    (rb"mind\.fill 0\.0\S* : tensor<i1>", rb"mind.constant dense<false> : tensor<i1>"),
    (rb"mind\.fill 2\.0\S* : tensor<(\d+)xi1>", rb"mind.fill 1.000000e+00 : tensor<\1xi1>"),
]


def normalize(module):
    for pattern, text in REWRITTEN:
        module = re.sub(pattern, text, module)
    return module.strip()


def modules_of(path):
    """The modules of a file that are valid."""
    if path.suffix == ".mind":
        yield run("mindc", str(path), "--emit=mlir")[1]
        return
    for chunk in re.split(rb"(?m)^// -----.*$", path.read_bytes()):
        status, module, _ = run("mind-opt", data=chunk)
        if status == 0 and b"mind." in module:
            yield module


def check_module(module):
    status, artifact, errors = to_artifact(module)
    if status:
        # Only a function without a body has no place in the format.
        return "" if b"has no body" in errors else errors.decode()
    status, again, errors = to_module(artifact)
    if status:
        return errors.decode()
    if normalize(module) != normalize(again):
        return "another module:\n" + again.decode()
    return "" if to_artifact(again)[1] == artifact else "other bytes"


def check_run(path, folder):
    artifact = folder / (path.stem + ".mic3")
    status, _, errors = run("mindc", str(path), "--emit=mic3", "-o", str(artifact))
    if status:
        return errors.decode()
    results = []
    for file in (path, artifact):
        status, output, errors = run("mindc", "run", "--interpret", str(file))
        # Warnings of gradients show their place, which an artifact does not have.
        results.append((status, output, re.sub(rb"warning\[autodiff\].*\n(?: .*\n)*", b"", errors)))
    return "" if results[0] == results[1] else "%r\n%r" % tuple(results)


# What has no equal program, with the reason: part of the message.
EXCEPTIONS = {
    # Named extents without a size.
    "relu": b"direct code needs every extent",
}


def check_program(path, folder):
    artifact = folder / (path.stem + ".mic3")
    programs = [folder / "source", folder / "artifact"]
    commands = [["mindc", str(path), "--emit=mic3", "-o", str(artifact)]]
    for file, program in zip((path, artifact), programs):
        commands.append(["mindc", str(file), "--backend=direct", "-o", str(program)])
    for command in commands:
        status, _, errors = run(*command)
        if status:
            known = EXCEPTIONS.get(path.stem)
            return "" if known and known in errors else errors.decode()
    if path.stem in EXCEPTIONS:
        return "is no exception any more"
    return "" if programs[0].read_bytes() == programs[1].read_bytes() else "other bytes"


def main():
    mode, names = sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]
    if mode == "artifacts":
        checks = [(path, check_artifact(path)) for path in sorted(names[0].rglob("*.mic3"))]
    elif mode == "modules":
        checks = [(path, check_module(module)) for path in names for module in modules_of(path)]
    else:
        with tempfile.TemporaryDirectory() as folder:
            check = check_run if mode == "runs" else check_program
            checks = [(path, check(path, pathlib.Path(folder))) for path in names]
    faults = [(path, fault) for path, fault in checks if fault]
    for path, fault in faults:
        print("%s: %s" % (path, fault))
    print("%d of %d agree" % (len(checks) - len(faults), len(checks)))
    sys.exit(bool(faults))


main()
