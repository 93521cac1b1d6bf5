# Run by the build (cmake -P): writes OUTPUT from TEMPLATE with the current git revision of SOURCE_DIR. In a source
# archive, which may lie in another repository, it is the commit from which the archive was made. If no revision is
# found, FOCKPROXY_NO_REVISION tells why.
set(FOCKPROXY_GIT_REVISION "")
set(FOCKPROXY_NO_REVISION "")
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/archive_revision.txt archived REGEX "^[0-9a-f]+ [0-9]+$")
find_package(Git QUIET)
if(archived)
  string(SUBSTRING "${archived}" 0 12 FOCKPROXY_GIT_REVISION)
elseif(NOT EXISTS ${SOURCE_DIR}/.git)
  set(FOCKPROXY_NO_REVISION "built outside a git checkout")
elseif(NOT GIT_FOUND)
  set(FOCKPROXY_NO_REVISION "built without git")
else()
  # Git refuses a repository of another owner, because its settings can name programs to run. This build runs the
  # content of the same folder anyway.
  execute_process(COMMAND ${GIT_EXECUTABLE} -c safe.directory=* -C ${SOURCE_DIR}
      describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE FOCKPROXY_GIT_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_VARIABLE message)
  if(NOT FOCKPROXY_GIT_REVISION)
    string(REGEX MATCH "[^\n]+" message "${message}")
    string(REGEX REPLACE "[\"\\\\]" "'" message "${message}")
    set(FOCKPROXY_NO_REVISION "git said '${message}'")
  endif()
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
