# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Messages that no client should send: each is answered, none ends the server.
import json

from client import TOOL, Client, show

client = Client(TOOL)


def refused(label):
    answer = client.receive()
    show(label, [answer.get("id"), answer["error"]["code"]])


client.send({"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": {}})
refused("before initialize")
client.notify("textDocument/didOpen", textDocument={"uri": "file:///a.mind", "text": "let a = 1"})
client.start()
client.send({"jsonrpc": "2.0", "id": 8, "method": "initialize", "params": {}})
refused("initialize again")

client.send_body(b"{\"jsonrpc\": \"2.0\", ")
refused("half a JSON")
client.send_body(b"\xff\xfe")
refused("no UTF-8")
client.send_body(b"")
refused("empty")
client.send_body(b"[" * 100000)
refused("deep")
client.send_body(b"{\"a\":" * 65 + b"1" + b"}" * 65)
refused("deep objects")
client.send_body(b"[]")
refused("array")
client.send_body(b"17")
refused("number")
client.send_body(b"{\"id\": 3, \"method\": \"shutdown\"}")
refused("no version")
client.send_body(b"{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"shutdown\"}")
refused("id is an object")
client.send_body(b"{\"jsonrpc\": \"2.0\", \"id\": 4}")
refused("no method")
client.send_body(b"{\"jsonrpc\": \"2.0\", \"id\": 5, \"method\": 6}")
refused("method is a number")
client.send({"jsonrpc": "2.0", "id": "x", "method": "mind/none"})
refused("unknown method")
client.send({"jsonrpc": "2.0", "id": 9, "method": "textDocument/hover", "params": [1]})
refused("params are a list")
client.send({"jsonrpc": "2.0", "id": 10, "method": "textDocument/hover",
             "params": {"textDocument": {"uri": "file:///a.mind"}, "position": {"line": 1e300, "character": 0}}})
refused("position too large")
client.send_bytes(b"Nothing: 1\r\n\r\n")
refused("no length")
client.send_bytes(b"Content-Length: many\r\n\r\n")
refused("length is a word")
client.send_bytes(b"X: " + b"y" * 100000 + b"\r\n\r\n")
refused("long header")
body = b"x" * (1 << 20)
client.send_bytes(b"Content-Length: %d\r\n\r\n" % (129 << 20))
for _ in range(129):
    client.send_bytes(body)
refused("long message")

# Heard without an answer: the server asks nothing, and what it does not know is no fault.
client.send({"jsonrpc": "2.0", "id": 1, "result": None})
client.notify("$/setTrace", value="off")
client.notify("textDocument/didOpen", textDocument={})
client.notify("textDocument/didChange", textDocument={"uri": "file:///none", "version": 1}, contentChanges=[])
client.notify("textDocument/didClose", textDocument={"uri": "file:///none"})

# Documents at their limits, with places outside of them.
for text in ["", "\0", "\r", "😀", "(" * 5000, "\ufeff"]:
    show("open", [text[:4], sorted({fault["code"] for fault in client.open("untitled:U", text)["diagnostics"]})])
    place = {"line": -5, "character": -5}
    far = {"line": 1 << 30, "character": 1 << 30}
    for where in [place, far, {"line": 0, "character": 1}]:
        answer = client.ask("textDocument/hover", textDocument={"uri": "untitled:U"}, position=where)
        assert answer["result"] is None, answer
    client.change("untitled:U", 2, {"range": {"start": far, "end": place}, "text": "let a = 1\n"})
    answer = client.ask("textDocument/hover", textDocument={"uri": "untitled:U"}, position={"line": 0, "character": 4})
    assert "let a: i64" in json.dumps(answer["result"]), answer
# A place within a surrogate pair is the start of the character.
client.open("untitled:V", "// 😀\nlet a = 1\n")
middle = {"line": 0, "character": 4}
client.change("untitled:V", 2, {"range": {"start": middle, "end": middle}, "text": "x"})
# `\r` and `\n` that an edit brings together are one line end.
client.open("untitled:W", "let a = 1\r")
end = {"line": 1, "character": 0}
client.change("untitled:W", 2, {"range": {"start": end, "end": end}, "text": "\nlet b = a"})
answer = client.ask("textDocument/definition", textDocument={"uri": "untitled:W"}, position={"line": 1, "character": 8})
show("one line end", answer["result"]["range"]["start"])

# A line of a megabyte: what is asked of each of its tokens is not counted from its start.
text = "let value = 1.0\nlet a = /* é😀 */ [" + "1.5, " * 200000 + "1.5]\nlet b = a\n"
client.open("untitled:X", text)
answer = client.ask("textDocument/semanticTokens/full", textDocument={"uri": "untitled:X"})
show("long line", [len(answer["result"]["data"]) // 5, answer["result"]["data"][25:30]])
place = {"line": 1, "character": 19 + 5 * 199999}
client.change("untitled:X", 2, {"range": {"start": place, "end": dict(place, character=place["character"] + 3)},
                                "text": "valeu"})
answer = client.ask("textDocument/codeAction", textDocument={"uri": "untitled:X"}, range={"start": place, "end": place},
                    context={"diagnostics": []})
show("at its end", answer["result"] and answer["result"][0]["diagnostics"][0]["range"])

assert client.ask("shutdown")["result"] is None
client.send({"jsonrpc": "2.0", "id": 99, "method": "textDocument/hover", "params": {}})
refused("after shutdown")
client.notify("exit")
show("exit", client.process.wait())

for label, data in [("end of input", b""), ("end in a header", b"Content-Le"),
                    ("end in a body", b"Content-Length: 100\r\n\r\n{"), ("exit first", None)]:
    client = Client(TOOL)
    if data is None:
        client.notify("exit")
    else:
        client.send_bytes(data)
    client.process.stdin.close()
    show(label, client.process.wait())
