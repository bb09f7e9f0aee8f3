#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what mind-bench-peers measures: the kernels as a MIND program, and the list of
them for the C++ side.

    make-kernels.py KERNELS.mind ROWS.inc
"""
import sys

SQUARES = [64, 96, 128, 192, 256, 384, 512, 768, 1024]
SKINNY = [
    (1, 1024, 1024), (4, 1024, 1024), (16, 1024, 1024), (1024, 1024, 1), (1024, 1024, 4), (1024, 1024, 16),
    (1024, 16, 1024), (1024, 4, 1024), (2048, 64, 64), (64, 2048, 64), (64, 64, 2048), (128, 768, 3072),
    (128, 3072, 768), (127, 131, 137), (255, 257, 259), (509, 521, 523), (333, 17, 1000), (32, 4096, 32),
    (3136, 64, 256), (784, 512, 128),
]
# The distinct convolutions of ResNet-50: extent, channels, extent of the filter, features,
# stride.
CONVOLUTIONS = [
    (224, 3, 7, 64, 2), (56, 64, 1, 64, 1), (56, 64, 3, 64, 1), (56, 64, 1, 256, 1), (56, 256, 1, 64, 1),
    (56, 256, 1, 128, 1), (56, 128, 3, 128, 2), (28, 128, 1, 512, 1), (56, 256, 1, 512, 2), (28, 512, 1, 128, 1),
    (28, 128, 3, 128, 1), (28, 512, 1, 256, 1), (28, 256, 3, 256, 2), (14, 256, 1, 1024, 1), (28, 512, 1, 1024, 2),
    (14, 1024, 1, 256, 1), (14, 256, 3, 256, 1), (14, 1024, 1, 512, 1), (14, 512, 3, 512, 2), (7, 512, 1, 2048, 1),
    (14, 1024, 1, 2048, 2), (7, 2048, 1, 512, 1), (7, 512, 3, 512, 1),
]
CHAINS = [1 << 12, 1 << 16, 1 << 22]
SOFTMAX = [(128, 1000), (1024, 1024)]


def tensor(*shape):
    return f"Tensor<f32, [{', '.join(map(str, shape))}]>"


def main():
    program, rows = [], []

    def add(name, params, result, body, row):
        params = ", ".join(f"{key}: {value}" for key, value in params.items())
        program.append(f"pub fn {name}({params}) -> {result} {{\n    return {body}\n}}\n")
        rows.append(row.replace("KERNEL", f"{name}, {name}_workspace_bytes"))

    for group, m, k, n in [("square", n, n, n) for n in SQUARES] + [("skinny", *shape) for shape in SKINNY]:
        add(f"product_{m}_{k}_{n}", {"a": tensor(m, k), "b": tensor(k, n)}, tensor(m, n), "a @ b",
            f'PRODUCT("{group}", {m}, {k}, {n}, KERNEL)')
    for size, channels, taps, features, stride in CONVOLUTIONS:
        out = (size - 1) // stride + 1
        add(f"conv_{size}_{channels}_{taps}_{features}_{stride}",
            {"x": tensor(1, size, size, channels), "w": tensor(taps, taps, channels, features)},
            tensor(1, out, out, features), f"conv2d(x, w, strides=[{stride}, {stride}], padding=same)",
            f"CONVOLUTION({size}, {channels}, {taps}, {features}, {stride}, KERNEL)")
    for count in CHAINS:
        add(f"chain_{count}", {"x": tensor(count)}, tensor(count), "relu(x * 1.5 + 0.25) * x - 0.5",
            f"CHAIN({count}, KERNEL)")
    for n, classes in SOFTMAX:
        add(f"softmax_{n}_{classes}", {"x": tensor(n, classes)}, tensor(n, classes), "softmax(x)",
            f"SOFTMAX({n}, {classes}, KERNEL)")
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("\n".join(program))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(rows) + "\n")


main()
