# OpenCV with this module as an external project: fetched, configured and built. The top-level CMakeLists.txt includes
# this file.
include(ExternalProject)
include("${CMAKE_CURRENT_LIST_DIR}/settings.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/fetch.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/toolkit.cmake")

set(RECFILTER_OPENCV_BUILD "${CMAKE_BINARY_DIR}/opencv" CACHE PATH "Folder in which OpenCV is built")
set(RECFILTER_PYTHON_PACKAGES "" CACHE PATH "Folder with NumPy, if the interpreter has none")
option(RECFILTER_PYTHON "Python bindings, if there is NumPy" ON)

recfilter_find_python()
if(NOT OPENCV_SOURCE)
  recfilter_fetch(failed opencv-contrib-python "${RECFILTER_OPENCV_VERSION}"
    "${RECFILTER_CACHE}/opencv-${RECFILTER_OPENCV_VERSION}"
    "opencv/*" "opencv_contrib/modules/cudev/*"
    "opencv_contrib/modules/cudaarithm/*" "opencv_contrib/modules/cudafilters/*")
  if(failed)
    message(FATAL_ERROR "${failed}")
  endif()
endif()

# Fourier transforms by ducc0, without which cv::dft does. Instrumented builds take that: it is tested so, too.
set(ducc0 "")
if(NOT RECFILTER_SANITIZE)
  recfilter_fetch_ducc0(ducc0)
endif()

# What is not the same everywhere, as a second initial cache behind opencv_options.cmake.
set(initial "set(recfilter_machine \"${CMAKE_SYSTEM_PROCESSOR}\")\n")
string(APPEND initial "include(\"${CMAKE_CURRENT_LIST_DIR}/opencv_options.cmake\")\n")
macro(pass name type value)
  string(APPEND initial "opencv_option(${name} ${type} \"${value}\")\n")
endmacro()
set(modules "${PROJECT_SOURCE_DIR}/modules")
set(list core,imgproc,imgcodecs,videoio,highgui,ts,cudev,recfilter)
if(recfilter_toolkit STREQUAL "")
  pass(WITH_CUDA BOOL OFF)
else()
  string(APPEND modules ";${recfilter_contrib}/modules/cudev")
  if(RECFILTER_PEERS)
    string(APPEND modules ";${recfilter_contrib}/modules/cudaarithm;${recfilter_contrib}/modules/cudafilters")
    string(APPEND list ,cudaarithm,cudafilters)
  endif()
  pass(WITH_CUDA BOOL ON)
  if(recfilter_architectures STREQUAL "")
    pass(CUDA_ARCH_BIN STRING 7.5)
    pass(CUDA_ARCH_PTX STRING 7.5)
  else()
    pass(CUDA_ARCH_BIN STRING "${recfilter_architectures}")
    pass(CUDA_ARCH_PTX STRING "")
  endif()
  recfilter_toolkit_with_npp(toolkit "${recfilter_toolkit}" "${recfilter_cuda_version}")
  if(EXISTS "${toolkit}/include")
    pass(CUDA_TOOLKIT_ROOT_DIR PATH "${toolkit}")
  endif()
  if(EXISTS "${toolkit}/bin/nvcc")
    # Where CUDA is a language of CMake (ENABLE_CUDA_FIRST_CLASS_LANGUAGE), the compiler says where the toolkit is.
    pass(CMAKE_CUDA_COMPILER FILEPATH "${toolkit}/bin/nvcc")
  endif()
endif()

set(with_python OFF)
if(RECFILTER_PYTHON AND NOT RECFILTER_SANITIZE AND NOT CMAKE_CROSSCOMPILING
    AND EXISTS "${recfilter_python_headers}/Python.h")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env "PYTHONPATH=${RECFILTER_PYTHON_PACKAGES}"
      "${recfilter_python}" -c "import numpy; print(numpy.get_include())"
    OUTPUT_VARIABLE numpy OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status ERROR_QUIET)
  if(status EQUAL 0)
    set(with_python ON)
    string(APPEND list ,python3)
    pass(PYTHON3_EXECUTABLE FILEPATH "${recfilter_python}")
    pass(PYTHON3_INCLUDE_DIR PATH "${recfilter_python_headers}")
    pass(PYTHON3_NUMPY_INCLUDE_DIRS PATH "${numpy}")
  else()
    message(STATUS "recfilter: no NumPy for ${recfilter_python}, no Python bindings until it is configured with NumPy")
  endif()
endif()
pass(BUILD_opencv_python3 BOOL ${with_python})
pass(OPENCV_EXTRA_MODULES_PATH STRING "${modules}")
pass(BUILD_LIST STRING "${list}")
pass(RECFILTER_DUCC0_SOURCE PATH "${ducc0}")
pass(RECFILTER_PAPERS BOOL ${RECFILTER_PAPERS})
if(RECFILTER_SANITIZE)
  pass(RECFILTER_SANITIZE STRING "${RECFILTER_SANITIZE}")
  pass(RECFILTER_SANITIZE_KERNELS STRING "${RECFILTER_SANITIZE_KERNELS}")
endif()
set(optimization -O3)
set(warnings "")
if(recfilter_native)
  pass(CPU_BASELINE STRING ${recfilter_native})
  pass(CPU_DISPATCH STRING "")
  if(recfilter_native STREQUAL AVX512_SKX AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    set(warnings " -Wno-uninitialized -Wno-maybe-uninitialized") # of GCC's own headers of AVX-512
  endif()
endif()
# All but the module. Instrumented builds share these objects, by ccache.
if((RECFILTER_QUICK OR RECFILTER_SANITIZE) AND NOT MSVC)
  set(optimization -O1)
  pass(RECFILTER_COMPILE_OPTIONS STRING -O3)
  pass(RECFILTER_QUICK BOOL ON)
endif()
if(NOT MSVC AND (warnings OR optimization STREQUAL -O1))
  pass(CMAKE_C_FLAGS_RELEASE STRING "${optimization} -DNDEBUG${warnings}")
  pass(CMAKE_CXX_FLAGS_RELEASE STRING "${optimization} -DNDEBUG${warnings}")
endif()
# ccache shares no objects that were made with precompiled headers. Instrumented files have other options than those.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache OR RECFILTER_SANITIZE)
  pass(ENABLE_PRECOMPILED_HEADERS BOOL OFF)
endif()
if(CMAKE_TOOLCHAIN_FILE)
  get_filename_component(toolchain "${CMAKE_TOOLCHAIN_FILE}" ABSOLUTE)
  pass(CMAKE_TOOLCHAIN_FILE FILEPATH "${toolchain}")
endif()
pass(CMAKE_C_COMPILER FILEPATH "${CMAKE_C_COMPILER}")
pass(CMAKE_CXX_COMPILER FILEPATH "${CMAKE_CXX_COMPILER}")
foreach(language C CXX CUDA)
  if(CMAKE_${language}_COMPILER_LAUNCHER)
    pass(CMAKE_${language}_COMPILER_LAUNCHER STRING "${CMAKE_${language}_COMPILER_LAUNCHER}")
  endif()
endforeach()
separate_arguments(more UNIX_COMMAND "${RECFILTER_CMAKE_OPTIONS}")
foreach(option IN LISTS more)
  if(NOT option MATCHES "^-D([^=:]+)(:[A-Z]+)?=(.*)$")
    message(FATAL_ERROR "RECFILTER_CMAKE_OPTIONS: ${option} is not -DNAME=VALUE")
  endif()
  pass(${CMAKE_MATCH_1} STRING "${CMAKE_MATCH_3}")
endforeach()
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/opencv_cache.cmake" CONTENT "${initial}" @ONLY)

# OpenCV's CMake globs the sources, so their names decide when it is configured again.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
  modules/*.[ch]* modules/*.py samples/*.[ch]pp test/*.[ch]pp perf/*.[ch]*)
list(FILTER sources EXCLUDE REGEX "/misc/python/test/")
list(JOIN sources "\n" sources)
# OpenCV takes FFmpeg if it finds it.
execute_process(COMMAND pkg-config --modversion libavcodec libavformat libavutil libswscale
  OUTPUT_VARIABLE ffmpeg RESULT_VARIABLE status ERROR_QUIET)
string(APPEND sources "\n${ffmpeg}")
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/sources.txt" CONTENT "${sources}\n" @ONLY)

set(builder "${CMAKE_COMMAND}" "-DBUILD=${RECFILTER_OPENCV_BUILD}")
set(script -P "${CMAKE_CURRENT_LIST_DIR}/build_opencv.cmake")
ExternalProject_Add(opencv
  PREFIX "${CMAKE_BINARY_DIR}/external"
  SOURCE_DIR "${recfilter_opencv}"
  BINARY_DIR "${RECFILTER_OPENCV_BUILD}"
  DOWNLOAD_COMMAND ""
  # OpenCV looks for Python's libraries once, and remembers if there were none. It has no baseline that was not passed.
  CONFIGURE_COMMAND "${CMAKE_COMMAND}" -G Ninja -S <SOURCE_DIR> -B <BINARY_DIR> -U "PYTHON3*" -U CPU_BASELINE
    -C "${CMAKE_BINARY_DIR}/opencv_cache.cmake"
  BUILD_COMMAND ${builder} ${script}
  BUILD_ALWAYS ON
  INSTALL_COMMAND ""
  STEP_TARGETS configure
  USES_TERMINAL_BUILD ON)
# What makes OpenCV be configured again.
ExternalProject_Add_Step(opencv settings
  COMMAND "${CMAKE_COMMAND}" -E true
  DEPENDS "${CMAKE_BINARY_DIR}/opencv_cache.cmake" "${CMAKE_BINARY_DIR}/sources.txt"
    "${CMAKE_CURRENT_LIST_DIR}/opencv_options.cmake"
  DEPENDEES patch
  DEPENDERS configure)

# OpenCV's targets that one asks for by name.
set(targets opencv_recfilter opencv_test_recfilter opencv_perf_recfilter)
if(with_python)
  list(APPEND targets opencv_python3 recfilter_typing_stubs)
endif()
include("${CMAKE_CURRENT_LIST_DIR}/samples.cmake")
list(TRANSFORM RECFILTER_SAMPLES PREPEND example_ OUTPUT_VARIABLE samples)
foreach(target ${targets} ${samples})
  add_custom_target(${target} COMMAND ${builder} "-DTARGETS=${target}" ${script} USES_TERMINAL VERBATIM)
  add_dependencies(${target} opencv-configure)
endforeach()

# ctest: the accuracy tests in eighths, which may run side by side on the CPU, and those of the module's CMake and
# Python.
enable_testing()
set(parts 8)
math(EXPR last "${parts} - 1")
foreach(part RANGE ${last})
  add_test(NAME accuracy.${part}
    COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} "${RECFILTER_OPENCV_BUILD}/bin/opencv_test_recfilter")
  set(environment GTEST_TOTAL_SHARDS=${parts} GTEST_SHARD_INDEX=${part} RECFILTER_TEST_TIMES=OFF
    "OPENCV_SAMPLES_DATA_PATH=${recfilter_opencv}/samples/data")
  if(RECFILTER_SANITIZE STREQUAL "thread") # as test/run.sh explains
    list(APPEND environment RECFILTER_TEST_FORK_JOIN=1 OPENCV_FOR_THREADS_NUM=4)
  endif()
  set_tests_properties(accuracy.${part} PROPERTIES LABELS accuracy ENVIRONMENT "${environment}" TIMEOUT 7200)
  if(NOT recfilter_toolkit STREQUAL "")
    set_tests_properties(accuracy.${part} PROPERTIES RUN_SERIAL ON)
  endif()
endforeach()
add_test(NAME requirements COMMAND "${CMAKE_COMMAND}" -P "${PROJECT_SOURCE_DIR}/test/test_requirements.cmake")
set_tests_properties(requirements PROPERTIES LABELS configure)
if(with_python)
  add_test(NAME python COMMAND "${recfilter_python}" -B -m unittest discover
    -s "${PROJECT_SOURCE_DIR}/modules/recfilter/misc/python/test")
  set_tests_properties(python PROPERTIES LABELS python
    ENVIRONMENT "PYTHONPATH=${RECFILTER_OPENCV_BUILD}/python_loader:${RECFILTER_PYTHON_PACKAGES}")
endif()

install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" --install \"${RECFILTER_OPENCV_BUILD}\"
  --prefix \"\${CMAKE_INSTALL_PREFIX}\" COMMAND_ERROR_IS_FATAL ANY)")
