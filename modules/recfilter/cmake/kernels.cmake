# Source files that are compiled once per instruction set, for the machine to pick from: src/NAME.simd.hpp and
# src/NAME.dispatch.cpp.
set(RECFILTER_KERNELS
  cpu/few/serial_kernels cpu/kernels/filter_kernels cpu/banded/banded_kernels cpu/conv/conv_kernels cpu/sat/sat_kernels)
set(RECFILTER_INSTRUCTION_SETS AVX2 AVX512_SKX)
# Of ducc0's transforms, if there are any.
set(RECFILTER_DUCC0_KERNELS cpu/conv/fft/ducc_transform)
set(RECFILTER_DUCC0_INSTRUCTION_SETS AVX2)
