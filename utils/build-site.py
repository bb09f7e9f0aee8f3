#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a static site of the documentation and checks its links.

usage: build-site.py ROOT OUT

README.md becomes index.html; the other pages keep their paths below OUT. Every page has
the navigation, and each heading an anchor as GitHub makes them. A link to a file that is
no page goes to the repository's file by its path, which must exist. Each fault is a line; 1 if there is any.
"""
import html
import os
import re
import subprocess
import sys

GROUPS = [
    ("Start", ["README.md"]),
    ("Tutorials", [f"docs/Tutorials/{name}.md" for name in ["FirstModel", "Shapes", "Gradients", "Evidence", "WritingAPass",
                                                           "Downstream"]]),
    ("The language and its tools", [f"docs/{name}.md" for name in ["Running", "Diagnostics", "Autodiff", "Style", "Editors",
                                                                   "Numerics", "Evidence", "Targets", "CApi"]]),
    ("Reference", ["docs/Dialects/Mind.md", "docs/Dialects/Mic.md", "docs/Dialects/WebNN.md", "docs/Dialects/WebGPU.md", "docs/Dialects/MindRationale.md", "docs/Passes.md",
                   "docs/OperatorTable.md", "docs/Targets/WebNN.md", "docs/Targets/WebGPU.md", "docs/Targets/Coverage.md", "docs/Mic1.md", "docs/Mic3.md"]),
    ("The project", ["docs/Architecture.md", "docs/Dependencies.md", "CONTRIBUTING.md", "CHANGELOG.md",
                     "benchmarks/README.md"]),
]
STYLE = """
body { margin: 0; font: 16px/1.5 sans-serif; color: #222; display: flex; }
nav { width: 15em; flex: none; padding: 1em; background: #f4f4f2; min-height: 100vh; }
nav h2 { font-size: 0.9em; margin: 1em 0 0.2em; color: #666; }
nav a { display: block; padding: 0.1em 0; }
nav a.here { font-weight: bold; }
main { max-width: 60em; padding: 1em 2em; min-width: 0; }
a { color: #14568c; text-decoration: none; }
pre { background: #f4f4f2; padding: 0.8em; overflow-x: auto; line-height: 1.3; }
code { font-family: monospace; }
table { border-collapse: collapse; }
th, td { border: 1px solid #ccc; padding: 0.3em 0.6em; text-align: left; vertical-align: top; }
@media (max-width: 50em) { body { display: block; } nav { width: auto; min-height: 0; } }
"""


def get_target(page):
    return "index.html" if page == "README.md" else page[:-3] + ".html"


def render(root, page):
    with open(f"{root}/{page}", encoding="utf-8") as file:
        text = file.read()
    # TableGen's own mark for a list of contents.
    text = text.replace("\n[TOC]\n", "\n")
    command = ["cmark-gfm", "--unsafe", "-e", "table", "--to", "html"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def make_anchors(body):
    """Headings with identifiers, and these."""
    seen = {}

    def add(match):
        text = html.unescape(re.sub(r"<[^>]*>", "", match[2]))
        slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        seen[slug] = seen.get(slug, -1) + 1
        name = f"{slug}-{seen[slug]}" if seen[slug] else slug
        names.add(name)
        return f'<h{match[1]} id="{name}">{match[2]}</h{match[1]}>'

    names = set()
    return re.sub(r"<h([1-6])>(.*?)</h\1>", add, body, flags=re.DOTALL), names


def get_title(body):
    match = re.search(r"<h1[^>]*>(.*?)</h1>", body, re.DOTALL)
    return re.sub(r"<[^>]*>", "", match[1]) if match else None


def make_navigation(here, titles, others):
    lines = []
    for group, pages in GROUPS + [("More", others)] * bool(others):
        lines.append(f"<h2>{group}</h2>")
        for page in pages:
            link = os.path.relpath(get_target(page), os.path.dirname(get_target(here)) or ".")
            kind = ' class="here"' if page == here else ""
            lines.append(f'<a{kind} href="{link}">{titles[page]}</a>')
    return "\n".join(lines)


class Site:
    def __init__(self, root, out):
        self.root, self.out = root, out
        self.pages = [page for _, pages in GROUPS for page in pages]
        self.bodies, self.anchors, self.faults = {}, {}, []
        # Pages of docs that no group names.
        self.others = []

    def find_pages(self):
        listed = {page for page in self.pages if os.path.exists(f"{self.root}/{page}")}
        self.faults += [f"{page} is in the navigation and does not exist" for page in self.pages if page not in listed]
        self.pages = [page for page in self.pages if page in listed]
        for folder, _, names in os.walk(f"{self.root}/docs"):
            for name in names:
                page = os.path.relpath(os.path.join(folder, name), self.root)
                if name.endswith(".md") and page not in listed:
                    self.others.append(page)
        self.others.sort()
        self.pages += self.others

    def link(self, page, target):
        """What a link of the page becomes."""
        if re.match(r"[a-z]+:", target):
            return target
        path, _, anchor = target.partition("#")
        found = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if found in self.pages:
            if anchor and anchor not in self.anchors[found]:
                self.faults.append(f"{page}: {target} has no such heading")
            link = os.path.relpath(get_target(found), os.path.dirname(get_target(page)) or ".") if path else ""
            return link + ("#" + anchor if anchor else "")
        if not os.path.exists(f"{self.root}/{found}"):
            self.faults.append(f"{page}: {target} leads nowhere")
        return os.path.relpath(f"{self.root}/{found}", os.path.dirname(f"{self.out}/{get_target(page)}"))

    def write(self):
        for page in self.pages:
            self.bodies[page], self.anchors[page] = make_anchors(render(self.root, page))
        titles = {page: get_title(body) for page, body in self.bodies.items()}
        for page, title in titles.items():
            if not title:
                self.faults.append(f"{page} has no title")
        for page, body in self.bodies.items():
            body = re.sub(r'(<a href=")([^"]*)"', lambda m: f'{m[1]}{html.escape(self.link(page, html.unescape(m[2])))}"', body)
            text = (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
                    f'<meta name="viewport" content="width=device-width">\n<title>{titles[page]}</title>\n'
                    f"<style>{STYLE}</style>\n</head>\n<body>\n<nav>\n{make_navigation(page, titles, self.others)}\n</nav>\n<main>\n"
                    f"{body}</main>\n</body>\n</html>\n")
            path = f"{self.out}/{get_target(page)}"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


def main():
    root, out = (os.path.abspath(path) for path in sys.argv[1:])
    site = Site(root, out)
    site.find_pages()
    site.write()
    for fault in site.faults:
        print(fault)
    print(f"{len(site.pages)} pages in {sys.argv[2]}, {len(site.faults)} warnings")
    sys.exit(1 if site.faults else 0)


if __name__ == "__main__":
    main()
