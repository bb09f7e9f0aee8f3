# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A grammar in TextMate's form, applied with Python's expressions.

It knows what our grammars use: match, begin and end on one line or several, captures
by number, include of the repository. Where both understand an expression, Python and
Oniguruma agree on it; with Node.js at hand the real engine is asked as well.
"""
import json
import re


class Grammar:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.rules = json.load(file)
        self.scope = self.rules["scopeName"]
        self.compiled = {}
        self.check(self.rules)

    KEYS = {"name", "match", "captures", "begin", "end", "patterns", "include"}

    def check(self, rule, top=True):
        """Nothing in it is left out by this reader, and every include has its target."""
        if not top:
            unknown = set(rule) - self.KEYS
            assert not unknown, f"unknown keys {unknown}"
            assert ("begin" in rule) == ("end" in rule), rule
        if "include" in rule:
            assert rule["include"].startswith("#") and rule["include"][1:] in self.rules["repository"], rule
        for key in ("match", "begin", "end"):
            if key in rule:
                groups = self.compile(rule[key]).groups
                assert all(0 < int(n) <= groups for n in rule.get("captures", {})), rule
        for each in rule.get("patterns", []):
            self.check(each, False)
        if top:
            for each in rule["repository"].values():
                self.check(each, False)

    def compile(self, text):
        if text not in self.compiled:
            self.compiled[text] = re.compile(text)
        return self.compiled[text]

    def expand(self, patterns):
        for rule in patterns:
            if "include" in rule:
                rule = self.rules["repository"][rule["include"][1:]]
            if "match" in rule or "begin" in rule:
                yield rule
            else:
                yield from self.expand(rule["patterns"])

    def tokenize(self, lines):
        """For each line a list of (text, scopes), scopes from the outside inwards."""
        stack = []
        for line in lines:
            pieces = []

            def emit(begin, end, names):
                if end > begin:
                    pieces.append((line[begin:end], [self.scope] + names))

            at = 0
            while True:
                names = [rule["name"] for rule in stack if "name" in rule]
                best, chosen = None, None
                if stack:
                    best = self.compile(stack[-1]["end"]).search(line, at)
                for rule in self.expand(stack[-1].get("patterns", []) if stack else self.rules["patterns"]):
                    found = self.compile(rule.get("match") or rule["begin"]).search(line, at)
                    if found and (best is None or found.start() < best.start()):
                        best, chosen = found, rule
                if best is None:
                    emit(at, len(line), names)
                    break
                emit(at, best.start(), names)
                own = names + [chosen["name"]] if chosen and "name" in chosen else names
                if chosen is None:
                    emit(best.start(), best.end(), names)
                    stack.pop()
                elif "begin" in chosen:
                    emit(best.start(), best.end(), own)
                    stack.append(chosen)
                else:
                    place = best.start()
                    for number in sorted(chosen.get("captures", {}), key=int):
                        begin, end = best.span(int(number))
                        emit(place, begin, own)
                        emit(begin, end, own + [chosen["captures"][number]["name"]])
                        place = end
                    emit(place, best.end(), own)
                at = best.end()
                if best.end() == len(line) and best.start() == best.end():
                    break
            yield pieces
