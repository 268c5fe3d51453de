# RECFILTER_SANITIZE=address,undefined or thread instruments only the module. The tests' own loops would take longer,
# and the objects of OpenCV, which are those of other builds, come from ccache. With -O1 the tests compile in two thirds
# of the time, which is more than they take longer.
set(sanitize -fsanitize=${RECFILTER_SANITIZE})
target_compile_options(opencv_recfilter PRIVATE ${sanitize} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Of instrumented code GCC cannot tell.
  target_compile_options(opencv_recfilter PRIVATE -Wno-maybe-uninitialized)
endif()
if(TARGET opencv_test_recfilter)
  target_compile_options(opencv_test_recfilter PRIVATE -O1)
  target_compile_definitions(opencv_test_recfilter PRIVATE RECFILTER_INSTRUMENTED)
endif()
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
# papers/cpu/tiles/tiles.cpp with both sanitizers, and not with -fno-thread-jumps. Kernels that this machine does not
# pick are not checked: one minute instead of five.
set(checked ${RECFILTER_INTRINSICS_WARNINGS} -O2
  -fno-sanitize-address-use-after-scope -fno-sanitize=null,object-size,pointer-overflow,vptr)
set(baseline "${checked}")
if(NOT picks_baseline)
  set(baseline "-fno-sanitize=all;-O1")
endif()
set(vector_kernels ${RECFILTER_KERNELS})
list(REMOVE_ITEM vector_kernels recursive/cpu/few/serial_kernels)
foreach(kernels ${vector_kernels})
  set_source_files_properties(src/${kernels}.dispatch.cpp PROPERTIES COMPILE_OPTIONS "${baseline}")
  set_source_files_properties(
    "${CMAKE_CURRENT_BINARY_DIR}/${kernels}.avx2.cpp" "${CMAKE_CURRENT_BINARY_DIR}/${kernels}.avx512_skx.cpp"
    PROPERTIES COMPILE_OPTIONS "${checked}")
endforeach()
