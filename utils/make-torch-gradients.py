# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes test/Transforms/Autodiff/torch-f32.mind and torch-f64.mind: gradients that PyTorch computed.

usage: make-torch-gradients.py SOURCE_ROOT

Each program is there twice, in MIND and as calls of PyTorch, and with numbers for its parameters. The
files hold what PyTorch's gradients were, in the type of the file; tests read them and need no PyTorch.
The files that are checked in were made by PyTorch 1.13.1 on a CPU.
"""
import math
import re
import sys

import torch
import torch.nn.functional as F


class Program:
    def __init__(self, name, parameters, body, function, helpers="", tangents=False, low=-1.5, high=1.5):
        self.name, self.parameters, self.body, self.function = name, parameters, body, function
        self.helpers, self.tangents, self.low, self.high = helpers, tangents, low, high


X, Y, B = ("x", (2, 3)), ("y", (2, 3)), ("b", (3,))
MLP = [("x", (4, 3)), ("w1", (3, 5)), ("b1", (5,)), ("w2", (5, 2)), ("b2", (2,))]
TAKEN = [3, 0, 3, 3, 1]


def nhwc(function, x, w, **options):
    """A convolution of images [N, H, W, C] with filters [KH, KW, C, F]."""
    return function(x.permute(0, 3, 1, 2), w.permute(3, 2, 0, 1), **options).permute(0, 2, 3, 1)


def attention(q, k, v):
    return (torch.softmax(q @ k.transpose(-1, -2) / 2.0, -1) @ v).pow(2).sum()


def layer_norm(x, gain, bias):
    centred = x - x.mean(1, keepdim=True)
    return (centred / (centred.pow(2).mean(1, keepdim=True) + 0.001).sqrt() * gain + bias).pow(3).sum()


def recurrent(x, w, u):
    h = torch.zeros(3, dtype=x.dtype)
    for t in range(4):
        h = torch.tanh(h @ w + x[t] @ u)
    return h.pow(2).sum()


def newton(x):
    root = torch.ones_like(x)
    for _ in range(6):
        root = (root + x / root) * 0.5
    return (root * x).sum()


def batch_norm(x, gain):
    centred = x - x.mean(0)
    return torch.sigmoid(centred / (centred.pow(2).mean(0) + 0.01).sqrt() * gain).pow(2).sum()


def times_direction(function):
    """The product of the Hessian and a direction, by the gradient of the gradient."""
    def apply(x, v):
        gradient, = torch.autograd.grad(function(x), x, create_graph=True)
        return (gradient * v).sum()
    return apply


def penalty(x, w):
    score = torch.tanh(x @ w).sum()
    gradient, = torch.autograd.grad(score, x, create_graph=True)
    return (gradient.pow(2).sum() - 1.0) ** 2


PROGRAMS = [
    Program("squares", [X], "sum(x * x)", lambda x: (x * x).sum()),
    Program("polynomial", [X], "sum(2.0 * x ** 3 - x ** 2 + x)", lambda x: (2 * x**3 - x**2 + x).sum()),
    Program("quotient", [X, B], "mean(x / b)", lambda x, b: (x / b).mean(), low=0.5),
    Program("broadcasts", [X, B, ("c", (2, 1))], "sum((x + b) * c - b * b)", lambda x, b, c: ((x + b) * c - b * b).sum()),
    Program("mse", [X, Y], "mean((x - y) ** 2)", F.mse_loss),
    Program("linear", [("x", (4, 3)), ("w", (3, 2)), ("b", (2,))], "sum((x @ w + b) ** 2)",
            lambda x, w, b: F.linear(x, w.t(), b).pow(2).sum()),
    Program("mlp_relu", MLP, "mean((relu(x @ w1 + b1) @ w2 + b2) ** 2)",
            lambda x, w1, b1, w2, b2: (F.relu(x @ w1 + b1) @ w2 + b2).pow(2).mean()),
    Program("mlp_tanh", MLP, "sum(sigmoid(tanh(x @ w1 + b1) @ w2 + b2))",
            lambda x, w1, b1, w2, b2: torch.sigmoid(torch.tanh(x @ w1 + b1) @ w2 + b2).sum()),
    Program("logistic", [("x", (4, 3)), ("w", (3,)), ("y", (4,))],
            "let p = sigmoid(dot(x, w));\n    -mean(y * log(p) + (1.0 - y) * log(1.0 - p))",
            lambda x, w, y: F.binary_cross_entropy(torch.sigmoid(x @ w), y), low=0.125, high=0.875),
    Program("softmax_squares", [("x", (3, 4))], "sum(softmax(x, axis=1) ** 2)", lambda x: F.softmax(x, 1).pow(2).sum()),
    Program("cross_entropy", [("x", (3, 4)), ("p", (3, 4))], "-sum(p * log_softmax(x, axis=1)) / 3.0",
            lambda x, p: -(p * F.log_softmax(x, 1)).sum() / 3),
    Program("conv_valid", [("x", (2, 5, 4, 2)), ("w", (3, 2, 2, 3))],
            "sum(conv2d(x, w, strides=[1, 1], padding=\"valid\") ** 2)",
            lambda x, w: nhwc(F.conv2d, x, w).pow(2).sum()),
    Program("conv_same", [("x", (1, 5, 6, 1)), ("w", (3, 3, 1, 2))],
            "sum(conv2d(x, w, strides=[2, 2], padding=\"same\") ** 2)",
            # The rows are padded by 1 and 1, the columns by 0 and 1.
            lambda x, w: nhwc(F.conv2d, F.pad(x, (0, 0, 0, 1, 1, 1)), w, stride=2).pow(2).sum()),
    Program("conv_net", [("x", (2, 6, 6, 1)), ("f", (3, 3, 1, 2)), ("g", (2, 2, 2, 3)), ("w", (12, 2))],
            "let a = relu(conv2d(x, f, strides=[1, 1], padding=\"valid\"));\n"
            "    let c = relu(conv2d(a, g, strides=[2, 2], padding=\"valid\"));\n"
            "    -sum(log_softmax(reshape(c, [2, 12]) @ w, axis=1)[0])",
            lambda x, f, g, w: -F.log_softmax(nhwc(F.conv2d, F.relu(nhwc(F.conv2d, x, f)), g, stride=2).relu()
                                              .reshape(2, 12) @ w, 1)[0].sum()),
    Program("attention", [("q", (2, 3, 4)), ("k", (2, 5, 4)), ("v", (2, 5, 2))],
            "sum((softmax(q @ transpose(k, axes=[0, 2, 1]) / 2.0, axis=2) @ v) ** 2)", attention),
    Program("batched_matmul", [("a", (2, 1, 2, 3)), ("b", (4, 3, 2))], "sum((a @ b) ** 3)",
            lambda a, b: (a @ b).pow(3).sum()),
    Program("embedding", [("table", (4, 3)), ("w", (5, 3))],
            f"sum(gather(table, {TAKEN}, axis=0) ** 2 * w)",
            lambda table, w: (F.embedding(torch.tensor(TAKEN), table).pow(2) * w).sum()),
    Program("pieces", [("x", (4, 3))], "sum(x[1] * x[3]) + sum(slice(x, axis=0, start=0, end=2) ** 2)",
            lambda x: (x[1] * x[3]).sum() + x[0:2].pow(2).sum()),
    Program("shapes", [("x", (2, 3, 4)), ("y", (4, 6))],
            "sum(reshape(transpose(x, axes=[2, 0, 1]), [4, 6]) * y ** 2)",
            lambda x, y: (x.permute(2, 0, 1).reshape(4, 6) * y**2).sum()),
    Program("circles", [X, Y], "sum(sin(x) * cos(y) + tan(x * y * 0.5))",
            lambda x, y: (torch.sin(x) * torch.cos(y) + torch.tan(x * y * 0.5)).sum()),
    Program("arcs", [X, Y], "sum(asin(x) * acos(y) + atan(x / (y + 2.0)))",
            lambda x, y: (torch.asin(x) * torch.acos(y) + torch.atan(x / (y + 2))).sum(), low=-0.875, high=0.875),
    Program("logarithms", [X], "sum(exp(x) * log(x) + log2(x) * sqrt(x) - log10(x))",
            lambda x: (x.exp() * x.log() + x.log2() * x.sqrt() - x.log10()).sum(), low=0.25),
    Program("layer_norm", [("x", (3, 4)), ("gain", (4,)), ("bias", (4,))],
            "let centred = x - mean(x, axis=1, keepdims=true)\n"
            "    let scale = sqrt(mean(centred ** 2, axis=1, keepdims=true) + 0.001)\n"
            "    sum((centred / scale * gain + bias) ** 3)", layer_norm),
    Program("batch_norm", [("x", (5, 3)), ("gain", (3,))],
            "let centred = x - mean(x, axis=0)\n"
            "    sum(sigmoid(centred / sqrt(mean(centred ** 2, axis=0) + 0.01) * gain) ** 2)", batch_norm),
    Program("choices", [X, Y], "sum(max(x, y) * 3.0 + min(x, y) ** 2 + abs(x) * where(y > 0.0, y, x * y))",
            lambda x, y: (torch.maximum(x, y) * 3 + torch.minimum(x, y) ** 2
                          + x.abs() * torch.where(y > 0, y, x * y)).sum()),
    Program("powers", [X, Y], "sum(pow(x, y) + pow(x, 2.5) * pow(1.5, y))",
            lambda x, y: (x.pow(y) + x.pow(2.5) * torch.pow(1.5, y)).sum(), low=0.25),
    Program("recurrent", [("x", (4, 2)), ("w", (3, 3)), ("u", (2, 3))],
            "let mut h: Tensor<T, [3]> = zeros([3], dtype=T)\n    for t in 0..4 {\n"
            "        h = tanh(dot(h, w) + dot(x[t], u))\n    }\n    sum(h ** 2)", recurrent),
    Program("newton", [B], "let mut root: Tensor<T, [3]> = ones([3], dtype=T)\n    let mut k = 0\n"
            "    while k < 6 {\n        root = (root + b / root) * 0.5\n        k = k + 1\n    }\n    sum(root * b)",
            newton, low=0.5),
    Program("hessian", [X, ("v", (2, 3))], "sum(v * grad(hessian_inner)(x))",
            times_direction(lambda x: (torch.exp(x) * torch.sin(x)).sum() * (x * x).sum()),
            helpers="fn hessian_inner(x: Tensor<T, [2, 3]>) -> T { sum(exp(x) * sin(x)) * sum(x * x) }\n"),
    Program("penalty", [X, ("w", (3, 4))], "(sum(grad(penalty_inner)(x, w) ** 2) - 1.0) ** 2", penalty,
            helpers="fn penalty_inner(x: Tensor<T, [2, 3]>, w: Tensor<T, [3, 4]>) -> T { sum(tanh(x @ w)) }\n"),
    Program("forward_mlp", [("x", (4, 3)), ("w", (3, 2))], "softmax(tanh(x @ w), axis=1)",
            lambda x, w: F.softmax(torch.tanh(x @ w), 1), tangents=True),
    Program("forward_conv", [("x", (1, 4, 4, 1)), ("w", (2, 2, 1, 2))],
            "sigmoid(conv2d(x, w, strides=[1, 1], padding=\"valid\"))",
            lambda x, w: torch.sigmoid(nhwc(F.conv2d, x, w)), tangents=True),
]


class Numbers:
    """Multiples of 1/64, which f32 holds, far enough from 0."""

    def __init__(self):
        self.state = 2024

    def take(self, shape, low, high):
        numbers = []
        while len(numbers) < math.prod(shape):
            self.state = (self.state * 1103515245 + 12345) % 2**31
            number = math.floor((low + (high - low) * (self.state >> 8) / 2**23) * 64) / 64
            if abs(number) > 0.05 and low <= number:
                numbers.append(number)
        return torch.tensor(numbers, dtype=torch.float64).reshape(shape)


def spell(tensor):
    """The shortest digits that read back."""
    if tensor.dim():
        return "[" + ", ".join(map(spell, tensor)) + "]"
    number = tensor.item()
    if tensor.dtype == torch.float64:
        return repr(number)
    for digits in range(1, 10):
        text = f"{number:.{digits}g}"
        if torch.tensor(float(text), dtype=torch.float32) == tensor:
            return text if "." in text or "e" in text else text + ".0"
    raise AssertionError(number)


def wrap(text, width=140):
    """Breaks a long line behind commas."""
    indent = " " * (len(text) - len(text.lstrip()) + 4)
    lines = []
    while len(text) > width:
        cut = text.rindex(", ", 0, width) + 1
        lines.append(text[:cut])
        text = indent + text[cut + 1:]
    return "\n".join(lines + [text])


def spell_type(shape):
    return f"Tensor<T, {list(shape)}>"


def write_program(program, values, tangents, dtype):
    names = [name for name, _ in program.parameters]
    shapes = [shape for _, shape in program.parameters]
    values = [v.to(dtype).requires_grad_() for v in values]
    if program.tangents:
        result, pushed = torch.autograd.functional.jvp(program.function, tuple(values),
                                                       tuple(t.to(dtype) for t in tangents))
        wanted, labels, result_type = [pushed], ["tangent"], spell_type(result.shape)
    else:
        # Of Hessians and penalties the direction is one of the parameters, too.
        wanted = torch.autograd.grad(program.function(*values), values)
        labels, result_type = names, "T"
    parameters = ", ".join(f"{n}: {spell_type(s)}" for n, s in zip(names, shapes))
    lines = [program.helpers + f"fn {program.name}({parameters}) -> {result_type} {{\n    {program.body}\n}}",
             f"fn check_{program.name}() {{"]
    for name, shape, value in zip(names, shapes, values):
        lines.append(wrap(f"    let {name}: {spell_type(shape)} = {spell(value.detach())}"))
    if program.tangents:
        for name, shape, tangent in zip(names, shapes, tangents):
            lines.append(wrap(f"    let d_{name}: {spell_type(shape)} = {spell(tangent.to(dtype))}"))
        lines.append(f"    let (value, found_tangent) = jvp({program.name}, ({', '.join(names)}), "
                     f"({', '.join('d_' + n for n in names)}))")
    else:
        found = ", ".join("found_" + n for n in names)
        lines.append(f"    let {found if len(names) == 1 else '(' + found + ')'} = "
                     f"grad({program.name}, wrt=[{', '.join(names)}])({', '.join(names)})")
    for label, tensor in zip(labels, wanted):
        flat = tensor.detach().reshape(-1)
        assert torch.isfinite(flat).all() and flat.abs().max() > 0, program.name
        lines.append(wrap(f"    let {label}_expected: {spell_type(flat.shape)} = {spell(flat)}"))
        lines.append(f"    print(\"{program.name} {label} {{}}\", "
                     f"is_close(reshape(found_{label}, [{len(flat)}]), {label}_expected))")
    return "\n".join(lines + ["}\n"]), len(labels)


def write_file(root, name, dtype, tolerance):
    numbers = Numbers()
    parts, checks = [], 0
    for program in PROGRAMS:
        values = [numbers.take(shape, program.low, program.high) for _, shape in program.parameters]
        tangents = [numbers.take(shape, -1.5, 1.5) for _, shape in program.parameters]
        text, count = write_program(program, values, tangents, dtype)
        parts.append(text)
        checks += count
    head = f"""// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --implicit-check-not=false
// CHECK-COUNT-{checks}: true
// CHECK-NOT: true

// Gradients that PyTorch computed, of {len(PROGRAMS)} programs. Written by utils/make-torch-gradients.py.

// Within {tolerance} of the largest.
fn is_close(found: Tensor<T, [n]>, expected: Tensor<T, [n]>) -> bool {{
    max(abs(found - expected)) <= max(abs(expected)) * {tolerance}
}}

"""
    main = "fn main() {\n" + "".join(f"    check_{p.name}()\n" for p in PROGRAMS) + "}\n"
    text = re.sub(r"\bT\b", name, head + "\n".join(parts) + "\n" + main)
    with open(f"{root}/test/Transforms/Autodiff/torch-{name}.mind", "w", encoding="utf-8") as file:
        file.write(text)


root, = sys.argv[1:]
write_file(root, "f32", torch.float32, "1e-5")
write_file(root, "f64", torch.float64, "1e-12")
