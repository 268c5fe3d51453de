#!/usr/bin/env bash
# doc/reference.sh [FOLDER]: writes the reference of the public headers and the tutorials as web pages into FOLDER, or
# into a folder of the cache, whose first page it prints. Fails if Doxygen has a warning. Installs Doxygen if missing.
# Without a network the pages show formulas if Debian's libjs-mathjax is installed where they are made and read.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../samples/setup.sh"

require_packages doxygen:doxygen perl:perl bibtex:texlive-binaries
pages=${1:-$cache/reference}
mkdir -p "$pages"
pages=$(cd "$pages" && pwd -P)
mathjax=/usr/share/javascript/mathjax
# BibTeX without the rest of TeX looks for files nowhere, unless it is told where.
export BSTINPUTS=. BIBINPUTS=.
cd "$repository"
{
    cat doc/Doxyfile
    echo "OUTPUT_DIRECTORY = \"$pages\""
    [[ ! -e $mathjax/MathJax.js ]] || echo "MATHJAX_RELPATH = file://$mathjax"
} | doxygen -
# Of pictures in Markdown that are missing Doxygen does not warn.
grep -ohE '<img src="[^":]+"' "$pages"/html/*.html | cut -d '"' -f 2 | sort -u | while read -r picture; do
    [[ -e $pages/html/$picture ]] || die "there is no picture $picture"
done
echo "$pages/html/index.html"
