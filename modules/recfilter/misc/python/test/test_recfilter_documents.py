#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Type stubs, and the examples of the documentation."""

import doctest
import importlib
import pathlib
import re
import subprocess
import sys
import unittest

import cv2
from cv2 import recfilter

FOLDER = pathlib.Path(recfilter.__file__).parents[1]
DOCUMENTS = pathlib.Path(__file__).resolve().parents[5]


class Stubs(unittest.TestCase):
    def test_stubs_have_our_classes(self):
        self.assertTrue((FOLDER / "py.typed").is_file(), "no type stubs: build the target recfilter_typing_stubs")
        stub = (FOLDER / "cuda" / "__init__.pyi").read_text()
        for text in (
            "class RecursiveFilter(cv2.Algorithm):",
            "class SummedAreaTable(cv2.Algorithm):",
            "class RecursiveGaussianParams:",
            "    def apply(self, src: cv2.typing.MatLike, dst: cv2.typing.MatLike | None = ...",
            "def createRecursiveGaussianFilter(sigmaX: float, sigmaY: float = ...",
            "SAT_TILTED: int",
            "def createNonSeparableFilter(kernels: cv2.typing.MatLike | ",
        ):
            self.assertIn(text, stub)

    def test_every_name_of_the_stubs_is_there(self):
        stub = (FOLDER / "cuda" / "__init__.pyi").read_text()
        names = re.findall(r"^(?:class|def) (\w*(?:[Rr]ecursive|SummedArea|Spline|Banded)\w*)", stub, re.MULTILINE)
        self.assertGreater(len(names), 8)
        for name in names:
            self.assertTrue(hasattr(cv2.cuda, name), name)


class Examples(unittest.TestCase):
    def test_docstrings(self):
        for module in ("_dense", "_filters", "_signal", "_tables"):
            result = doctest.testmod(importlib.import_module(f"cv2.recfilter.{module}"))
            self.assertGreater(result.attempted, 0)
            self.assertEqual(result.failed, 0)

    def test_documents(self):
        """Blocks of Python work when pasted. Those of GPU arrays have their tests in test_recfilter_cuda.py."""
        documents = [DOCUMENTS / "README.md", *sorted((DOCUMENTS / "doc").glob("*.md"))]
        if not documents[0].is_file():
            self.skipTest("without the repository's documents")
        run = 0
        for document in documents:
            for block in re.findall(r"```python\n(.*?)```", document.read_text(), re.DOTALL):
                if not re.search("cupy|torch|GpuMat", block):
                    run += 1
                    with self.subTest(block):
                        exec(compile(block, str(document), "exec"), {})
        self.assertGreater(run, 8)

    def test_command_lines(self):
        for document in (DOCUMENTS / "README.md", DOCUMENTS / "doc" / "building.md"):
            if not document.is_file():
                self.skipTest("without the repository's documents")
            commands = re.findall(r"python3 -c '(.*)'", document.read_text())
            self.assertGreater(len(commands), 0, document)
            for command in commands:
                run = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, timeout=120)
                self.assertEqual(run.returncode, 0, f"{command}\n{run.stderr}")


if __name__ == "__main__":
    unittest.main()
