# Run by the build (cmake -P): writes OUTPUT from TEMPLATE with the git revision of SOURCE_DIR as it is now.
find_package(Git QUIET)
set(FOCKPROXY_GIT_REVISION "")
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE FOCKPROXY_GIT_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
