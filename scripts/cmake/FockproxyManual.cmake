# The manual page and the completions of the shells, which the program writes from its own options; and their location.
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  return()
endif()
set(manual ${PROJECT_BINARY_DIR}/manual)
set(page ${manual}/fockproxy.1)
set(written ${page} ${manual}/bash ${manual}/zsh ${manual}/fish)
find_program(FOCKPROXY_GZIP gzip DOC "Compresses the installed manual page")
mark_as_advanced(FOCKPROXY_GZIP)
if(FOCKPROXY_GZIP)
  set(compress COMMAND ${FOCKPROXY_GZIP} -9nkf ${page})
  list(APPEND written ${page}.gz)
  set(page ${page}.gz)
endif()
set(program ${CMAKE_COMMAND} -E env FOCKPROXY_DATA=${PROJECT_SOURCE_DIR} ${CMAKE_CROSSCOMPILING_EMULATOR}
  $<TARGET_FILE:fockproxy>)
add_custom_command(OUTPUT ${written}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${manual}
  COMMAND ${program} --man > ${manual}/fockproxy.1
  ${compress}
  COMMAND ${program} --completion bash > ${manual}/bash
  COMMAND ${program} --completion zsh > ${manual}/zsh
  COMMAND ${program} --completion fish > ${manual}/fish
  DEPENDS fockproxy VERBATIM COMMENT "Writing the manual page and completions")
add_custom_target(fockproxy_manual ALL DEPENDS ${written})

install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${manual}/bash RENAME fockproxy DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  COMPONENT program)
# zsh on Debian looks elsewhere for completions from packages.
set(zsh site-functions)
if(FOCKPROXY_PACKAGE)
  set(zsh vendor-completions)
endif()
install(FILES ${manual}/zsh RENAME _fockproxy DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh}
  COMPONENT program)
install(FILES ${manual}/fish RENAME fockproxy.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
  COMPONENT program)
