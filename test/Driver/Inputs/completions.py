# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: completions.py SOURCE_ROOT: help, completions and manual list the same words, which are those that are read."""
import re
import subprocess
import sys

ROOT = sys.argv[1]
FLAG = r"(?<![\w-])--?[a-z][a-z0-9-]*"


def mindc(*words):
    return subprocess.run(["mindc", *words], capture_output=True, text=True, check=True).stdout


def hold(what, got, wanted):
    assert got == wanted, f"{what}: too many {sorted(got - wanted)}, missing {sorted(wanted - got)}"
    print(f"{what}: {len(got)}" if len(got) < 20 else f"{what}: the same")


help_text = mindc("--help")
heads = re.findall(r"^  (-[^\s,]+(?:, -[^\s,]+)*)", help_text, re.M)
options = {flag for head in heads for flag in re.findall(FLAG, head)}
commands = set(re.findall(r"^  mindc ([a-z]+)", help_text, re.M)) | {"build"}
assert len(options) > 30 and len(commands) > 6

bash, zsh, fish, manual = (mindc("completions", "bash"), mindc("completions", "zsh"), mindc("completions", "fish"), mindc("manual"))
hold("bash options", set(re.findall(FLAG, " ".join(re.findall(r'words\+?="([^"]*)"', bash)))), options)
hold("zsh options", set(re.findall(r"^ *'\*(--?[a-z0-9-]+)", zsh, re.M)), options)
hold("fish options", {"--" + w for w in re.findall(r" -l (\S+)", fish)} | {"-" + w for w in re.findall(r" -s (\S+)", fish)}, options)
hold("manual options", set(re.findall(r"^\\fB(-\S+?)\\fR", manual.replace("\\-", "-"), re.M)), options)
hold("bash commands", set(re.search(r'compgen -W "([^"]*)" -- "\$cur"\)\)\n    fi', bash).group(1).split()), commands)
hold("zsh commands", set(re.findall(r"^    '([a-z]+):", zsh, re.M)), commands)
hold("fish commands", set(re.findall(r" -a (\w+) -d", fish)), commands)

# The words that the parser compares with, hidden ones too, are in the table.
read = lambda path: open(f"{ROOT}/{path}", encoding="utf-8").read()
table = set(re.findall(r'\{"(--?[a-z0-9-]+)", "', read("lib/Driver/OptionTable.cpp")))
parsed = {w for path in ("lib/Driver/Options.cpp", "lib/Runtime/Arguments.cpp") for w in re.findall(r'"(--?[a-z](?:[a-z0-9-]*[a-z0-9])?)"', read(path))}
assert parsed <= table | {"-h"}, parsed - table
# And each word in it is one that the parser knows.
names = sorted(set(re.findall(r'\{"(--?[a-z0-9-]+)", "([^"]*)"', read("lib/Driver/OptionTable.cpp"))))
unknown = []
for name, value in names:
    for command in ([], ["check"], ["fmt"], ["verify"], ["test"], ["ops"], ["graph"]):
        ran = subprocess.run(["mindc", *command, name], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if "unknown option" not in ran.stderr:
            break
    else:
        unknown.append(name)
print("unknown to the parser:", unknown)

# The values that are offered are accepted.
for name, choices in re.findall(r'^complete .* -l (\S+) -x -a \'([^\']*)\'', fish, re.M):
    for choice in choices.split():
        command = {"format": "graph"}.get(name, "check")
        ran = subprocess.run(["mindc", command, "absent.mind", f"--{name}={choice}"], capture_output=True, text=True)
        assert "unknown" not in ran.stderr, ran.stderr
print("values accepted")
