# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the colours of an editor against the compiler's own tokens.

usage: highlight.py python|node|vim SOURCE_ROOT FILES: every token of each file must
have the colour of its class, from its first character to its last, and what lies
between tokens must be blank or a comment.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from textmate import Grammar

ENGINE, ROOT, FILES = sys.argv[1], sys.argv[2], sys.argv[3:]
GRAMMAR = os.path.join(ROOT, "editors/vscode/syntaxes/mind.tmLanguage.json")
MODULES = os.path.join(ROOT, "editors/vscode/node_modules")

CLASSES = {
    # class: (scopes that one of a token's must begin with, groups of Vim)
    "keyword": (("keyword.control.", "keyword.other.", "keyword.operator.cast.", "storage.", "constant.language."),
                ("mindControl", "mindKeyword", "mindStorage", "mindBoolean", "mindImport")),
    "name": (("variable.other.", "entity.name.", "support.type.", "entity.other.attribute-name."),
             ("", "mindType", "mindFunction", "mindAttribute", "mindTypeName")),
    "integer": (("constant.numeric.integer.",), ("mindNumber",)),
    "float": (("constant.numeric.float.",), ("mindFloat",)),
    "string": (("string.quoted.double.",), ("mindString", "mindEscape")),
    "character": (("string.quoted.single.",), ("mindString", "mindEscape")),
    "operator": (("keyword.operator.", "punctuation."), ("mindOperator", "mindPunctuation", "mindAttribute")),
}
COMMENT = (("comment.",), ("mindComment", "mindTodo"))
PUNCTUATION = set(", ; : :: . ( ) [ ] { } #".split())


def split(text):
    return re.split("\r\n|\r|\n", text)


def ask_vim(path, lines):
    """The groups of every byte of the file."""
    with tempfile.TemporaryDirectory() as folder:
        source, script, answer = (os.path.join(folder, name) for name in ("a.mind", "ask.vim", "answer"))
        with open(source, "w", encoding="utf-8", newline="\n") as file:
            file.write("\n".join(lines))
        with open(script, "w") as file:
            file.write("let out = []\nfor l in range(1, line('$'))\n  let row = []\n"
                       "  for c in range(1, strlen(getline(l)))\n"
                       "    call add(row, synIDattr(synID(l, c, 1), 'name'))\n  endfor\n"
                       f"  call add(out, json_encode(row))\nendfor\ncall writefile(out, '{answer}')\nqall!\n")
        vim = ["vim", "-es", "-N", "-i", "NONE", "-u", "NONE", "--cmd", f"set rtp^={ROOT}/editors/vim encoding=utf-8",
               "-c", "filetype plugin on | syntax on", "-c", f"edit {source}", "-c", "syntax sync fromstart",
               "-S", script]
        subprocess.run(vim, stdin=subprocess.DEVNULL, check=True, timeout=120)
        with open(answer, encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def colours(path, text):
    """For each line and character: (where its piece begins, where it ends, what it is called)."""
    lines = split(text)
    if ENGINE == "vim":
        rows = ask_vim(path, lines)
        # A last line that is empty is none to Vim.
        for line, row in zip(lines, rows + [[]]):
            offsets = [len(line[:i].encode()) for i in range(len(line))]
            yield [(None, None, [row[offset]]) for offset in offsets]
        return
    if ENGINE == "node":
        ran = subprocess.run(["node", os.path.join(os.path.dirname(__file__), "textmate.js"), MODULES, GRAMMAR],
                             input=json.dumps(lines), capture_output=True, text=True, check=True)
        rows = [json.loads(line) for line in ran.stdout.split("\n") if line]
        # The engine hands out an empty piece for an empty line.
    else:
        rows = Grammar(GRAMMAR).tokenize(lines)
    for line, pieces in zip(lines, rows):
        places, at = [], 0
        for piece, scopes in pieces:
            places += [(at, at + len(piece), scopes)] * len(piece)
            at += len(piece)
        # The engine of the editor adds the end of the line.
        yield places[:len(line)]


def check(path):
    ran = subprocess.run(["mindc", "--emit=tokens", path], capture_output=True)
    if ran.returncode != 0:
        return None
    with open(path, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    lines, faults = split(text), []
    marks = [list(row) for row in colours(path, text)]
    assert len(marks) == len(lines) and all(len(m) == len(l) for m, l in zip(marks, lines)), path
    side = 1 if ENGINE == "vim" else 0

    def is_of(names, wanted):
        if side:
            return names[-1] in wanted[1]
        return any(name.startswith(wanted[0]) for name in names)

    kinds, covered = set(), [set() for _ in lines]
    for entry in ran.stdout.decode().split("\n"):
        if not entry:
            continue
        place, kind, token = entry.split(" ", 2)
        row, column = (int(n) - 1 for n in place.split(":"))
        kinds.add(token if kind in ("keyword", "operator") else kind)
        wanted = CLASSES[kind]
        if kind == "operator" and not side and token not in ("#", "@"):
            wanted = (("punctuation.",),) if token in PUNCTUATION else (("keyword.operator.",),)
        covered[row].update(range(column, column + len(token)))
        for index in range(column, column + len(token)):
            begin, end, names = marks[row][index]
            whole = kind in ("string", "character") or begin is None or (begin, end) == (column, column + len(token))
            if not is_of(names, wanted) or is_of(names, COMMENT) or not whole:
                faults.append(f"{path}:{row + 1}:{column + 1}: {kind} `{token}` is {names}, {begin}..{end}")
                break
    for row, line in enumerate(lines):
        for index, character in enumerate(line):
            if index not in covered[row] and not character.isspace() and not is_of(marks[row][index][2], COMMENT):
                faults.append(f"{path}:{row + 1}:{index + 1}: a comment is {marks[row][index][2]}")
                break
    return kinds, faults


def main():
    checked, faults, everything = 0, [], set()
    for path in FILES:
        result = check(path)
        if result is None:
            continue
        checked += 1
        everything |= result[0]
        faults += result[1]
    with open(os.path.join(ROOT, "include/Mind/Frontend/Tokens.def")) as file:
        table = re.findall(r'^MIND_(?:TOKEN|KEYWORD)\(\w+, "`?([^"`]+)`?"\)', file.read(), re.M)
    assert len(table) > 70, table
    plain = {"end of file": None, "a name": "name", "an integer": "integer", "a number": "float", "a string": "string",
             "a character literal": "character"}
    missing = [word for word in table if plain.get(word, word) not in everything | {None}]
    if missing:
        faults.append(f"no file has these tokens: {missing}")
    for fault in faults[:20]:
        print(fault)
    print(f"{checked} files, {len(faults)} faults")


main()
