# ARMv8 with Debian's cross-compiler; programs run by qemu-user (preset aarch64).
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(recfilter_target aarch64-linux-gnu)
include("${CMAKE_CURRENT_LIST_DIR}/debian.cmake")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/${recfilter_target})
