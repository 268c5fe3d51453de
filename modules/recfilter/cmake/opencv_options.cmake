# Options of OpenCV for this module, its tests and its samples, as an initial cache:
#   cmake -C modules/recfilter/cmake/opencv_options.cmake -S opencv -B build -DOPENCV_EXTRA_MODULES_PATH=...
# The top-level CMakeLists.txt uses it. Options after -C on the command line come on top. Nothing here makes OpenCV
# download anything.

macro(opencv_option name type value)
  set(${name} "${value}" CACHE ${type} "set by recfilter" FORCE)
endmacro()

opencv_option(CMAKE_BUILD_TYPE STRING Release)
opencv_option(CMAKE_CXX_STANDARD STRING 17)
opencv_option(BUILD_LIST STRING core,imgproc,imgcodecs,videoio,highgui,ts,cudev,recfilter)
opencv_option(OPENCV_BUILD_TEST_MODULES_LIST STRING recfilter)
opencv_option(OPENCV_BUILD_PERF_TEST_MODULES_LIST STRING recfilter)

foreach(what TESTS PERF_TESTS JPEG PNG ZLIB)
  opencv_option(BUILD_${what} BOOL ON)
endforeach()
foreach(what DOCS EXAMPLES JAVA PACKAGE opencv_apps opencv_python2)
  opencv_option(BUILD_${what} BOOL OFF)
endforeach()
foreach(what TBB PTHREADS_PF FFMPEG JPEG PNG)
  opencv_option(WITH_${what} BOOL ON)
endforeach()
foreach(what 1394 ADE AVIF CUBLAS CUDNN CUFFT EIGEN FLATBUFFERS GSTREAMER GTK HARFBUZZ IMGCODEC_GIF IPP ITT JASPER
    KLEIDICV LAPACK NVCUVID NVCUVENC OBSENSOR OPENCL OPENEXR OPENJPEG PROTOBUF QUIRC TIFF V4L VA VA_INTEL VTK WAYLAND
    WEBP)
  opencv_option(WITH_${what} BOOL OFF)
endforeach()
opencv_option(ENABLE_LIBJPEG_TURBO_SIMD BOOL OFF) # wants an assembler
opencv_option(ENABLE_CCACHE BOOL OFF) # CMAKE_CXX_COMPILER_LAUNCHER asks for it
# A file takes one second less of GCC 12. Files of other instruction sets cannot use them, of which GCC need not warn.
opencv_option(ENABLE_PRECOMPILED_HEADERS BOOL ON)
opencv_option(CMAKE_PCH_WARN_INVALID BOOL OFF)

# What would make OpenCV's core change without a reason.
opencv_option(BUILD_INFO_SKIP_TIMESTAMP BOOL ON)
opencv_option(BUILD_INFO_SKIP_SYSTEM_VERSION BOOL ON)
opencv_option(CMAKE_DISABLE_FIND_PACKAGE_Git BOOL ON)

# Of instruction sets those that this module has kernels for. superbuild.cmake knows the processor, also of another
# machine.
if(NOT recfilter_machine)
  cmake_host_system_information(RESULT recfilter_machine QUERY OS_PLATFORM)
endif()
if(recfilter_machine MATCHES "x86_64|AMD64")
  opencv_option(CPU_DISPATCH STRING "AVX2;AVX512_SKX")
endif()
