# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the table of values for the rules: one function a row, with what its derivatives must give.

Each row has its forward function twice, as IR and as Python on complex numbers. The Python knows
no rule of differentiation: a derivative is the imaginary part that a step of 1e-30 along the
imaginary axis leaves, which loses no digits. What is not analytic asks the real part alone, so
at a tie it follows the branch that the op takes.
"""
import cmath
import itertools
import math

STEP = 1e-30


class Tensor:
    def __init__(self, shape, data):
        self.shape, self.data = tuple(shape), list(data)
        assert len(self.data) == math.prod(self.shape)

    def at(self, index):
        position = 0
        for i, extent in zip(index, self.shape):
            assert 0 <= i < extent
            position = position * extent + i
        return self.data[position]


def places(shape):
    return itertools.product(*map(range, shape))


def build(shape, element):
    return Tensor(shape, [element(index) for index in places(shape)])


def elementwise(function):
    def apply(*tensors):
        rank = max(len(t.shape) for t in tensors)
        padded = [(1,) * (rank - len(t.shape)) + t.shape for t in tensors]
        shape = tuple(max(extents) for extents in zip(*padded))

        def element(index):
            return function(*(t.at([0 if e == 1 else i for i, e in zip(index, p)][rank - len(t.shape):])
                              for t, p in zip(tensors, padded)))
        return build(shape, element)
    return apply


def reduce(x, axes, keepdims, combine):
    axes = axes or range(len(x.shape))
    kept = [1 if a in axes else e for a, e in enumerate(x.shape)]
    slices = {index: [] for index in places(kept)}
    for index in places(x.shape):
        slices[tuple(0 if a in axes else i for a, i in enumerate(index))].append(x.at(index))
    shape = kept if keepdims else [e for a, e in enumerate(kept) if a not in axes]
    return Tensor(shape, [combine(part) for part in slices.values()])


def total(x, *axes, keepdims=False):
    return reduce(x, axes, keepdims, sum)


def mean(x, *axes, keepdims=False):
    return reduce(x, axes, keepdims, lambda part: sum(part) / len(part))


def biggest(x, *axes, keepdims=False):
    return reduce(x, axes, keepdims, lambda part: max(part, key=lambda z: z.real))


def reshape(x, *shape):
    return Tensor(shape, x.data)


def transpose(x, *perm):
    def element(index):
        source = [0] * len(perm)
        for i, axis in zip(index, perm):
            source[axis] = i
        return x.at(source)
    return build([x.shape[a] for a in perm], element)


def broadcast(x, *shape):
    return elementwise(lambda a, b: a)(x, Tensor(shape, [0] * math.prod(shape)))


def select_rows(x, axis, positions):
    """The slices of x at a list of positions of one axis."""
    shape = x.shape[:axis] + (len(positions),) + x.shape[axis + 1:]
    return build(shape, lambda index: x.at(index[:axis] + (positions[index[axis]],) + index[axis + 1:]))


def gather(x, indices, axis, shape):
    taken = select_rows(x, axis, indices)
    return reshape(taken, *x.shape[:axis], *shape, *x.shape[axis + 1:])


def scatter(g, indices, axis, shape):
    result = dict.fromkeys(places(shape), 0)
    for index in places(g.shape):
        target = index[:axis] + (indices[index[axis]],) + index[axis + 1:]
        result[target] += g.at(index)
    return Tensor(shape, result.values())


def insert(dest, source, axes, starts, strides):
    result = dict(zip(places(dest.shape), dest.data))
    for index in places(source.shape):
        target = list(index)
        for axis, start, stride in zip(axes, starts, strides):
            target[axis] = start + stride * index[axis]
        result[tuple(target)] = source.at(index)
    return Tensor(dest.shape, result.values())


def matmul(a, b):
    batch = elementwise(lambda x, y: 0)(build(a.shape[:-2], lambda i: 0), build(b.shape[:-2], lambda i: 0)).shape

    def pick(t, index, row, column):
        lead = t.shape[:-2]
        here = index[len(index) - len(lead):]
        return t.at([0 if e == 1 else i for i, e in zip(here, lead)] + [row, column])

    def element(index):
        *lead, m, n = index
        return sum(pick(a, lead, m, k) * pick(b, lead, k, n) for k in range(a.shape[-1]))
    return build(batch + (a.shape[-2], b.shape[-1]), element)


def dot(a, b):
    left = reshape(a, 1, *a.shape) if len(a.shape) == 1 else a
    right = reshape(b, *b.shape, 1) if len(b.shape) == 1 else b
    return reshape(matmul(left, right), *a.shape[:-1], *b.shape[1:])


def taps(x, w, y, strides, lows):
    """All (place in x, place in w, place in y) that one product of a convolution joins."""
    for n, oh, ow, o in places(y):
        for kh, kw, c, p in places(w):
            h, v = oh * strides[0] + kh - lows[0], ow * strides[1] + kw - lows[1]
            if p == o and 0 <= h < x[1] and 0 <= v < x[2]:
                yield (n, h, v, c), (kh, kw, c, o), (n, oh, ow, o)


def convolve(which, x, w, y, strides, lows):
    """conv2d (which = 2) and its transposes by input (0) and filter (1); the tensor asked for is a shape."""
    parts = [x, w, y]
    shapes = [p if isinstance(p, tuple) else p.shape for p in parts]
    result = dict.fromkeys(places(shapes[which]), 0)
    for tap in taps(*shapes, strides, lows):
        first, second = (parts[i].at(tap[i]) for i in range(3) if i != which)
        result[tap[which]] += first * second
    return Tensor(shapes[which], result.values())


def power(x, c):
    """x**c; at x = 0 the exponent moves nothing if it is above 0, and what it moves at 0 has no bound."""
    if x.real == 0:
        if c.real == 0:
            return complex(1, -math.inf * c.imag if c.imag else 0)
        return complex(0, x.imag if c.real == 1 else 0)
    return cmath.exp(c * cmath.log(x))


def softmax(x, axis):
    e = elementwise(cmath.exp)(x)
    return elementwise(lambda a, s: a / s)(e, total(e, axis, keepdims=True))


add = elementwise(lambda a, b: a + b)
sub = elementwise(lambda a, b: a - b)
mul = elementwise(lambda a, b: a * b)
div = elementwise(lambda a, b: a / b)


def unary(function):
    return elementwise(function)


def scaled_by(function):
    """x times a function whose derivative is zero by definition."""
    return elementwise(lambda x: x * function(x.real))


def half_even(number):
    return float(round(number))


# ---------------------------------------------------------------------------------------------------
# Rows: name, arguments, shape of the result, IR of %r, the function. An argument is a name with a
# shape, and with the numbers if they matter.
# ---------------------------------------------------------------------------------------------------

def spell(shape, element="f64"):
    return "tensor<" + "".join(f"{e}x" for e in shape) + element + ">"


X = ("x", (2, 3))
Y = ("y", (3,))
TXY = "tensor<2x3xf64>, tensor<3xf64>"
TX = "tensor<2x3xf64>"
SIGNS = ("x", (2, 3), [-0.75, 0.5, 0.0, 1.25, -2.0, 3.0])
TIES = ("x", (2, 3), [-0.75, 0.5, 1.0, 1.25, -2.0, 3.0])
MATE = ("y", (2, 3), [0.5, -0.25, 1.0, 1.25, 1.5, -3.0])
WIDE_MATE = ("y", (3,), [1.25, -0.25, 1.0])
BODIES = {
    "exp": cmath.exp, "log": cmath.log, "log2": lambda z: cmath.log(z) / math.log(2),
    "log10": lambda z: cmath.log(z) / math.log(10), "sqrt": cmath.sqrt, "tanh": cmath.tanh,
    "sigmoid": lambda z: 1 / (1 + cmath.exp(-z)), "sin": cmath.sin, "cos": cmath.cos,
    "tan": lambda z: cmath.sin(z) / cmath.cos(z), "asin": cmath.asin, "acos": cmath.acos, "atan": cmath.atan,
}
IDX = "%i = mind.constant dense<[2, 0, 2, 1, 2]> : tensor<5xi64>\n  "

ROWS = [
    ("add", [X, Y], (2, 3), f"%r = mind.add %x, %y : {TXY}", add),
    ("add_unit", [("x", (1, 3)), ("y", (4, 2, 3))], (4, 2, 3),
     "%r = mind.add %x, %y : tensor<1x3xf64>, tensor<4x2x3xf64>", add),
    ("sub", [X, Y], (2, 3), f"%r = mind.sub %x, %y : {TXY}", sub),
    ("sub_wide", [Y, X], (2, 3), "%r = mind.sub %y, %x : tensor<3xf64>, tensor<2x3xf64>", sub),
    ("mul", [X, Y], (2, 3), f"%r = mind.mul %x, %y : {TXY}", mul),
    ("outer", [("x", (2, 1)), ("y", (1, 3))], (2, 3), "%r = mind.mul %x, %y : tensor<2x1xf64>, tensor<1x3xf64>", mul),
    ("square", [X], (2, 3), f"%r = mind.mul %x, %x : {TX}, {TX}", lambda x: mul(x, x)),
    ("div", [X, Y], (2, 3), f"%r = mind.div %x, %y : {TXY}", div),
    ("div_units", [("x", (1, 3)), ("y", (2, 1))], (2, 3), "%r = mind.div %x, %y : tensor<1x3xf64>, tensor<2x1xf64>",
     div),
    ("max", [TIES, MATE], (2, 3), f"%r = mind.max %x, %y : {TX}, {TX}",
     elementwise(lambda a, b: a if a.real > b.real else b)),
    ("max_wide", [TIES, WIDE_MATE], (2, 3), f"%r = mind.max %x, %y : {TXY}",
     elementwise(lambda a, b: a if a.real > b.real else b)),
    ("min", [TIES, MATE], (2, 3), f"%r = mind.min %x, %y : {TX}, {TX}",
     elementwise(lambda a, b: a if a.real < b.real else b)),
    ("min_wide", [TIES, WIDE_MATE], (2, 3), f"%r = mind.min %x, %y : {TXY}",
     elementwise(lambda a, b: a if a.real < b.real else b)),
    # Both masks hold on some elements, on the others one does or none: of one operand, and of one another.
    ("max_and_min", [TIES, MATE, ("z", (2, 3), [1.0, 0.75, 1.0, 0.5, -2.5, 2.0])], (2, 3),
     f"%a = mind.max %x, %y : {TX}, {TX}\n  %b = mind.min %x, %z : {TX}, {TX}\n  %r = mind.add %a, %b : {TX}, {TX}",
     elementwise(lambda a, b, c: (a if a.real > b.real else b) + (a if a.real < c.real else c))),
    ("min_of_max", [TIES, MATE, ("z", (2, 3), [0.25, 0.75, 1.0, 1.5, 2.5, 2.0])], (2, 3),
     f"%a = mind.max %x, %y : {TX}, {TX}\n  %b = mind.min %a, %z : {TX}, {TX}\n  %r = mind.add %b, %a : {TX}, {TX}",
     elementwise(lambda a, b, c: (m := a if a.real > b.real else b) + (m if m.real < c.real else c))),
    ("relu", [SIGNS], (2, 3), f"%r = mind.relu %x : {TX}", elementwise(lambda x: x if x.real > 0 else 0 * x)),
    ("relu_grad", [("g", (2, 3))], (2, 3),
     "%c = mind.constant dense<[[-0.75, 0.5, 0.0], [1.25, -2.0, 3.0]]> : tensor<2x3xf64>\n"
     f"  %r = mind.relu_grad %g, %c : {TX}",
     lambda g: Tensor(g.shape, [z if s > 0 else 0 * z for z, s in zip(g.data, SIGNS[2])])),
    ("abs", [SIGNS], (2, 3), f"%r = mind.abs %x : {TX}",
     elementwise(lambda x: x if x.real > 0 else -x if x.real < 0 else 0 * x)),
    ("cast", [X], (2, 3), f"%r = mind.cast %x : {TX} -> {TX}", lambda x: x),
    ("cast_dims", [X], (2, 3),
     f"%a = tensor.cast %x : {TX} to tensor<?x3xf64, #mind.dims<N, 3>>\n"
     f"  %b = tensor.cast %a : tensor<?x3xf64, #mind.dims<N, 3>> to {TX}\n  %r = mind.mul %b, %x : {TX}, {TX}",
     lambda x: mul(x, x)),
    ("floor", [SIGNS], (2, 3), f"%f = mind.floor %x : {TX}\n  %r = mind.mul %f, %x : {TX}, {TX}",
     scaled_by(math.floor)),
    ("ceil", [SIGNS], (2, 3), f"%f = mind.ceil %x : {TX}\n  %r = mind.mul %f, %x : {TX}, {TX}", scaled_by(math.ceil)),
    ("round", [SIGNS], (2, 3), f"%f = mind.round %x : {TX}\n  %r = mind.mul %f, %x : {TX}, {TX}",
     scaled_by(half_even)),
    ("argmax", [X], (2,), f"%i = mind.argmax %x axis 1 : {TX}\n  %f = mind.cast %i : tensor<2xi64> -> tensor<2xf64>\n"
     f"  %s = mind.sum %x axes [1] : {TX}\n  %r = mind.mul %f, %s : tensor<2xf64>, tensor<2xf64>",
     lambda x: build((2,), lambda i: max(range(3), key=lambda k: x.at((i[0], k)).real)
                     * sum(x.at((i[0], k)) for k in range(3)))),
    ("select", [("x", (3,), [0.25, 2.0, 1.0]), ("y", (3,), [1.5, 0.5, -2.0])], (3,),
     "%p = mind.compare gt %x, %y : tensor<3xf64>, tensor<3xf64>\n"
     "  %a = mind.mul %x, %y : tensor<3xf64>, tensor<3xf64>\n"
     "  %b = mind.unary sin %x : tensor<3xf64>\n  %r = arith.select %p, %a, %b : tensor<3xi1>, tensor<3xf64>",
     elementwise(lambda a, b: a * b if a.real > b.real else cmath.sin(a))),
]
for kind, body in BODIES.items():
    numbers = [0.15, 0.35, 0.55, 0.7, 0.25, 0.9]
    ROWS.append((kind, [("x", (2, 3), numbers)], (2, 3), f"%r = mind.unary {kind} %x : {TX}", unary(body)))
for exponent in (1, 2, 3, 5, -1, -2):
    ROWS.append((f"ipow_{exponent}".replace("-", "minus_"), [X], (2, 3), f"%r = mind.ipow %x, {exponent} : {TX}",
                 elementwise(lambda x, n=exponent: math.prod([x] * n) if n > 0 else 1 / math.prod([x] * -n))))
ROWS += [
    # Bases and exponents that are 0, together and alone.
    ("pow", [("x", (2, 4), [0.0, 0.0, 1.5, 0.0, 0.5, 0.75, 0.875, 1.25]), ("y", (4,), [0.0, 2.0, -0.5, 1.5])], (2, 4),
     "%r = mind.pow %x, %y : tensor<2x4xf64>, tensor<4xf64>", elementwise(power)),
    ("pow_constant", [X], (2, 3),
     f"%c = mind.constant dense<2.5> : tensor<f64>\n  %r = mind.pow %x, %c : {TX}, tensor<f64>",
     elementwise(lambda x: power(x, 2.5))),
    ("pow_base_zero", [("x", (4,), [0.0, 0.0, 1.5, 0.5])], (4,),
     "%c = mind.constant dense<[0.0, 2.0, 0.0, 3.5]> : tensor<4xf64>\n"
     "  %r = mind.pow %x, %c : tensor<4xf64>, tensor<4xf64>",
     lambda x: Tensor((4,), [power(z, complex(c)) if c else 1 + 0 * z for z, c in zip(x.data, [0, 2, 0, 3.5])])),
    ("pow_exponent_zero", [("c", (4,), [0.5, 0.0, 2.0, -0.5])], (4,),
     "%x = mind.constant dense<[0.0, 0.0, 2.0, 0.75]> : tensor<4xf64>\n"
     "  %r = mind.pow %x, %c : tensor<4xf64>, tensor<4xf64>",
     lambda c: Tensor((4,), [power(complex(z), e) for z, e in zip([0, 0, 2, 0.75], c.data)])),
    ("sum_all", [X], (), f"%r = mind.sum %x axes [] : {TX}", total),
    ("sum_last", [X], (2,), f"%r = mind.sum %x axes [1] : {TX}", lambda x: total(x, 1)),
    ("sum_square", [("x", (3, 3))], (3,), "%r = mind.sum %x axes [1] : tensor<3x3xf64>", lambda x: total(x, 1)),
    ("sum_keepdims", [X], (2, 1), f"%r = mind.sum %x axes [1] keepdims : {TX}", lambda x: total(x, 1, keepdims=True)),
    ("sum_middle", [("x", (2, 3, 2))], (2, 2), "%r = mind.sum %x axes [1] : tensor<2x3x2xf64>",
     lambda x: total(x, 1)),
    ("mean_all", [X], (), f"%r = mind.mean %x axes [] : {TX}", mean),
    ("mean_last", [X], (2,), f"%r = mind.mean %x axes [1] : {TX}", lambda x: mean(x, 1)),
    ("mean_keepdims", [X], (1, 3), f"%r = mind.mean %x axes [0] keepdims : {TX}",
     lambda x: mean(x, 0, keepdims=True)),
    ("reshape", [X], (6,), f"%r = mind.reshape %x : {TX} -> tensor<6xf64>", lambda x: reshape(x, 6)),
    ("transpose", [("x", (2, 3, 4))], (4, 2, 3), "%r = mind.transpose %x perm [2, 0, 1] : tensor<2x3x4xf64>",
     lambda x: transpose(x, 2, 0, 1)),
    ("transpose_cube", [("x", (2, 2, 2))], (2, 2, 2), "%r = mind.transpose %x perm [2, 0, 1] : tensor<2x2x2xf64>",
     lambda x: transpose(x, 2, 0, 1)),
    ("expand_dims", [X], (2, 1, 3), f"%r = mind.expand_dims %x axis 1 : {TX}", lambda x: reshape(x, 2, 1, 3)),
    ("squeeze", [("x", (2, 1, 3))], (2, 3), "%r = mind.squeeze %x axes [1] : tensor<2x1x3xf64>",
     lambda x: reshape(x, 2, 3)),
    ("squeeze_all", [("x", (1, 3, 1))], (3,), "%r = mind.squeeze %x axes [] : tensor<1x3x1xf64>",
     lambda x: reshape(x, 3)),
    ("broadcast_to", [("x", (3, 1))], (2, 3, 4),
     "%r = mind.broadcast_to %x : tensor<3x1xf64> -> tensor<2x3x4xf64>", lambda x: broadcast(x, 2, 3, 4)),
    ("index", [("x", (2, 4))], (2,), "%r = mind.index %x axes [1] indices [1] : tensor<2x4xf64>",
     lambda x: reshape(select_rows(x, 1, [1]), 2)),
    ("index_all", [("x", (2, 4))], (), "%r = mind.index %x axes [1, 0] indices [1, 0] : tensor<2x4xf64>",
     lambda x: reshape(select_rows(select_rows(x, 1, [1]), 0, [0]))),
    ("slice", [("x", (3, 6))], (3, 2), "%r = mind.slice %x axes [1] starts [1] ends [5] strides [2] : tensor<3x6xf64>",
     lambda x: select_rows(x, 1, [1, 3])),
    ("slice_back", [("x", (3, 6))], (2, 3),
     "%r = mind.slice %x axes [0, 1] starts [2, 5] ends [-1, -1] strides [-2, -2] : tensor<3x6xf64>",
     lambda x: select_rows(select_rows(x, 0, [2, 0]), 1, [5, 3, 1])),
    ("gather", [("x", (3, 4))], (5, 4), IDX + "%r = mind.gather %x[%i] axis 0 : tensor<3x4xf64>, tensor<5xi64>",
     lambda x: gather(x, [2, 0, 2, 1, 2], 0, (5,))),
    ("gather_inner", [("x", (3, 4))], (3, 2, 2),
     "%i = mind.constant dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>\n"
     "  %r = mind.gather %x[%i] axis 1 : tensor<3x4xf64>, tensor<2x2xi64>",
     lambda x: gather(x, [3, 0, 0, 0], 1, (2, 2))),
    ("gather_grad", [("g", (5, 4))], (3, 4),
     IDX + "%r = mind.gather_grad %g[%i] axis 0 : tensor<5x4xf64>, tensor<5xi64> -> tensor<3x4xf64>",
     lambda g: scatter(g, [2, 0, 2, 1, 2], 0, (3, 4))),
    ("insert", [("d", (2, 5)), ("x", (2, 2))], (2, 5),
     "%r = mind.insert %x into %d axes [1] starts [1] strides [2] : tensor<2x2xf64>, tensor<2x5xf64>",
     lambda d, x: insert(d, x, [1], [1], [2])),
    ("insert_back", [("d", (3, 5)), ("x", (1, 2))], (3, 5),
     "%r = mind.insert %x into %d axes [0, 1] starts [1, 3] strides [1, -2] : tensor<1x2xf64>, tensor<3x5xf64>",
     lambda d, x: insert(d, x, [0, 1], [1, 3], [1, -2])),
    ("insert_dynamic", [("d", (4, 5)), ("x", (2, 2))], (4, 5),
     "%i = mind.constant dense<1> : tensor<i64>\n  %j = mind.constant dense<2> : tensor<i32>\n"
     "  %r = mind.insert %x into %d axes [0, 1] starts [?, ?] strides [1, 2](%i, %j) : tensor<2x2xf64>, "
     "tensor<4x5xf64>, tensor<i64>, tensor<i32>",
     lambda d, x: insert(d, x, [0, 1], [1, 2], [1, 2])),
]
for name, a, b, y in [("matmul", (2, 3), (3, 4), (2, 4)), ("matmul_square", (3, 3), (3, 3), (3, 3)),
                      ("matmul_batch", (2, 2, 3), (2, 3, 2), (2, 2, 2)),
                      ("matmul_shared_right", (2, 3, 2, 3), (3, 2), (2, 3, 2, 2)),
                      ("matmul_shared_left", (2, 3), (3, 2, 3, 2), (3, 2, 2, 2)),
                      ("matmul_partial", (2, 1, 2, 3), (4, 3, 2), (2, 4, 2, 2))]:
    ROWS.append((name, [("x", a), ("y", b)], y, f"%r = mind.matmul %x, %y : {spell(a)}, {spell(b)}", matmul))
for name, a, b, y in [("dot_11", (3,), (3,), ()), ("dot_21", (2, 3), (3,), (2,)), ("dot_12", (3,), (3, 2), (2,)),
                      ("dot_22", (2, 3), (3, 2), (2, 2))]:
    ROWS.append((name, [("x", a), ("y", b)], y, f"%r = mind.dot %x, %y : {spell(a)}, {spell(b)}", dot))
for name, x, w, y, strides, lows, padding in [
        ("valid", (1, 4, 4, 2), (2, 3, 2, 2), (1, 3, 2, 2), (1, 1), (0, 0), "valid"),
        ("same", (1, 5, 4, 1), (3, 2, 1, 2), (1, 3, 2, 2), (2, 2), (1, 0), "same"),
        ("explicit", (2, 3, 3, 1), (2, 2, 1, 1), (2, 3, 5, 1), (2, 1), (2, 0), "explicit pads [2, 1, 0, 3]")]:
    rest = f"strides [{strides[0]}, {strides[1]}] padding {padding}"
    tx, tw, ty = map(spell, (x, w, y))
    ROWS += [
        (f"conv2d_{name}", [("x", x), ("w", w)], y, f"%r = mind.conv2d %x, %w {rest} : {tx}, {tw}",
         lambda a, b, y=y, s=strides, l=lows: convolve(2, a, b, y, s, l)),
        (f"conv2d_grad_input_{name}", [("g", y), ("w", w)], x,
         f"%r = mind.conv2d_grad_input %g, %w {rest} : {ty}, {tw} -> {tx}",
         lambda g, b, x=x, s=strides, l=lows: convolve(0, x, b, g, s, l)),
        (f"conv2d_grad_filter_{name}", [("x", x), ("g", y)], w,
         f"%r = mind.conv2d_grad_filter %x, %g {rest} : {tx}, {ty} -> {tw}",
         lambda a, g, w=w, s=strides, l=lows: convolve(1, a, w, g, s, l)),
    ]


# Loops have more rounds than their reverse keeps states.
ROUNDS = 67


def iterate(x):
    a = x
    for _ in range(ROUNDS):
        a = sub(a, mul(unary(cmath.sin)(mul(a, x)), build((), lambda i: 0.0625)))
    return mul(a, x)


def choose(x, y):
    a = x
    for k in range(ROUNDS):
        s = unary(cmath.sin)(mul(a, y)) if k < 30 else mul(unary(cmath.cos)(a), x)
        a = sub(a, mul(s, build((), lambda i: 0.0625)))
    return add(a, a)


def make_loop(shape, step):
    """A loop of ROUNDS rounds that makes %s of the variable %a, and the next %a of both."""
    t = spell(shape)
    return f"""%k0 = mind.constant dense<3> : tensor<i64>
  %n = mind.constant dense<{ROUNDS + 3}> : tensor<i64>
  %one = mind.constant dense<1> : tensor<i64>
  %h = mind.constant dense<0.0625> : tensor<f64>
  %w:2 = scf.while (%k = %k0, %a = %x) : (tensor<i64>, {t}) -> (tensor<i64>, {t}) {{
    %p = mind.compare lt %k, %n : tensor<i64>, tensor<i64>
    %q = tensor.extract %p[] : tensor<i1>
    scf.condition(%q) %k, %a : tensor<i64>, {t}
  }} do {{
  ^bb0(%k: tensor<i64>, %a: {t}):
    %l = mind.add %k, %one : tensor<i64>, tensor<i64>
{step}
    %u = mind.mul %s, %h : {t}, tensor<f64>
    %v = mind.sub %a, %u : {t}, {t}
    scf.yield %l, %v : tensor<i64>, {t}
  }}
"""


WHILE_IR = make_loop((2,), """    %m = mind.mul %a, %x : tensor<2xf64>, tensor<2xf64>
    %s = mind.unary sin %m : tensor<2xf64>""") + "  %r = mind.mul %w#1, %x : tensor<2xf64>, tensor<2xf64>"
IF_IR = """%half = mind.constant dense<33> : tensor<i64>
  """ + make_loop((3,), """    %c = mind.compare lt %k, %half : tensor<i64>, tensor<i64>
    %d = tensor.extract %c[] : tensor<i1>
    %s = scf.if %d -> (tensor<3xf64>) {
      %b = mind.mul %a, %y : tensor<3xf64>, tensor<3xf64>
      %c1 = mind.unary sin %b : tensor<3xf64>
      scf.yield %c1 : tensor<3xf64>
    } else {
      %b = mind.unary cos %a : tensor<3xf64>
      %c1 = mind.mul %b, %x : tensor<3xf64>, tensor<3xf64>
      scf.yield %c1 : tensor<3xf64>
    }""") + "  %r = mind.add %w#1, %w#1 : tensor<3xf64>, tensor<3xf64>"
ROWS += [
    ("softmax", [X], (2, 3),
     f"%m = mind.reduce_max %x axes [1] keepdims : {TX}\n  %d = mind.sub %x, %m : {TX}, tensor<2x1xf64>\n"
     f"  %e = mind.unary exp %d : {TX}\n  %s = mind.sum %e axes [1] keepdims : {TX}\n"
     f"  %r = mind.div %e, %s : {TX}, tensor<2x1xf64>", lambda x: softmax(x, 1)),
    ("log_softmax", [X], (2, 3),
     f"%m = mind.reduce_max %x axes [0] keepdims : {TX}\n  %d = mind.sub %x, %m : {TX}, tensor<1x3xf64>\n"
     f"  %e = mind.unary exp %d : {TX}\n  %s = mind.sum %e axes [0] keepdims : {TX}\n"
     f"  %l = mind.unary log %s : tensor<1x3xf64>\n  %r = mind.sub %d, %l : {TX}, tensor<1x3xf64>",
     lambda x: unary(cmath.log)(softmax(x, 0))),
    ("if", [("x", (3,)), ("y", (3,))], (3,), IF_IR, choose),
    ("while", [("x", (2,))], (2,), WHILE_IR, iterate),
    ("call", [("x", (3,)), ("y", (3,))], (3,),
     "%s = func.call @callee(%x, %y) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>\n"
     "  %r = mind.mul %s, %x : tensor<3xf64>, tensor<3xf64>",
     elementwise(lambda x, y: cmath.sin(x / y) * x)),
]
CALLEE = """func.func private @callee(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = mind.div %x, %y : tensor<3xf64>, tensor<3xf64>
  %1 = mind.unary sin %0 : tensor<3xf64>
  return %1 : tensor<3xf64>
}
"""


class Numbers:
    """A fixed sequence of numbers in [0.3, 1.7) that are far from each other, some negative if asked."""

    def __init__(self):
        self.state = 12345

    def take(self, count, signed):
        numbers = []
        for _ in range(count):
            self.state = (self.state * 1103515245 + 12345) % 2**31
            number = 0.3 + 1.4 * (self.state >> 8) / 2**23
            numbers.append(-number if signed and self.state >> 16 & 1 else number)
        return numbers


def spell_number(number):
    if math.isinf(number):
        return "0x7FF0000000000000" if number > 0 else "0xFFF0000000000000"
    return f"{number:.16e}"


def spell_tensor(tensor):
    def nest(shape, data):
        if not shape:
            return spell_number(data[0])
        width = len(data) // shape[0]
        return "[" + ", ".join(nest(shape[1:], data[i:i + width]) for i in range(0, len(data), width)) + "]"
    return f"dense<{nest(tensor.shape, tensor.data)}> : {spell(tensor.shape)}"


def spell_list(name, tensors):
    return f"    mind_test.{name} = [" + ",\n      ".join(map(spell_tensor, tensors)) + "]"


def make_row(numbers, name, arguments, result, ir, function):
    values = []
    for _, shape, *given in arguments:
        values.append(Tensor(shape, given[0] if given else numbers.take(math.prod(shape), False)))
    tangents = [Tensor(v.shape, numbers.take(len(v.data), True)) for v in values]
    cotangent = Tensor(result, numbers.take(math.prod(result), True))

    def push(directions):
        moved = [Tensor(v.shape, [complex(a, STEP * t) for a, t in zip(v.data, d)])
                 for v, d in zip(values, directions)]
        y = function(*moved)
        assert y.shape == cotangent.shape, name
        return [complex(z).imag / STEP for z in y.data]

    gradients = []
    for i, value in enumerate(values):
        gradient = []
        for k in range(len(value.data)):
            pushed = push([[float((i, k) == (j, l)) for l in range(len(v.data))] for j, v in enumerate(values)])
            gradient.append(math.fsum(c * p for c, p in zip(cotangent.data, pushed)))
        gradients.append(Tensor(value.shape, gradient))
    pushed = Tensor(result, push([t.data for t in tangents]))
    parameters = ", ".join(f"%{argument[0]}: {spell(argument[1])}" for argument in arguments)
    attributes = ",\n".join([spell_list("arguments", values), spell_list("cotangents", [cotangent]),
                             spell_list("gradients", gradients), spell_list("tangents", tangents),
                             spell_list("pushed", [pushed])])
    print(f"func.func @{name}({parameters}) -> {spell(result)} attributes {{\n{attributes}}} {{\n"
          f"  {ir}\n  return %r : {spell(result)}\n}}\n")


def main():
    numbers = Numbers()
    print(CALLEE)
    for row in ROWS:
        make_row(numbers, *row)


main()
