# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what `mindc check` says of a program with the comments at its end.

usage: expect.py PROGRAM MINDC

    // error CODE LINE:COLUMN `SOURCE`: MESSAGE        also: warning
    // label LINE:COLUMN `SOURCE`: MESSAGE
    // help: TEXT                                      also: note
    // picture:                                        a note's lines after its first
    //   LINE
    // fix LINE:COLUMN `SOURCE` -> `REPLACEMENT`       also: maybe-fix
    // fixed: checks

SOURCE is what the span covers, so that a column is right only if the span is. A message
is compared by its part; of labels, notes and fixes, those that are named must be there.
The faults themselves are all that there are, in their order. `fixed` applies the first
fix of each fault and checks the result; a program with a `fix` or a `maybe-fix` has it.
"""
import json
import re
import subprocess
import sys

PLACE = r"(\d+):(\d+) `([^`]*)`"


def check(mindc, text, *flags):
    done = subprocess.run([mindc, "check", "-", *flags], input=text, capture_output=True, text=True)
    return done.returncode, done.stderr


def read_expectations(text):
    """The faults in order, each with what belongs to it, and whether the fixed program is checked."""
    faults, fixed, picture = [], False, None
    for line in text.splitlines():
        if not line.startswith("//"):
            continue
        body = line[2:]
        if picture is not None and body.startswith("   "):
            picture.append(body[3:])
            continue
        picture = None
        body = body.strip()
        if match := re.fullmatch(rf"(error|warning) (\w+) {PLACE}: (.*)", body):
            severity, code, row, column, source, message = match.groups()
            faults.append(dict(severity=severity, code=code, place=(int(row), int(column), source), message=message,
                               labels=[], help=[], note=[], pictures=[], fixes=[]))
        elif match := re.fullmatch(rf"label {PLACE}: (.*)", body):
            row, column, source, message = match.groups()
            faults[-1]["labels"].append(((int(row), int(column), source), message))
        elif match := re.fullmatch(r"(help|note): (.*)", body):
            faults[-1][match[1]].append(match[2])
        elif body == "picture:":
            picture = []
            faults[-1]["pictures"].append(picture)
        elif match := re.fullmatch(rf"(fix|maybe-fix) {PLACE} -> `([^`]*)`", body):
            kind, row, column, source, replacement = match.groups()
            sure = "machine-applicable" if kind == "fix" else "maybe-incorrect"
            faults[-1]["fixes"].append(((int(row), int(column), source), replacement.replace("\\n", "\n"), sure))
        elif body == "fixed: checks":
            fixed = True
        elif not body.startswith(("RUN:", "XFAIL:")):
            sys.exit(f"this is no expectation: {line}")
    if not faults:
        sys.exit("nothing is expected")
    if any(fault["fixes"] for fault in faults) != fixed:
        sys.exit("a program with a fix, and no other, says what the fixed one does")
    return faults, fixed


def get_offset(text, span):
    lines = text.split("\n")
    before = "".join(line + "\n" for line in lines[:span["line"] - 1])
    return len((before + lines[span["line"] - 1][:span["column"] - 1]).encode())


def get_place(text, span):
    offset = get_offset(text, span)
    return span["line"], span["column"], text.encode()[offset:offset + span["length"]].decode()


def compare(text, want, have):
    """What is wrong, as lines."""
    problems = []
    found = get_place(text, have["span"]) if have["span"] else None
    for key, value in [("severity", have["severity"]), ("code", have["code"]), ("place", found)]:
        if want[key] != value:
            problems.append(f"{key} is {value}, not {want[key]}")
    if want["message"] not in have["message"]:
        problems.append(f"message is {have['message']!r}, without {want['message']!r}")
    labels = [(get_place(text, label["span"]), label["message"]) for label in have["labels"]]
    for place, message in want["labels"]:
        if not any(place == where and message in said for where, said in labels):
            problems.append(f"no label {message!r} at {place} among {labels}")
    for part in want["help"]:
        if part not in (have["help"] or ""):
            problems.append(f"help is {have['help']!r}, without {part!r}")
    for part in want["note"]:
        if not any(part in note for note in have["notes"]):
            problems.append(f"no note {part!r} among {have['notes']}")
    for picture in want["pictures"]:
        if not any(note.split("\n")[1:] == picture for note in have["notes"]):
            problems.append("no note with the picture\n" + "\n".join(picture) + "\namong\n" + "\n".join(have["notes"]))
    fixes = [(get_place(text, fix["span"]), fix["replacement"], fix.get("applicability")) for fix in have["fixes"]]
    for fix in want["fixes"]:
        if fix not in fixes:
            problems.append(f"no fix {fix} among {fixes}")
    return problems


def main():
    program, mindc = sys.argv[1:]
    with open(program) as file:
        text = file.read()
    wanted, fixed = read_expectations(text)
    status, stderr = check(mindc, text, "--diagnostics=json")
    found = [json.loads(line) for line in stderr.splitlines()]
    problems = []
    if status != any(fault["severity"] == "error" for fault in wanted):
        problems.append(f"mindc ended with {status}")
    if len(found) != len(wanted):
        problems.append(f"{len(found)} faults, not {len(wanted)}:\n{stderr}")
    for want, have in zip(wanted, found):
        problems += compare(text, want, have)
    if fixed and not problems:
        edits = [fault["fixes"][0] for fault in found if fault["fixes"]]
        data = text.encode()
        for edit in sorted(edits, key=lambda edit: get_offset(text, edit["span"]), reverse=True):
            begin = get_offset(text, edit["span"])
            data = data[:begin] + edit["replacement"].encode() + data[begin + edit["span"]["length"]:]
        status, stderr = check(mindc, data.decode(), "--diagnostics=short")
        if status != 0 or stderr:
            problems.append(f"the fixed program is wrong:\n{data.decode()}\n{stderr}")
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
