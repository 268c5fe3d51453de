#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Type stubs of cv2 for builds without some of OpenCV's main modules.

OpenCV's generator refines functions of features2d and calib3d by name, and has aliases of a class of features2d. It
gives up on all stubs if a build lacks them. This script runs the same generator and leaves out what is not there. The
build calls it, see CMakeLists.txt.
"""

import argparse
import pathlib
import runpy
import shutil
import sys
import tempfile


def skip_missing(refine):
    """The refinement of one function; does nothing if the function is not there."""
    from typing_stubs_generation.ast_utils import ScopeNotFoundError, SymbolNotFoundError

    def refine_if_there(root, symbol):
        try:
            refine(root, symbol)
        except (ScopeNotFoundError, SymbolNotFoundError):
            pass

    return refine_if_there


def without_unresolved(generate_typing_module):
    """The generator of cv2.typing, less the aliases of classes that are not there."""
    from typing_stubs_generation.nodes.type_node import TypeResolutionError
    from typing_stubs_generation.predefined_types import PREDEFINED_TYPES

    def generate(root, folder):
        for name, node in list(PREDEFINED_TYPES.items()):
            try:
                node.resolve(root)
            except TypeResolutionError:
                del PREDEFINED_TYPES[name]
        generate_typing_module(root, folder)

    return generate


def make_stubs(generator, config, folder):
    """Runs `generator` (OpenCV's folder modules/python/src2), which writes sources beside the stubs, into `folder`."""
    sys.path.insert(0, str(generator))
    from typing_stubs_generation import api_refinement, generation

    refinements = api_refinement.NODES_TO_REFINE
    refinements.update({symbol: skip_missing(refine) for symbol, refine in refinements.items()})
    generation._generate_typing_module = without_unresolved(generation._generate_typing_module)
    sys.argv = ["gen2.py", "--config", str(config), "--output_dir", str(folder)]
    runpy.run_path(str(generator / "gen2.py"), run_name="__main__")


def widen(stub):
    """One kernel need not be in a list, see package/recfilter/_cpp_names.py. None is the default stream."""
    text = stub.read_text()
    several = "_typing.Sequence[cv2.typing.MatLike]"
    text = text.replace(
        f"def createNonSeparableFilter(kernels: {several}",
        f"def createNonSeparableFilter(kernels: cv2.typing.MatLike | {several}",
    )
    stub.write_text(text.replace(" stream: Stream = ", " stream: Stream | None = "))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("generator", type=pathlib.Path, help="folder modules/python/src2 of OpenCV's sources")
    parser.add_argument("config", type=pathlib.Path, help="gen_python_config.json of the build")
    parser.add_argument("outputs", type=pathlib.Path, nargs="+", help="folders named cv2 that get the stubs")
    arguments = parser.parse_args()
    stubs = [output / "cuda" / "__init__.pyi" for output in arguments.outputs]
    if all((output / "py.typed").is_file() for output in arguments.outputs):
        # OpenCV has made them, or an earlier call; new sources make it delete this file
        for stub in filter(pathlib.Path.is_file, stubs):
            widen(stub)
        return
    with tempfile.TemporaryDirectory() as folder:
        make_stubs(arguments.generator, arguments.config, folder)
        made = pathlib.Path(folder) / "cv2"
        if not (made / "py.typed").is_file():
            sys.exit("no type stubs: see the generator's warning above")
        for output in arguments.outputs:
            shutil.copytree(made, output, dirs_exist_ok=True)
    for stub in stubs:
        widen(stub)


if __name__ == "__main__":
    main()
