# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Thousands of edits at random places, with requests between them: the server answers
# all, its text stays that of the editor, and no answer is an internal error.
# random-edits.py TOOL FOLDER-OF-SOURCES EDITS [SEED]
import glob
import os
import random
import re
import sys

from client import Client

URI = "file:///random.mind"
PIECES = ["", " ", "\n", "\r", "\r\n", "(", ")", "[", "]", "{", "}", ",", ":", ";", "=", "@", ".", "..", "->", "=>", "<", ">",
          "<<", "\"", "'", "//", "/*", "*/", "\\", "\0", "😀", "é", "\ufeff", "_", "0", "1.5", "1e999", "99999999999999999999",
          "-", "+", "**", "x", "N", "f", "relu", "sum", "grad(f)", "vjp", "fn f(x: f32) -> f32 { x }\n", "let x = x\n",
          "for i in 0..3 { ", "while true { ", "match x { ", "if x > 0 { ", "} else { ", "|x| ", "return", "break",
          "Tensor<f32, [N, 3]>", "const N = 2\n", "type T = f32\n", "module m { ", "export { f }\n", "@custom_grad(f)\n",
          "@differentiable\n", "x.T", "x[0..1]", "x[0] = ", "print(\"{}\", x)\n", "as i64", "(" * 40, "[" * 300]
REQUESTS = ["hover", "definition", "references", "prepareRename", "rename", "formatting", "documentSymbol", "completion",
            "signatureHelp", "inlayHint", "semanticTokens/full", "codeAction"]
MOST = 4000
rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 6)


def pick(text):
    """A random offset that is not within a line end."""
    at = rng.randint(0, len(text))
    return at - 1 if 0 < at < len(text) and text[at - 1] == "\r" and text[at] == "\n" else at


def place(text, at):
    lines = re.split("\r\n|\r|\n", text[:at])
    # Cut between `\r` and `\n`, the split sees a line end that the text has, too.
    return {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le")) // 2}


def edit(text):
    begin, end = sorted((pick(text), pick(text)))
    if end - begin > 30 and rng.random() < 0.9:
        end = begin
    piece = rng.choice(PIECES)
    if rng.random() < 0.1:
        start, stop = sorted((pick(text), pick(text)))
        piece = text[start:min(stop, start + 200)]
    change = {"range": {"start": place(text, begin), "end": place(text, end)}, "text": piece}
    return change, text[:begin] + piece + text[end:]


client = Client(sys.argv[1])
client.start()
seeds = []
for path in sorted(glob.glob(os.path.join(sys.argv[2], "**", "*.mind"), recursive=True)):
    with open(path, encoding="utf-8", newline="") as file:
        seeds.append(file.read()[:MOST])
assert seeds, "no sources"
text = seeds[0]
client.open(URI, text)
edits = asked = renamed = compared = clean = 0
version = 1
while edits < int(sys.argv[3]):
    version += 1
    if len(text) > 2 * MOST or rng.random() < 0.1:
        text = rng.choice(seeds)
        faults = client.change(URI, version, {"text": text})
    else:
        changes = []
        for _ in range(rng.choice([1, 1, 1, 2, 5])):
            change, text = edit(text)
            changes.append(change)
        edits += len(changes)
        faults = client.change(URI, version, *changes)
    assert faults["version"] == version
    clean += not faults["diagnostics"]
    if rng.random() < 0.05:
        # The text of the server must be the editor's.
        other = client.open("untitled:Other", text)
        assert [(f["code"], f["range"], f["message"]) for f in other["diagnostics"]] == \
               [(f["code"], f["range"], f["message"]) for f in faults["diagnostics"]], text
        compared += 1
    if rng.random() < 0.3:
        begin, end = sorted((pick(text), pick(text)))
        words = [match.start() for match in re.finditer("[A-Za-z_]+", text)]
        if words and rng.random() < 0.5:
            begin = rng.choice(words)
            end = max(begin, end)
        method = rng.choice(REQUESTS)
        answer = client.ask("textDocument/" + method, textDocument={"uri": URI}, position=place(text, begin),
                            range={"start": place(text, begin), "end": place(text, end)}, newName="renamed",
                            context={"includeDeclaration": True, "diagnostics": []}, options={})
        # Only a rename may be refused.
        assert "result" in answer or (method == "rename" and answer["error"]["code"] == -32803), answer
        asked += 1
        renamed += method == "rename" and "result" in answer
# Not all of it was noise.
assert compared > edits / 100 and asked > edits / 10 and clean > edits / 50 and renamed > 0, (compared, asked, clean, renamed)
print(f"{edits} edits, all answered; exit {client.stop()}")
