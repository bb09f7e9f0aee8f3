# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes of `answer`, an executable with notes, one file for each thing that can be wrong
# with such a file.
import struct


def read(path):
    with open(path, "rb") as file:
        return bytearray(file.read())


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


data = read("answer")
headers, number = struct.unpack_from("<Q", data, 32)[0], struct.unpack_from("<H", data, 56)[0]
segments = [headers + 56 * i for i in range(number)]
notes = next(at for at in segments if struct.unpack_from("<I", data, at)[0] == 4)
begin, size = struct.unpack_from("<Q", data, notes + 8)[0], struct.unpack_from("<Q", data, notes + 32)[0]
code = next(at for at in segments if struct.unpack_from("<II", data, at) == (1, 5))
places, at = {}, begin
while at < begin + size:
    name, length, kind = struct.unpack_from("<III", data, at)
    places[kind] = (at, at + 20, length)
    at += 20 + (length + 3) // 4 * 4
assert sorted(places) == [1, 2, 3]


def edited(path, *edits):
    copy = bytearray(data)
    for where, value in edits:
        copy[where:where + len(value)] = value
    write(path, copy)


def retyped(path, kind, other):
    edited(path, (places[kind][0] + 8, struct.pack("<I", other)))


last = struct.unpack_from("<Q", data, code + 8)[0] + struct.unpack_from("<Q", data, code + 32)[0] - 1
edited("code", (last, bytes([data[last] ^ 1])))
write("longer", data + b"\0")
edited("hash", (places[1][1], bytes([data[places[1][1]] ^ 1])))
# 42 is the constant 54 in zigzag.
body = data.index(b"\x54", places[2][1])
edited("body", (body, b"\x56"))
build = places[3][1]
version = data.index(b"mindc ", build) + 6
edited("compilers", (version, b"9"))
edited("elsewhere", (version, b"9"), (data.index(b"mindc ", places[2][1]) + 6, b"9"))
edited("processor", (data.index(b"x86-64-v3", build) + 8, b"9"))
edited("kind", (data.index(b"exe", build), b"exf"))
edited("key", (data.index(b"kind", build), b"kinc"))
retyped("nobuild", 3, 9)
retyped("nohash", 1, 9)
retyped("double", 3, 1)
edited("shorthash", (places[1][0] + 4, struct.pack("<I", 31)))
write("end", data[:begin + size - 1])
write("header", data[:63])
edited("machine", (18, b"\x03"))
# Notes of others are passed over.
stranger = bytearray(data)
for place, _, _ in places.values():
    stranger[place + 12:place + 16] = b"MINE"
write("stranger", stranger)
