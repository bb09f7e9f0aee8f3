# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fits a line by a training step that is written in MIND and runs on numpy's arrays."""
import mind
import numpy

SOURCE = """
fn loss(w: Tensor<f32, [2]>, x: Tensor<f32, [n, 2]>, y: Tensor<f32, [n]>) -> f32 {
    mean((x @ w - y) ** 2)
}
pub fn step(w: Tensor<f32, [2]>, x: Tensor<f32, [64, 2]>, y: Tensor<f32, [64]>) -> (Tensor<f32, [2]>, f32) {
    let (l, g) = value_and_grad(loss)(w, x, y);
    (w - 0.5 * g, l)
}
"""


def main():
    program = mind.compile(SOURCE)
    t = numpy.linspace(-1, 1, 64, dtype=numpy.float32)
    x = numpy.stack([t, numpy.ones_like(t)], axis=1)
    y = 3 * t + 1
    w = numpy.zeros(2, numpy.float32)
    for _ in range(50):
        w, loss = program.run("step", w, x, y)
    print("slope and offset:", numpy.round(w, 3).tolist())

    same = program.run("step", w, x, y, executor=mind.INTERPRETER)
    print("the interpreter agrees:", [a.tobytes() for a in same] == [a.tobytes() for a in program.run("step", w, x, y)])
    accepted, verdict = mind.verify(program.write(mind.EVIDENCE))
    print("verified:", accepted, verdict["trace_hash_valid"])
    try:
        mind.compile("let y = matmul([[1.0, 2.0]], [[1.0, 2.0]])")
    except mind.Error as error:
        print("wrong:", error.diagnostics[0]["code"], error.diagnostics[0]["message"])


if __name__ == "__main__":
    main()
