# Source files that are compiled once per instruction set, for the machine to pick from: src/NAME.simd.hpp and
# src/NAME.dispatch.cpp.
set(RECFILTER_KERNELS
  runtime/cpu/pixels/pixel_kernels recursive/cpu/few/serial_kernels recursive/cpu/kernels/filter_kernels
  recursive/cpu/blocks/block_kernels recursive/cpu/short/product_kernels banded/cpu/banded_kernels
  dense/cpu/direct/conv_kernels sat/cpu/sat_kernels)
set(RECFILTER_INSTRUCTION_SETS AVX2 AVX512_SKX)
# Of ducc0's transforms, if there are any.
set(RECFILTER_DUCC0_KERNELS dense/cpu/fft/ducc_transform)
set(RECFILTER_DUCC0_INSTRUCTION_SETS AVX2)

# recfilter_fuse_in_kernels(TARGET FOLDER): kernels may fuse products and sums. All other files compute them as they are
# written, whatever the processor: which filters are accepted, and their tables, depend on rounding errors.
# FOLDER has the kernels of instruction sets.
function(recfilter_fuse_in_kernels target folder)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    return()
  endif()
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  foreach(kernels ${RECFILTER_KERNELS} ${RECFILTER_DUCC0_KERNELS})
    foreach(file "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../src/${kernels}.dispatch.cpp" "${folder}/${kernels}.avx2.cpp"
        "${folder}/${kernels}.avx512_skx.cpp")
      get_filename_component(file "${file}" ABSOLUTE)
      set_property(SOURCE "${file}" APPEND PROPERTY COMPILE_OPTIONS -ffp-contract=fast)
    endforeach()
  endforeach()
endfunction()
