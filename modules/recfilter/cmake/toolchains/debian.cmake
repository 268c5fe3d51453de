# A cross-compiler of Debian's package g++-TARGET, with the libraries of that package alone: without TBB, OpenCV's
# threads are its own. The toolchain files beside this one set recfilter_target.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${recfilter_target}-gcc)
set(CMAKE_CXX_COMPILER ${recfilter_target}-g++)
set(CMAKE_FIND_ROOT_PATH /usr/${recfilter_target})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(what LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${what} ONLY)
endforeach()
