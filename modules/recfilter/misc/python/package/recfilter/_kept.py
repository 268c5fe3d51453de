# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Filters and tables, kept by their parameters, so that a loop over frames plans once."""

import functools

import cv2

_kept = []


def kept(make):
    """Keeps the last 64 results of a factory. Its arguments must be hashable; 1, 1.0 and True count as different."""
    cached = functools.lru_cache(maxsize=64, typed=True)(make)
    _kept.append(cached)
    return cached


def clear_cache():
    """Frees all filters and tables that are kept between calls, and the GPU memory that no call is using."""
    for cached in _kept:
        cached.cache_clear()
    cv2.cuda.releaseWorkspaces()
