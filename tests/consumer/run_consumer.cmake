# cmake -D build=<build tree> -D source=<of fockproxy> -D consumer=<source of the consumer> -D with_ga=<ON or OFF>
#       -D build_type=<as the build> -D mpi_name=<of the build> -D mpi_c=<compiler> -D mpi_cxx=<compiler>
#       -D other_mpi_cxx=<of another MPI, may be empty> -P run_consumer.cmake
# Installs fockproxy to a temporary prefix, moves that prefix (nothing may depend on where it was), builds the consumer
# project against it and runs what was installed, with no help from the environment in finding the data. The package
# files are those of a tree configured twice as by a preset, with bare names of compilers. Another MPI is refused.

function(give_up)
  file(REMOVE_RECURSE ${scratch})
  message(FATAL_ERROR ${ARGN})
endfunction()

function(try status_name output_name messages_name)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=FOCKPROXY_DATA ${ARGN}
    WORKING_DIRECTORY ${scratch} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE messages)
  foreach(part status output messages)
    set(${${part}_name} "${${part}}" PARENT_SCOPE)
  endforeach()
endfunction()

function(run output_name)
  try(status output messages ${ARGN})
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    give_up("${command}\nended with ${status}\n${output}\n${messages}")
  endif()
  set(${output_name} "${output}" PARENT_SCOPE)
endfunction()

function(expect text pattern)
  if(NOT text MATCHES "${pattern}")
    give_up("expected '${pattern}' in\n${text}")
  endif()
endfunction()

# expect_refusal(pattern [compiler settings...]): the consumer cannot be configured, and is told why.
function(expect_refusal pattern)
  try(status output messages ${CMAKE_COMMAND} -S ${consumer} -B ${scratch}/refused -G Ninja -D fockproxy_ROOT=${prefix}
    ${ARGN})
  if(status EQUAL 0)
    give_up("taken, but it is not the package's own MPI: ${ARGN}\n${output}")
  endif()
  string(REGEX REPLACE "[ \n]+" " " messages "${messages}")  # CMake breaks lines
  expect("${messages}" "this fockproxy was built with ${pattern}")
  file(REMOVE_RECURSE ${scratch}/refused)
endfunction()

# Outside the source tree, whose data the programs would find too.
execute_process(COMMAND mktemp -d OUTPUT_VARIABLE scratch OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(prefix ${scratch}/moved)
run(ignored ${CMAKE_COMMAND} --install ${build} --prefix ${scratch}/installed)

cmake_path(GET mpi_cxx PARENT_PATH mpi_directory)
cmake_path(GET mpi_c FILENAME mpi_c_name)
cmake_path(GET mpi_cxx FILENAME mpi_cxx_name)
foreach(time once twice)
  run(ignored PATH=${mpi_directory}:$ENV{PATH} ${CMAKE_COMMAND} -S ${source} -B ${scratch}/again -G Ninja
    -D FOCKPROXY_TESTS=OFF -D FOCKPROXY_WITH_GA=${with_ga} -D CMAKE_BUILD_TYPE=${build_type}
    -D MPI_C_COMPILER=${mpi_c_name} -D MPI_CXX_COMPILER=${mpi_cxx_name})
endforeach()
run(ignored ${CMAKE_COMMAND} --install ${scratch}/again --prefix ${scratch}/installed --component package)
file(RENAME ${scratch}/installed ${prefix})

run(ignored ${CMAKE_COMMAND} -S ${consumer} -B ${scratch}/build -G Ninja -D CMAKE_BUILD_TYPE=Release
  -D fockproxy_ROOT=${prefix} -D CMAKE_INSTALL_PREFIX=${prefix})
run(ignored ${CMAKE_COMMAND} --build ${scratch}/build)
run(ignored ${CMAKE_COMMAND} --install ${scratch}/build)

run(text ${prefix}/bin/molecule_info)
expect("${text}" "^H2O 10\n$")
run(text ${prefix}/bin/overlap_trace)
expect("${text}" "^7 7\n$")
if(EXISTS ${prefix}/bin/fockproxy)
  run(text ${prefix}/bin/fockproxy scf water --basis sto-3g)
  expect("${text}" "VERIFICATION: PASS")
endif()

if(other_mpi_cxx)
  string(REPLACE "mpicxx" "mpicc" other_mpi_c ${other_mpi_cxx})
  expect_refusal("${mpi_name} .*and the MPI found here is [A-Z][A-Za-z ]+ [0-9].*${other_mpi_cxx}"
    -D MPI_C_COMPILER=${other_mpi_c} -D MPI_CXX_COMPILER=${other_mpi_cxx})
endif()
file(REMOVE_RECURSE ${scratch})
