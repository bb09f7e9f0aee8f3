#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the hand-written digits as a NumPy file of float16, shape (1792, 65): 64
pixels from 0 to 16, row by row of the 8x8 image, and the digit.

usage: make-npy.py digits.csv.gz OUT.npy [--permute-labels]

--permute-labels gives each row the digit of another one: a classifier that
still finds them has seen the answers.

The table is the test set of "Optical recognition of handwritten digits" by
E. Alpaydin and C. Kaynak (1998), from the UCI machine learning repository
(https://archive.ics.uci.edu/dataset/80, CC BY 4.0). digits.csv.gz is the copy in
Debian's package python3-sklearn, under sklearn/datasets/data. Its 1797 rows, which
stand together by writer, are shuffled, and the first 1792 taken: 28 batches of 64.
"""
import gzip
import struct
import sys


def shuffle(values):
    """Fisher-Yates over a 64-bit linear congruential generator: the same on every machine."""
    state = 20260101
    for i in range(len(values) - 1, 0, -1):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        j = (state >> 33) % (i + 1)
        values[i], values[j] = values[j], values[i]


def main():
    with gzip.open(sys.argv[1], "rt") as file:
        rows = [[float(value) for value in line.split(",")] for line in file]
    shuffle(rows)
    rows = rows[:1792]
    if "--permute-labels" in sys.argv[3:]:
        labels = [row[64] for row in rows]
        shuffle(labels)
        rows = [row[:64] + [label] for row, label in zip(rows, labels)]
    header = "{'descr': '<f2', 'fortran_order': False, 'shape': (%d, %d), }" % (len(rows), len(rows[0]))
    header = header.ljust((64 - (10 + len(header) + 1) % 64) % 64 + len(header)) + "\n"
    with open(sys.argv[2], "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("ascii"))
        for row in rows:
            file.write(struct.pack("<%de" % len(row), *row))


if __name__ == "__main__":
    main()
