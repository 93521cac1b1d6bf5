# cmake --install: the program and its data.
#
#   bin/fockproxy
#   share/fockproxy/{basis,molecules}            found at run time relative to the program
#   share/man, and completions of bash, zsh and fish
if(TARGET fockproxy)
  include(FockproxyManual)
  # The installed program must also find libraries in hand-built prefixes.
  set_target_properties(fockproxy PROPERTIES INSTALL_RPATH_USE_LINK_PATH TRUE)
  install(TARGETS fockproxy RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()
# Fixed names, because the program looks for ../share/fockproxy.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/basis ${PROJECT_SOURCE_DIR}/molecules DESTINATION share/fockproxy
  COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
