#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""A photograph through each of the functions that stand beside a blur, with the times they took."""
import cv2
import numpy

import sample_main
from panels import around_gray, captioned, from_black, in_hues, in_rows, middle_of
from stage_times import fastest_time_of


def orientation_of(tensor):
    """The orientation of a structure tensor by hue, as bright as it is clear."""
    a, b, c = cv2.split(tensor)
    # The difference of the eigenvalues, and twice the angle across.
    difference, angle = cv2.cartToPolar(a - c, 2 * b, angleInDegrees=True)
    clear = numpy.sqrt(difference)
    return in_hues(angle / 2, clear * (2 * 255 / clear.max()))


def edges(values):
    return from_black(values, 0.4)


def both_signs(values):
    return around_gray(values, 0.5)


def larger_eigenvalue(matrices):
    return from_black(cv2.cuda.symmetricEigenvalues(matrices)[..., 0], 0.4)


def as_it_is(picture):
    return picture


def run(options):
    colour = sample_main.read_image(options.input)
    sigma, width = options.sigma, options.width
    if not (0.5 <= sigma <= 50 and width >= 100):
        return "sigma is not 0.5 to 50, or width below 100"
    image = cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY)
    rows, columns = image.shape
    cv2.setRNGSeed(1)
    mask = cv2.compare(cv2.randu(numpy.empty_like(image), 0, 100), 90, cv2.CMP_GE)
    known = cv2.copyTo(colour, mask)
    elsewhere = numpy.ones_like(image)
    elsewhere[rows // 2, columns // 2] = 0
    distance = cv2.distanceTransform(elsewhere, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    radii = numpy.maximum(distance / 5 - numpy.float32(width / 20), 0)
    turn = cv2.getRotationMatrix2D((columns // 2, rows // 2), 20, 1.7)

    functions = [
        ("photograph", "", lambda: colour, as_it_is),
        ("gaussianGradientMagnitude", "edges", lambda: cv2.cuda.gaussianGradientMagnitude(image, sigma), edges),
        ("laplacianOfGaussian", "blobs and lines: bright ones are dark here",
         lambda: cv2.cuda.laplacianOfGaussian(image, sigma), both_signs),
        ("differenceOfGaussians", "a band of frequencies",
         lambda: cv2.cuda.differenceOfGaussians(image, sigma), both_signs),
        ("unsharpMask", "amount 2", lambda: cv2.cuda.unsharpMask(colour, sigma, amount=2), as_it_is),
        ("structureTensor", "orientation by hue",
         lambda: cv2.cuda.structureTensor(image, sigma, 3 * sigma), orientation_of),
        ("hessianOfGaussian", "larger eigenvalue: dark lines are bright here",
         lambda: cv2.cuda.hessianOfGaussian(image, sigma), larger_eigenvalue),
        ("boxFilterByRadius", "sharp in the middle", lambda: cv2.cuda.boxFilterByRadius(colour, radii), as_it_is),
        ("localMeanVariance", "variance in windows of 15 x 15",
         lambda: cv2.cuda.localMeanVariance(image, (15, 15))[1], lambda variance: from_black(variance, 0.15)),
        ("one pixel of ten", "", lambda: known, as_it_is),
        ("maskedGaussianBlur", "the same, filled",
         lambda: cv2.cuda.maskedGaussianBlur(known, mask, sigma, leastWeight=1e-6), as_it_is),
        ("splineWarpAffine", "degree 5, 20 degrees, 1.7 times larger",
         lambda: cv2.cuda.splineWarpAffine(colour, turn, degree=5), as_it_is)]
    panels = []
    for title, detail, compute, show in functions:
        milliseconds, result = fastest_time_of(compute)
        print(f"{title:28} {milliseconds:7.1f} ms")
        panels.append(captioned(middle_of(show(result), width, width), title, detail))
    print(f"{columns} x {rows}, sigma {sigma:g}")
    sample_main.put_picture(options.output, "image_functions", in_rows(panels, 4))


if __name__ == "__main__":
    sample_main.run_sample(
        run, __doc__,
        input=(None, "photograph"),
        output=("", "picture to write; without it a window, or image_functions.png"),
        sigma=(2.0, "standard deviation of the Gaussians, in pixels"),
        width=(400, "pixels of a panel"))
