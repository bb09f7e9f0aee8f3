# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes one step of training of a network of two layers, as kernels of gpu written by hand.

usage: make-digits-step.py > step.mlir

The parameters are the weights and 64 rows of digits.npy; the results are the loss and the new
weights. The product of the first layer is tiled, the loss is summed by a workgroup.
"""
WG = "#gpu.address_space<workgroup>"


class Kernel:
    """Text of a kernel; numbers become constants when they are used."""

    def __init__(self, name, params, shared=""):
        self.name, self.params, self.shared, self.lines, self.count = name, params, shared, [], 0
        self.depth = 3

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def let(self, text):
        self.count += 1
        self.emit(f"%{self.count} = {text}")
        return f"%{self.count}"

    def index(self, number):
        return self.let(f"arith.constant {number} : index")

    def number(self, value):
        return self.let(f"arith.constant {value:.6e} : f32")

    def add(self, a, b):
        return self.let(f"arith.addi {a}, {b} : index")

    def mul(self, a, b):
        return self.let(f"arith.muli {a}, {b} : index")

    def f(self, name, *operands):
        return self.let(f"{name} {', '.join(operands)} : f32")

    def load(self, array, *at):
        return self.let(f"memref.load {array}[{', '.join(at)}] : {self.type(array)}")

    def store(self, value, array, *at):
        self.emit(f"memref.store {value}, {array}[{', '.join(at)}] : {self.type(array)}")

    def type(self, array):
        return {**dict(self.params), **dict(self.shared or [])}[array]

    def loop(self, low, high, init, body):
        """The last value of a chain over [low, high)."""
        low, high, one = self.index(low), self.index(high), self.index(1)
        self.count += 2
        result, counter = self.count, self.count - 1
        self.emit(f"%{result} = scf.for %{counter} = {low} to {high} step {one} iter_args(%acc{result} = {init}) -> f32 {{")
        self.depth += 1
        self.emit(f"scf.yield {body(f'%{counter}', f'%acc{result}')} : f32")
        self.depth -= 1
        self.emit("}")
        return f"%{result}"

    def when(self, condition, body):
        self.emit(f"scf.if {condition} {{")
        self.depth += 1
        body()
        self.depth -= 1
        self.emit("}")

    def text(self):
        shared = f" workgroup({', '.join(f'{n} : {t}' for n, t in self.shared)})" if self.shared else ""
        params = ", ".join(f"{n}: {t}" for n, t in self.params)
        return f"    gpu.func @{self.name}({params}){shared} kernel {{\n" + "\n".join(self.lines) + "\n      gpu.return\n    }\n"


def f32(*shape):
    return "memref<" + "".join(f"{extent}x" for extent in shape) + "f32>"


def shared(*shape):
    return f32(*shape)[:-1] + f", {WG}>"


def place(k, size):
    return k.add(k.mul(k.let("gpu.block_id x"), k.index(size)), k.let("gpu.thread_id x"))


def split(k, i, width):
    width = k.index(width)
    return k.let(f"arith.divui {i}, {width} : index"), k.let(f"arith.remui {i}, {width} : index")


def pixels():
    k = Kernel("pixels", [("%rows", f32(64, 65)), ("%x", f32(64, 64))])
    r, c = split(k, place(k, 64), 64)
    k.store(k.f("arith.divf", k.load("%rows", r, c), k.number(16.0)), "%x", r, c)
    return k, 64, 64


def hidden():
    """relu(x @ w1 + b1), in tiles of 8 by 8."""
    k = Kernel("hidden", [("%x", f32(64, 64)), ("%w", f32(64, 32)), ("%b", f32(32)), ("%h", f32(64, 32))],
               [("%left", shared(8, 8)), ("%right", shared(8, 8))])
    eight = k.index(8)
    ty, tx = split(k, k.let("gpu.thread_id x"), 8)
    by, bx = split(k, k.let("gpu.block_id x"), 4)
    row, column = k.add(k.mul(by, eight), ty), k.add(k.mul(bx, eight), tx)

    def tile(t, acc):
        base = k.mul(t, eight)
        k.store(k.load("%x", row, k.add(base, tx)), "%left", ty, tx)
        k.store(k.load("%w", k.add(base, ty), column), "%right", ty, tx)
        k.emit("gpu.barrier")
        total = k.loop(0, 8, acc, lambda i, a: k.f("math.fma", k.load("%left", ty, i), k.load("%right", i, tx), a))
        k.emit("gpu.barrier")
        return total

    z = k.f("arith.addf", k.loop(0, 8, k.number(0.0), tile), k.load("%b", column))
    k.store(k.f("arith.maximumf", z, k.number(0.0)), "%h", row, column)
    return k, 32, 64


def scores():
    k = Kernel("scores", [("%h", f32(64, 32)), ("%w", f32(32, 10)), ("%b", f32(10)), ("%s", f32(64, 10))])
    r, c = split(k, place(k, 64), 10)
    z = k.loop(0, 32, k.number(0.0), lambda i, a: k.f("math.fma", k.load("%h", r, i), k.load("%w", i, c), a))
    k.store(k.f("arith.addf", z, k.load("%b", c)), "%s", r, c)
    return k, 10, 64


def softmax():
    """The loss of 64 rows, and its derivative by the scores."""
    k = Kernel("softmax", [("%s", f32(64, 10)), ("%rows", f32(64, 65)), ("%d", f32(64, 10)), ("%loss", "memref<f32>")],
               [("%parts", shared(64))])
    r = k.let("gpu.thread_id x")
    most = k.loop(0, 10, k.number(-1e30), lambda c, a: k.f("arith.maximumf", a, k.load("%s", r, c)))
    total = k.loop(0, 10, k.number(0.0), lambda c, a: k.f("arith.addf", a, k.let(
        f"math.exp {k.f('arith.subf', k.load('%s', r, c), most)} : f32")))
    label = k.let(f"arith.fptosi {k.load('%rows', r, k.index(64))} : f32 to i32")
    label = k.let(f"arith.index_cast {label} : i32 to index")
    zero, many = k.number(0.0), k.number(64.0)

    def derivative(c, acc):
        share = k.f("arith.divf", k.let(f"math.exp {k.f('arith.subf', k.load('%s', r, c), most)} : f32"), total)
        hit = k.let(f"arith.cmpi eq, {c}, {label} : index")
        target = k.let(f"arith.select {hit}, {k.number(1.0)}, {zero} : f32")
        k.store(k.f("arith.divf", k.f("arith.subf", share, target), many), "%d", r, c)
        return acc

    k.loop(0, 10, zero, derivative)
    mine = k.f("arith.subf", k.let(f"math.log {total} : f32"), k.f("arith.subf", k.load("%s", r, label), most))
    k.store(k.f("arith.divf", mine, many), "%parts", r)
    for width in (32, 16, 8, 4, 2, 1):
        k.emit("gpu.barrier")
        size = k.index(width)

        def fold():
            k.store(k.f("arith.addf", k.load("%parts", r), k.load("%parts", k.add(r, size))), "%parts", r)
        k.when(k.let(f"arith.cmpi ult, {r}, {size} : index"), fold)
    k.emit("gpu.barrier")
    first = k.index(0)
    k.when(k.let(f"arith.cmpi eq, {r}, {first} : index"), lambda: k.store(k.load("%parts", first), "%loss"))
    return k, 1, 64


def back():
    """The derivative by what goes into relu."""
    k = Kernel("back", [("%d", f32(64, 10)), ("%w", f32(32, 10)), ("%h", f32(64, 32)), ("%e", f32(64, 32))])
    r, c = split(k, place(k, 64), 32)
    zero = k.number(0.0)
    total = k.loop(0, 10, zero, lambda i, a: k.f("math.fma", k.load("%d", r, i), k.load("%w", c, i), a))
    live = k.let(f"arith.cmpf ogt, {k.load('%h', r, c)}, {zero} : f32")
    k.store(k.let(f"arith.select {live}, {total}, {zero} : f32"), "%e", r, c)
    return k, 32, 64


def weights(name, rows, columns):
    """w - 0.5 * (transposed input @ derivative)."""
    k = Kernel(name, [("%x", f32(64, rows)), ("%d", f32(64, columns)), ("%w", f32(rows, columns)), ("%new", f32(rows, columns))])
    i, j = split(k, place(k, 64), columns)
    total = k.loop(0, 64, k.number(0.0), lambda r, a: k.f("math.fma", k.load("%x", r, i), k.load("%d", r, j), a))
    k.store(k.f("arith.subf", k.load("%w", i, j), k.f("arith.mulf", k.number(0.5), total)), "%new", i, j)
    return k, rows * columns // 64, 64


def biases(name, columns):
    k = Kernel(name, [("%d", f32(64, columns)), ("%b", f32(columns)), ("%new", f32(columns))])
    j = k.let("gpu.thread_id x")
    total = k.loop(0, 64, k.number(0.0), lambda r, a: k.f("arith.addf", a, k.load("%d", r, j)))
    k.store(k.f("arith.subf", k.load("%b", j), k.f("arith.mulf", k.number(0.5), total)), "%new", j)
    return k, 1, columns


LAUNCHES = [
    (pixels(), "%rows %x"), (hidden(), "%x %w1 %b1 %h"), (scores(), "%h %w2 %b2 %s"),
    (softmax(), "%s %rows %d %loss"), (back(), "%d %w2 %h %e"), (weights("first", 64, 32), "%x %e %w1 %nw1"),
    (biases("first_bias", 32), "%e %b1 %nb1"), (weights("second", 32, 10), "%h %d %w2 %nw2"),
    (biases("second_bias", 10), "%d %b2 %nb2"),
]
WEIGHTS = [("w1", f32(64, 32)), ("b1", f32(32)), ("w2", f32(32, 10)), ("b2", f32(10))]


def main():
    print("module attributes {gpu.container_module} {\n  gpu.module @kernels {")
    for (kernel, _, _), _ in LAUNCHES:
        print(kernel.text(), end="")
    params = [(f"%{n}", t, "") for n, t in WEIGHTS] + [("%rows", f32(64, 65), "")]
    results = [("%loss", "memref<f32>", " {bufferize.result}")] + [(f"%n{n}", t, " {bufferize.result}") for n, t in WEIGHTS]
    names = ", ".join(f'"{n[1:]}"' for n, _, _ in params + results)
    print("  }\n  func.func @step(" + ", ".join(f"{n}: {t}{a}" for n, t, a in params + results) +
          f") attributes {{mind.params = [{names}]}} {{")
    sizes = sorted({1} | {number for (_, blocks, threads), _ in LAUNCHES for number in (blocks, threads)})
    for size in sizes:
        print(f"    %c{size} = arith.constant {size} : index")
    for name, shape in [("%x", (64, 64)), ("%h", (64, 32)), ("%s", (64, 10)), ("%d", (64, 10)), ("%e", (64, 32))]:
        print(f"    {name} = memref.alloc() : {f32(*shape)}")
    for (kernel, blocks, threads), operands in LAUNCHES:
        args = ", ".join(f"{o} : {t}" for o, (_, t) in zip(operands.split(), kernel.params))
        print(f"    gpu.launch_func @kernels::@{kernel.name} blocks in (%c{blocks}, %c1, %c1) threads in (%c{threads}, %c1, %c1)\n"
              f"        args({args})")
    print("    return\n  }\n}")


main()
