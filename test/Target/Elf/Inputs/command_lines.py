# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Gives one command line after the other to the executables of both back ends, and compares
# what they print, what they complain of, how they end and what they write.
import os
import random
import shutil
import struct
import subprocess
import sys

root = sys.argv[1]
shutil.rmtree(root, ignore_errors=True)
os.makedirs(root)
os.chdir(root)

PROGRAMS = {
    "two": "fn main(x: Tensor<f32, [2, 3]>, k: i32) -> (Tensor<f32, [2, 3]>, i32) { print(k); (x * 2.0, k + 1) }",
    "all": "fn main(a: f64, b: f16, c: bf16, d: i64, e: bool, f: q16, g: Tensor<bool, [2]>, h: Tensor<bf16, [2]>,"
    " i: Tensor<q16, [2]>, j: Tensor<f64, [2, 0]>) -> (f64, f16, bf16, i64, bool, q16, Tensor<bool, [2]>,"
    " Tensor<bf16, [2]>, Tensor<q16, [2]>, Tensor<f64, [2, 0]>) { (a, b, c, d, e, f, g, h, i, j) }",
    "status": "fn main(n: i64) -> i64 { print(n); n }",
    "only": "fn main() -> f64 { 0.5 }",
    "nothing": 'fn main() { print("text"); }',
    "number": "fn main() -> i64 { 7 }",
    "empty": "fn main() {}",
    "deep": "fn down(n: i64) -> i64 { if n > 0 { return down(n - 1) + 1; } 0 } fn main(n: i64) -> f64 { cast<f64>(down(n)) }",
    # More results than a fixed table might have room for.
    "many": "fn main(x: f32) -> (" + ", ".join(["f32"] * 70) + ") { (" + ", ".join(f"x + {i}.0" for i in range(70)) + ") }",
}


def header(dictionary, version=1, minor=0, length=None):
    text = dictionary.encode()
    count = len(text) if length is None else length
    return b"\x93NUMPY" + bytes([version, minor]) + struct.pack("<H" if version == 1 else "<I", count) + text


def plain(descr, shape, order="False"):
    return header("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n" % (descr, order, shape))


SIX = struct.pack("<6f", 1, 2, 3, 4, 5, 6)
FILES = {
    "good": plain("<f4", "(2, 3)") + SIX,
    "big": plain(">f4", "(2, 3)") + struct.pack(">6f", 1, 2, 3, 4, 5, 6),
    "fortran": plain("<f4", "(2, 3)", "True") + SIX,
    "second": header("{\"shape\": (2L, 3L), \"fortran_order\": False, \"descr\": \"<f4\"}", 2) + SIX,
    "third": header("{'descr': '=f4', 'fortran_order': False, 'shape': (2,3)}", 3) + SIX,
    "fourth": header("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", 4) + SIX,
    "minor": header("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", 1, 1) + SIX,
    "empty": b"",
    "nine": b"\x93NUMPY\x01\x00\x01",
    "eleven": b"\x93NUMPY\x02\x00\x01\x00\x00",
    "magic": b"\x93NUMPX" + plain("<f4", "(2, 3)")[6:] + SIX,
    "cut": header("{'descr': '<f4'", length=200),
    "long": header("{" + " " * 70000 + "}", 2),
    "short": plain("<f4", "(2, 3)") + SIX[:-1],
    "more": plain("<f4", "(2, 3)") + SIX + b"x",
    "other": plain("<f4", "(3, 2)") + SIX,
    "flat": plain("<f4", "(6,)") + SIX,
    "scalar": plain("<f4", "()") + SIX[:4],
    "number": plain("<f4", "(6)") + SIX,
    "bare": plain("<f4", "6") + SIX,
    "negative": plain("<f4", "(-2, 3)") + SIX,
    "huge": plain("<f4", "(99999999999999999999, 3)") + SIX,
    "large": plain("<f4", "(99999999999, 99999999999)") + SIX,
    "void": plain("<f4", "(0, 99999999999)"),
    "blank": plain("<f4", "(2 3)") + SIX,
    "deep": plain("<f4", "(" + "1, " * 33 + ")") + SIX[:4],
    "doubles": plain("<f8", "(2, 3)") + SIX + SIX,
    "integers": plain("<i4", "(2, 3)") + SIX,
    "object": plain("|O", "(2, 3)") + SIX,
    "objects": plain("object", "(2, 3)") + SIX,
    "letter": plain("O", "(2, 3)") + SIX,
    "order": plain("|f4", "(2, 3)") + SIX,
    "unordered": plain("!f4", "(2, 3)") + SIX,
    "raw": plain("<V2", "(2, 3)") + SIX[:12],
    "odd": plain("<\x01\x7f" + "y" * 60, "(2, 3)") + SIX,
    "bytes": plain("<u1", "(2, 3)") + SIX[:6],
    "structure": header("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 3)}") + SIX,
    "escape": header("{'descr': '<f\\x34', 'fortran_order': False, 'shape': (2, 3)}") + SIX,
    "unquoted": header("{descr: '<f4'}") + SIX,
    "key": header("{'descr': '<f4', 'colour': 3}") + SIX,
    "twice": header("{'descr': '<f4', 'descr': '<f4'}") + SIX,
    "lacks": header("{'descr': '<f4', 'fortran_order': False}") + SIX,
    "after": header("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} x") + SIX,
    "maybe": header("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2, 3)}") + SIX,
    "list": header("['descr']") + SIX,
    "comma": header("{'descr': '<f4' 'fortran_order': False, 'shape': (2, 3)}") + SIX,
    "bools": plain("|b1", "(2,)") + b"\x00\x01",
    "badbools": plain("|b1", "(2,)") + b"\x00\x02",
    "bigbools": plain(">b1", "(2,)") + b"\x01\x00",
    "bfloats": plain("|V2", "(2,)") + b"\x80\x3f\xc1\x7f",
    "fixed": plain("<i4", "(2,)") + struct.pack("<2i", 65536, -1),
    "halves": plain("<f2", "()") + b"\x01\x7e",
    "void2": plain("<f8", "(2, 0)"),
}
for name, content in FILES.items():
    with open(name + ".npy", "wb") as file:
        file.write(content)
os.mkdir("folder")
with open("file", "w") as file:
    file.write("x")

GOOD = ["--arg", "x=[[1,2,3],[4,5,6]]", "--arg", "k=3"]
ALL = "a=1e-320 b=65519 c=1e38 d=-9223372036854775808 e=true f=-0.00001 g=@bools.npy h=@bfloats.npy i=@fixed.npy j=[[],[]]".split()
ALL = [word for argument in ALL for word in ("--arg", argument)]
CASES = {
    "two": [
        GOOD, [], ["--help"], ["--arg", "k=x", "--help"], ["--arg"], GOOD + ["--out"], ["--dim"], ["-h"], ["--frobnicate"], ["word"],
        ["--argue=3"], ["--arg=3", "--arg=[[1,2,3],[4,5,6]]"], ["--arg", "k=3"], ["--arg", "x=[[1,2,3],[4,5,6]]"],
        ["--arg", "y=3"] + GOOD, GOOD + ["--arg", "y=3"], GOOD + ["--arg", "k=3"], GOOD + ["--arg", "3"], ["--arg", "3", "--arg", "4"],
        # What has a name comes first, wherever it is; words of other flags are none.
        ["--arg", "3", "--arg", "x=[[1,2,3],[4,5,6]]"], ["--arg", "[[1,2,3],[4,5,6]]", "--arg", "2", "--out", "0=k=1"],
        ["--arg", "k=1", "--arg", "[[1,2,3],[4,5,6]]", "--out", "1=x=y"], ["--out=x=3"] + GOOD,
        ["--arg", "x=" + "[" * 40], ["--arg", "x=[1,2", "--arg", "y=3"], ["--arg", "y=3", "--arg", "x=[1,2"],
        ["--arg", "@missing.npy", "--arg", "y=3"], ["--arg", "x=[1]", "--arg", "z"], ["--arg", "k=[1]"] + GOOD[:2], ["--arg", "9k=1"], ["--arg", "=1"], ["--arg", "x="],
        GOOD + ["--dim", "B=4"], ["--dim", "B=4"], ["--dim", "B"], ["--dim", "=4"], ["--dim", "B=-0"], ["--dim=B=99999999999999999999"], ["--dim", "B=4x"],
        ["--dim", "B=4", "--out", "7=x", "--arg", "y=1"], ["--out", "7=x", "--arg", "y=1"],
        GOOD + ["--out", "f.npy"], GOOD + ["--out", "r=f.npy"], GOOD + ["--out", "0=f.npy"], GOOD + ["--out", "1=g.npy"],
        GOOD + ["--out", "0=f.npy", "--out=1=g.npy"], GOOD + ["--out", "0=f.npy", "--out", "0=g.npy"], GOOD + ["--out", "2=f.npy"],
        GOOD + ["--out", "0="], GOOD + ["--out", "007=f"], GOOD + ["--out", "99999999999999999999999=f"],
        GOOD + ["--out", "0=missing/f.npy"], GOOD + ["--out", "0=folder"], GOOD + ["--out", "0=file/f.npy"], GOOD + ["--out", "1=/dev/full"],
        GOOD + ["--out", "0=" + "n" * 300], GOOD + ["--out", "0=f.npy", "--out", "1=missing/f.npy"], GOOD + ["--out", "1=/proc/version"],
    ]
    + [["--arg", "k=3", "--arg", "x=@" + name] for name in [name + ".npy" for name in FILES] + ["missing", "folder", "file/x", "n" * 300, "", "/dev/null"]]
    + [["--arg", "x=" + value, "--arg", "k=1"] for value in [
        "", " ", "1", "[]", "[[]]", "[1,2]", "[[1,2,3]]", "[[1,2,3],[4,5]]", "[[1,2,3],[4,5,[6]]]", "[[1,2,3],4]", "[1,[2]]", "[[],1]",
        "[[1,2,3],[4,5,6]", "[[1,2,3],[4,5,6]]]", "[[1,2,3],[4,5,6]] x", "[[1 2 3],[4,5,6]]", " [ [1,2,3,] , [4,5,6] , ] ", "[[1,,3],[4,5,6]]",
        "[[1,2,3],[4,5,y]]", "[[1,2,3],[4,5," + "y" * 50 + "]]", "[" * 33 + "]" * 33, "[[nan,inf,-inf],[NaN,Infinity,-infinity]]"]]
    + [["--arg", "x=[[0,0,0],[0,0,%s]]" % value, "--arg", "k=1"] for value in [
        "+1", "-1", "+-1", "--1", "-+1", "+", "-", ".", "1.", ".5", "1e", "1e+", "1e5x", "0x10", "1_0", "1e999", "-1e999", "1e-999", "0e999", "1e39",
        "3.4028235677973366e38", "1e-46", "7.006492321624085e-46", "7.006492321624086e-46", "nan(1)", "nan()", "-nan", "+inf", "+-inf", "infinit",
        "0.1", "16777217", "1" + "0" * 400, "0." + "0" * 400 + "1e401", "1" + "0" * 900 + "e-900", "1e99999999999999999999"]]
    + [["--arg", "x=@good.npy", "--arg", "k=" + value] for value in [
        "2147483647", "2147483648", "-2147483648", "-2147483649", "99999999999999999999", "1.5", "1e3", "+7", "+-7", "-", "0007", "true", "1x", "[1]", "[]", "9" * 60]],
    "all": [ALL, ALL[:2], ALL + ["--help"]] + [ALL + [f"--out={i}=r{i}.npy" for i in range(10)]]
    + [ALL[:i] + ["--arg", ALL[i + 1].split("=")[0] + "=" + value] + ALL[i + 2:] for i in range(0, 20, 2) for value in [
        "1e400", "1e-400", "yes", "True", "-1.5", "0.1", "70000", "65520", "-65519.999", "1e-8", "3.4e38", "3.39615e38", "1e-41", "nan", "-nan",
        "9223372036854775807", "9223372036854775808", "-9223372036854775809", "32767.99999", "-32768.00001", "[1,2]", "[true,false]", "[0.1,nan]",
        "@badbools.npy", "@bigbools.npy", "@bools.npy", "@bfloats.npy", "@fixed.npy", "@halves.npy", "@void2.npy", "[[],[]]"]],
    "status": [["--arg", "n=%d" % n] for n in [0, 1, 255, 256, -1]] + [["--arg", "3", "--out", "s.npy"], ["--arg", "3", "--out", "missing/s.npy"], ["--help"], ["--out=1=x"], ["--out="]],
    "only": [[], ["--arg", "1"], ["--arg", "x=1"], ["--out", "o.npy"], ["--out", "r=o.npy"], ["--out=1=o"], ["--out=a", "--out=b"], ["--dim=n=3"], ["--help"]],
    "nothing": [[], ["--help"], ["--arg", "1"], ["word"]],
    "number": [[], ["--help"], ["--arg", "1"], [""]],
    "empty": [[], ["--help"], ["word"]],
    "deep": [["--arg", "998"], ["--arg", "999"]],
    "many": [["--arg", "1"], ["--arg", "1", "--out", "64=f.npy", "--out", "69=g.npy"], ["--arg", "1", "--out", "70=f.npy"]],
}

# The rest at random: files with some bytes changed, texts of the characters that mean something.
numbers = random.Random(1)
CASES["two"] += [["--arg", "k=3", "--arg", f"x=@random{i}.npy"] for i in range(300)]
for i in range(300):
    content = bytearray(FILES[numbers.choice(["good", "second", "third", "big", "fortran", "integers", "bools"])])
    for _ in range(numbers.choice([1, 1, 2, 5])):
        at = numbers.randrange(min(len(content), 80))
        content[at : at + numbers.choice([0, 1, 1, 2])] = numbers.choice([b"", b"1", b"(", b")", b",", b"'", b" ", b"\0", b"\xff", b"<", b"f8", b":"])
    with open(f"random{i}.npy", "wb") as file:
        file.write(content)
CASES["two"] += [["--arg", "k=3", "--arg", "x=" + "".join(numbers.choice(["[", "]", ",", " ", "1", "-", "+", ".", "e", "nan", "[1,2,3]", "[[1,2,3],", "[4,5,6]]"])
                  for _ in range(numbers.randrange(1, 9)))] for i in range(300)]
CASES["two"] += [[numbers.choice(["--arg", "--arg=", "--out", "--out=", "--dim", "x=", "k=1", "[[1,2,3],[4,5,6]]", "x=[[1,2,3],[4,5,6]]", "0=f", "1=g", "=", "--help", ""])
                  for _ in range(numbers.randrange(1, 7))] for i in range(300)]
for i in range(300):
    # Numbers near the border of a type, and long ones.
    digits = "".join(numbers.choice("0123456789") for _ in range(numbers.choice([1, 5, 17, 40, 300])))
    digits = digits[:1] + numbers.choice(["", "."]) + digits[1:] + numbers.choice(["", "", f"e{numbers.randrange(-400, 400)}", f"e{numbers.randrange(-20, 20)}"])
    at = 2 * numbers.randrange(5)
    at += 2 if at >= 8 else 0
    CASES["all"].append(ALL[:at] + ["--arg", ALL[at + 1].split("=")[0] + "=" + numbers.choice(["", "-", "+"]) + digits] + ALL[at + 2:])


def run(program, words):
    before = set(os.listdir("."))
    # A name of the program's own is in no message.
    done = subprocess.run([program] + words, executable="./" + program, stdin=subprocess.DEVNULL, capture_output=True)
    files = {}
    for name in sorted(set(os.listdir(".")) - before):
        with open(name, "rb") as file:
            files[name] = file.read()
        os.remove(name)
    return done.returncode, done.stdout, done.stderr, files


failures = 0
for name, source in PROGRAMS.items():
    with open(name + ".mind", "w") as file:
        file.write(source + "\n")
    for backend in ["llvm", "direct"]:
        subprocess.run(["mindc", "--backend=" + backend, name + ".mind", "-o", name + "." + backend], check=True)
    for words in CASES[name]:
        expected, found = run(name + ".llvm", words), run(name + ".direct", words)
        if expected == found and found[0] >= 0:
            continue
        failures += 1
        print(f"{name} {words}\n  llvm   {expected}\n  direct {found}")
print(f"{sum(map(len, CASES.values()))} command lines, {failures} differ")
sys.exit(failures != 0)
