# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reads what mind-encodings writes with objdump and with llvm-objdump: each must find
# every instruction where it begins, with the mnemonic and the operands that were meant.
import os
import re
import subprocess
import sys

root = sys.argv[1]
os.makedirs(root, exist_ok=True)
raw, obj, listed = (os.path.join(root, name) for name in ["code.bin", "code.o", "code.list"])


def run(*args):
    return subprocess.run(args, capture_output=True, text=True, check=True).stdout


def number(text, mnemonic):
    value = int(text, 0)
    return str(value & (2**64 - 1 if mnemonic == "movabs" else 2**32 - 1))


def memory(text):
    """`rax+rcx*4+0x10` and `rax + 4*rcx + 16` as `[rax rcx*4 16]`."""
    base, index, displacement = "", "", 0
    for sign, term in re.findall(r"([+-]?)([^+-]+)", text.replace(" ", "")):
        scaled = re.fullmatch(r"(\d)\*(\w+)", term)
        if scaled:
            term = f"{scaled[2]}*{scaled[1]}"
        if "*" in term:
            index = " " + term
        elif not term[0].isdigit():
            # An index without a scale has the scale 1.
            index, base = (f" {term}*1", base) if base else ("", term)
        else:
            displacement = -int(term, 0) if sign == "-" else int(term, 0)
    return f"[{base}{index} {displacement & 0xFFFFFFFF}]"


def normalize(text):
    text = text.split("#")[0].strip().replace(" {", "{")
    mnemonic, _, rest = text.partition("\t") if "\t" in text else text.partition(" ")
    operands = []
    for operand in filter(None, (part.strip() for part in rest.split(","))):
        inner = re.search(r"\[(.*)\]", operand)
        if inner:
            # Behind it there may be a mask.
            operands.append(memory(inner[1]) + operand.rpartition("]")[2])
        elif re.fullmatch(r"-?(0x)?[0-9a-f]+", operand) and not operand[0].isalpha():
            operands.append(number(operand, mnemonic))
        else:
            operands.append(operand)
    return " ".join([mnemonic] + operands)


run("mind-encodings", raw, listed)
run("llvm-objcopy", "-I", "binary", "-O", "elf64-x86-64", "--rename-section=.data=.text,code", raw, obj)
wanted = {}
with open(listed) as file:
    for line in file:
        at, _, text = line.rstrip("\n").partition(" ")
        wanted[int(at)] = text

readers = {
    "objdump": run("objdump", "-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel", "-w", raw),
    "llvm-objdump": run("llvm-objdump", "-d", "--no-show-raw-insn", "--x86-asm-syntax=intel", obj),
}
for reader, output in readers.items():
    found = {}
    for line in output.splitlines():
        match = re.match(r"\s*([0-9a-f]+):\s+(.*)", line)
        if match:
            # objdump has the bytes between tabs.
            found[int(match[1], 16)] = match[2].split("\t", 1)[1] if reader == "objdump" else match[2]
    if set(found) != set(wanted):
        at = min(set(found) ^ set(wanted))
        sys.exit(f"{reader}: at {at:x}: wanted {wanted.get(at)}, found {found.get(at)}")
    for at, text in found.items():
        if normalize(text) != wanted[at]:
            sys.exit(f"{reader}: at {at:x}: wanted {wanted[at]}, found {text}, read as {normalize(text)}")
print(f"{len(wanted)} instructions, {len(set(wanted.values()))} forms, {len({t.split()[0] for t in wanted.values()})} mnemonics")
