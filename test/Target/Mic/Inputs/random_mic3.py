# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random mic@3 modules from an encoder that shares no code with the compiler.

usage: random_mic3.py write COUNT DIR [SEED]   writes DIR/NNN.mic3
       random_mic3.py same DIR OTHER           compares the files of the two folders,
                                               and decodes and encodes those of OTHER

Every third module holds any instruction with any fields; of the others, one half are
well-typed tensor scripts and the other functions of integers with calls, choices and loops.
"""
import os
import random
import sys

from mic3_codec import BOUNDS, FIELDS, Decoder, Encoder, split

WORDS = ["", "x", "B", "N", "value", "exp", "log", "a b", "\u00e9", "__mind_alloc", "main", "f", "g"]
BITS = [0, 1 << 63, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000001, 0xFFF0000000000000, 0x4045000000000000]


def anything(rng, kind, depth):
    if kind[0] == "?":
        return anything(rng, kind[1:], depth) if rng.random() < 0.5 else None
    if kind[0] == "*":
        return [anything(rng, kind[1:], depth) for _ in range(rng.choice([0, 1, 2, 3]))]
    if kind[0] == "(":
        return tuple(anything(rng, inner, depth) for inner in split(kind[1:-1]))
    if kind == "S":
        return [rng.choice([0, 1, 2, 3, 300, "B", "N"]) for _ in range(rng.randrange(5))]
    if kind == "M":
        return []
    if kind == "R":
        return [any_instruction(rng, depth + 1) for _ in range(rng.randrange(4) if depth < 4 else 0)]
    if kind == "s":
        return rng.choice(WORDS)
    if kind == "i":
        return rng.choice([0, 1, -1, 2, 63, -64, 64, 300, -(1 << 63), (1 << 63) - 1])
    if kind in "FE":
        return rng.choice(BITS + [rng.getrandbits(64)])
    if kind == "B":
        return rng.randrange(2)
    if kind == "u":
        return rng.choice([0, 1, 2, 3, 127, 128, 1 << 20])
    return rng.randrange(BOUNDS[kind]) if kind in BOUNDS else rng.choice([0, 1, 2, 3, 5, 8, 127, 128])


def any_instruction(rng, depth=0):
    opcode = rng.choice(list(FIELDS))
    return (opcode, *(anything(rng, kind, depth) for kind in FIELDS[opcode]))


def any_module(rng):
    names = rng.sample(WORDS, 4)
    return {"next_id": 200 + rng.randrange(50), "exports": rng.sample(WORDS, rng.randrange(3)),
            "stream": [any_instruction(rng) for _ in range(rng.randrange(1, 12))],
            "structs": [(name, anything(rng, "*s", 0)) for name in names[:rng.randrange(3)]],
            "arrays": [(name, anything(rng, "*i", 0)) for name in names[:rng.randrange(3)]]}


def tensor_module(rng):
    """Tensors of one element type, each operation on shapes that fit."""
    kind = rng.choice([2, 3])
    stream, shapes = [], []

    def add(shape, opcode, *rest):
        stream.append((opcode, len(shapes), *rest))
        shapes.append(shape)
        return len(shapes) - 1

    def leaf(shape):
        if rng.random() < 0.3 and all(isinstance(dim, int) for dim in shape):
            size = 1
            for dim in shape:
                size *= dim
            if size <= 16:
                word = rng.choice([0x3F800000, 0xC0490FDB]) if kind == 2 else rng.choice(BITS)
                return add(shape, 0x2A, kind, list(shape), [word] * size)
        return add(shape, 0x03, kind, list(shape), rng.choice([None] + BITS[:3]))

    for _ in range(3):
        leaf(tuple(rng.choice([1, 2, 3, 4, "B"]) for _ in range(rng.randrange(1, 4))))
    for _ in range(rng.randrange(2, 15)):
        source = rng.randrange(len(shapes))
        shape = shapes[source]
        axes = list(range(len(shape)))
        choice = rng.randrange(9)
        if choice == 0:
            add(shape, 0x04, rng.randrange(4), source, rng.choice([source, leaf(shape)]))
        elif choice == 1:
            chosen = sorted(rng.sample(axes, rng.randrange(len(axes) + 1)))
            keep = rng.randrange(2)
            gone = chosen or axes
            add(tuple(1 if a in gone else d for a, d in enumerate(shape) if keep or a not in gone),
                rng.choice([0x05, 0x06]), source, chosen, keep)
        elif choice == 2:
            axis = rng.randrange(len(axes) + 1)
            add(shape[:axis] + (1,) + shape[axis:], 0x08, source, axis)
        elif choice == 3 and 1 in shape:
            axis = shape.index(1)
            add(shape[:axis] + shape[axis + 1:], 0x09, source, [axis])
        elif choice == 4:
            rng.shuffle(axes)
            add(tuple(shape[a] for a in axes), 0x0A, source, axes)
        elif choice == 5 and len(shape) == 2:
            add((shape[0], 5), 0x0C, source, leaf((shape[1], 5)))
        elif choice == 6:
            add(shape, 0x26, source)
        elif choice == 7 and shape and isinstance(shape[0], int):
            position = rng.randrange(shape[0])
            add(shape[1:], 0x10, source, [(0, position)])
        elif choice == 8 and shape and isinstance(shape[0], int):
            add((shape[0],) + shape[1:], 0x11, source, [(0, 0, rng.choice([None, shape[0]]), 1)])
        if rng.random() < 0.4:
            stream.append((0x13, len(shapes) - 1))
    stream.append((0x13, len(shapes) - 1))
    return {"next_id": len(shapes), "exports": [], "stream": stream, "structs": [], "arrays": []}


def function_module(rng):
    """Functions of integers: arithmetic, calls, choices, loops."""
    stream, functions = [], []
    for number in range(rng.randrange(1, 4)):
        name, arity = f"f{number}", rng.randrange(3)
        params = [(f"p{i}", i) for i in range(arity)]
        state = {"next": arity}

        def fresh():
            state["next"] += 1
            return state["next"] - 1

        def value(body, ids):
            choice = rng.randrange(6)
            if choice < 2 or not ids:
                body.append((0x01, fresh(), rng.choice([0, 1, -1, 7, 1 << 40])))
            elif choice < 4:
                operands = rng.choice(ids), rng.choice(ids)
                body.append((0x04, fresh(), rng.choice([0, 1, 2, 3, 4, 11, 12, 13, 14, 15]), *operands))
            elif choice == 4 and functions:
                callee, count = rng.choice(functions)
                arguments = [rng.choice(ids) for _ in range(count)]
                body.append((0x16, fresh(), callee, arguments))
            else:
                left, right = rng.choice(ids), rng.choice(ids)
                condition = fresh()
                compare = (0x04, condition, rng.randrange(5, 11), left, right)
                then, other = [], []
                one, two = value(then, ids), value(other, ids)
                body.append((0x1C, condition, [compare], then, one, other, two, fresh(), [], []))
                return state["next"] - 1
            return body[-1][1]

        body = [(0x18, i, f"p{i}", i) for i in range(arity)]
        ids = list(range(arity))
        for _ in range(rng.randrange(1, 8)):
            ids.append(value(body, ids))
        if rng.random() < 0.5:
            start, limit = fresh(), fresh()
            body += [(0x01, start, 0), (0x01, limit, rng.randrange(9))]
            condition = fresh()
            compare = (0x04, condition, 5, start, limit)
            one, sum_ = fresh(), fresh()
            step = [(0x01, one, 1), (0x04, sum_, 0, start, one)]
            after = fresh()
            body.append((0x1B, condition, [compare], step, [("i", sum_)], [start], [after]))
            ids.append(after)
        result = ids[-1]
        if rng.random() < 0.5:
            body.append((0x17, result))
        stream += [(0x15, name, params, result, None, body, []), (0x01, number, 0), (0x13, number)]
        functions.append((name, arity))
    exports = [name for name, _ in functions if rng.random() < 0.3]
    return {"next_id": len(functions), "exports": exports, "stream": stream, "structs": [], "arrays": []}


def write(count, folder, seed):
    os.makedirs(folder, exist_ok=True)
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        make = (any_module, tensor_module, function_module)[number % 3]
        with open(os.path.join(folder, f"{number:03}.mic3"), "wb") as file:
            file.write(Encoder().module(make(rng)))


def same(folder, other):
    names = sorted(os.listdir(folder))
    bad = 0
    for name in names:
        with open(os.path.join(folder, name), "rb") as first, open(os.path.join(other, name), "rb") as second:
            expected, data = first.read(), second.read()
        if expected != data or Encoder().module(Decoder(data).module()) != data:
            print(f"{name}: differs")
            bad += 1
    print(f"{len(names) - bad} of {len(names)} agree")
    return bad != 0 or not names


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(int(sys.argv[2]), sys.argv[3], sys.argv[4] if len(sys.argv) > 4 else "0")
    else:
        sys.exit(same(sys.argv[2], sys.argv[3]))
