#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the unit tests and the lit suites of a build and sums up their results.

usage: run-tests.py BUILD_DIR

A suite that cannot be run, or that runs no test, counts as one failure.
"""
import json
import os
import subprocess
import sys


# A test that hangs must not hang the suite. (lit's own limit for each test needs a
# Python package.)
SUITE_SECONDS = 1500


class Totals:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def add(self, suite, passed, failed, skipped):
        if passed + failed == 0:
            print(f"{suite}: no test was run")
            failed += 1
        print(f"{suite}: {passed} passed, {failed} failed, {skipped} skipped", flush=True)
        self.passed += passed
        self.failed += failed
        self.skipped += skipped


def run_unit_tests(binary, report, totals):
    """Runs one GoogleTest binary; a crash is a failure of its own."""
    name = os.path.basename(binary)
    status = subprocess.run([binary, "--gtest_brief=1", f"--gtest_output=json:{report}"]).returncode
    if not os.path.exists(report):
        print(f"{name}: ended with status {status} and left no report")
        totals.add(name, 0, 1, 0)
        return
    with open(report) as file:
        result = json.load(file)
    skipped = result.get("disabled", 0)
    for suite in result.get("testsuites", []):
        skipped += sum(1 for test in suite.get("testsuite", []) if test.get("result") == "SKIPPED")
    failed = result["failures"] + result.get("errors", 0)
    if status != 0 and failed == 0:
        failed = 1
    totals.add(name, result["tests"] - failed - skipped, failed, skipped)


def run_lit(lit, directory, report, totals, suite, environment=None, extra=()):
    """Runs one lit suite and reads its JSON report."""
    if os.path.exists(report):
        os.remove(report)
    command = [sys.executable, lit, "-sv", "-o", report, *extra, directory]
    try:
        subprocess.run(command, env={**os.environ, **(environment or {})}, timeout=SUITE_SECONDS)
    except subprocess.TimeoutExpired:
        print(f"{suite}: not done after {SUITE_SECONDS} seconds")
    if not os.path.exists(report):
        totals.add(suite, 0, 1, 0)
        return
    with open(report) as file:
        tests = json.load(file)["tests"]
    codes = [test["code"] for test in tests]
    passed = sum(code in ("PASS", "FLAKYPASS", "XFAIL") for code in codes)
    skipped = sum(code in ("UNSUPPORTED", "SKIPPED", "EXCLUDED") for code in codes)
    for test in tests:
        if test["code"] == "UNSUPPORTED":
            print(f"UNSUPPORTED: {test['name']}")
    totals.add(suite, passed, len(codes) - passed - skipped, skipped)


def main():
    build = os.path.abspath(sys.argv[1])
    reports = os.path.join(build, "test-reports")
    os.makedirs(reports, exist_ok=True)
    totals = Totals()

    for name in ("MindUnitTests", "MindMLIRUnitTests", "MindTargetTests"):
        report = os.path.join(reports, f"{name}.json")
        if os.path.exists(report):
            os.remove(report)
        binary = os.path.join(build, "bin", name)
        if os.path.exists(binary):
            run_unit_tests(binary, report, totals)
        else:
            print(f"{name}: not built")
            totals.add(name, 0, 1, 0)

    lit = "/usr/lib/llvm-22/bin/lit"
    suite = os.path.join(build, "test")
    run_lit(lit, suite, os.path.join(reports, "lit.json"), totals, "lit")
    run_lit(lit, suite, os.path.join(reports, "lit-roundtrip.json"), totals, "lit, verify-roundtrip",
            {"MIND_VERIFY_ROUNDTRIP": "1"}, ["--filter", r"(Dialect|Transforms|Conversion)/.*\.mlir$"])

    print(f"{totals.passed} passed, {totals.failed} failed, {totals.skipped} skipped")
    return 1 if totals.failed else 0


if __name__ == "__main__":
    sys.exit(main())
