#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long an editor waits for the language server.

usage: latency.py MIND_LSP_SERVER [LINES [ROUNDS]]

Opens a source of LINES lines (10,000) and, ROUNDS times (300), types a character somewhere: the time from didChange
to its diagnostics, then that of hover, completion, definition and signature help where the character is. Every fifth
change leaves a fault, which the next mends. Prints the median, the 99th percentile and the largest of each, in
milliseconds: as the client waits, its own work to read the answer within, and what the server computes for it, by the
scheduler's clock, which a busy machine does not stretch as much.
"""
import json
import os
import random
import subprocess
import sys
import time

FUNCTION = """// Step {n}: a layer, its loss, and a loop.
@differentiable
fn layer{n}(x: Tensor<f32, [B, 16]>, w: Tensor<f32, [16, 16]>, b: Tensor<f32, [16]>) -> Tensor<f32, [B, 16]> {{
    let product = x @ w + b;
    let scaled = product * {n}.5;
    relu(scaled)
}}
fn loss{n}(x: Tensor<f32, [B, 16]>, w: Tensor<f32, [16, 16]>, b: Tensor<f32, [16]>) -> f32 {{
    let y = layer{n}(x, w, b);
    let mut total = 0.0;
    for i in 0..{n} {{
        if i % 3 == 0 {{
            total = total + mean(y ** 2);
        }} else {{
            total = total - sum(y, axes=[0, 1]) / 100.0;
        }}
    }}
    total
}}
"""


def make_source(lines):
    size = FUNCTION.count("\n")
    return "".join(FUNCTION.format(n=n) for n in range(1, lines // size + 1))


class Server:
    def __init__(self, tool):
        self.process = subprocess.Popen([tool, "--mind"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0

    def get_cpu(self):
        """Milliseconds that all its threads have run."""
        total = 0
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{task}/schedstat") as file:
                total += int(file.read().split()[0])
        return total / 1e6

    def send(self, message):
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            assert line, "the server ended"
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, **params):
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        answer = self.receive()
        assert answer.get("id") == self.last and "result" in answer, answer
        return answer["result"]


def main():
    lines = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    server, text, uri = Server(sys.argv[1]), make_source(lines), "file:///benchmark.mind"
    server.ask("initialize", processId=None, rootUri=None, capabilities={})
    server.notify("initialized")
    times = {}

    def measure(label, body):
        begin, used = time.perf_counter(), server.get_cpu()
        result = body()
        times.setdefault(label, []).append(((time.perf_counter() - begin) * 1000, server.get_cpu() - used))
        return result

    def change(label, line, column, length, new):
        start, end = {"line": line, "character": column}, {"line": line, "character": column + length}
        def body():
            server.notify("textDocument/didChange", textDocument={"uri": uri, "version": 1},
                          contentChanges=[{"range": {"start": start, "end": end}, "text": new}])
            return server.receive()["params"]["diagnostics"]
        return measure(label, body)

    def open_document():
        server.notify("textDocument/didOpen", textDocument={"uri": uri, "languageId": "mind", "version": 0, "text": text})
        return server.receive()["params"]["diagnostics"]

    assert measure("open", open_document) == []
    rows = text.split("\n")
    places = [n for n, row in enumerate(rows) if "let scaled = product" in row]
    random.seed(1)
    for n in range(rounds):
        line = random.choice(places)
        column = rows[line].index("product") + len("product")
        if n % 5 == 4:
            assert len(change("change, a fault", line, column, 0, "t")) >= 1
            assert change("change", line, column, 1, "") == []
        else:
            assert change("change", line, column, 0, " ") == []
            assert change("change", line, column, 1, "") == []
        where = {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}
        assert "product" in json.dumps(measure("hover", lambda: server.ask("textDocument/hover", **where)))
        items = measure("completion", lambda: server.ask("textDocument/completion", **where))["items"]
        assert any(item["label"] == "product" for item in items)
        assert measure("definition", lambda: server.ask("textDocument/definition", **where))
        call = {**where, "position": {"line": line + 1, "character": 9}}
        assert measure("signature help", lambda: server.ask("textDocument/signatureHelp", **call))["signatures"]
    server.ask("shutdown")
    server.notify("exit")

    print(f"{len(rows) - 1} lines, {len(text)} bytes, {rounds} rounds")
    print(f"{'milliseconds':16} {'waits: median':>14} {'p99':>9} {'largest':>9} {'computes: median':>17} {'p99':>9} {'largest':>9}")
    for label, pairs in times.items():
        row = f"{label:16}"
        for values, width in zip(zip(*pairs), (14, 17)):
            values = sorted(values)
            at = lambda share: values[min(len(values) - 1, int(share * len(values)))]
            row += f" {at(0.5):{width}.2f} {at(0.99):9.2f} {values[-1]:9.2f}"
        print(row)


if __name__ == "__main__":
    main()
