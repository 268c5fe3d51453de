# 32-bit x86 with Debian's cross-compiler; programs run on an x86-64 machine, by their own loader (preset i686).
set(CMAKE_SYSTEM_PROCESSOR i686)
set(recfilter_target i686-linux-gnu)
include("${CMAKE_CURRENT_LIST_DIR}/debian.cmake")
set(CMAKE_CROSSCOMPILING_EMULATOR
  /usr/${recfilter_target}/lib/ld-linux.so.2 --library-path /usr/${recfilter_target}/lib)
