# -DFOCKPROXY_PORTABLE=FOLDER: programs that run on any Linux with glibc 2.28 or newer, for scripts/wheel, which makes the
# folder: what a linker needs of such a glibc. Compiled as ever; GCC's libraries, fmt and LAPACK stand inside. What stays
# outside is glibc, MPI, and Libint, which comes beside the programs.
if(NOT FOCKPROXY_PORTABLE)
  return()
endif()
set(CMAKE_SKIP_RPATH ON)
target_compile_definitions(fockproxy_flags INTERFACE FOCKPROXY_PACKAGE_FOR_ANY_LINUX)
set(portable ${PROJECT_SOURCE_DIR}/scripts/portable)
add_library(fockproxy_old_glibc OBJECT ${portable}/glibc_2.28.c)
add_library(fockproxy_fmt STATIC ${portable}/fmt.cpp)
target_link_libraries(fockproxy_fmt PRIVATE fmt::fmt)
target_compile_features(fockproxy_fmt PRIVATE cxx_std_20)
set_target_properties(fmt::fmt PROPERTIES IMPORTED_SONAME_NONE ""
  IMPORTED_LOCATION_NONE ${CMAKE_CURRENT_BINARY_DIR}/libfockproxy_fmt.a)
find_library(FOCKPROXY_LAPACK_ARCHIVE liblapack.a PATH_SUFFIXES lapack REQUIRED)
find_library(FOCKPROXY_BLAS_ARCHIVE libblas.a PATH_SUFFIXES blas REQUIRED)
set(fortran "")
foreach(name gfortran quadmath)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=lib${name}.a OUTPUT_VARIABLE archive
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  list(APPEND fortran ${archive})
endforeach()
set_target_properties(LAPACK::LAPACK PROPERTIES INTERFACE_LINK_LIBRARIES
  "${FOCKPROXY_LAPACK_ARCHIVE};${FOCKPROXY_BLAS_ARCHIVE};${fortran}")

# fockproxy_portable_program(target)
function(fockproxy_portable_program target)
  add_dependencies(${target} fockproxy_fmt)
  target_link_libraries(${target} PRIVATE fockproxy_old_glibc)
  # The MPI library that is linked may need a newer glibc than the program does.
  target_link_options(${target} PRIVATE -B${FOCKPROXY_PORTABLE} -static-libgcc -static-libstdc++
    -Wl,--as-needed -Wl,--allow-shlib-undefined)
endfunction()
