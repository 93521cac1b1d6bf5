# A program built without Caliper and Adiak calls nothing for their sake: the hooks are empty and inline, so that not even
# their names are left. PROGRAM with its symbols, NM.
execute_process(COMMAND ${NM} ${PROGRAM} OUTPUT_VARIABLE symbols RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR NOT symbols MATCHES "9fockproxy7Runtime")  # as the compiler writes fockproxy::Runtime
  message(FATAL_ERROR "${NM} does not list the symbols of ${PROGRAM}")
endif()
if(symbols MATCHES "[^\n]*(phase_region|publish_metadata|cali_begin|adiak)[^\n]*")
  message(FATAL_ERROR "${PROGRAM} still has ${CMAKE_MATCH_0}")
endif()
