# The functions that the CMakeLists.txt files of this project use.

# Flags for every target of the project.
add_library(fockproxy_flags INTERFACE)
target_compile_options(fockproxy_flags INTERFACE -Wall -Wextra -Wpedantic)
# The C++ bindings, which MPI 3 removed, cost half a second in every file that includes mpi.h.
target_compile_definitions(fockproxy_flags INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(fockproxy_flags INTERFACE -Wno-restrict)  # false alarms on std::string (GCC bug 105651)
endif()
# For all targets, because precompiled headers are only accepted with the same macros.
foreach(tool CALIPER ADIAK)
  if(FOCKPROXY_WITH_${tool})
    target_compile_definitions(fockproxy_flags INTERFACE FOCKPROXY_WITH_${tool})
  endif()
endforeach()
# Files for instruction sets that not every processor has: lib/eri and lib/dense.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(FOCKPROXY_X86_KERNELS ON)
  set(FOCKPROXY_AVX2_FLAGS -mavx2 -mfma)
  set(FOCKPROXY_AVX512_FLAGS ${FOCKPROXY_AVX2_FLAGS} -mavx512f -mavx512dq -mavx512vl -mprefer-vector-width=512)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # GCC 12 warns of its own AVX-512 header (GCC bug 105593)
    list(APPEND FOCKPROXY_AVX512_FLAGS -Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
endif()
if(FOCKPROXY_SANITIZE)
  target_compile_options(fockproxy_flags INTERFACE -fsanitize=${FOCKPROXY_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(fockproxy_flags INTERFACE -fsanitize=${FOCKPROXY_SANITIZE})
endif()

# scripts/cmake/prelude.hpp, compiled once for all targets. A compiler accepts a precompiled header only with the same
# macros. So all targets get the macros of fmt, even those that do not link it.
function(fockproxy_prelude)
  fockproxy_precompile(fockproxy_prelude "" "")
  target_compile_definitions(fockproxy_flags INTERFACE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
  fockproxy_precompile(fockproxy_app_prelude "<CLI/CLI.hpp>;<nlohmann/json.hpp>"
    "CLI11::CLI11;nlohmann_json::nlohmann_json")
  fockproxy_optimise_less(fockproxy_app_prelude)
  if(FOCKPROXY_TESTS)
    fockproxy_precompile(fockproxy_test_prelude <gtest/gtest.h> GTest::gtest)
    fockproxy_optimise_less(fockproxy_test_prelude)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # More false alarms on std::string, whose header is not a system header once it is precompiled.
    target_compile_options(fockproxy_flags INTERFACE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endfunction()

# For a first build: tests and the command line compile a third faster, and the libraries that they call are optimised as
# usual.
function(fockproxy_optimise_less target)
  if(FOCKPROXY_BULK_BUILD)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

# Precompiles other headers of packages with the prelude.
function(fockproxy_precompile target headers packages)
  add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/scripts/cmake/prelude.cpp)
  target_link_libraries(${target} PRIVATE fockproxy_flags Eigen3::Eigen fmt::fmt MPI::MPI_CXX ${packages})
  target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/scripts/cmake/prelude.hpp ${headers})
endfunction()

# fockproxy_begin_with_prelude(target [fockproxy_test_prelude])
function(fockproxy_begin_with_prelude target)
  set(prelude fockproxy_prelude)
  if(ARGC GREATER 1)
    set(prelude ${ARGV1})
  endif()
  if(FOCKPROXY_BULK_BUILD)
    target_precompile_headers(${target} REUSE_FROM ${prelude})
  endif()
endfunction()

# fockproxy_take_archive(chem): a folder that does not call MPI, even in its dependencies, has the same library with
# every MPI. It is taken from the build folder FOCKPROXY_SERIAL_LIBRARIES, which is updated first. An empty file is
# compiled instead of the sources, by itself: CMake ignores OBJECT_DEPENDS of a file that it compiles together with others.
# USES_TERMINAL: one nested build at a time.
function(fockproxy_take_archive folder)
  set(archive ${FOCKPROXY_SERIAL_LIBRARIES}/lib/${folder}/libfockproxy_${folder}.a)
  add_custom_target(fockproxy_${folder}_elsewhere
    COMMAND ${CMAKE_COMMAND} --build ${FOCKPROXY_SERIAL_LIBRARIES} --target fockproxy_${folder}
    BYPRODUCTS ${archive} USES_TERMINAL VERBATIM)
  set(empty ${CMAKE_CURRENT_BINARY_DIR}/taken.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "// ${archive} takes the place of this library.\n")
  set_source_files_properties(${empty} PROPERTIES
    OBJECT_DEPENDS ${archive} SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  add_library(fockproxy_${folder} STATIC ${empty})
  add_custom_command(TARGET fockproxy_${folder} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy ${archive} $<TARGET_FILE:fockproxy_${folder}> VERBATIM)
endfunction()

# fockproxy_library(chem SOURCES a.cpp... [DEPENDS support ...] [PRIVATE_DEPENDS targets...])
# One static library per folder of lib/, fockproxy_chem. DEPENDS names other folders or targets of packages. It defines
# the dependencies of the architecture.
function(fockproxy_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  set(calls_mpi FALSE)
  foreach(dependency IN LISTS ARG_DEPENDS)
    if(dependency STREQUAL "MPI::MPI_CXX")
      set(calls_mpi TRUE)
    elseif(TARGET fockproxy_${dependency})
      get_target_property(calls_too fockproxy_${dependency} FOCKPROXY_CALLS_MPI)
      if(calls_too)
        set(calls_mpi TRUE)
      endif()
    endif()
  endforeach()
  if(ARG_SOURCES)
    if(FOCKPROXY_SERIAL_LIBRARIES AND NOT calls_mpi)
      fockproxy_take_archive(${folder})
    else()
      add_library(fockproxy_${folder} STATIC ${ARG_SOURCES})
    endif()
    set(scope PUBLIC)
    target_link_libraries(fockproxy_${folder} PRIVATE fockproxy_flags)
    fockproxy_begin_with_prelude(fockproxy_${folder})
    set_target_properties(fockproxy_${folder} PROPERTIES UNITY_BUILD ${FOCKPROXY_BULK_BUILD})
  else()
    add_library(fockproxy_${folder} INTERFACE)
    set(scope INTERFACE)
  endif()
  set_target_properties(fockproxy_${folder} PROPERTIES FOCKPROXY_CALLS_MPI ${calls_mpi})
  target_compile_features(fockproxy_${folder} ${scope} cxx_std_20)
  target_include_directories(fockproxy_${folder} ${scope} ${PROJECT_SOURCE_DIR}/lib)
  foreach(dependency IN LISTS ARG_DEPENDS)
    if(TARGET fockproxy_${dependency})
      target_link_libraries(fockproxy_${folder} ${scope} fockproxy_${dependency})
    else()
      target_link_libraries(fockproxy_${folder} ${scope} ${dependency})
    endif()
  endforeach()
  if(ARG_PRIVATE_DEPENDS)
    target_link_libraries(fockproxy_${folder} PRIVATE ${ARG_PRIVATE_DEPENDS})
  endif()
endfunction()

# Builds only the unit tests, for sanitizers; the other target builds those with the label threads, for the thread
# sanitizer.
add_custom_target(fockproxy_unit_tests)
add_custom_target(fockproxy_thread_tests)
function(fockproxy_sort_test target)
  if(unit IN_LIST ARGN)
    add_dependencies(fockproxy_unit_tests ${target})
  endif()
  if(threads IN_LIST ARGN)
    add_dependencies(fockproxy_thread_tests ${target})
  endif()
endfunction()

# Programs with sanitizers take several times as long.
set(fockproxy_slowdown 1)
if(FOCKPROXY_SANITIZE)
  set(fockproxy_slowdown 4)
endif()

# fockproxy_test(chem SOURCES a_test.cpp... LIBRARIES chem ... [LABELS unit] [TIMEOUT 120] [EVERY_MPI])
# A serial GoogleTest program, bin/test_chem, one CTest entry. FOCKPROXY_DATA is the data of the source tree. EVERY_MPI:
# it depends on the MPI library although it is serial.
function(fockproxy_test name)
  cmake_parse_arguments(ARG "EVERY_MPI" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT FOCKPROXY_SERIAL_TESTS AND NOT ARG_EVERY_MPI)
    return()
  endif()
  fockproxy_test_program(${name} SOURCES ${ARG_SOURCES} LIBRARIES ${ARG_LIBRARIES} GTest::gtest_main)
  add_test(NAME ${name} COMMAND test_${name})
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  fockproxy_sort_test(test_${name} ${ARG_LABELS})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  math(EXPR limit "${ARG_TIMEOUT} * ${fockproxy_slowdown}")
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${limit}
    ENVIRONMENT "FOCKPROXY_DATA=${PROJECT_SOURCE_DIR};OMP_NUM_THREADS=1;OPENBLAS_NUM_THREADS=1")
endfunction()

# fockproxy_mpi_test(counters SOURCES a_test.cpp... LIBRARIES counters ... [RANKS 1 2 3 4] [LABELS mpi] [TIMEOUT 300]
#                    [ARGUMENTS ...] [TIMING *Pattern*:... [TIMING_RANKS 2]])
# A GoogleTest program with the MPI main of tests/support, one CTest entry per number of ranks: counters_n1,
# counters_n2... TIMING are gtest patterns of the tests that judge measured times. These run in separate entries,
# counters_timing_n2 and so on, with the label timing.
function(fockproxy_mpi_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT;TIMING" "SOURCES;LIBRARIES;RANKS;LABELS;ARGUMENTS;TIMING_RANKS"
    ${ARGN})
  fockproxy_test_program(${name} SOURCES ${ARG_SOURCES} LIBRARIES ${ARG_LIBRARIES} fockproxy_mpi_test_main)
  fockproxy_sort_test(test_${name} ${ARG_LABELS})
  if(NOT ARG_RANKS)
    set(ARG_RANKS 1 2 3 4)
  endif()
  set(command $<TARGET_FILE:test_${name}> ${ARG_ARGUMENTS})
  if(ARG_TIMING)
    if(NOT ARG_TIMING_RANKS)
      set(ARG_TIMING_RANKS ${ARG_RANKS})
    endif()
    foreach(ranks IN LISTS ARG_TIMING_RANKS)
      fockproxy_add_mpi_run(${name}_timing_n${ranks} RANKS ${ranks} COMMAND ${command} --gtest_filter=${ARG_TIMING}
        LABELS timing TIMEOUT ${ARG_TIMEOUT})
    endforeach()
    list(APPEND command --gtest_filter=-${ARG_TIMING})
  endif()
  foreach(ranks IN LISTS ARG_RANKS)
    fockproxy_add_mpi_run(${name}_n${ranks} RANKS ${ranks} COMMAND ${command} LABELS ${ARG_LABELS}
      TIMEOUT ${ARG_TIMEOUT})
  endforeach()
endfunction()

# With more ranks than cores, each wait may take a time slice of the system, milliseconds, although waiting ranks yield.
# Entries with two ranks too many have the label slow.
cmake_host_system_information(RESULT fockproxy_cores QUERY NUMBER_OF_LOGICAL_CORES)

# fockproxy_add_mpi_run(name RANKS 2 COMMAND program arguments... [LABELS mpi] [TIMEOUT 300])
function(fockproxy_add_mpi_run name)
  cmake_parse_arguments(ARG "" "RANKS;TIMEOUT" "COMMAND;LABELS" ${ARGN})
  if(NOT ARG_LABELS)
    set(ARG_LABELS mpi)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  math(EXPR ranks_at_ease "${fockproxy_cores} + 1")
  if(ARG_RANKS GREATER ranks_at_ease)
    list(APPEND ARG_LABELS slow)
  endif()
  add_test(NAME ${name} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ARG_RANKS} ${ARG_COMMAND})
  set(environment ${FOCKPROXY_MPI_TEST_ENVIRONMENT})
  if("timing" IN_LIST ARG_LABELS)
    set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
  else()
    list(APPEND environment ${FOCKPROXY_SHARED_CORES_ENVIRONMENT})
  endif()
  # COST: long tests begin first, so that none is left alone at the end.
  math(EXPR limit "${ARG_TIMEOUT} * ${fockproxy_slowdown}")
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${limit} COST ${limit}
    PROCESSORS ${ARG_RANKS}
    ENVIRONMENT "FOCKPROXY_DATA=${PROJECT_SOURCE_DIR};OMP_NUM_THREADS=1;OPENBLAS_NUM_THREADS=1;${environment}")
endfunction()

function(fockproxy_test_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE fockproxy_flags)
  fockproxy_begin_with_prelude(test_${name} fockproxy_test_prelude)
  fockproxy_optimise_less(test_${name})
  set_target_properties(test_${name} PROPERTIES UNITY_BUILD ${FOCKPROXY_BULK_BUILD})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  foreach(library IN LISTS ARG_LIBRARIES)
    if(TARGET fockproxy_${library})
      target_link_libraries(test_${name} PRIVATE fockproxy_${library})
    else()
      target_link_libraries(test_${name} PRIVATE ${library})
    endif()
  endforeach()
endfunction()
