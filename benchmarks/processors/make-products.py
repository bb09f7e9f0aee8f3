#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what mind-bench-processors measures, as a MIND program: square products.

    make-products.py PRODUCTS.mind
"""
import sys

SIZES = [64, 96, 128, 192, 256, 384, 512, 768, 1024]


def main():
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        for dtype in "f32", "f64":
            for n in SIZES:
                tensor = f"Tensor<{dtype}, [{n}, {n}]>"
                file.write(f"pub fn {dtype}_{n}(a: {tensor}, b: {tensor}) -> {tensor} {{ a @ b }}\n")


main()
