# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Filters and tables, kept by their parameters, so that a loop over frames plans once."""

import functools

import cv2
import numpy

_kept = []


def kept(make):
    """Keeps the last 64 results of a factory. Its arguments must be hashable."""
    cached = functools.lru_cache(maxsize=64)(make)
    _kept.append(cached)
    return cached


def clear_cache():
    """Frees all filters and tables that are kept between calls, and the GPU memory that no call is using."""
    for cached in _kept:
        cached.cache_clear()
    cv2.cuda.releaseWorkspaces()


def hashable(value):
    """Lists and arrays as tuples; anything else as it is."""
    return tuple(value) if isinstance(value, (list, numpy.ndarray)) else value
