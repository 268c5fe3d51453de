# RECFILTER_SANITIZE=address, address,undefined or thread instruments only the module. The tests' own loops would take
# longer.
set(sanitize -fsanitize=${RECFILTER_SANITIZE})
get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
foreach(target ${targets})
  get_target_property(type ${target} TYPE)
  if(type MATCHES "LIBRARY|EXECUTABLE")
    target_link_options(${target} PRIVATE ${sanitize})
  endif()
endforeach()
# Kernels are not checked for null pointers nor for use after scope. Those of AVX-512 compile in 4 minutes so, in
# 5 with the check of null pointers, in more than 7 with both. Nor for pointers that overflow: the check costs a fifth
# of the time, makes the code twice as large, and what such a pointer reaches is checked by its address. With -O2 they
# run twice as fast as with -O1, and compile one minute longer. No other file has -O2: GCC 12 miscompiles
# papers/cpu/tiles/tiles.cpp with both sanitizers, and not with -fno-thread-jumps.
set(instrumented ${sanitize} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Of instrumented code GCC cannot tell.
  list(APPEND instrumented -Wno-maybe-uninitialized)
endif()
get_target_property(sources opencv_recfilter SOURCES)
set(vector_kernels ${RECFILTER_KERNELS})
list(REMOVE_ITEM vector_kernels recursive/cpu/few/serial_kernels)
set(checked "")
set(unpicked "")
foreach(kernels ${vector_kernels})
  if(picks_baseline)
    list(APPEND checked "${CMAKE_CURRENT_SOURCE_DIR}/src/${kernels}.dispatch.cpp")
  else()
    list(APPEND unpicked "${CMAKE_CURRENT_SOURCE_DIR}/src/${kernels}.dispatch.cpp")
  endif()
  list(APPEND checked
    "${CMAKE_CURRENT_BINARY_DIR}/${kernels}.avx2.cpp" "${CMAKE_CURRENT_BINARY_DIR}/${kernels}.avx512_skx.cpp")
endforeach()
# Kernels that this machine does not pick never run. Without optimizations they compile in a fifth of the time. They are
# linked last: of inline functions the linker keeps the first copy, an instrumented one.
list(REMOVE_ITEM sources ${unpicked})
# What compiles longest comes first, so that no core waits for the other one. Only here: linked first, inline functions
# of AVX would reach machines without.
set(longest ${sources})
list(FILTER longest INCLUDE REGEX "\\.(avx2|avx512_skx)\\.cpp$")
list(REMOVE_ITEM sources ${longest})
set_property(TARGET opencv_recfilter PROPERTY SOURCES ${longest} ${sources} ${unpicked})
list(APPEND sources ${longest})
set_property(SOURCE ${unpicked} APPEND PROPERTY COMPILE_OPTIONS -O0)
list(FILTER sources INCLUDE REGEX "\\.cpp$")
set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS ${instrumented})
set_property(SOURCE ${checked} APPEND PROPERTY COMPILE_OPTIONS ${RECFILTER_INTRINSICS_WARNINGS} -O2
  -fno-sanitize-address-use-after-scope -fno-sanitize=null,object-size,pointer-overflow,vptr)
