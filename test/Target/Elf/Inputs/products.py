# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes a program of products: every number of rows up to two tiles and more, and every
# number of columns around the lengths of vectors.
import sys

with open(sys.argv[1], "w", encoding="utf-8") as file:
    body = []
    for dtype in "f32", "f64":
        shapes = [(m, 19, 41) for m in range(1, 45)] + [(17, 9, n) for n in range(1, 70)]
        shapes += [(m, 70, 133) for m in range(24, 45)]
        for m, k, n in shapes:
            a = f"sin(reshape(cast<{dtype}>(arange({m * k})), [{m}, {k}]))"
            b = f"cos(reshape(cast<{dtype}>(arange({k * n})), [{k}, {n}]))"
            body.append(f"    print({a} @ {b});\n")
    file.write("fn main() {\n" + "".join(body) + "}\n")
