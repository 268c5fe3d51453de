# The samples, each one file of samples/, and the modules that they need.
set(RECFILTER_SAMPLES denoise_volume depth_of_field image_functions paper_algorithms quadrature recfilter_demo
    scale_space smooth_volume spline_zoom)
set(RECFILTER_SAMPLES_NEED imgproc imgcodecs videoio)
