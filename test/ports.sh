#!/usr/bin/env bash
# test/ports.sh [SUITE [PYTEST-ARGUMENT...]]: runs SciPy's and scikit-image's own tests on cv2.recfilter. Only the
# functions that the tests import are replaced (test/ports/ports_plugin.py). Suites: ndimage, interpolation and signal
# of SciPy, skimage; all without arguments. The packages come from pip into the cache folder. The first call also runs
# the tests on the packages themselves, to find those that apply.
# Tests that are known to fail stand in test/ports/known_failures.txt with the reason. They count as skipped in the
# closing line "N passed, N failed, N skipped". Failed are: others, those of the list that pass, lines of the list that
# fit no test. Arguments for pytest, such as -k zi --tb=short, show the tests' reports instead.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../samples/setup.sh"

ports=$repository/test/ports
SKIMAGE_VERSION=$(sed -n 's/^scikit-image==//p' "$ports/packages.txt")

# shellcheck disable=SC2317,SC2329 # called through make_folder
fetch_packages() { pip install --target "$1" -r "$ports/packages.txt"; }

# scikit-image's tests are in its source package alone. Before pip keeps a source package, it asks the package's build
# for name and version, for which Meson would configure all of it. What answers here is a stand-in for that build.
# shellcheck disable=SC2317,SC2329 # called through make_folder
fetch_skimage_tests() {
    cat >"$1/mesonpy.py" <<'END'
import pathlib
def prepare_metadata_for_build_wheel(folder, config_settings=None):
    version = pathlib.Path.cwd().joinpath("PKG-INFO").read_text().partition("\nVersion: ")[2].partition("\n")[0]
    metadata = pathlib.Path(folder, f"scikit_image-{version}.dist-info")
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: scikit-image\nVersion: {version}\n")
    return metadata.name
END
    PYTHONPATH=$1 pip download --no-deps --no-build-isolation --no-binary scikit-image -d "$1/download" \
        "scikit-image==$SKIMAGE_VERSION" &&
        tar -xzf "$1"/download/*.tar.gz -C "$1" --strip-components=2 "scikit_image-$SKIMAGE_VERSION/tests" &&
        rm -r "$1/download" "$1/mesonpy.py"
}

# The folder of a suite, and its files in it.
find_suite() {
    folder=$packages/scipy
    case $1 in
        ndimage) files=(ndimage/tests/test_{filters,splines}.py) ;;
        interpolation) files=(ndimage/tests/test_interpolation.py) ;;
        signal) files=(signal/tests/test_{signaltools,splines,bsplines}.py) ;;
        skimage)
            folder=$skimage_tests/skimage
            files=(filters/test_{gaussian,ridges,thresholding,unsharp_mask}.py transform/test_integral.py)
            files+=(feature/test_{blob,canny,cascade,corner,daisy,haar}.py)
            ;;
        *) die "no suite has the name $1; there are ndimage, interpolation, signal and skimage" ;;
    esac
}

# run_tests PYTEST-ARGUMENT...: the files of the suite, from a folder where tests may leave things.
run_tests() (
    cd "$scratch"
    export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$ports:$build_dir/python_loader:$packages
    "$python" -m pytest -p ports_plugin -p no:cacheprovider -c /dev/null --rootdir "$folder" --confcutdir "$folder" \
        --disable-warnings --no-header --tb=no -q -rN --ports-applicable "$applicable" "$@" "${files[@]/#/$folder/}"
)

# Which tests of the suite apply. Depends on the packages, the functions and the files alone.
find_applicable() {
    local known key
    key=$({ cat "$ports/ports_functions.py" && echo "${files[*]}"; } | cksum | cut -d ' ' -f 1)
    known=$packages/applicable-$1-$key
    if [[ ! -f $known ]]; then
        say "running the suite $1 on its own package, to find the tests that apply"
        applicable=$scratch/applicable
        run_tests --ports-peer >"$scratch/log" || (($? == 1)) || die "failed: $(tail -n 20 "$scratch/log")"
        mv "$applicable" "$known"
    fi
    applicable=$known
}

# Writes the suite's counts into the file $scratch/all_counts. A run that crashes leaves none.
run_suite() {
    printf '\n== %s (after %d s)\n' "$1" "$SECONDS"
    rm -f "$scratch/counts"
    run_tests --ports-listed "$ports/known_failures.txt" --ports-counts "$scratch/counts" || true
    (cat "$scratch/counts" 2>/dev/null || echo "0 passed, 1 failed, 0 skipped") >>"$scratch/all_counts"
}

sum_counts() {
    awk '{ passed += $1; failed += $3; skipped += $5 }
         END {
             printf "\n%d passed, %d failed, %d skipped\n", passed, failed, skipped
             exit failed > 0 || !passed
         }' "$@"
}

want_python
packages=$cache/$(basename "$python_packages" -numpy)-ports-$(cksum <"$ports/packages.txt" | cut -d ' ' -f 1)
skimage_tests=$cache/scikit-image-$SKIMAGE_VERSION-tests
suites=("${@:1:1}")
(($#)) || suites=(ndimage interpolation signal skimage)
for suite in "${suites[@]}"; do find_suite "$suite"; done
(
    lock "$cache/fetch.lock"
    make_folder "$packages" fetch_packages
    make_folder "$skimage_tests" fetch_skimage_tests
)
setup opencv_python3

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for suite in "${suites[@]}"; do
    find_suite "$suite"
    find_applicable "$suite"
    if (($# > 1)); then
        run_tests "${@:2}"
    else
        run_suite "$suite"
    fi
done
(($# > 1)) || sum_counts "$scratch/all_counts"
