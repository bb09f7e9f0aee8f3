# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples of the pages that `mindc --explain` prints.

usage: explain-all.py SOURCES MINDC FOLDER

Every code in ErrorCodes.def and every code that the sources of the compiler name has a
page with a cause, an example that reports the code and one that does not and ends well,
but for those that are never reported; every detail has the page of a code. The examples
run in FOLDER.
"""
import glob
import os
import re
import subprocess
import sys


def split_page(text):
    """The cause and the examples by their title."""
    parts = re.split(r"^(Wrong|Right):\n\n", text, flags=re.MULTILINE)
    examples = {}
    for title, body in zip(parts[1::2], parts[2::2]):
        examples[title] = "".join(line[4:] if line.strip() else line for line in body.splitlines(keepends=True))
    return parts[0], examples


def run_example(example, mindc, folder):
    """The status of the last command, and what all have printed."""
    lines = example.splitlines()
    commands = [line[2:] for line in lines if line.startswith("$ ")]
    file = "\n".join(line for line in lines if not line.startswith("$ ")).strip() + "\n"
    if not commands:
        commands = ["mindc check example.mind"]
    name = re.search(r"example\.(mind|mlir)", " ".join(commands))
    with open(os.path.join(folder, name[0] if name else "example.mind"), "w") as out:
        out.write(file)
    for command in commands:
        command = re.sub(r"\bmindc\b", mindc, command, count=1)
        done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def check_page(code, title, page, mindc, folder):
    cause, examples = split_page(page)
    if len(cause.strip()) < 20:
        return "has no cause"
    if "(never reported)" in title:
        return "has examples" if examples else None
    if set(examples) != {"Wrong", "Right"}:
        return f"has the examples {sorted(examples)}"
    status, output = run_example(examples["Wrong"], mindc, folder)
    if code not in output or (code[0] == "E") != (status != 0):
        return f"is not what the wrong example reports, with status {status}:\n{output}"
    status, output = run_example(examples["Right"], mindc, folder)
    if code in output or status != 0:
        return f"has a right example with status {status}:\n{output}"
    return None


def main():
    root, mindc, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with open(f"{root}/include/Mind/Support/ErrorCodes.def") as file:
        codes = re.findall(r'^MIND_ERROR_CODE\("([EW]\d+)"', file.read(), re.MULTILINE)
    problems = len(codes) - len(set(codes))
    if problems:
        print("a code occurs twice")
    for path in sorted(glob.glob(f"{root}/lib/**/*.cpp", recursive=True)):
        with open(path) as file:
            text = file.read()
        named = set(re.findall(r'["\[]([EW]\d{4})["\]]', text))
        for detail in sorted(set(re.findall(r'"((?:shape|match|determinism)::\w+)"', text))):
            if subprocess.run([mindc, "--explain", detail], capture_output=True).returncode != 0:
                print(f"{path} reports the detail {detail}, which has no page")
                problems += 1
        for code in sorted(named - set(codes)):
            print(f"{path} reports {code}, which is not in ErrorCodes.def")
            problems += 1
    for code in codes:
        done = subprocess.run([mindc, "--explain", code], capture_output=True, text=True)
        title, _, page = done.stdout.partition("\n\n")
        problem = "has no page" if done.returncode != 0 or not title.startswith(code) else None
        problem = problem or check_page(code, title, page, mindc, folder)
        if problem:
            print(f"{code} {problem}")
            problems += 1
    print(f"{len(codes)} pages, {problems} problems")


if __name__ == "__main__":
    main()
