# cmake -DCOMMAND="a;b;c" -DEXIT_CODE=2 -DLINE=regex -P expect_one_line.cmake
# Runs COMMAND and demands this exit code, exactly one line on stderr that starts with "fockproxy: error:", and in it a
# match of LINE. What launchers write themselves does not count.
execute_process(COMMAND ${COMMAND} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
string(REPLACE ";" "," err "${err}")  # a list would be cut there
string(REGEX MATCHALL "fockproxy: error:[^\n]*" lines "${err}")
list(LENGTH lines count)
if(NOT code EQUAL EXIT_CODE OR NOT count EQUAL 1 OR NOT lines MATCHES "${LINE}")
  message(FATAL_ERROR "exit code ${code}, expected ${EXIT_CODE}; ${count} error lines, expected 1 with '${LINE}'\n"
    "stdout:\n${out}\nstderr:\n${err}")
endif()
