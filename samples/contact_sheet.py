#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Shows six tasks in one picture, with times beside OpenCV's. OPENCV_SAMPLES_DATA_PATH has OpenCV's sample images."""
import functools

import cv2
import numpy

import blur_video
import depth_of_field
import flat_light
import frame_output
import sample_main
import scale_space
from sheet_tiles import beside_opencv, blur_by_radius, by_turns, gaussian_beside_opencv, line, panels_of, tile


def circle_tile(photo, sigma):
    blurred, times = gaussian_beside_opencv(photo, sigma)
    drawn = blur_video.draw(photo, blurred, 0, "", "")[50:]  # below the lines of text
    return tile(f"Blurred outside a circle, sigma {sigma:g}", times, photo[50:], drawn)


def page_tile(path, page, sigma=30):
    panels = panels_of(flat_light, page.shape, input=path, sigma=sigma)
    _, times = gaussian_beside_opencv(page[..., 0].astype(numpy.float32), sigma)
    return tile(f"A page divided by its blur, sigma {sigma:g} (times of the blur)", times, panels[0], panels[2])


def blobs_tile(path, image, low=8, high=32, scales=10, least=0.25):
    """OpenCV has no equal. Its time is that of the blurs that such a search begins with."""
    circles, = panels_of(scale_space, image.shape, 0, 0, input=path, min=low, max=high, scales=scales, threshold=least)
    gray, params = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.cuda.BlobParams()
    params.minSigma, params.maxSigma, params.scales, params.threshold = low, high, scales, least
    params.polarity = cv2.cuda.BLOBS_BRIGHT + cv2.cuda.BLOBS_DARK
    sigmas = numpy.geomspace(low, high, scales)
    _, times = by_turns(lambda: cv2.cuda.scaleSpaceBlobs(gray, params=params),
                        lambda: [cv2.GaussianBlur(gray, (0, 0), sigma) for sigma in sigmas])
    return tile(f"Blobs on {scales} scales, sigma {low} to {high}",
                line(gray, times, f"{scales} cv2.GaussianBlur alone"), image, circles)


def depth_tile(path, image, disparity, focus=0.6, aperture=40):
    panels = panels_of(depth_of_field, image.shape, input=path, disparity=disparity, focus=focus, aperture=aperture)
    depth = cv2.normalize(panels[1][..., 0], None, 0, 1, cv2.NORM_MINMAX, cv2.CV_32F)
    radius = numpy.abs(depth - focus) * aperture
    calls = [lambda blur=blur: blur(blur(image, radius), radius / 2)
             for blur in (cv2.cuda.boxFilterByRadius, blur_by_radius)]
    _, times = beside_opencv(image, "a cv2.blur for each radius", *calls)
    return tile(f"Depth of field: blurred twice, radii up to {radius.max():.0f}", times, image, panels[2])


def turned_tile(image, turns=12, degree=5):
    rows, columns = image.shape[:2]
    turn, border = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), 360 / turns, 1), cv2.BORDER_REFLECT_101
    warps = (lambda turned, _: cv2.cuda.splineWarpAffine(turned, turn, degree=degree, borderType=border),
             lambda turned, _: cv2.warpAffine(turned, turn, (columns, rows), flags=cv2.INTER_CUBIC, borderMode=border))
    results, times = by_turns(*(lambda warp=warp: functools.reduce(warp, range(turns), image) for warp in warps))
    inner = slice(rows // 5, -rows // 5), slice(columns // 5, -columns // 5)  # no turn takes it out of the picture
    cubic, spline = (f"{cv2.PSNR(image[inner], turned[inner]):.1f} dB" for turned in reversed(results))
    eye = slice(20, 100), slice(310, 390)
    return tile(f"{turns} turns: left INTER_CUBIC, {cubic}; right B-spline of degree {degree}, {spline}",
                line(image, times, "cv2.warpAffine"), results[1][eye], results[0][eye])


def sharp_tile(image, sigma=20):
    sharp, times = beside_opencv(image, "cv2.GaussianBlur and addWeighted",
                                 lambda: cv2.cuda.unsharpMask(image, sigma, amount=1),
                                 lambda: cv2.addWeighted(image, 2, cv2.GaussianBlur(image, (0, 0), sigma), -1, 0))
    return tile(f"Unsharp mask, sigma {sigma:g}", times, image, sharp)


def run(options):
    frame_output.TITLE = "contact_sheet: space pauses, q ends"
    output = frame_output.FrameOutput(options.output, 0, options.sigma)
    paths = [cv2.samples.findFile(name) for name in (
        "squirrel_cls.jpg", "sudoku.png", "smarties.png", "aloeL.jpg", "aloeGT.png", "baboon.jpg", "building.jpg")]
    photo, page, sweets, aloe, _, baboon, house = map(sample_main.read_image, paths)
    tiles = [circle_tile(photo, output.sigma), page_tile(paths[1], page), blobs_tile(paths[2], sweets),
             depth_tile(paths[3], aloe, paths[4]), turned_tile(baboon), sharp_tile(house)]
    while True:
        sigma, sheet = output.sigma, cv2.vconcat([cv2.hconcat(tiles[i:i + 2]) for i in (0, 2, 4)])
        if output.path:
            path = options.output or "contact_sheet.png"
            sample_main.write_picture(path, sheet)
            return print(f"written: {path} ({sheet.shape[1]} x {sheet.shape[0]})")
        while output.sigma == sigma:  # until someone moves the trackbar
            if not output.put(sheet):
                return
        tiles[0] = circle_tile(photo, output.sigma)


if __name__ == "__main__":
    sample_main.run_sample(
        run, __doc__,
        output=("", "picture to write instead of a window; without a display contact_sheet.png"),
        sigma=(80.0, "standard deviation around the circle, in pixels; a window has a trackbar"))
