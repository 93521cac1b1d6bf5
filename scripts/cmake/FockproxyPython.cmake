# Tests written in Python, run by pytest.

# The system's Python comes first: the PATH often begins with a hand-installed one that lacks the system's modules.
function(fockproxy_python_has_modules result candidate)
  execute_process(COMMAND ${candidate} -c "import jsonschema, pytest" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(NOT status EQUAL 0)
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()
find_program(FOCKPROXY_PYTHON NAMES python3 HINTS /usr/bin VALIDATOR fockproxy_python_has_modules
  DOC "Python 3 with jsonschema and pytest, for the tests")
if(NOT FOCKPROXY_PYTHON)
  message(FATAL_ERROR "fockproxy: no Python 3 with jsonschema and pytest was found. On Debian: apt-get install python3 "
    "python3-jsonschema python3-pytest. For a Python of your own set FOCKPROXY_PYTHON to it, or build without the "
    "tests: -DFOCKPROXY_TESTS=OFF.")
endif()

set(FOCKPROXY_MPI_FLAVOUR openmpi)
if("${MPI_CXX_LIBRARIES} ${MPI_CXX_COMPILER}" MATCHES "mpich")
  set(FOCKPROXY_MPI_FLAVOUR mpich)
endif()

# fockproxy_python_test(name FILES test_a.py... [LABELS cli] [TIMEOUT 300] [RANKS 2] [PYTHON another] [TIMING] [SLOW])
# One CTest entry. With TIMING there is another one, name_timing with the label timing, which runs alone. It has the
# tests marked @pytest.mark.timing, which judge measured times. With SLOW there is another one, name_slow with the label
# slow, which has the tests marked @pytest.mark.slow. Entries with the label slow have both kinds. RANKS is the largest number of MPI ranks that the tests
# start; without it they start none. Most of their time is starting and ending programs, so they count as one processor;
# with MPICH, whose ranks spin more, they count as RANKS. The tests get FOCKPROXY_PROGRAM, FOCKPROXY_MPIEXEC,
# FOCKPROXY_MPI (openmpi or mpich), FOCKPROXY_WITH_GA and FOCKPROXY_WITH_OPENSHMEM (1 or 0), FOCKPROXY_DATA and
# FOCKPROXY_SOURCE.
function(fockproxy_python_test name)
  cmake_parse_arguments(ARG "TIMING;SLOW" "TIMEOUT;RANKS;PYTHON" "FILES;LABELS" ${ARGN})
  if(NOT ARG_LABELS)
    set(ARG_LABELS cli)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  if(NOT ARG_PYTHON)
    set(ARG_PYTHON ${FOCKPROXY_PYTHON})
  endif()
  list(TRANSFORM ARG_FILES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set(pytest ${ARG_PYTHON} -m pytest -q -rs -p no:cacheprovider --strict-markers
    "--override-ini=markers=timing: judges measured times\nslow: takes long and rarely fails")
  set(which "not timing and not slow")
  if("slow" IN_LIST ARG_LABELS)
    set(which "not timing")
  endif()
  add_test(NAME ${name} COMMAND ${pytest} -m ${which} ${ARG_FILES})
  set(entries ${name})
  if(ARG_TIMING)
    add_test(NAME ${name}_timing COMMAND ${pytest} -m timing ${ARG_FILES})
    list(APPEND entries ${name}_timing)
  endif()
  set(shared ${name})  # entries that run beside others
  if(ARG_SLOW)
    add_test(NAME ${name}_slow COMMAND ${pytest} -m slow ${ARG_FILES})
    list(APPEND entries ${name}_slow)
    list(APPEND shared ${name}_slow)
  endif()
  set(environment PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
    FOCKPROXY_SOURCE=${PROJECT_SOURCE_DIR} FOCKPROXY_DATA=${PROJECT_SOURCE_DIR} FOCKPROXY_WITH_GA=$<BOOL:${FOCKPROXY_WITH_GA}>
    FOCKPROXY_WITH_OPENSHMEM=$<BOOL:${OpenSHMEM_FOUND}>)
  if(TARGET fockproxy)
    list(APPEND environment FOCKPROXY_PROGRAM=$<TARGET_FILE:fockproxy>)
  endif()
  if(ARG_RANKS)
    list(APPEND environment FOCKPROXY_MPIEXEC=${MPIEXEC_EXECUTABLE} FOCKPROXY_MPI=${FOCKPROXY_MPI_FLAVOUR}
      ${FOCKPROXY_MPI_TEST_ENVIRONMENT})
  endif()
  set_tests_properties(${entries} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT} COST ${ARG_TIMEOUT}
    ENVIRONMENT "${environment}")
  set_property(TEST ${shared} APPEND PROPERTY ENVIRONMENT ${FOCKPROXY_SHARED_CORES_ENVIRONMENT})
  if(FOCKPROXY_MPI_NAME MATCHES "^MPICH" AND ARG_RANKS)
    set_tests_properties(${shared} PROPERTIES PROCESSORS ${ARG_RANKS})
  endif()
  if(ARG_TIMING)
    set_tests_properties(${name}_timing PROPERTIES LABELS timing RUN_SERIAL TRUE)
  endif()
  if(ARG_SLOW)
    set_property(TEST ${name}_slow APPEND PROPERTY LABELS slow)
  endif()
endfunction()
