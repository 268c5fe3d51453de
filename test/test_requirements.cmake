# cmake -P test/test_requirements.cmake: which compilers and which CUDA toolkits the module asks for.
cmake_minimum_required(VERSION 3.8)
include("${CMAKE_CURRENT_LIST_DIR}/../modules/recfilter/cmake/requirements.cmake")

function(expect actual text what)
  if(NOT actual STREQUAL text)
    message(SEND_ERROR "${what}: \"${actual}\", expected \"${text}\"")
  endif()
endfunction()

function(expect_compiler CMAKE_CXX_COMPILER_ID CMAKE_CXX_COMPILER_VERSION CMAKE_CXX_COMPILE_FEATURES text)
  recfilter_missing_compiler(missing)
  expect("${missing}" "${text}" "compiler")
endfunction()

function(expect_cuda CUDA_VERSION text)
  recfilter_missing_cuda(missing)
  expect("${missing}" "${text}" "CUDA")
endfunction()

set(gcc_5 "cxx_std_98;cxx_std_11;cxx_std_14;cxx_std_17") # what CMake says of it
expect_compiler(GNU 12.2.0 "${gcc_5};cxx_std_20" "")
expect_compiler(GNU 7.1.0 "${gcc_5}" "")
expect_compiler(GNU 6.5.0 "${gcc_5}" "a C++17 compiler is needed, this is GNU 6.5.0")
expect_compiler(Clang 6.0 "${gcc_5}" "")
expect_compiler(Clang 3.4 "cxx_std_98;cxx_std_11" "a C++17 compiler is needed, this is Clang 3.4")
expect_compiler(MSVC 18.0 "" "a C++17 compiler is needed, this is MSVC 18.0")

expect_cuda(13.0 "")
expect_cuda(12.1 "")
expect_cuda(12.1.66 "") # as with CUDA as a language of CMake
expect_cuda(12.0.140 "CUDA 12.1 or newer is needed, this is 12.0.140")
expect_cuda(9.2 "CUDA 12.1 or newer is needed, this is 9.2")
