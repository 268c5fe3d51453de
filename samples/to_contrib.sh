#!/usr/bin/env bash
# samples/to_contrib.sh OPENCV_CONTRIB: copies the module into a tree of opencv_contrib, with its tutorials, and with
# its tests, benchmarks and samples beside it, where OpenCV's modules have them.

set -euo pipefail

if (($# != 1)); then
    echo "usage: samples/to_contrib.sh OPENCV_CONTRIB" >&2
    exit 2
fi
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
module=$1/modules/recfilter
mkdir -p "$1/modules"
cp -r "$repository/modules/recfilter" "$1/modules/"
for part in test perf samples; do
    cp -r "$repository/$part" "$module/"
done
echo "$module"
