# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Encodes, decodes and prints mic@3 files. It shares no code with the compiler.

usage: mic3_codec.py FILE (- is standard input) prints one instruction a line

Decoding fails unless the bytes are all used and every string of the table is, in the order of first use.
"""
import struct
import sys

# Fields: v id, i signed, u unsigned, F bits of a f64, E 64 bits, s string, B truth value, b/d/p/y/c a
# byte below its bound; ?x optional x, *x list of x, (..) a tuple, S a shape, R instructions, a an
# annotation of a type, M a table of types, of which version 2 has none.
LAYOUTS = {
    "ConstI64": "vi", "ConstF64": "vF", "ConstTensor": "vdS?F", "BinOp": "vbvv", "Sum": "vv*iB", "Mean": "vv*iB",
    "Reshape": "vvS", "ExpandDims": "vvi", "Squeeze": "vv*i", "Transpose": "vv*i", "Dot": "vvv", "MatMul": "vvv",
    "Conv2d": "vvvuup", "Conv2dGradInput": "vvv(uuuu)uup", "Conv2dGradFilter": "vvv(uuuu)uup", "Index": "vv*(ii)",
    "Slice": "vv*(ii?ii)", "Gather": "vvvi", "Output": "v", "SparseAttr": "vvy", "FnDef": "s*(sv)?v?FRM",
    "Call": "vs*v", "Return": "?v", "Param": "vsu", "ConstArray": "v?s*i", "ArrayLoad": "vvv",
    "While": "vRR*(sv)*v*v", "If": "vRRvRvv*(sv)*(vvv)", "VecLoad": "vvvu", "VecFma": "vvvvu",
    "VecReduceAdd": "vvu", "VecStore": "vvvu", "VecLoadI32": "vvvu", "VecMulAddQ16": "vvvvu",
    "VecReduceAddI64": "vvu", "Region": "Rvvv*v", "ExternFnDecl": "s*s?sB*sc", "Relu": "vv", "ReluGrad": "vvv",
    "Break": "*(sv)", "Continue": "*(sv)", "ConstDenseTensor": "vdS*E", "ArrayStore": "vvvv",
}
# Opcodes are numbered from 1 in this order.
NAMES = [None, *LAYOUTS]
# What defines no value, though an id may come first.
PLAIN = {"Output", "SparseAttr", "VecStore"}
BOUNDS = {"b": 16, "d": 7, "p": 2, "y": 4, "c": 4}
TYPES = "i32 i64 f32 f64 bf16 f16 q16".split()
BINARY = "add sub mul div mod lt le gt ge eq ne and or xor shl shr".split()
SCALARS = "i32 i64 f32 f64 bool u32".split()
ANNOTATIONS = {
    7: ("tensor", "s*s"), 8: ("diff", "s*s"), 9: ("named", "s"), 0x0A: ("slice", "Ba"), 0x0B: ("array", "ua"),
    0x0C: ("ref", "Ba"), 0x0D: ("generic", "s*a"), 0x0E: ("tuple", "*a"), 0x0F: ("sparse", "yaS"),
    0x10: ("ptr", "Ba"), 0x11: ("fn", "*a?a"),
}
REGISTRIES = {"structs": "*(s*s)", "arrays": "*(s*i)", "repr": "*(s*a)"}
NONE = 2**64 - 1


def split(layout):
    """A layout as a list of its fields."""
    fields, i = [], 0
    while i < len(layout):
        start = i
        while layout[i] in "?*":
            i += 1
        i = layout.index(")", i) + 1 if layout[i] == "(" else i + 1
        fields.append(layout[start:i])
    return fields


FIELDS = {opcode: split(LAYOUTS[name]) for opcode, name in enumerate(NAMES) if name}


# --- Encoding ------------------------------------------------------------------

def uleb(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def zigzag(value):
    return uleb(2 * value if value >= 0 else -2 * value - 1)


class Encoder:
    def __init__(self, version=2):
        self.table, self.version = {}, version

    def string(self, text):
        return uleb(self.table.setdefault(text, len(self.table)))

    def field(self, kind, value):
        if kind[0] == "?":
            return b"\0" if value is None else b"\1" + self.field(kind[1:], value)
        if kind[0] == "*":
            return uleb(len(value)) + b"".join(self.field(kind[1:], item) for item in value)
        if kind[0] == "(":
            return b"".join(self.field(*pair) for pair in zip(split(kind[1:-1]), value))
        if kind == "S":
            return uleb(len(value)) + b"".join(
                b"\0" + uleb(dim) if isinstance(dim, int) else b"\1" + self.string(dim) for dim in value)
        if kind == "R":
            return uleb(len(value)) + b"".join(map(self.instruction, value))
        if kind == "M":
            assert self.version >= 3 or not value
            return uleb(len(value)) + b"".join(
                uleb(id) + bytes([element]) + (b"\1" if size is None else b"\0" + uleb(size))
                for id, element, size in value) if self.version >= 3 else b""
        if kind == "a":
            tag, *fields = value
            layout = ANNOTATIONS[tag][1] if tag > 6 else ""
            return bytes([tag]) + b"".join(self.field(*pair) for pair in zip(split(layout), fields))
        if kind == "s":
            return self.string(value)
        if kind == "i":
            return zigzag(value)
        if kind in "FE":
            return struct.pack("<Q", value)
        return bytes([value]) if kind in BOUNDS or kind == "B" else uleb(value)

    def instruction(self, instruction):
        opcode, *values = instruction
        return bytes([opcode]) + b"".join(map(self.field, FIELDS[opcode], values))

    def module(self, module):
        body = self.field("R", module["stream"])
        exports = sorted(module["exports"], key=str.encode)
        for name in exports:
            self.string(name)
        for registry, layout in REGISTRIES.items():
            body += self.field(layout, sorted(module.get(registry, []), key=lambda entry: entry[0].encode()))
        body += self.field("M", module.get("types", []))
        head = b"MIC3" + bytes([self.version]) + uleb(len(self.table))
        for text in self.table:
            head += uleb(len(text.encode())) + text.encode()
        return head + uleb(module["next_id"]) + self.field("*s", exports) + body


# --- Decoding ------------------------------------------------------------------

class Decoder:
    def __init__(self, data):
        self.data, self.at, self.seen = data, 0, 0

    def take(self, size):
        self.at += size
        assert self.at <= len(self.data), "the file ends early"
        return self.data[self.at - size:self.at]

    def byte(self, bound=256):
        value = self.take(1)[0]
        assert value < bound, "a byte is too large"
        return value

    def uleb(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                assert byte or shift == 7, "a number is too long"
                return value

    def string(self, index):
        assert index <= self.seen, "a string is not in the order of its first use"
        self.seen = max(self.seen, index + 1)
        return self.table[index]

    def field(self, kind):
        if kind[0] == "?":
            return self.field(kind[1:]) if self.byte(2) else None
        if kind[0] == "*":
            return [self.field(kind[1:]) for _ in range(self.uleb())]
        if kind[0] == "(":
            return tuple(self.field(inner) for inner in split(kind[1:-1]))
        if kind == "S":
            return [self.string(self.uleb()) if self.byte(2) else self.uleb() for _ in range(self.uleb())]
        if kind == "R":
            return [self.instruction() for _ in range(self.uleb())]
        if kind == "M":
            return [(self.uleb(), self.byte(7), None if self.byte(2) else self.uleb())
                    for _ in range(self.uleb())] if self.version >= 3 else None
        if kind == "a":
            tag = self.byte()
            assert tag in ANNOTATIONS or 1 <= tag <= 6, "no annotation"
            return (tag, *map(self.field, split(ANNOTATIONS[tag][1] if tag > 6 else "")))
        if kind == "s":
            return self.string(self.uleb())
        if kind == "i":
            bits = self.uleb()
            return bits >> 1 ^ -(bits & 1)
        if kind in "FE":
            return struct.unpack("<Q", self.take(8))[0]
        if kind == "B":
            return self.byte(2)
        return self.byte(BOUNDS[kind]) if kind in BOUNDS else self.uleb()

    def instruction(self):
        opcode = self.byte(len(NAMES))
        return (opcode, *map(self.field, FIELDS[opcode]))

    def module(self):
        assert self.take(4) == b"MIC3", "no magic"
        self.version = self.byte(4)
        self.table = [self.take(self.uleb()).decode() for _ in range(self.uleb())]
        module = {"next_id": self.uleb()}
        # Exports come before the stream and their strings after it.
        exports = [self.uleb() for _ in range(self.uleb())]
        module["stream"] = self.field("R")
        module["exports"] = [self.string(index) for index in exports]
        for registry, layout in REGISTRIES.items():
            module[registry] = self.field(layout)
            names = [entry[0] for entry in module[registry]]
            assert names == sorted(set(names), key=str.encode), "a registry is not sorted"
        module["types"] = self.field("M")
        assert self.seen == len(self.table), "a string is not used"
        assert self.at == len(self.data), "bytes are left"
        return module


# --- Printing ------------------------------------------------------------------

def quote(text):
    return '"' + text.replace("\n", "\\n") + '"'


def show(kind, value):
    if kind[0] == "?":
        return "none" if value is None else show(kind[1:], value)
    if kind[0] == "*":
        return "[" + ", ".join(show(kind[1:], item) for item in value) + "]"
    if kind[0] == "(":
        parts = [show(*pair) for pair in zip(split(kind[1:-1]), value)]
        form = {"(ii)": "{}:{}", "(ii?ii)": "{}={}:{}:{}", "(sv)": "{} {}", "(vvv)": "{} = {} | {}",
                "(uuuu)": "[{}, {}, {}, {}]"}[kind]
        return form.format(*parts)
    if kind == "S":
        return "[" + ", ".join(map(str, value)) + "]"
    if kind == "M":
        return "[" + ", ".join(f"%{id}:{TYPES[element]}:{'?' if size is None else size}"
                               for id, element, size in value) + "]"
    if kind == "a":
        tag, *fields = value
        if tag <= 6:
            return SCALARS[tag - 1]
        name, layout = ANNOTATIONS[tag]
        text = name
        for inner, field in zip(split(layout), fields):
            form = " ({})" if inner == "a" else "{}" if inner[0] == "*" and layout[0] == "s" else " {}"
            text += form.format(show_word(inner, field))
        return text
    if kind == "v":
        return "%none" if value == NONE else f"%{value}"
    if kind == "F":
        return repr(struct.unpack("<d", struct.pack("<Q", value))[0])
    if kind == "s":
        return quote(value)
    if kind == "B":
        return "true" if value else "false"
    return {"d": TYPES, "b": BINARY}[kind][value] if kind in "db" else str(value)


def show_word(kind, value):
    """Strings of registries and annotations stand without quotes."""
    if kind == "s":
        return value
    return "[" + ", ".join(value) + "]" if kind == "*s" else show(kind, value)


def print_region(instructions, indent, title):
    print(f"{indent}{title}:")
    for instruction in instructions:
        print_instruction(instruction, indent + "  ")


def print_instruction(instruction, indent):
    """Regions follow the line of their instruction, so what stands behind them is marked."""
    opcode, *values = instruction
    name, kinds = NAMES[opcode], FIELDS[opcode]
    shown = [None if kind == "R" or value is None and kind == "M" else show(kind, value) for kind, value in zip(kinds, values)]
    inner = indent + "  "
    if name == "While":
        print(f"{indent}While cond {shown[0]}")
        print_region(values[1], inner, "cond")
        print_region(values[2], inner, "body")
        print(f"{inner}live {shown[3]} init {shown[4]} exit {shown[5]}")
    elif name == "If":
        print(f"{indent}If cond {shown[0]}")
        print_region(values[1], inner, "cond")
        print_region(values[2], inner, "then")
        print(f"{inner}result {shown[3]}")
        print_region(values[4], inner, "else")
        print(f"{inner}result {shown[5]} dst {shown[6]} names {shown[7]} merges {shown[8]}")
    elif name == "FnDef":
        print(f"{indent}FnDef {shown[0]} {shown[1]} ret {shown[2]} reap {shown[3]}")
        print_region(values[4], inner, "body")
        if values[5] is not None:
            print(f"{inner}types {shown[5]}")
    elif name == "Region":
        print(f"{indent}Region")
        print_region(values[0], inner, "body")
        print(f"{inner}result {shown[1]} enter {shown[2]} exit {shown[3]} allocs {shown[4]}")
    elif kinds[0] == "v" and name not in PLAIN:
        print(f"{indent}{shown[0]} = {name} " + " ".join(shown[1:]))
    else:
        print(f"{indent}{name} " + " ".join(shown))


def print_module(module, version):
    print(f"version {version} next_id {module['next_id']}")
    print_region(module["stream"], "", "stream")
    for name in module["exports"]:
        print("export", name)
    for title, registry, kind in (("struct", "structs", "*s"), ("array", "arrays", "*i"), ("repr", "repr", "*a")):
        for name, payload in module[registry]:
            print(title, name, show_word(kind, payload))
    if module["types"] is not None:
        print("types", show("M", module["types"]))


if __name__ == "__main__":
    path = sys.argv[1]
    decoder = Decoder(sys.stdin.buffer.read() if path == "-" else open(path, "rb").read())
    print_module(decoder.module(), decoder.version)
