#!/usr/bin/env bash
# test/python.sh FOLDER...: runs the Python tests with the cv2 that lies in one of these folders, and with the
# interpreter that PYTHON names (python3). The report is unittest's. test/run.sh calls it for its own build.
# RECFILTER_TEST_TIMES as there.

set -euo pipefail

if ! (($#)); then
    echo "usage: test/python.sh FOLDER...   a folder holds cv2, others may hold NumPy and SciPy" >&2
    exit 2
fi
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH
PYTHONPATH=$(IFS=: && echo "$*")
tests=$(dirname "${BASH_SOURCE[0]}")/../modules/recfilter/misc/python/test
files='test*.py'
[[ ${RECFILTER_TEST_TIMES:-} != ONLY ]] || files=test_recfilter_times.py
"${PYTHON:-python3}" -m unittest discover -s "$tests" -p "$files" 2>&1 ||
    printf '\nthe tests ended with status %d\n' "$?"
