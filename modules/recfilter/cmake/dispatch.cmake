# Kernels once per instruction set, as ocv_add_dispatched_file compiles them, for a library outside of OpenCV's build.

# By instruction set: compiler options, and macros CV_CPU_COMPILE_… of OpenCV's headers.
set(recfilter_AVX2_options -mavx2 -mfma -mf16c -mpopcnt)
set(recfilter_AVX2_macros SSSE3 SSE4_1 SSE4_2 POPCNT AVX FP16 AVX2 FMA3)
set(recfilter_AVX512_SKX_options ${recfilter_AVX2_options} -mavx512f -mavx512cd -mavx512vl -mavx512bw -mavx512dq)
set(recfilter_AVX512_SKX_macros ${recfilter_AVX2_macros} AVX_512F AVX512_COMMON AVX512_SKX)
if(MSVC)
  set(recfilter_AVX2_options /arch:AVX2)
  set(recfilter_AVX512_SKX_options /arch:AVX512)
endif()

# Headers that OpenCV's build has and an installation lacks: cvconfig.h and cv_cpu_config.h, in FOLDER.
function(recfilter_configure_cpu target folder)
  file(CONFIGURE OUTPUT "${folder}/cvconfig.h" CONTENT "#define CV_ENABLE_INTRINSICS\n")
  set(text "")
  set(baseline "")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(baseline SSE SSE2 SSE3)
    if(NOT MSVC)
      target_compile_options(${target} PRIVATE -msse3)
    endif()
    foreach(instructions ${RECFILTER_INSTRUCTION_SETS})
      string(APPEND text "#define CV_CPU_DISPATCH_COMPILE_${instructions} 1\n")
    endforeach()
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64|ARM64")
    set(baseline NEON)
  endif()
  foreach(instructions ${baseline})
    string(APPEND text "#define CV_CPU_COMPILE_${instructions} 1\n#define CV_CPU_BASELINE_COMPILE_${instructions} 1\n")
  endforeach()
  file(CONFIGURE OUTPUT "${folder}/cv_cpu_config.h" CONTENT "${text}")
  target_include_directories(${target} PRIVATE "${folder}")
  target_compile_definitions(${target} PRIVATE __OPENCV_BUILD=1)
endfunction()

# recfilter_add_kernels(TARGET FOLDER NAME INSTRUCTION_SET...): src/NAME.simd.hpp for each of the instruction sets, and
# FOLDER/NAME.simd_declarations.hpp for src/NAME.dispatch.cpp. After the target's other sources: of inline functions the
# linker keeps the first copy, which every machine must run.
function(recfilter_add_kernels target folder name)
  set(modes BASELINE)
  set(text "#define CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY\n")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    foreach(instructions ${ARGN})
      string(TOLOWER "${name}.${instructions}.cpp" file)
      file(CONFIGURE OUTPUT "${folder}/${file}" CONTENT "#include \"precomp.hpp\"\n#include \"${name}.simd.hpp\"\n")
      list(TRANSFORM recfilter_${instructions}_macros PREPEND CV_CPU_COMPILE_ OUTPUT_VARIABLE macros)
      list(TRANSFORM macros APPEND =1)
      set_source_files_properties("${folder}/${file}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON
        COMPILE_OPTIONS "${recfilter_${instructions}_options}"
        COMPILE_DEFINITIONS "${macros};CV_CPU_DISPATCH_MODE=${instructions}")
      target_sources(${target} PRIVATE "${folder}/${file}")
      list(PREPEND modes ${instructions})
      string(APPEND text "#undef CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN\n"
        "#define CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN namespace opt_${instructions} {\n#include \"${name}.simd.hpp\"\n")
    endforeach()
  endif()
  list(JOIN modes ", " modes)
  string(APPEND text "#define CV_CPU_DISPATCH_MODES_ALL ${modes}\n")
  file(CONFIGURE OUTPUT "${folder}/${name}.simd_declarations.hpp" CONTENT "${text}")
endfunction()
