# -DFOCKPROXY_PORTABLE=FOLDER: programs that run on any Linux with glibc 2.28 or newer, for scripts/wheel. It makes the
# folder, which has what a linker needs of such a glibc. Compilation is unchanged; GCC's libraries, fmt and LAPACK are
# linked statically. Not included are glibc, MPI and Libint, which is three times as large as the rest and is beside the
# programs: lib/libint2.so.2.
if(NOT FOCKPROXY_PORTABLE)
  return()
endif()
set(CMAKE_SKIP_RPATH ON)
set(portable ${PROJECT_SOURCE_DIR}/scripts/portable)
add_library(fockproxy_old_glibc OBJECT ${portable}/glibc_2.28.c)
add_library(fockproxy_fmt STATIC ${portable}/fmt.cpp)
target_include_directories(fockproxy_fmt PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_features(fockproxy_fmt PRIVATE cxx_std_20)
set_target_properties(fmt::fmt PROPERTIES IMPORTED_SONAME_NONE ""
  IMPORTED_LOCATION_NONE ${CMAKE_CURRENT_BINARY_DIR}/libfockproxy_fmt.a)
find_library(FOCKPROXY_LAPACK_ARCHIVE liblapack.a PATH_SUFFIXES lapack REQUIRED)
find_library(FOCKPROXY_BLAS_ARCHIVE libblas.a PATH_SUFFIXES blas REQUIRED)
set(fortran "")
foreach(name gfortran quadmath)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=lib${name}.a OUTPUT_VARIABLE archive
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(IS_ABSOLUTE ${archive})  # libquadmath does not exist for every processor
    list(APPEND fortran ${archive})
  endif()
endforeach()
set_target_properties(LAPACK::LAPACK PROPERTIES INTERFACE_LINK_LIBRARIES
  "${FOCKPROXY_LAPACK_ARCHIVE};${FOCKPROXY_BLAS_ARCHIVE};${fortran}")

# Linked again from Libint's archive, because its shared library needs the system's libstdc++. The programs contain the
# parts that it needs.
find_library(FOCKPROXY_LIBINT_ARCHIVE libint2.a HINTS ${LIBINT2_ROOT} $ENV{LIBINT2_ROOT} PATH_SUFFIXES lib REQUIRED)
set(libint ${PROJECT_BINARY_DIR}/lib/libint2.so.2)
add_custom_command(OUTPUT ${libint}
  COMMAND ${CMAKE_C_COMPILER} -shared -o ${libint} -B${FOCKPROXY_PORTABLE} -nodefaultlibs -Wl,-soname,libint2.so.2
    -Wl,--whole-archive ${FOCKPROXY_LIBINT_ARCHIVE} -Wl,--no-whole-archive -Wl,-z,text -lc
  DEPENDS ${FOCKPROXY_LIBINT_ARCHIVE} VERBATIM)
add_custom_target(fockproxy_libint DEPENDS ${libint})
set_target_properties(Libint2::int2 PROPERTIES IMPORTED_LOCATION ${libint})

# fockproxy_portable_program(target)
function(fockproxy_portable_program target)
  add_dependencies(${target} fockproxy_fmt fockproxy_libint)
  target_link_libraries(${target} PRIVATE fockproxy_old_glibc)
  # The linked MPI library may need a newer glibc than the program.
  target_link_options(${target} PRIVATE -B${FOCKPROXY_PORTABLE} -static-libgcc -static-libstdc++
    -Wl,--as-needed -Wl,--allow-shlib-undefined)
endfunction()
