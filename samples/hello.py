#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Blurs an image: hello.py IMAGE [OUTPUT]"""
import sys
import time

import cv2

output = sys.argv[2] if len(sys.argv) > 2 else "hello.png"
image = cv2.imread(sys.argv[1]) if len(sys.argv) > 1 else None
if image is None or not cv2.haveImageWriter(output):
    sys.exit(f"usage: {sys.argv[0]} IMAGE [OUTPUT]")
blur = cv2.cuda.createRecursiveGaussianFilter(30)  # sigma, in pixels
blur.apply(image)  # the first call plans
start = time.perf_counter()
blurred = blur.apply(image)
print(f"{image.shape[1]} x {image.shape[0]} blurred in {(time.perf_counter() - start) * 1000:.2f} ms")
if not cv2.imwrite(output, blurred):
    sys.exit(f"cannot write {output}")
