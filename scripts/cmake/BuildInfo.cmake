# Run by the build (cmake -P): writes OUTPUT from TEMPLATE with the git revision of SOURCE_DIR as it is now; in a source
# archive, which may lie in somebody's repository, with the commit that it was made of. Where no revision is found,
# FOCKPROXY_NO_REVISION says why.
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
  # Git refuses a repository of another owner, because the settings in it can name programs to run. This build runs what
  # is in the same folder anyway.
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
