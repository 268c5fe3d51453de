#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Local structure of a photograph by a bank of quadrature filters. These are complex kernels: the real part answers to
lines, the imaginary part to edges. Magnitude is how much structure there is, phase of which kind it is, and orientation
the direction across it."""
import cv2
import numpy

import sample_main
from panels import around_gray, captioned, in_gray, in_hues, in_rows, middle_of

ANGLES = numpy.pi * numpy.arange(4) / 4


def kernel_of(angle, size, wavelength):
    """A kernel by its spectrum: log-normal along the radius, cos^2 of the angle to a direction, nothing in the opposite
    half plane (Knutsson and Granlund)."""
    side, octaves = 64, 2  # samples of the spectrum
    frequencies = 2 * numpy.pi * numpy.fft.fftfreq(side)
    u, v = frequencies, frequencies[:, numpy.newaxis]
    radius = numpy.maximum(numpy.hypot(u, v), 1e-9)
    cosine = numpy.maximum(u * numpy.cos(angle) + v * numpy.sin(angle), 0) / radius
    ratio = numpy.log(radius * wavelength / (2 * numpy.pi))
    spectrum = cosine ** 2 * numpy.exp(-4 / (octaves ** 2 * numpy.log(2)) * ratio ** 2)
    kernel = numpy.roll(numpy.fft.ifft2(spectrum), size // 2, (0, 1))[:size, :size]  # its middle
    return kernel - kernel.mean()  # without a constant, which cutting off has left, flat regions have no phase


def structure_of(image, kernels):
    """Magnitude, phase and orientation, the last two in degrees of 0 to 180."""
    responses = numpy.array([cv2.recfilter.convolve(image, kernel, numpy.complex64, "mirror") for kernel in kernels])
    sizes = numpy.abs(responses)
    phase = numpy.arctan2(numpy.abs(responses.imag).sum(0), responses.real.sum(0))
    # Angles of lines are doubled: those of opposite directions are one.
    doubled = (sizes * numpy.exp(2j * ANGLES)[:, numpy.newaxis, numpy.newaxis]).sum(0)
    return sizes.sum(0), numpy.degrees(phase), numpy.degrees(numpy.angle(doubled) / 2) % 180


def run(options):
    image = sample_main.read_image(options.input, cv2.IMREAD_GRAYSCALE)
    size, wavelength, width = options.size, options.wavelength, min(options.width, image.shape[1])
    if not 3 <= size <= 63 or size % 2 == 0:
        return "size is not odd and 3 to 63"
    if not (wavelength >= 2 and width >= 100):
        return "wavelength is below 2, or width or the photograph below 100"
    kernels = [kernel_of(angle, size, wavelength) for angle in ANGLES]
    magnitude, phase, orientation = structure_of(image, kernels)
    bright = magnitude * (3 * 255 / magnitude.max())
    taps = numpy.hstack(kernels)
    taps = around_gray(numpy.vstack([taps.real, taps.imag]), 1)
    taps = cv2.resize(taps, (width, width // 2), interpolation=cv2.INTER_NEAREST)

    def panel(picture, title, detail):
        return captioned(middle_of(picture, width, width), title, detail)

    panels = [panel(in_gray(image), "photograph", f"{image.shape[1]} x {image.shape[0]}"),
              panel(in_gray(bright), "magnitude", "sum over four directions"),
              panel(in_hues(phase * 2 / 3, bright), "phase", "red: bright line, green: edge, blue: dark line"),
              panel(in_hues(orientation, bright), "orientation", "red: across vertical structures, cyan: horizontal"),
              panel(taps, "the bank",
                    f"{size} x {size} taps, wavelength {wavelength:g}: real parts, imaginary parts")]
    sample_main.put_picture(options.output, "quadrature", in_rows(panels, 2))


if __name__ == "__main__":
    sample_main.run_sample(
        run, __doc__,
        input=(None, "photograph"),
        output=("", "picture to write; without it a window, or quadrature.png"),
        size=(11, "rows and columns of the kernels, odd"),
        wavelength=(8.0, "of the structures that the filters look for, in pixels"),
        width=(480, "pixels of a panel"))
