# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes artifacts whose signature is no good into the current folder.
from leb import uleb


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def uleb(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def bytes(self, size):
        self.at += size
        return self.data[self.at - size : self.at]


def parse(data):
    reader = Reader(data)
    assert reader.bytes(1) == b"M"
    entries = {}
    for _ in range(reader.uleb()):
        key = reader.bytes(reader.uleb())
        tag = reader.bytes(1)
        begin = reader.at
        if tag == b"\x01":
            reader.uleb()
        else:
            reader.bytes(reader.uleb())
        entries[key.decode()] = tag + data[begin : reader.at]
    return entries


def write(name, body, entries):
    with open(name, "wb") as file:
        file.write(body + b"M" + uleb(len(entries)))
        for key in sorted(entries):
            file.write(uleb(len(key)) + key.encode() + entries[key])


def blob(data):
    return b"\x02" + uleb(len(data)) + data


def text(data):
    return b"\x00" + uleb(len(data)) + data.encode()


with open("add.mic3", "rb") as file:
    body = file.read()
with open("add.sig.mic3", "rb") as file:
    signed = parse(file.read()[len(body) :])
signature = signed["signature.ed25519"][2:]
assert len(signature) == 64

write("metadata.mic3", body, {**signed, "evidence_chain.substrate": text("gpu")})
write("body.mic3", body[:0x42] + b"\x04" + body[0x43:], signed)
order = 2**252 + 27742317777372353535851937790883648493
scalar = (int.from_bytes(signature[32:], "little") + order).to_bytes(32, "little")
write("unreduced.mic3", body, {**signed, "signature.ed25519": blob(signature[:32] + scalar)})
write("half.mic3", body, {key: value for key, value in signed.items() if key != "signature.pubkey"})
write("scheme.mic3", body, {**signed, "signature.scheme": text("rsa")})
write("length.mic3", body, {**signed, "signature.ed25519": blob(signature[:63])})
chain = {key: value for key, value in signed.items() if not key.startswith("signature.")}
write("stripped.mic3", body, chain)
write(
    "quantum.mic3",
    body,
    {
        **chain,
        "signature.scheme": text("ml-dsa-65"),
        "signature.mldsa": blob(bytes(3309)),
        "signature.mldsa_pubkey": blob(b"\x07" * 1952),
    },
)
