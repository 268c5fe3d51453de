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
