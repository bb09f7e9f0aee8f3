# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes a program of convolutions and of the gradients of their inputs: every number of
# elements around the lengths of vectors beside each other in the result, rows of every
# length up to two tiles, strides, and taps in the padding.
import sys

shapes = []
for dtype in "f32", "f64":
    # Extents, channels, taps, features, strides.
    shapes += [(dtype, 2, 3, 5, n, 2, 3, n, 1, "same") for n in list(range(1, 36)) + [63, 64, 65]]
    shapes += [(dtype, 1, 2, w, 11, 2, 3, 27, 1, "same") for w in range(1, 31)]
    shapes += [(dtype, 1, 9, w, 10, 3, 3, 29, 2, "same") for w in (5, 14, 29, 31)]
    shapes += [(dtype, 1, 6, 33, 12, 2, 5, 35, 3, "valid"), (dtype, 3, 4, 4, 33, 1, 1, 34, 1, "valid")]
    # More taps than tiles are planned for.
    shapes += [(dtype, 1, 3, 70, 10, 1, 66, 27, 1, "same")]
head, body = [], []
for i, (dtype, batch, h, w, c, kh, kw, f, stride, padding) in enumerate(shapes):
    call = f"conv2d(x, w, strides=[{stride}, {stride}], padding={padding})"
    head.append(f"fn loss{i}(x: Tensor<{dtype}, [{batch}, {h}, {w}, {c}]>, w: Tensor<{dtype}, [{kh}, {kw}, {c}, {f}]>) -> {dtype} {{\n"
                f"    let y = {call};\n    sum(y * y)\n}}\n")
    body.append(f"fn show{i}() {{\n"
                f"    let x = sin(reshape(cast<{dtype}>(arange({batch * h * w * c})), [{batch}, {h}, {w}, {c}]));\n"
                f"    let w = cos(reshape(cast<{dtype}>(arange({kh * kw * c * f})), [{kh}, {kw}, {c}, {f}]));\n"
                f"    print({call});\n    print(grad(loss{i}, wrt=[x])(x, w));\n}}\n")
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write("".join(head + body) + "fn main() {\n" + "".join(f"    show{i}();\n" for i in range(len(shapes))) + "}\n")
