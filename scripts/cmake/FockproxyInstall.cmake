# cmake --install: the program and its data.
#
#   bin/fockproxy
#   share/fockproxy/{basis,molecules}            found at run time relative to the program
#   share/man, and completions of bash, zsh and fish
#   bin/fockproxy-perf, share/fockproxy/perf     only by `pip install .`
if(TARGET fockproxy)
  include(FockproxyManual)
  # The installed program must also find libraries in hand-built prefixes.
  set_target_properties(fockproxy PROPERTIES INSTALL_RPATH_USE_LINK_PATH TRUE)
  install(TARGETS fockproxy RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()
# Fixed names, because the program looks for ../share/fockproxy.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/basis ${PROJECT_SOURCE_DIR}/molecules DESTINATION share/fockproxy
  COMPONENT program)
# Sweeps and reports, as in the package of scripts/wheel. pip makes the scripts of this folder start with its own Python.
if(SKBUILD)
  set(perf ${PROJECT_SOURCE_DIR}/perf)
  install(DIRECTORY ${perf}/fockproxy_perf ${perf}/sweeps DESTINATION share/fockproxy/perf COMPONENT program
    PATTERN __pycache__ EXCLUDE)
  install(FILES ${perf}/stacks.toml ${perf}/global_arrays.toml ${perf}/requirements.txt ${perf}/README.md
    DESTINATION share/fockproxy/perf COMPONENT program)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/scripts/portable/fockproxy-perf DESTINATION ${SKBUILD_SCRIPTS_DIR}
    COMPONENT program)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
