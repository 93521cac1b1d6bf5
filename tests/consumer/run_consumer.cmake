# cmake -D build=<build tree> -D consumer=<source of the consumer> -P run_consumer.cmake
# Installs fockproxy to a temporary prefix, moves that prefix (nothing may depend on where it was), builds the consumer
# project against it and runs what was installed, with no help from the environment in finding the data.

function(run output)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=FOCKPROXY_DATA ${ARGN}
    WORKING_DIRECTORY ${scratch} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE messages)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    file(REMOVE_RECURSE ${scratch})
    message(FATAL_ERROR "${command}\nended with ${status}\n${text}\n${messages}")
  endif()
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

function(expect text pattern)
  if(NOT text MATCHES "${pattern}")
    file(REMOVE_RECURSE ${scratch})
    message(FATAL_ERROR "expected '${pattern}' in\n${text}")
  endif()
endfunction()

# Outside the source tree, whose data the programs would find too.
execute_process(COMMAND mktemp -d OUTPUT_VARIABLE scratch OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(prefix ${scratch}/moved)
run(ignored ${CMAKE_COMMAND} --install ${build} --prefix ${scratch}/installed)
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
file(REMOVE_RECURSE ${scratch})
