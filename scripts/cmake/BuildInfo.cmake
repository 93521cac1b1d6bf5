# Run by the build (cmake -P): writes OUTPUT from TEMPLATE with the git revision of SOURCE_DIR as it is now; in a source
# archive, which may lie in somebody's repository, with the commit that it was made of.
set(FOCKPROXY_GIT_REVISION "")
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/archive_revision.txt archived REGEX "^[0-9a-f]+ [0-9]+$")
find_package(Git QUIET)
if(archived)
  string(SUBSTRING "${archived}" 0 12 FOCKPROXY_GIT_REVISION)
elseif(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE FOCKPROXY_GIT_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
