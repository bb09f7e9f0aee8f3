# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes artifacts that verify refuses into the current folder, each wrong in one way.
import hashlib

from leb import uleb


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


def sized(data):
    return uleb(len(data)) + data


def epilogue(body, determinism=b"deterministic", schema=True, **more):
    entries = {
        b"evidence_chain.determinism": b"\x00" + sized(determinism),
        b"evidence_chain.substrate": b"\x00" + sized(b"cpu"),
        b"evidence_chain.toolchain": b"\x00" + sized(b"test"),
        b"evidence_chain.trace_hash": b"\x02" + sized(hashlib.sha256(body).digest()),
        b"evidence_chain.trace_hash_kind": b"\x00" + sized(b"mic3-bytes"),
    }
    if schema:
        entries[b"evidence_chain.schema"] = b"\x01\x02"
    for key, value in more.items():
        entries[b"evidence_chain." + key.encode()] = b"\x02" + sized(value)
    return b"M" + uleb(len(entries)) + b"".join(sized(key) + entries[key] for key in sorted(entries))


add, attested = read("add.mic3"), read("add.ev.mic3")
assert attested[: len(add)] == add
write("magic.mic3", b"MIC4" + add[4:])
write("short.mic3", add[:60])
# Output of a value that nothing defines.
write("undefined.mic3", b"MIC3\x02\x00\x04\x00\x01\x13\x03\x00\x00\x00")
# Version 3 for tables that are all empty.
write("reencoded.mic3", b"MIC3\x03\x00\x00\x00\x00\x00\x00\x00\x00")
write("trailing.mic3", add + b"zz")
write("behind.mic3", attested + b"\x00")
write("schema.mic3", add + epilogue(add, schema=False))
write("tag.mic3", attested[:113] + b"\x07" + attested[114:])
write("label.mic3", add + epilogue(add, determinism=b"nondeterministic"))
write("word.mic3", add + epilogue(add, determinism=b"Deterministic"))
# The constant 3 becomes 2.
write("body.mic3", attested[:0x42] + b"\x04" + attested[0x43:])


def numbers(*values):
    return b"".join(value.to_bytes(8, "big", signed=True) for value in values)


# The sum of 1 over four steps is not 3.
write("receipt.mic3", add + epilogue(add, collapse_receipts=b"\x00\x00\x00\x01\x00" + numbers(0, 1, 0, 4, 3)))
write("counted.mic3", add + epilogue(add, collapse_receipts=b"\x00\x00\x00\x01\x00" + numbers(0, 1, 0, 3, 3)))
# main calls `random`.
random = b"MIC3\x02\x01\x06random\x01\x00\x02\x16\x00\x00\x00\x13\x00\x00\x00\x00"
write("random.mic3", random + epilogue(random, determinism=b"nondeterministic"))
