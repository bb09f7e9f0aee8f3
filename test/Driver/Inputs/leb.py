# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Numbers as artifacts hold them.


def uleb(value):
    data = b""
    while True:
        byte = value & 0x7F
        value >>= 7
        data += bytes([byte | (0x80 if value else 0)])
        if not value:
            return data
