# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a mic@3 file, one instruction a line, from a decoder that shares no code with the compiler.

usage: mic3_codec.py FILE (- is standard input)

Fails unless the bytes are all used and every string of the table is, in the order of first use.
"""
import struct
import sys

TYPES = "i32 i64 f32 f64 bf16 f16 q16".split()
BINARY = "add sub mul div mod lt le gt ge eq ne and or xor shl shr".split()
NONE = 2**64 - 1


class Decoder:
    def __init__(self, data):
        self.data, self.at, self.seen = data, 0, []

    def take(self, size):
        assert self.at + size <= len(self.data), "the file ends early"
        self.at += size
        return self.data[self.at - size:self.at]

    def byte(self):
        return self.take(1)[0]

    def uleb(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                assert byte or shift == 7, "a number is too long"
                return value

    def signed(self):
        bits = self.uleb()
        return bits // 2 if bits % 2 == 0 else -(bits + 1) // 2

    def string(self):
        index = self.uleb()
        if index == len(self.seen):
            self.seen.append(self.strings[index])
        assert index < len(self.seen), "a string is not in the order of its first use"
        return self.strings[index].decode()

    def id(self):
        value = self.uleb()
        return "%none" if value == NONE else f"%{value}"

    def quoted(self):
        return '"' + self.string().replace("\n", "\\n") + '"'

    def bits(self):
        return struct.unpack("<Q", self.take(8))[0]

    def real(self):
        return repr(struct.unpack("<d", self.take(8))[0])

    def many(self, read):
        return "[" + ", ".join(str(read()) for _ in range(self.uleb())) + "]"

    def maybe(self, read):
        return str(read()) if self.byte() else "none"

    def dim(self):
        return self.string() if self.byte() else self.uleb()

    def dims(self):
        return self.many(self.dim)

    def ids(self):
        return self.many(self.id)

    def numbers(self):
        return self.many(self.signed)

    def named(self):
        return self.many(lambda: self.quoted() + " " + self.id())

    def pair(self):
        return f"{self.signed()}:{self.signed()}"

    def range(self):
        return f"{self.signed()}={self.signed()}:{self.maybe(self.signed)}:{self.signed()}"

    def triple(self):
        return f"{self.id()} = {self.id()} | {self.id()}"

    def element(self):
        return TYPES[self.byte()]

    def flag(self):
        value = self.byte()
        assert value < 2
        return "true" if value else "false"

    def table(self):
        if self.version < 3:
            return ""
        return " types " + self.many(lambda: f"{self.id()}:{self.element()}:{'?' if self.byte() else self.uleb()}")

    def type(self):
        tag = self.byte()
        if 1 <= tag <= 6:
            return "i32 i64 f32 f64 bool u32".split()[tag - 1]
        if tag in (7, 8):
            return ("tensor " if tag == 7 else "diff ") + self.string() + self.many(self.string)
        if tag == 9:
            return "named " + self.string()
        if tag in (0x0A, 0x0C, 0x10):
            return f"{ {0x0A: 'slice', 0x0C: 'ref', 0x10: 'ptr'}[tag]} {self.flag()} ({self.type()})"
        if tag == 0x0B:
            return f"array {self.uleb()} ({self.type()})"
        if tag == 0x0D:
            return "generic " + self.string() + self.many(self.type)
        if tag == 0x0E:
            return "tuple " + self.many(self.type)
        if tag == 0x0F:
            return f"sparse {self.byte()} ({self.type()}) {self.dims()}"
        assert tag == 0x11
        return f"fn {self.many(self.type)} {self.maybe(self.type)}"

    def region(self, indent, title):
        print(f"{indent}{title}:")
        for _ in range(self.uleb()):
            self.instruction(indent + "  ")

    def instruction(self, indent):
        """Prints an instruction. Regions follow their line, so the fields around them are marked."""
        op = self.byte()
        u, v, s = self.uleb, self.id, self.signed
        if op == 0x1B:
            print(f"{indent}While cond {v()}")
            self.region(indent + "  ", "cond")
            self.region(indent + "  ", "body")
            print(f"{indent}  live {self.named()} init {self.ids()} exit {self.ids()}")
            return
        if op == 0x1C:
            print(f"{indent}If cond {v()}")
            self.region(indent + "  ", "cond")
            self.region(indent + "  ", "then")
            print(f"{indent}  result {v()}")
            self.region(indent + "  ", "else")
            print(f"{indent}  result {v()} dst {v()} names {self.named()} merges {self.many(self.triple)}")
            return
        if op == 0x15:
            print(f"{indent}FnDef {self.quoted()} {self.named()} ret {self.maybe(v)} reap {self.maybe(self.real)}")
            self.region(indent + "  ", "body")
            table = self.table()
            if table:
                print(f"{indent} {table}")
            return
        if op == 0x24:
            print(f"{indent}Region")
            self.region(indent + "  ", "body")
            print(f"{indent}  result {v()} enter {v()} exit {v()} allocs {self.ids()}")
            return
        text = {
            0x01: lambda: f"{v()} = ConstI64 {s()}",
            0x02: lambda: f"{v()} = ConstF64 {self.real()}",
            0x03: lambda: f"{v()} = ConstTensor {self.element()} {self.dims()} {self.maybe(self.real)}",
            0x04: lambda: f"{v()} = BinOp {BINARY[self.byte()]} {v()} {v()}",
            0x05: lambda: f"{v()} = Sum {v()} {self.numbers()} {self.flag()}",
            0x06: lambda: f"{v()} = Mean {v()} {self.numbers()} {self.flag()}",
            0x07: lambda: f"{v()} = Reshape {v()} {self.dims()}",
            0x08: lambda: f"{v()} = ExpandDims {v()} {s()}",
            0x09: lambda: f"{v()} = Squeeze {v()} {self.numbers()}",
            0x0A: lambda: f"{v()} = Transpose {v()} {self.numbers()}",
            0x0B: lambda: f"{v()} = Dot {v()} {v()}",
            0x0C: lambda: f"{v()} = MatMul {v()} {v()}",
            0x0D: lambda: f"{v()} = Conv2d {v()} {v()} {u()} {u()} {self.byte()}",
            0x0E: lambda: f"{v()} = Conv2dGradInput {v()} {v()} {[u() for _ in range(4)]} {u()} {u()} {self.byte()}",
            0x0F: lambda: f"{v()} = Conv2dGradFilter {v()} {v()} {[u() for _ in range(4)]} {u()} {u()} {self.byte()}",
            0x10: lambda: f"{v()} = Index {v()} {self.many(self.pair)}",
            0x11: lambda: f"{v()} = Slice {v()} {self.many(self.range)}",
            0x12: lambda: f"{v()} = Gather {v()} {v()} {s()}",
            0x13: lambda: f"Output {v()}",
            0x14: lambda: f"SparseAttr {v()} {v()} {self.byte()}",
            0x16: lambda: f"{v()} = Call {self.quoted()} {self.ids()}",
            0x17: lambda: f"Return {self.maybe(v)}",
            0x18: lambda: f"{v()} = Param {self.quoted()} {u()}",
            0x19: lambda: f"{v()} = ConstArray {self.maybe(self.quoted)} {self.numbers()}",
            0x1A: lambda: f"{v()} = ArrayLoad {v()} {v()}",
            0x1D: lambda: f"{v()} = VecLoad {v()} {v()} {u()}",
            0x1E: lambda: f"{v()} = VecFma {v()} {v()} {v()} {u()}",
            0x1F: lambda: f"{v()} = VecReduceAdd {v()} {u()}",
            0x20: lambda: f"VecStore {v()} {v()} {v()} {u()}",
            0x21: lambda: f"{v()} = VecLoadI32 {v()} {v()} {u()}",
            0x22: lambda: f"{v()} = VecMulAddQ16 {v()} {v()} {v()} {u()}",
            0x23: lambda: f"{v()} = VecReduceAddI64 {v()} {u()}",
            0x25: lambda: f"ExternFnDecl {self.quoted()} {self.many(self.quoted)} {self.maybe(self.quoted)} "
                          f"{self.flag()} {self.many(self.quoted)} {self.byte()}",
            0x26: lambda: f"{v()} = Relu {v()}",
            0x27: lambda: f"{v()} = ReluGrad {v()} {v()}",
            0x28: lambda: f"Break {self.named()}",
            0x29: lambda: f"Continue {self.named()}",
            0x2A: lambda: f"{v()} = ConstDenseTensor {self.element()} {self.dims()} {self.many(self.bits)}",
            0x2B: lambda: f"{v()} = ArrayStore {v()} {v()} {v()}",
        }[op]()
        print(indent + text)

    def registry(self, title, read):
        count = self.uleb()
        names = []
        for _ in range(count):
            names.append(self.string())
            print(f"{title} {names[-1]} {read()}")
        assert names == sorted(set(names), key=str.encode), "a registry is not sorted"

    def file(self):
        assert self.take(4) == b"MIC3", "no magic"
        self.version = self.byte()
        self.strings = [self.take(self.uleb()) for _ in range(self.uleb())]
        next_id = self.uleb()
        # Exports come before the stream and their strings after it.
        exports = [self.uleb() for _ in range(self.uleb())]
        print(f"version {self.version} next_id {next_id}")
        self.region("", "stream")
        for index in exports:
            if index == len(self.seen):
                self.seen.append(self.strings[index])
            assert index < len(self.seen)
            print("export", self.strings[index].decode())
        self.registry("struct", lambda: self.many(self.string))
        self.registry("array", self.numbers)
        self.registry("repr", lambda: self.many(self.type))
        table = self.table()
        if table:
            print(table.strip())
        assert len(self.seen) == len(self.strings), "a string is not used"
        assert self.at == len(self.data), "bytes are left"


if __name__ == "__main__":
    path = sys.argv[1]
    Decoder(sys.stdin.buffer.read() if path == "-" else open(path, "rb").read()).file()
