# Tests, benchmarks and samples: in this module's folder, or at the top of recfilter's own repository. Neither has to
# be there.
set(programs "${CMAKE_CURRENT_SOURCE_DIR}")
if(NOT EXISTS "${programs}/test/test_main.cpp")
  get_filename_component(programs "${CMAKE_CURRENT_SOURCE_DIR}/../.." ABSOLUTE)
  if(NOT EXISTS "${programs}/test/test_recursive_truth.cpp")
    return()
  endif()
endif()
set(CMAKE_CURRENT_LIST_DIR "${programs}") # beside which OpenCV's functions look for test/ and perf/
# The folders in test/ are no part of the test program.
file(GLOB test_files "${programs}/test/*.[ch]pp")
ocv_add_accuracy_tests(FILES "Src" ${test_files})
# OpenCV's own CUDA filters, if they are built: the GPU benchmarks compare with them.
if(HAVE_opencv_cudaarithm AND HAVE_opencv_cudafilters)
  ocv_add_perf_tests(DEPENDS_ON opencv_cudaarithm opencv_cudafilters)
  if(TARGET opencv_perf_recfilter)
    ocv_target_include_modules(opencv_perf_recfilter opencv_cudaarithm opencv_cudafilters)
  endif()
else()
  ocv_add_perf_tests()
endif()
# Both look inside: at the table of algorithms, for one. Only with CUDA does OpenCV tell them where.
foreach(target opencv_test_recfilter opencv_perf_recfilter)
  if(TARGET ${target})
    target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/src")
    target_compile_definitions(${target} PRIVATE ${RECFILTER_DEFINITIONS})
  endif()
endforeach()

# What every test includes takes a third of the time of most of them.
if(TARGET opencv_test_recfilter AND RECFILTER_QUICK AND CMAKE_VERSION VERSION_GREATER_EQUAL 3.16)
  target_precompile_headers(opencv_test_recfilter PRIVATE "${programs}/test/test_precomp.hpp")
endif()

set(needed opencv_core opencv_recfilter)
foreach(module ${RECFILTER_SAMPLES_NEED})
  list(APPEND needed opencv_${module})
endforeach()
if(HAVE_opencv_geometry) # from OpenCV 5 on
  list(APPEND needed opencv_geometry)
endif()
ocv_check_dependencies(${needed})
if(OCV_DEPENDENCIES_FOUND AND EXISTS "${programs}/samples/recfilter_demo.cpp")
  foreach(sample ${RECFILTER_SAMPLES})
    ocv_add_executable(example_${sample} "${programs}/samples/${sample}.cpp")
    ocv_target_include_modules(example_${sample} ${needed})
    ocv_target_link_libraries(example_${sample} PRIVATE ${needed})
    set_target_properties(example_${sample} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${EXECUTABLE_OUTPUT_PATH}")
  endforeach()
endif()
