# Sources from Python's package index, by pip: it carries OpenCV's, and ducc0. They are fetched once, into folders of
# RECFILTER_CACHE. An interrupted fetch leaves no half-made folder behind.

# The Python that this machine calls python3: its real path, behind the scripts that choose a version.
function(recfilter_find_python)
  find_program(recfilter_python_program NAMES python3 python NO_CACHE) # a later one may have NumPy
  if(NOT recfilter_python_program)
    message(FATAL_ERROR "Python 3 with pip is needed to fetch sources")
  endif()
  execute_process(COMMAND "${recfilter_python_program}" -c "import sys, sysconfig
print(sys.executable, sysconfig.get_path('include'), sep=';')"
    OUTPUT_VARIABLE python OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  list(GET python 0 executable)
  list(GET python 1 headers)
  set(recfilter_python "${executable}" PARENT_SCOPE)
  set(recfilter_python_headers "${headers}" PARENT_SCOPE)
endfunction()

# recfilter_fetch(FAILED PACKAGE VERSION FOLDER MEMBER...): these members of the package's archive, below FOLDER.
# FAILED is what went wrong, or empty.
function(recfilter_fetch failed package version folder)
  set(${failed} "" PARENT_SCOPE)
  file(MAKE_DIRECTORY "${RECFILTER_CACHE}")
  file(LOCK "${RECFILTER_CACHE}/cmake.lock" GUARD FUNCTION)
  if(EXISTS "${folder}")
    return()
  endif()
  message(STATUS "Fetching the sources of ${package} ${version}")
  set(partial "${folder}.partial")
  file(REMOVE_RECURSE "${partial}")
  file(MAKE_DIRECTORY "${partial}/download")
  file(STRINGS "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/packages.txt" requirement REGEX "^${package}==${version} ")
  set(check_hash --require-hashes)
  if(NOT requirement)
    message(STATUS "No hash of ${package} ${version} is known")
    set(requirement "${package}==${version}")
    set(check_hash "")
  endif()
  file(WRITE "${partial}/requirement.txt" "${requirement}\n")
  execute_process(
    COMMAND "${recfilter_python}" -m pip --disable-pip-version-check download --no-deps --no-binary "${package}"
      ${check_hash} -d "${partial}/download" -r "${partial}/requirement.txt"
    OUTPUT_VARIABLE log ERROR_VARIABLE log RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    set(${failed} "pip cannot fetch ${package} ${version}:\n${log}" PARENT_SCOPE)
    return()
  endif()
  file(GLOB archive "${partial}/download/*.tar.gz")
  string(REPLACE "-" "_" top "${package}-")
  string(REGEX REPLACE "_$" "-${version}" top "${top}")
  list(TRANSFORM ARGN PREPEND "${top}/" OUTPUT_VARIABLE members)
  file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${partial}" PATTERNS ${members})
  file(RENAME "${partial}/${top}" "${folder}")
  file(REMOVE_RECURSE "${partial}")
endfunction()

# recfilter_fetch_ducc0(FOLDER): the folder to include from, or empty: it can be done without.
function(recfilter_fetch_ducc0 folder)
  set(version 0.42.0)
  recfilter_fetch(failed ducc0 ${version} "${RECFILTER_CACHE}/ducc0-${version}" "src/ducc0/*")
  set(${folder} "${RECFILTER_CACHE}/ducc0-${version}/src" PARENT_SCOPE)
  if(failed)
    message(NOTICE "Going on without ducc0: large kernels take cv::dft")
    set(${folder} "" PARENT_SCOPE)
  endif()
endfunction()
