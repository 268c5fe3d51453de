# The samples, each one file of samples/, and the modules that they need.
set(RECFILTER_SAMPLES blur_video denoise_volume depth_of_field flat_light hello image_functions paper_algorithms
    quadrature recfilter_demo recfilter_snippets scale_space smooth_volume spline_zoom tutorial_blur)
set(RECFILTER_SAMPLES_NEED imgproc imgcodecs videoio)

# Where OpenCV has highgui, samples show windows. OpenCV's own build knows its modules here. An installed OpenCV is
# found later, and the project at the top has a CMake that can wait for that.
function(recfilter_add_windows)
  foreach(sample ${RECFILTER_SAMPLES})
    if(TARGET example_${sample} AND TARGET opencv_highgui)
      target_link_libraries(example_${sample} PRIVATE opencv_highgui)
    endif()
  endforeach()
endfunction()
if(HAVE_opencv_highgui)
  list(APPEND RECFILTER_SAMPLES_NEED highgui)
elseif(PROJECT_NAME STREQUAL "recfilter")
  cmake_language(DEFER CALL recfilter_add_windows)
endif()
