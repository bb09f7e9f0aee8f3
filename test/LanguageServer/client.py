# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A client of `mind-lsp-server --mind` for tests: sends, waits for answers, and keeps
# the document as an editor would.
import json
import subprocess
import sys


class Client:
    def __init__(self, tool):
        self.process = subprocess.Popen([tool, "--mind"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last_id = 0
        self.notes = []

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send_body(self, body):
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def send(self, message):
        self.send_body(json.dumps(message).encode())

    def receive(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"the server ended with {self.process.wait()}")
            if line == b"\r\n":
                break
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, **params):
        """The whole answer; what the server says before it goes to `notes`."""
        self.last_id += 1
        self.send({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.last_id and "method" not in message:
                return message
            self.notes.append(message)

    def start(self):
        answer = self.ask("initialize", processId=None, rootUri=None, capabilities={})
        self.notify("initialized")
        return answer["result"]["capabilities"]

    def open(self, uri, text):
        self.notify("textDocument/didOpen",
                    textDocument={"uri": uri, "languageId": "mind", "version": 1, "text": text})
        return self.receive()["params"]

    def change(self, uri, version, *changes):
        self.notify("textDocument/didChange", textDocument={"uri": uri, "version": version},
                    contentChanges=list(changes))
        return self.receive()["params"]

    def stop(self):
        assert self.ask("shutdown")["result"] is None
        self.notify("exit")
        return self.process.wait()


def position(text, needle, at=0, nth=0):
    """Where the nth `needle` is in the text, `at` code points further on."""
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(needle, offset + 1)
    offset += at
    start = text.rfind("\n", 0, offset) + 1
    return {"line": text.count("\n", 0, offset), "character": len(text[start:offset].encode("utf-16-le")) // 2}


def offset_of(text, place):
    lines = text.split("\n")
    before = sum(len(line) + 1 for line in lines[:place["line"]])
    units = lines[place["line"]].encode("utf-16-le")[:2 * place["character"]]
    return before + len(units.decode("utf-16-le"))


def apply(text, edits):
    """The text after the edits, whose places are those of the text before."""
    for edit in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True):
        begin, end = (offset_of(text, edit["range"][side]) for side in ("start", "end"))
        text = text[:begin] + edit["newText"] + text[end:]
    return text


def at(text, needle, uri="file:///a.mind", **more):
    return {"textDocument": {"uri": uri}, "position": position(text, needle, **more)}


def show(label, value):
    print(label, json.dumps(value, ensure_ascii=False, sort_keys=True), flush=True)


def show_range(label, place):
    start, end = place["start"], place["end"]
    print(f"{label} {start['line']}:{start['character']}-{end['line']}:{end['character']}", flush=True)


TOOL = sys.argv[1] if len(sys.argv) > 1 else "mind-lsp-server"
