# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What navigation.test checks, in its order.
from client import TOOL, Client, apply, at, position, show, show_range

URI = "file:///a.mind"
SOURCE = """const K = 2
type Row = Tensor<f32, [N]>
fn dense(x: Tensor<f32, [N, 3]>, w: Tensor<f32, [3, 4]>) -> Tensor<f32, [N, 4]> {
    /* 😀 */ let h = relu(x @ w)
    h * 2.0
}
let y = dense(zeros([K, 3]), w=ones([3, 4]))
print(sum(y))
"""

client = Client(TOOL)
show("capabilities", sorted(client.start()))
show("faults", client.open(URI, SOURCE))


def hover(label, needle, **more):
    result = client.ask("textDocument/hover", **at(SOURCE, needle, **more))["result"]
    show(label, result and result["contents"]["value"])


hover("hover let", "h = relu")
hover("hover use", "h * 2.0")
hover("hover expression", "@")
hover("hover literal", "2.0")
hover("hover parameter", "x @ w")
hover("hover function", "dense", nth=1)
hover("hover library", "relu")
hover("hover constant", "K, 3")
hover("hover dimension", "N, 4")
hover("hover nothing", "/*")

place = client.ask("textDocument/hover", **at(SOURCE, "h = relu"))["result"]["range"]
show_range("range behind an emoji", place)

for needle in ["h * 2.0", "w=ones", "K, 3", "N, 4"]:
    result = client.ask("textDocument/definition", **at(SOURCE, needle))["result"]
    show_range(f"definition of {needle}:", result["range"])
show("definition of library:", client.ask("textDocument/definition", **at(SOURCE, "zeros"))["result"])

for declared in [True, False]:
    result = client.ask("textDocument/references", **at(SOURCE, "w)"), context={"includeDeclaration": declared})["result"]
    for item in result:
        show_range(f"reference, declaration {declared}:", item["range"])


def rename(needle, name, **more):
    answer = client.ask("textDocument/rename", **at(SOURCE, needle, **more), newName=name)
    if "error" in answer:
        show(f"rename to {name}:", answer["error"])
    else:
        print(f"rename to {name}:\n" + apply(SOURCE, answer["result"]["changes"][URI]), flush=True)


show_range("can rename", client.ask("textDocument/prepareRename", **at(SOURCE, "w)"))["result"])
show("cannot rename", client.ask("textDocument/prepareRename", **at(SOURCE, "ones"))["result"])
rename("w)", "weights")
rename("N, 4", "Rows")
rename("w)", "x")
rename("h = relu", "relu")
rename("dense", "sum")
rename("h = relu", "let")
rename("h = relu", "a b")
rename("zeros", "empty")

symbols = client.ask("textDocument/documentSymbol", textDocument={"uri": URI})["result"]
for symbol in symbols:
    children = [child["name"] for child in symbol.get("children", [])]
    show("symbol", [symbol["name"], symbol["kind"], symbol["detail"], children])

# An edit in the middle of a line with an emoji makes a fault, with its related place.
text = SOURCE.replace("x @ w)", "w @ x)")
faults = client.change(URI, 2, {"range": {"start": position(SOURCE, "x @ w"), "end": position(SOURCE, "@ w", at=3)},
                                "text": "w @ x"})
for fault in faults["diagnostics"]:
    show("fault", [fault["code"], fault["severity"], fault["source"], fault["message"]])
    show_range("at", fault["range"])
    for item in fault["relatedInformation"]:
        show("related", item["message"])
        show_range("at", item["location"]["range"])
show("version", faults["version"])
show("no rename", client.ask("textDocument/rename", **at(text, "h = relu"), newName="g")["error"]["message"])

# Two edits in one message, the second in the text that the first left.
place = position(text, "w @ x")
end = dict(place, character=place["character"] + 1)
last = dict(place, character=place["character"] + 4)
faults = client.change(URI, 3, {"range": {"start": place, "end": end}, "text": "x"},
                       {"range": {"start": last, "end": dict(last, character=last["character"] + 1)}, "text": "w"})
show("mended", faults)

# A source that does not parse: the faults of the parser, and names still known.
broken = SOURCE.replace("h * 2.0", "h *")
faults = client.change(URI, 4, {"text": broken})["diagnostics"]
show("parse fault", [fault["code"] for fault in faults])
result = client.ask("textDocument/definition", **at(broken, "w=ones"))["result"]
show_range("still known:", result["range"])
show("no formatting", client.ask("textDocument/formatting", textDocument={"uri": URI}, options={})["result"])

messy = SOURCE.replace("relu(x @ w)", "relu( x@w )").replace("\n", "\r\n")
client.change(URI, 5, {"text": messy})
edits = client.ask("textDocument/formatting", textDocument={"uri": URI}, options={"tabSize": 2})["result"]
show("edits", len(edits))
formatted = apply(messy, edits)
print(formatted, flush=True)
client.change(URI, 6, {"text": formatted})
show("formatted", client.ask("textDocument/formatting", textDocument={"uri": URI}, options={})["result"])

client.notify("textDocument/didClose", textDocument={"uri": URI})
show("closed", client.receive()["params"])
show("not open", client.ask("textDocument/hover", **at(SOURCE, "h"))["error"])
show("exit", client.stop())
