"""Which functions of SciPy and scikit-image have a counterpart in cv2.recfilter."""

# Module of the peer that tests import from, and names there. Basic functions are engines of their own and counted
# apart; derived ones are made of them.
BASIC = {
    "scipy.ndimage": ("gaussian_filter", "spline_filter"),
    "scipy.signal": ("lfilter", "sosfilt", "filtfilt"),
    "skimage.transform.integral": ("integral_image",),
}
DERIVED = {
    "scipy.ndimage": (
        "convolve",
        "convolve1d",
        "correlate",
        "correlate1d",
        "gaussian_filter1d",
        "gaussian_gradient_magnitude",
        "gaussian_laplace",
        "spline_filter1d",
        "uniform_filter",
        "uniform_filter1d",
    ),
    "scipy.signal": ("sosfiltfilt",),
}
# The name in cv2.recfilter where it is another one, and arguments that are OpenCV's default there.
RENAMED = {"integral_image": ("integral", {"inclusive": True})}
