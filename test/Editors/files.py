# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: files.py SOURCE_ROOT: the editors' files are well formed, agree with the compiler's tables, and the
snippets, with what stands in their holes, are programs in canonical style."""
import json
import os
import re
import subprocess
import sys

from textmate import Grammar

ROOT = sys.argv[1]
CODE = os.path.join(ROOT, "editors/vscode")


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def load(name):
    return json.loads(read("editors/vscode", name))


KEYWORDS = set(re.findall(r'^MIND_KEYWORD\(\w+, "(\w+)"\)', read("include/Mind/Frontend/Tokens.def"), re.M))
# The words of parseDType, in lower and upper case.
TYPES = set(re.findall(r'word == "(\w+)"', read("include/Mind/Support/DType.h"))) | {"Tensor", "tensor"}
assert len(KEYWORDS) > 20 and len(TYPES) > 10, (KEYWORDS, TYPES)


def hold(what, got, wanted):
    assert got == wanted, f"{what}: too many {sorted(got - wanted)}, missing {sorted(wanted - got)}"
    print(f"{what}: {'the same' if got else 'none'}")


grammar = Grammar(os.path.join(CODE, "syntaxes/mind.tmLanguage.json"))
listed = lambda group: {w for rule in grammar.rules["repository"][group]["patterns"]
                        for w in re.fullmatch(r"\\b\(\?:(.*)\)\\b", rule["match"]).group(1).split("|")}
hold("TextMate keywords", listed("keywords"), KEYWORDS)
hold("TextMate types", listed("types"), TYPES)

vim = read("editors/vim/syntax/mind.vim")
words = {group: set(rest.split()) for group, rest in re.findall(r"^syntax keyword (\w+) (.*)$", vim, re.M)}
hold("Vim types", words["mindType"], TYPES)
hold("Vim keywords", set().union(*(w for g, w in words.items() if g not in ("mindType", "mindTodo"))), KEYWORDS)
groups = set(re.findall(r"^syntax (?:keyword|match|region) (\w+)", vim, re.M))
hold("Vim groups with a colour", set(re.findall(r"^highlight default link (\w+)", vim, re.M)), groups)

# mic@1: the lines of its page.
mic = Grammar(os.path.join(CODE, "syntaxes/mic.tmLanguage.json"))
SAMPLE = ["mic@1", "# a comment", "T0 [f32;2,B]", "N0 const.tensor fill=-0.5 T0", 'S1 "a b"', "O N0"]
for line, pieces in zip(SAMPLE, mic.tokenize(SAMPLE)):
    print(line, "|", " ".join(f"{text}:{scopes[-1].split('.')[0]}" for text, scopes in pieces if text.strip() and len(scopes) > 1))

package = load("package.json")
assert all(os.path.exists(os.path.join(CODE, path)) for path in
           [package["main"]] + [p for kind in ("languages", "grammars", "snippets") for entry in package["contributes"][kind]
                                for p in [entry.get("path", entry.get("configuration"))] if p])
versions = {**package["dependencies"], **package["devDependencies"]}
assert all(re.fullmatch(r"\d+\.\d+\.\d+", v) for v in versions.values()), versions
lock = load("package-lock.json")["packages"]
assert all(lock["node_modules/" + name]["version"] == version for name, version in versions.items())
for grammar in package["contributes"]["grammars"]:
    assert load(grammar["path"])["scopeName"] == grammar["scopeName"]
load("language-configuration.json")
read_options = set(re.findall(r"settings\.get\('([^']*)'\)", read("editors/vscode/extension.js")))
hold("settings", {"mind." + name for name in read_options}, set(package["contributes"]["configuration"]["properties"]))

snippets = load("snippets/mind.json")
assert len({s["prefix"] for s in snippets.values()}) == len(snippets)


def expand(body):
    text = "\n".join(body)
    text = re.sub(r"\$\{\d+\|([^,|]*)[^|]*\|\}", r"\1", text)
    text = re.sub(r"\$\{\d+:([^{}]*)\}", r"\1", text)
    return re.sub(r"\$\d+", "", text) + "\n"


for name, snippet in snippets.items():
    source = expand(snippet["body"])
    assert "$" not in source, source
    for command in (["check", "-"], ["fmt", "--check", "-"]):
        ran = subprocess.run(["mindc", *command], input=source.encode(), capture_output=True)
        if ran.returncode != 0:
            print(f"{name}: {' '.join(command)}: {ran.stderr.decode()}{ran.stdout.decode()}{source}")
print(f"{len(snippets)} snippets")
