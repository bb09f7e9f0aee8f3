# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that standard input is a log of SARIF 2.1.0, and prints a summary of it.

The rules are those of the OASIS standard that a log of ours can break: which properties
an object must have (section numbers in the code), which types they have, which values
are allowed, that indices point to what they name, and that regions are in order.
"""
import json
import re
import sys

PROPERTIES = {
    "log": {"$schema", "version", "runs"},
    "run": {"tool", "results", "columnKind", "artifacts", "invocations"},
    "driver": {"name", "version", "informationUri", "rules"},
    "rule": {"id", "shortDescription", "fullDescription", "help", "helpUri", "properties"},
    "result": {"ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations", "fixes", "properties"},
    "location": {"id", "physicalLocation", "message"},
    "physicalLocation": {"artifactLocation", "region"},
    "region": {"startLine", "startColumn", "endLine", "endColumn"},
    "fix": {"description", "artifactChanges", "properties"},
    "artifactChange": {"artifactLocation", "replacements"},
    "replacement": {"deletedRegion", "insertedContent"},
}


def need(condition, text):
    if not condition:
        sys.exit("not SARIF 2.1.0: " + text)


def check_object(kind, value, required):
    need(isinstance(value, dict), f"a {kind} is an object")
    need(set(value) <= PROPERTIES[kind], f"a {kind} has {set(value) - PROPERTIES[kind]}")
    need(set(required) <= set(value), f"a {kind} lacks {set(required) - set(value)}")


def check_text(value):
    # 3.11.3: a message has text or an id.
    need(isinstance(value, dict) and isinstance(value.get("text"), str) and value["text"], "a message has a text")


def check_artifact(value):
    # 3.4.3: a URI reference of RFC 3986.
    need(re.fullmatch(r"(%[0-9A-F]{2}|[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=])+", value["uri"]), f"uri {value}")
    need(":" not in value["uri"].split("/")[0], "a relative URI has no colon in its first part")


def check_region(region):
    # 3.30.5-8: from 1; the end is not before the start.
    check_object("region", region, ["startLine", "startColumn", "endLine", "endColumn"])
    need(all(isinstance(number, int) and number >= 1 for number in region.values()), "a region counts from 1")
    begin, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
    need(begin <= end, f"region {region}")


def check_location(location):
    check_object("location", location, ["physicalLocation"])
    physical = location["physicalLocation"]
    check_object("physicalLocation", physical, ["artifactLocation"])
    check_artifact(physical["artifactLocation"])
    if "region" in physical:
        check_region(physical["region"])
    if "message" in location:
        check_text(location["message"])


def check_fix(fix):
    # 3.55: at least one change of one artifact, each with at least one replacement.
    check_object("fix", fix, ["artifactChanges"])
    check_text(fix["description"])
    need(fix["artifactChanges"], "a fix changes something")
    for change in fix["artifactChanges"]:
        check_object("artifactChange", change, ["artifactLocation", "replacements"])
        check_artifact(change["artifactLocation"])
        need(change["replacements"], "a change has a replacement")
        for replacement in change["replacements"]:
            check_object("replacement", replacement, ["deletedRegion"])
            check_region(replacement["deletedRegion"])
            if "insertedContent" in replacement:
                check_text(replacement["insertedContent"])


def check_result(result, rules):
    check_object("result", result, ["message"])
    check_text(result["message"])
    need(result["level"] in ("none", "note", "warning", "error"), f"level {result['level']}")
    need(rules[result["ruleIndex"]]["id"] == result["ruleId"], "ruleIndex points to ruleId")
    for location in result["locations"]:
        check_location(location)
    related = result.get("relatedLocations", [])
    for location in related:
        check_location(location)
    # 3.28.2: ids are unique in a result.
    need(len({location["id"] for location in related}) == len(related), "ids of locations are unique")
    for fix in result.get("fixes", []):
        check_fix(fix)


def main():
    log = json.load(sys.stdin)
    check_object("log", log, ["version", "runs"])
    need(log["version"] == "2.1.0" and isinstance(log["runs"], list), "version and runs")
    for run in log["runs"]:
        check_object("run", run, ["tool"])
        need(run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints"), "columnKind")
        driver = run["tool"]["driver"]
        check_object("driver", driver, ["name"])
        ids = [rule["id"] for rule in driver["rules"]]
        need(len(set(ids)) == len(ids), "rules are unique")
        for rule in driver["rules"]:
            check_object("rule", rule, ["id"])
            check_text(rule["shortDescription"])
            check_text(rule["help"])
        for result in run["results"]:
            check_result(result, driver["rules"])
            place = result["locations"][0]["physicalLocation"]
            region = place.get("region", {})
            print(result["level"], result["ruleId"], place["artifactLocation"]["uri"].split("/")[-1],
                  region.get("startLine"), region.get("startColumn"), region.get("endLine"), region.get("endColumn"),
                  f"{len(result.get('relatedLocations', []))} related, {len(result.get('fixes', []))} fixes")
    print(sum(len(run["results"]) for run in log["runs"]), "results")


if __name__ == "__main__":
    main()
