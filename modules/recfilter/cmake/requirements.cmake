# What this module needs of the compiler and of the CUDA toolkit. Each function sets RESULT to what is missing, or to
# an empty string.

# Without C++17 there is no module. CMake lists cxx_std_17 for GCC 5 and 6, too, which have only parts of it.
function(recfilter_missing_compiler RESULT)
  set(missing "")
  if(NOT "cxx_std_17" IN_LIST CMAKE_CXX_COMPILE_FEATURES
      OR (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 7))
    set(missing "a C++17 compiler is needed, this is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
  endif()
  set(${RESULT} "${missing}" PARENT_SCOPE)
endfunction()

# In an OpenCV with CUDA: without a recent toolkit there is no GPU half. It uses stream ids and launch attributes.
function(recfilter_missing_cuda RESULT)
  set(missing "")
  if(CUDA_VERSION VERSION_LESS 12.1)
    set(missing "CUDA 12.1 or newer is needed, this is ${CUDA_VERSION}")
  endif()
  set(${RESULT} "${missing}" PARENT_SCOPE)
endfunction()
