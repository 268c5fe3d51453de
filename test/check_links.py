#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Links of the Markdown pages to files and headings of this repository: each leads somewhere."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(page):
    """Of a page's headings, as web sites of repositories make them."""
    text = CODE.sub("", page.read_text())
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(text)}


def faults(page):
    for link in LINK.findall(CODE.sub("", page.read_text())):
        path, _, anchor = link.partition("#")
        if "://" in path:
            continue
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield f"{page.relative_to(ROOT)}: {link}: there is no such file"
        elif anchor and anchor not in anchors(target):
            yield f"{page.relative_to(ROOT)}: {link}: there is no such heading"


def main():
    pages = [page for page in sorted(ROOT.rglob("*.md")) if page.relative_to(ROOT).parts[0] != "build"]
    found = [fault for page in pages for fault in faults(page)]
    print("\n".join(found) or f"{len(pages)} pages have no dead links")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
