#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the code blocks of documentation pages.

usage: run-examples.py ROOT FOLDER PAGE...

A block with a file's name after its language is written to that file in FOLDER/PAGE, and
the blocks of a page are done in their order:

    ```mind model.mind       checked by `mindc check`, which must say nothing; so is a
                             block without a name; `wrong` behind the name: refused
    ```mlir                  parsed by mind-opt, or each line occurs in a lit test; with
                             `// before` and `// after` below the heading of a pass, the
                             pass makes the one of the other, with the options of
                             "With `...`:" above
    ```console               each `$ command` is run, all in one shell, and prints what is below it,
                             on either stream; it may fail only if that shows an error.
                             A line `...` stands for any
                             lines, `...` in a line for any characters
    ```console checkout      in a folder with the tree and with this build (MIND_BUILD) as
                             build/release; `sh scripts/...` is run only if MIND_SCRIPTS
                             is set
    ```cmake                 without a name: each line, with its names of targets left
                             out, is in a CMakeLists.txt of the suite
    ```python ```sh          without a name: not allowed, use console

Other languages need a file's name. A block without a language is not code: it shows a
format. The tools are found by PATH; MIND_PREFIX is where the package is.
"""
import glob
import os
import re
import subprocess
import sys


def read_blocks(text):
    """(line, language, file name, whether it is wrong, body) of each fenced block."""
    for match in re.finditer(r"^```(\w*)(?: +(\S+))?( +wrong)?\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        line = text.count("\n", 0, match.start()) + 1
        yield line, match[1], match[2], bool(match[3]), match[4]


def squeeze(line):
    return re.sub(r"%[\w#]+", "%", " ".join(line.split()))


class Suite:
    """What lit runs, to find fragments in."""

    def __init__(self, root):
        self.root = root
        self.mlir = set()
        for path in glob.glob(f"{root}/test/**/*.mlir", recursive=True):
            if "invalid" not in path and "/Inputs/" not in path:
                with open(path) as file:
                    for line in file:
                        self.mlir.add(squeeze(line))
                        self.mlir.add(squeeze(re.sub(r"^\s*//\s*[A-Z0-9-]+(-NEXT|-SAME|-LABEL|-DAG)?:", "", line)))
        self.cmake = set()
        for path in glob.glob(f"{root}/test/**/CMakeLists.txt", recursive=True):
            with open(path) as file:
                for line in file:
                    self.cmake.update(self.split_cmake(line))

    @staticmethod
    def split_cmake(line):
        """The line, or what it says of each library."""
        match = re.match(r"\s*target_link_libraries\(\S+ PRIVATE ([^)]*)\)", line)
        return ["links " + library for library in match[1].split()] if match else [" ".join(line.split())]


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def make_checkout(root, folder):
    """What the suite has of a fresh checkout that was built: the tree, and this build."""
    os.makedirs(f"{folder}/build", exist_ok=True)
    for name in ["examples", "scripts", "docs", "README.md"]:
        if not os.path.lexists(f"{folder}/{name}"):
            os.symlink(f"{root}/{name}", f"{folder}/{name}")
    if not os.path.lexists(f"{folder}/build/release"):
        os.symlink(os.environ["MIND_BUILD"], f"{folder}/build/release")


def run_session(commands, folder):
    """The status and output of each command, all in one shell."""
    script = "".join(f"{command}\nprintf '\\036%d\\n' $?\n" for command in commands)
    done = subprocess.run(["sh", "-c", script], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, "HOME": folder})
    pieces = re.split("\036(\\d+)\n", done.stdout)
    outputs = list(zip(pieces[::2], map(int, pieces[1::2])))
    return outputs + [(pieces[-1], done.returncode)] * (len(commands) - len(outputs))


def make_pattern(expected):
    """A regular expression for the output; `...` is anything."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"
    return pattern


def run_console(body, folder, is_checkout):
    commands = []
    for line in body.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif commands and not commands[-1][1] and commands[-1][0].endswith("\\"):
            commands[-1] = (commands[-1][0] + "\n" + line, [])
        elif commands:
            commands[-1][1].append(line)
        else:
            return "does not begin with `$ `"
    if is_checkout and not os.environ.get("MIND_SCRIPTS"):
        # They would install packages and build anew, for an hour.
        scripts = [command for command, _ in commands if command.startswith("sh scripts/")]
        for script in scripts:
            status, output = run(["sh", "-n", script.split()[1]], folder)
            if status:
                return f"`{script}` is no script:\n{output}"
        commands = [each for each in commands if each[0] not in scripts]
    results = run_session([command for command, _ in commands], folder)
    for (command, expected), (output, status) in zip(commands, results):
        while expected and not expected[-1].strip():
            expected.pop()
        if output and not output.endswith("\n"):
            output += "\n"
        if not re.fullmatch(make_pattern(expected), output):
            return f"`{command}` printed\n{output}which is not\n" + "\n".join(expected)
        if status != 0 and not any(line.startswith("error") or '"severity":"error"' in line for line in expected):
            return f"`{command}` ended with {status}:\n{output}"
    return None


def print_module(text, *options):
    done = subprocess.run(["mind-opt", "--allow-unregistered-dialect", *options, "-"], input=text, capture_output=True,
                          text=True)
    return done.returncode, done.stdout, done.stderr


def find_pass(text):
    """The pass that the text is about, and the options that its end gives it."""
    names = re.findall(r"^### `-([\w-]+)`$", text, re.MULTILINE)
    options = re.search(r"With `([^`]+)`:\s*$", text)
    return (names[-1], options and options[1].replace('"', "")) if names else None


def run_pass(name, options, body):
    """Whether the pass makes of the first part what the second shows."""
    _, before, after = re.split(r"^// (?:before|after)\n", body, flags=re.MULTILINE)
    status, made, faults = print_module(before, f"--{name}={options}" if options else f"--{name}")
    if status:
        return f"is refused by {name}:\n{faults}"
    status, shown, faults = print_module(after)
    if status:
        return f"shows what does not parse:\n{faults}"
    return f"shows not what {name} makes:\n{made}" if made != shown else None


def run_block(suite, language, name, is_wrong, body, folder, of_pass):
    if name and language != "console":
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(body)
    if language == "mind":
        path = os.path.join(folder, name or "block.mind")
        with open(path, "w") as file:
            file.write(body)
        status, output = run(["mindc", "check", path], folder)
        if is_wrong:
            return None if status == 1 else f"is not refused, but ends with {status}"
        return f"is wrong:\n{output}" if status or output else None
    if language == "mlir":
        if of_pass and re.match(r"// before\n(.*\n)+// after\n", body):
            return run_pass(*of_pass, body)
        missing = [line for line in body.splitlines() if squeeze(line) and not line.strip().startswith("//") and
                   squeeze(line) not in suite.mlir]
        if not missing:
            return None
        if re.match(r"(tensor<|!)[^\n]*\n$", body):
            body = f'"a.type"() : () -> {body}'
        status, _, faults = print_module(body)
        return f"does not parse, and no test has `{missing[0]}`:\n{faults}" if status else None
    if language == "console":
        if name == "checkout":
            make_checkout(suite.root, folder)
        return run_console(body, folder, name == "checkout")
    if language == "cmake" and not name:
        missing = [part for line in body.splitlines() if line.strip() for part in suite.split_cmake(line)
                   if part not in suite.cmake]
        return f"is in no CMakeLists.txt of the suite: {missing[0]}" if missing else None
    if language and not name:
        return f"in {language} has no file name, so that nothing runs it"
    return None


def main():
    root, folder, *pages = sys.argv[1:]
    suite = Suite(root)
    blocks = problems = 0
    for page in pages:
        with open(page) as file:
            text = file.read()
        own = os.path.join(os.path.abspath(folder), os.path.splitext(os.path.relpath(page, root))[0])
        os.makedirs(own, exist_ok=True)
        for line, language, name, is_wrong, body in read_blocks(text):
            blocks += bool(language)
            problem = run_block(suite, language, name, is_wrong, body, own, find_pass("\n".join(text.split("\n")[:line - 1])))
            if problem:
                print(f"{page}:{line}: this block {problem}")
                problems += 1
    print(f"{blocks} blocks, {problems} problems")
    sys.exit(1 if problems or not blocks else 0)


if __name__ == "__main__":
    main()
