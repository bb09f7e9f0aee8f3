# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check_coverage.py MINDC MIND_OPT FOLDER [NODE RUNNER]

Holds what the target webnn says that it covers against what it does. For each op and
element type that `mindc --target=help:webnn` lists, a program of that op must compile; for
each that it refuses it must be refused with E5002 and the name of the op; and a type that
is in neither list must be none that the dialect admits. With NODE and RUNNER those that
are covered are run instead, and their results compared with those of the interpreter.
"""
import json
import os
import re
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

DTYPES = ["f32", "f64", "f16", "bf16", "i32", "i64", "bool", "q16"]
ELEMENTS = {"bool": "i1", "q16": "!mind.q16"}
JS_TYPES = {"f32": "float32", "i32": "int32", "i64": "int64", "bool": "uint8"}
# Of the greatest absolute value that a result may have beside the one compared.
RELATIVE, ABSOLUTE = 2e-6, 2e-7


def tensor(dtype, *shape):
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + ELEMENTS.get(dtype, dtype) + ">"


def numbers(count, dtype, seed=0, low=-3, high=3):
    """Numbers that are exact in every type, none of them 0."""
    values = []
    for i in range(count):
        number = low + (i * 7 + seed * 5 + 3) % (4 * (high - low)) / 4
        values.append(number or 0.5)
    if dtype == "bool":
        return [int((i + seed) % 3 != 0) for i in range(count)]
    return values if dtype in ("f32", "f64", "f16", "bf16", "q16") else [int(v * 4) for v in values]


class Case:
    """A program: parameters as (dtype, shape, numbers) and the text of its ops."""

    def __init__(self, body, result, *params):
        self.body, self.result, self.params = body, result, params

    def text(self):
        params = ", ".join(f"%{chr(97 + i)}: {tensor(d, *s)}" for i, (d, s, _) in enumerate(self.params))
        return f"func.func @main({params}) -> {self.result} {{\n  {self.body}\n  return %r : {self.result}\n}}\n"


def data(dtype, shape, seed=0, **limits):
    count = 1
    for extent in shape:
        count *= extent
    return (dtype, shape, numbers(count, dtype, seed, **limits))


def binary(name, **limits):
    def make(d):
        types = f"{tensor(d, 2, 3)}, {tensor(d, 3)}"
        return [Case(f"%r = {name} %a, %b : {types}", tensor(d, 2, 3), data(d, (2, 3), **limits),
                     data(d, (3,), 1, **limits))]
    return make


def unary(name, **limits):
    return lambda d: [Case(f"%r = {name} %a : {tensor(d, 2, 3)}", tensor(d, 2, 3), data(d, (2, 3), **limits))]


def moved(text, source, target):
    return lambda d: [Case(f"%r = {text} : {tensor(d, *source)}", tensor(d, *target), data(d, source))]


def retyped(text, source, target):
    return lambda d: [Case(f"%r = {text} : {tensor(d, *source)} -> {tensor(d, *target)}", tensor(d, *target),
                           data(d, source))]


def reduction(name):
    def make(d):
        return [Case(f"%r = {name} %a axes [1] : {tensor(d, 2, 3, 2)}", tensor(d, 2, 2), data(d, (2, 3, 2))),
                Case(f"%r = {name} %a axes [] keepdims : {tensor(d, 2, 3)}", tensor(d, 1, 1), data(d, (2, 3)))]
    return make


def division(name):
    def make(d):
        cases = binary(name)(d)
        if d in ("i32", "i64"):
            least = -2**31 if d == "i32" else -2**63
            cases.append(Case(f"%r = {name} %a, %b : {tensor(d, 6)}, {tensor(d, 6)}", tensor(d, 6),
                              (d, (6,), [7, -7, least, 5, least, 0]), (d, (6,), [2, 2, -1, 0, 0, -1])))
        return cases
    return make


def extremum(name):
    def make(d):
        cases = binary(name)(d)
        if d == "f32":
            cases.append(Case(f"%r = {name} %a, %b : {tensor(d, 4)}, {tensor(d, 4)}", tensor(d, 4),
                              (d, (4,), ["nan", 1, "inf", "-inf"]), (d, (4,), [1, "nan", 0, 0])))
        return cases
    return make


def compare(d):
    predicates = ["eq", "ne"] if d == "bool" else ["eq", "ne", "lt", "le", "gt", "ge"]
    cases = [Case(f"%r = mind.compare {p} %a, %b : {tensor(d, 2, 3)}, {tensor(d, 3)}", tensor("bool", 2, 3),
                  data(d, (2, 3)), data(d, (3,), 2)) for p in predicates]
    if d == "f32":
        special = (d, (5,), ["nan", 0.0, -0.0, "inf", "nan"]), (d, (5,), ["nan", -0.0, 0.0, "inf", 1])
        cases += [Case(f"%r = mind.compare {p} %a, %b : {tensor(d, 5)}, {tensor(d, 5)}", tensor("bool", 5), *special)
                  for p in predicates]
    return cases


def cast(d):
    targets = ["bool"] if d == "bool" else ["f32", "i32", "i64"] if d in JS_TYPES else ["f32"]
    cases = [Case(f"%r = mind.cast %a : {tensor(d, 6)} -> {tensor(to, 6)}", tensor(to, 6), data(d, (6,)))
             for to in targets if to != d] or [Case(f"%r = mind.cast %a : {tensor(d, 6)} -> {tensor('f64', 6)}",
                                                    tensor("f64", 6), data(d, (6,)))]
    if d == "bool":
        cases = [Case(f"%r = mind.cast %a : {tensor(d, 6)} -> {tensor(to, 6)}", tensor(to, 6), data(d, (6,)))
                 for to in ("f32", "i32", "i64")]
    if d == "f32":
        odd = ["nan", "inf", "-inf", 3e9, -3e9, 1e30]
        cases += [Case(f"%r = mind.cast %a : {tensor(d, 6)} -> {tensor(to, 6)}", tensor(to, 6), (d, (6,), odd))
                  for to in ("i32", "i64")]
    return cases


def argmax(d):
    cases = [Case(f"%r = mind.argmax %a axis 1 : {tensor(d, 2, 4)}", tensor("i64", 2), data(d, (2, 4))),
             Case(f"%r = mind.argmax %a axis 0 keepdims : {tensor(d, 2, 4)}", tensor("i64", 1, 4), data(d, (2, 4)))]
    if d == "f32":
        cases.append(Case(f"%r = mind.argmax %a axis 1 : {tensor(d, 3, 3)}", tensor("i64", 3),
                          (d, (3, 3), [1, "nan", "nan", "-inf", "-inf", "-inf", 2, 2, 1])))
    return cases


def slices(d):
    source = tensor(d, 4, 5)
    return [Case(f"%r = mind.slice %a axes [1] starts [0] ends [5] strides [2] : {source}", tensor(d, 4, 3),
                 data(d, (4, 5))),
            Case(f"%r = mind.slice %a axes [0, 1] starts [3, 1] ends [-1, 4] strides [-2, 1] : {source}",
                 tensor(d, 2, 3), data(d, (4, 5)))]


def insert(d):
    dest, source = data(d, (4, 5)), data(d, (2, 3), 3)
    types = f"{tensor(d, 2, 3)}, {tensor(d, 4, 5)}"
    return [Case(f"%r = mind.insert %b into %a axes [0, 1] starts [3, 0] strides [-2, 2] : {types}",
                 tensor(d, 4, 5), dest, source),
            Case(f"%r = mind.insert %b into %a axes [0, 1] starts [?, 1] strides [1, 1](%c) : {types}, tensor<i64>",
                 tensor(d, 4, 5), dest, source, ("i64", (), [2]))]


def gather(d):
    return [Case(f"%r = mind.gather %a[%b] axis 0 : {tensor(d, 3, 2)}, tensor<2x2xi64>", tensor(d, 2, 2, 2),
                 data(d, (3, 2)), ("i64", (2, 2), [2, 0, 1, 2])),
            Case(f"%r = mind.gather %a[%b] axis 1 : {tensor(d, 3, 2)}, tensor<i32>", tensor(d, 3), data(d, (3, 2)),
                 ("i32", (), [1]))]


def gather_grad(d):
    return [Case(f"%r = mind.gather_grad %a[%b] axis 1 : {tensor(d, 2, 3, 2)}, tensor<3xi64> -> {tensor(d, 2, 4, 2)}",
                 tensor(d, 2, 4, 2), data(d, (2, 3, 2)), ("i64", (3,), [1, 3, 1]))]


def dot(d):
    shapes = [((3,), (3,), ()), ((2, 3), (3,), (2,)), ((3,), (3, 2), (2,)), ((2, 3), (3, 4), (2, 4))]
    return [Case(f"%r = mind.dot %a, %b : {tensor(d, *a)}, {tensor(d, *b)}", tensor(d, *c), data(d, a), data(d, b, 1))
            for a, b, c in shapes]


def matmul(d):
    shapes = [((2, 3), (3, 4), (2, 4)), ((5, 2, 3), (3, 4), (5, 2, 4)), ((2, 1, 2, 3), (4, 3, 2), (2, 4, 2, 2))]
    return [Case(f"%r = mind.matmul %a, %b : {tensor(d, *a)}, {tensor(d, *b)}", tensor(d, *c), data(d, a),
                 data(d, b, 1)) for a, b, c in shapes]


# Input, filter, result, and the numbers between.
WINDOWS = [((1, 5, 5, 2), (3, 3, 2, 3), (1, 3, 3, 3), "strides [1, 1] padding valid"),
           ((2, 6, 5, 1), (3, 2, 1, 2), (2, 3, 3, 2), "strides [2, 2] padding same"),
           ((1, 7, 7, 2), (2, 3, 2, 2), (1, 2, 3, 2), "strides [3, 2] padding valid"),
           ((1, 4, 4, 1), (3, 3, 1, 2), (1, 3, 6, 2), "strides [2, 1] padding explicit pads [2, 1, 3, 1]")]


def conv2d(d):
    return [Case(f"%r = mind.conv2d %a, %b {how} : {tensor(d, *x)}, {tensor(d, *w)}", tensor(d, *y), data(d, x),
                 data(d, w, 1)) for x, w, y, how in WINDOWS]


def conv2d_grad_input(d):
    return [Case(f"%r = mind.conv2d_grad_input %a, %b {how} : {tensor(d, *y)}, {tensor(d, *w)} -> {tensor(d, *x)}",
                 tensor(d, *x), data(d, y), data(d, w, 1)) for x, w, y, how in WINDOWS]


def conv2d_grad_filter(d):
    return [Case(f"%r = mind.conv2d_grad_filter %a, %b {how} : {tensor(d, *x)}, {tensor(d, *y)} -> {tensor(d, *w)}",
                 tensor(d, *w), data(d, x), data(d, y, 1)) for x, w, y, how in WINDOWS]


def constant(d):
    attributes = {"bool": "dense<[true, false]> : tensor<2xi1>", "q16": "dense<65536> : tensor<2xi32> as tensor<2x!mind.q16>",
                  "i32": "dense<[1, -2]> : tensor<2xi32>", "i64": "dense<[1, -9007199254740993]> : tensor<2xi64>"}
    text = attributes.get(d, f"dense<[1.5, -0.0]> : tensor<2x{d}>")
    cases = [Case(f"%r = mind.constant {text}", tensor(d, 2))]
    if d == "f32":
        many = ", ".join(repr(i / 7) for i in range(40))
        cases.append(Case(f"%r = mind.constant dense<[{many}]> : tensor<40xf32>", tensor(d, 40)))
    if d == "i64":
        cases.append(Case(f"%r = mind.constant dense<{list(range(-9, 30))}> : tensor<39xi64>", tensor(d, 39)))
    return cases


def select(d):
    return [Case(f"%r = arith.select %a, %b, %c : {tensor('bool', 4)}, {tensor(d, 4)}", tensor(d, 4),
                 data("bool", (4,)), data(d, (4,)), data(d, (4,), 2))]


def logic(name):
    return lambda d: [Case(f"%r = {name} %a, %b : {tensor(d, 4)}", tensor(d, 4), data(d, (4,)), data(d, (4,), 2))]


def power(d):
    if d in ("i32", "i64"):
        return [Case(f"%r = mind.ipow %a, {e} : {tensor(d, 4)}", tensor(d, 4), data(d, (4,))) for e in (0, 5)]
    return [Case(f"%r = mind.ipow %a, {e} : {tensor(d, 4)}", tensor(d, 4), data(d, (4,))) for e in (0, 6, -3)]


SAMPLES = {
    "arith.andi": logic("arith.andi"), "arith.ori": logic("arith.ori"), "arith.xori": logic("arith.xori"),
    "arith.select": select,
    "mind.constant": constant,
    "mind.fill": lambda d: [Case(f"%r = mind.fill 2.0 : {tensor(d, 5, 7)}", tensor(d, 5, 7))],
    "mind.add": binary("mind.add"), "mind.sub": binary("mind.sub"), "mind.mul": binary("mind.mul"),
    "mind.div": division("mind.div"), "mind.mod": division("mind.mod"),
    "mind.max": extremum("mind.max"), "mind.min": extremum("mind.min"),
    "mind.pow": binary("mind.pow", low=1, high=3), "mind.shl": binary("mind.shl"), "mind.shr": binary("mind.shr"),
    "mind.abs": unary("mind.abs"), "mind.relu": unary("mind.relu"),
    "mind.floor": unary("mind.floor"), "mind.ceil": unary("mind.ceil"), "mind.round": unary("mind.round"),
    "mind.relu_grad": lambda d: [Case(f"%r = mind.relu_grad %a, %b : {tensor(d, 2, 3)}", tensor(d, 2, 3),
                                      data(d, (2, 3)), data(d, (2, 3), 1))],
    "mind.ipow": power, "mind.compare": compare, "mind.cast": cast, "mind.argmax": argmax,
    "mind.sum": reduction("mind.sum"), "mind.mean": reduction("mind.mean"),
    "mind.reduce_max": reduction("mind.reduce_max"),
    "mind.reshape": retyped("mind.reshape %a", (2, 3), (3, 2)),
    "mind.broadcast_to": retyped("mind.broadcast_to %a", (2, 1), (3, 2, 2)),
    "mind.transpose": moved("mind.transpose %a perm [2, 0, 1]", (2, 3, 4), (4, 2, 3)),
    "mind.expand_dims": moved("mind.expand_dims %a axis 1", (2, 3), (2, 1, 3)),
    "mind.squeeze": moved("mind.squeeze %a axes [1]", (2, 1, 3), (2, 3)),
    "mind.index": moved("mind.index %a axes [0, 2] indices [1, 2]", (2, 3, 4), (3,)),
    "mind.slice": slices, "mind.insert": insert, "mind.gather": gather, "mind.gather_grad": gather_grad,
    "mind.dot": dot, "mind.matmul": matmul, "mind.conv2d": conv2d, "mind.conv2d_grad_input": conv2d_grad_input,
    "mind.conv2d_grad_filter": conv2d_grad_filter,
}
for _kind in ["exp", "log", "log2", "log10", "sqrt", "tanh", "sigmoid", "sin", "cos", "tan", "asin", "acos", "atan"]:
    _limits = {"low": 1, "high": 4} if _kind in ("log", "log2", "log10", "sqrt") else {}
    SAMPLES[f"mind.unary.{_kind}"] = unary(f"mind.unary {_kind}", **_limits)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def nested(values, shape, dtype):
    if not shape:
        value = values[0]
        return ("true" if value else "false") if dtype == "bool" else value if isinstance(value, str) else repr(value)
    step = len(values) // shape[0]
    return "[" + ", ".join(nested(values[i * step:(i + 1) * step], shape[1:], dtype) for i in range(shape[0])) + "]"


def interpret(mindc, path, case):
    arguments = []
    for dtype, shape, values in case.params:
        arguments += ["--arg", nested(values, shape, dtype)]
    done = run(mindc, "run", path, "--interpret", *arguments)
    if not re.search(r"\S", done.stdout):  # An integer is the status.
        return None if done.returncode > 255 or done.stderr else [float(done.returncode)]
    words = {"true": 1.0, "false": 0.0}
    return [words[w] if w in words else float(w) for w in re.findall(r"[^\s\[\],]+", done.stdout)]


def differ(expected, actual):
    if len(expected) != len(actual):
        return True
    for e, a in zip(expected, actual):
        e, a = float(e), float(a)
        if e != e or a != a:
            if (e == e) != (a == a):
                return True
        elif e != a and abs(e - a) > ABSOLUTE + RELATIVE * abs(e):
            return True
    return False


def main():
    mindc, mind_opt, folder = sys.argv[1:4]
    os.makedirs(folder, exist_ok=True)
    listing = run(mindc, "--target=help:webnn").stdout
    covered, _, refused = listing.partition("\n\n")
    covered = {line.split()[0]: line.split()[1:] for line in covered.splitlines()}
    refused = set(re.findall(r"^  (\S+ \S+)$", refused, re.M))
    problems = [f"{key}: no sample" for key in covered if key not in SAMPLES]
    work = []
    for key, make in SAMPLES.items():
        for dtype in DTYPES:
            for number, case in enumerate(make(dtype)):
                path = f"{folder}/{key}-{dtype}-{number}.mlir"
                with open(path, "w") as file:
                    file.write(case.text())
                work.append((key, dtype, path, case))

    def check(item):
        key, dtype, path, case = item
        if dtype in covered.get(key, []):
            done = run(mindc, path, "--target=webnn", "-o", path + ".out")
            return None if done.returncode == 0 else f"{path} is covered and fails: {done.stderr}"
        if f"{key} {dtype}" in refused:
            done = run(mindc, path, "--target=webnn", "-o", path + ".out")
            isGood = done.returncode == 1 and "[E5002]" in done.stderr and "is not available on `webnn`" in done.stderr
            return None if isGood else f"{path} is refused and was not: {done.stderr}"
        # A list that leaves out what the dialect admits would hide a gap.
        return None if run(mind_opt, path).returncode else f"{path} is in no list, but the dialect admits it"

    live = [item for item in work if item[1] in covered.get(item[0], [])]
    print(f"{len(work)} programs, {len(live)} covered")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        problems += filter(None, pool.map(check, live if len(sys.argv) > 4 else work))
    if len(sys.argv) > 4 and not problems:
        requests = []
        for key, dtype, path, case in live:
            args = {f"arg{i}": {"dataType": JS_TYPES[d],
                                "data": [str(v) if d == "i64" else {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(v, v)
                                         for v in values]}
                    for i, (d, _, values) in enumerate(case.params)}
            requests.append({"module": f"{path}.out/main.mjs", "args": args})
        with open(f"{folder}/requests.json", "w") as file:
            json.dump(requests, file)
        done = run(sys.argv[4], sys.argv[5], f"{folder}/requests.json")
        if done.returncode:
            sys.exit(done.stderr)
        print(done.stderr, end="")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            expected = list(pool.map(lambda item: interpret(mindc, item[2], item[3]), live))
        results = json.loads(done.stdout)
        for (key, dtype, path, case), e, a in zip(live, expected, results):
            if isinstance(a, str) or e is None or differ(e, a[0]):
                problems.append(f"{path}: {e} is expected, {a} came")
        print(f"{len(results)} programs run")
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


main()
