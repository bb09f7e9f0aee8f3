# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What editing.test checks, in its order.
from client import TOOL, Client, apply, offset_of, position, show

URI = "file:///a.mind"
client = Client(TOOL)
capabilities = client.start()
LEGEND = capabilities["semanticTokensProvider"]["legend"]
version = 1


def load(text):
    """The text without its `^`, and the place of it."""
    global version
    version += 1
    place = position(text, "^")
    text = text.replace("^", "")
    client.change(URI, version, {"text": text})
    return {"textDocument": {"uri": URI}, "position": place}


def complete(label, text, *wanted):
    items = client.ask("textDocument/completion", **load(text))["result"]["items"]
    found = {item["label"]: item for item in items}
    assert len(found) == len(items), "a name is offered twice"
    show(label, [[name, found[name]["kind"], found[name].get("detail", "")] if name in found else [name, None]
                 for name in wanted] or len(items))


def help_for(label, text):
    result = client.ask("textDocument/signatureHelp", **load(text))["result"]
    if result is None:
        return show(label, None)
    signature = result["signatures"][0]
    texts = [signature["label"][begin:end] for begin, end in (param["label"] for param in signature["parameters"])]
    active = result["activeParameter"]
    show(label, [signature["label"], texts[active] if active < len(texts) else None])


client.open(URI, "let a = 1")
HEAD = "const K = 2\nfn f(rate: f32, x: Tensor<f32, [N, 3]>) -> f32 {\n    let inner = sum(x)\n    let out = "
complete("in a function", HEAD + "in^\n    out\n}\nlet late = 1\n", "inner", "rate", "x", "K", "f", "N", "relu", "f32",
         "while", "late", "out")
complete("in a script", "fn f(p: f32) -> f32 { p }\nlet first = 1\nlet s = ^\n", "first", "p", "f", "s")
complete("shadowed", "let a = 1\nlet a = 2.0\nprint(^)\n", "a")
complete("after a dot", HEAD + "x.^\n    out\n}\n", "sum", "T", "f", "x", "while")
complete("attribute", "@^\nfn f(p: f32) -> f32 { p }\n", "differentiable", "checkpoint", "f")
complete("product", HEAD + "x @ ^\n    out\n}\n", "differentiable", "inner")
complete("argument", "let y = sum(ones([2]), ^)\n", "axes=", "keepdims=", "y")
complete("in a comment", "let a = 1 // ^\n")
complete("in a block comment", "let a = 1 /* /* */ ^ */\n")
complete("behind a comment", "let b = 1\nlet a = /* \" // */ ^\n", "b")
complete("in a string", "print(\"b \\\" ^\")\n")
complete("behind a string", "let b = 1\nprint(\"b \\\"\", ^)\n", "b")
complete("in nothing", "^", "relu", "fn")

help_for("library", "let y = sum(^\n")
help_for("second", "let y = sum(ones([2, 3]), ^\n")
help_for("by name", "let y = sum(ones([2, 3]), keepdims=^\n")
help_for("method", "let y = ones([2]).sum(^)\n")
help_for("too many", "let y = relu(1.0, 2.0, ^)\n")
help_for("in a list", "let y = zeros([2, ^\n")
help_for("inner", "let y = sum(relu(^), 1)\n")
help_for("behind inner", "let y = sum(relu(1.0), ^)\n")
help_for("user's", "fn f(a: f32, b: Tensor<f32,\n   [N]>) -> f32 { a }\nlet y = f(1.0, ^)\n")
help_for("head", "fn relu(^) -> f32 { 1.0 }\n")
help_for("none", "let y = (1 + ^)\n")
help_for("block", "let y = sum({ let z = ^ })\n")
help_for("comment", "let y = sum( // ^\n")

TEXT = """const K = 2
@differentiable
fn f(x: Tensor<f32, [N, 3]>) -> f32 {
    /* 😀 */ let h = relu(x)
    let typed: f32 = sum(h)
    for i in 0..K { print("é", i) }
    typed
}
let (a, b) = value_and_grad(f)(ones([K, 3]))
"""
load(TEXT + "^")
everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
hints = client.ask("textDocument/inlayHint", textDocument={"uri": URI}, range=everything)["result"]
print(apply(TEXT, [{"range": {"start": hint["position"], "end": hint["position"]}, "newText": hint["label"]}
                   for hint in hints]), flush=True)
part = {"start": {"line": 4, "character": 0}, "end": {"line": 6, "character": 0}}
hints = client.ask("textDocument/inlayHint", textDocument={"uri": URI}, range=part)["result"]
show("hints in part", [hint["label"] for hint in hints])

data = client.ask("textDocument/semanticTokens/full", textDocument={"uri": URI})["result"]["data"]
line = column = 0
for k in range(0, len(data), 5):
    down, right, length, kind, bits = data[k:k + 5]
    line, column = line + down, right if down else column + right
    begin = offset_of(TEXT, {"line": line, "character": column})
    end = offset_of(TEXT, {"line": line, "character": column + length})
    names = [name for bit, name in enumerate(LEGEND["tokenModifiers"]) if bits >> bit & 1]
    print(f"token {TEXT[begin:end]} {LEGEND['tokenTypes'][kind]} {' '.join(names)}".rstrip(), flush=True)

text = "let value = 1.0\nlet y = rleu(value) + valeu\n"
load(text + "^")


def actions(label, where, **context):
    result = client.ask("textDocument/codeAction", textDocument={"uri": URI}, range={"start": where, "end": where},
                        context={"diagnostics": [], **context})["result"]
    show(label, [[item["title"], item["kind"], item["isPreferred"], item["diagnostics"][0]["code"],
                  apply(text, item["edit"]["changes"][URI]).split("\n")[1]] for item in result])


actions("function", position(text, "rleu"))
actions("variable", position(text, "valeu"), only=["quickfix"])
actions("other kind", position(text, "valeu"), only=["refactor"])
actions("no fault", position(text, "value"))
show("exit", client.stop())
