#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""The blocks of C++ in the documents as one program: test/documents/collect.py PROGRAM.cpp (test/documents.sh)."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```cpp\n(.*?)^```", re.MULTILINE | re.DOTALL)
INCLUDE = re.compile(r"^#include .*\n", re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
DEVICE = re.compile(r"\bd_\w|GpuMat|\bstream\b|cuda::Stream|HostMem")


def blocks():
    """Page, line and text of each."""
    for page in [ROOT / "README.md", *sorted((ROOT / "doc").glob("*.md")), ROOT / "modules/recfilter/README.md"]:
        text = page.read_text()
        for match in BLOCK.finditer(text):
            yield page.relative_to(ROOT), text.count("\n", 0, match.start(1)) + 1, match.group(1)


def main():
    includes, classes, calls = set(), [], []
    for page, line, text in blocks():
        includes.update(INCLUDE.findall(text))
        needs_device = bool(DEVICE.search(COMMENT.sub("", text)))
        name = f"Block{len(calls)}"
        classes.append(f"struct {name} : {'OnDevice' if needs_device else 'OnHost'}\n{{\nvoid run()\n{{\n"
                       f'#line {line} "{page}"\n{INCLUDE.sub(chr(10), text)}}}\n}};\n')
        calls.append(f'    isRight &= runBlock<{name}>("{page}:{line}", {str(needs_device).lower()});\n')
    pathlib.Path(sys.argv[1]).write_text(
        '#include "prelude.hpp"\n' + "".join(sorted(includes)) + "".join(classes)
        + "int main()\n{\n    makeClip();\n    bool isRight = true;\n" + "".join(calls)
        + "    return isRight ? 0 : 1;\n}\n")


if __name__ == "__main__":
    main()
