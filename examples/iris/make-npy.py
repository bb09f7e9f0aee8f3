#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes iris.csv as a NumPy file of float32, shape (150, 5): four measurements
in centimetres and the species (0 setosa, 1 versicolor, 2 virginica).

usage: make-npy.py OUT.npy [--permute-labels]

--permute-labels gives each row the species of another one (a fixed shuffle of
all 150): a classifier that still finds them has seen the answers.

The table is R. A. Fisher's, from "The use of multiple measurements in taxonomic
problems", Annals of Eugenics 7 (1936), 179-188, table I: in the public domain.
"""
import os
import struct
import sys

SPECIES = ["setosa", "versicolor", "virginica"]


def read_rows(path):
    with open(path) as file:
        next(file)
        for line in file:
            *measurements, species = line.strip().split(",")
            yield [float(value) for value in measurements], float(SPECIES.index(species))


def permuted(labels):
    """Fisher-Yates over a 64-bit linear congruential generator: the same on every machine."""
    state = 20260101
    labels = list(labels)
    for i in range(len(labels) - 1, 0, -1):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        j = (state >> 33) % (i + 1)
        labels[i], labels[j] = labels[j], labels[i]
    return labels


def write_npy(path, rows):
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }" % (len(rows), len(rows[0]))
    header = header.ljust((64 - (10 + len(header) + 1) % 64) % 64 + len(header)) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("ascii"))
        for row in rows:
            file.write(struct.pack("<%df" % len(row), *row))


def main():
    rows = list(read_rows(os.path.join(os.path.dirname(os.path.abspath(__file__)), "iris.csv")))
    labels = [label for _, label in rows]
    if "--permute-labels" in sys.argv[2:]:
        labels = permuted(labels)
    write_npy(sys.argv[1], [measurements + [label] for (measurements, _), label in zip(rows, labels)])


if __name__ == "__main__":
    main()
