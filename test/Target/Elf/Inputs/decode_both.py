# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Disassembles the code of each program with objdump and with llvm-objdump: both must
# know every instruction, and see them begin at the same places.
import os
import re
import struct
import subprocess
import sys

root, programs = sys.argv[1], sys.argv[2:]
cpu = programs.pop(0) if programs[0].startswith("--mcpu=") else "--mcpu=x86-64-v3"
os.makedirs(root, exist_ok=True)
# The first instructions of every image: push rbx, rbp, r12 to r15.
MARK = bytes.fromhex("53554154415541564157")
total, mnemonics = 0, set()


def run(*args):
    return subprocess.run(args, capture_output=True, text=True, check=True).stdout


for program in programs:
    exe, raw, obj = (os.path.join(root, "code" + end) for end in [".exe", ".bin", ".o"])
    run("mindc", "--backend=direct", cpu, program, "-o", exe)
    with open(exe, "rb") as file:
        data = file.read()
    end = struct.unpack_from("<Q", data, 64 + 32)[0]
    with open(raw, "wb") as file:
        file.write(data[data.index(MARK):end])
    run("llvm-objcopy", "-I", "binary", "-O", "elf64-x86-64", "--rename-section=.data=.text,code", raw, obj)
    found = {}
    for line in run("objdump", "-D", "-b", "binary", "-m", "i386:x86-64", "-w", raw).splitlines():
        fields = line.split("\t")
        if len(fields) >= 3:
            found[int(fields[0].strip(" :"), 16)] = fields[2]
    other = {}
    for line in run("llvm-objdump", "-d", "--no-show-raw-insn", obj).splitlines():
        match = re.match(r"\s+([0-9a-f]+):\s+(\S+)", line)
        if match:
            other[int(match.group(1), 16)] = match.group(2)
    for at, text in found.items():
        if "(bad)" in text or at not in other or "unknown" in other[at]:
            sys.exit(f"{program}: {at:x}: {text} / {other.get(at)}")
    if set(found) != set(other):
        sys.exit(f"{program}: instructions begin at different places")
    total += len(found)
    mnemonics |= {text.split()[0] for text in found.values()}
print(f"{total} instructions, {len(mnemonics)} mnemonics")
