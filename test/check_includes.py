#!/usr/bin/env python3
"""Checks that rooms of modules/recfilter/src include only rooms below them, as doc/architecture.md lists them.

The list stands between <!-- rooms --> and <!-- end -->: the lowest rooms last. Rooms of one line do not include each
other. A path that has cpu in it never includes one that has cuda in it, nor the other way round. Each folder with
sources must be in the list; files of src itself are rooms of their own.
"""
import pathlib
import re
import sys

repository = pathlib.Path(__file__).resolve().parent.parent
source = repository / "modules/recfilter/src"
page = (repository / "doc/architecture.md").read_text()
listed = re.search(r"<!-- rooms -->\s*```\n(.*?)```\s*<!-- end -->", page, re.S)
levels = {room: i for i, line in enumerate(listed[1].splitlines()) for room in line.split()}


def room_of(path):
    folder = path.parent.relative_to(source).as_posix()
    return path.name if folder == "." else folder


def sides_of(room):
    return {"cpu", "cuda"}.intersection(room.split("/"))


failures = set()
for path in sorted(source.rglob("*")):
    if path.suffix not in (".hpp", ".cpp", ".cu", ".cuh"):
        continue
    room, name = room_of(path), path.relative_to(source).as_posix()
    if room not in levels:
        failures.add(f"{room} is not among the rooms of doc/architecture.md")
        continue
    for included in re.findall(r'^\s*#\s*include "([^"]+)"', path.read_text(), re.M):
        target = source / included
        if not target.exists() or room_of(target) == room:
            continue
        below = room_of(target)
        if levels.get(below, -1) <= levels[room] or len(sides_of(room) | sides_of(below)) == 2:
            failures.add(f"{name} includes {included}: {below} is not below {room}")
print(*sorted(failures), sep="\n")
sys.exit(bool(failures))
