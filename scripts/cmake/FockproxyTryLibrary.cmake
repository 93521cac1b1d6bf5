# fockproxy_try_library(Name probe.cpp INCLUDES ... LIBRARIES ...)
#
# Links a probe with Name_LIBRARY and with this MPI, and runs it: a library of another MPI links as well, and would
# bring that MPI into the program. The result is in Name_WORKS. It is tested again if the library or the compiler of
# this MPI changes.
function(fockproxy_try_library name probe)
  cmake_parse_arguments(PARSE_ARGV 2 with "" "" "INCLUDES;LIBRARIES")
  set(tried "${${name}_LIBRARY} ${MPI_CXX_COMPILER}")
  if(${name}_TRIED STREQUAL tried)
    return()
  endif()
  get_filename_component(folder ${probe} NAME_WE)
  try_run(ended built ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${folder} ${probe}
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${with_INCLUDES}"
    LINK_LIBRARIES ${with_LIBRARIES} MPI::MPI_CXX
    COMPILE_OUTPUT_VARIABLE messages RUN_OUTPUT_VARIABLE says)
  set(works FALSE)
  if(built AND ended EQUAL 0)
    set(works TRUE)
  else()
    message(STATUS "fockproxy: ${${name}_LIBRARY} does not work with this MPI and is left out: ${says}")
  endif()
  # Results of try_run are cached too, and another library would get this result.
  unset(ended CACHE)
  unset(built CACHE)
  set(${name}_WORKS ${works} CACHE INTERNAL "What was tried out")
  set(${name}_TRIED "${tried}" CACHE INTERNAL "")
endfunction()
