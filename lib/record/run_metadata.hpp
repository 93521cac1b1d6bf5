// What a run was, for Adiak (LLNL), where it is built in (FOCKPROXY_WITH_ADIAK): Caliper and others file it with what
// they measured.
#pragma once

#include "record/json_file.hpp"

namespace fockproxy {

#ifdef FOCKPROXY_WITH_ADIAK

// Local. Every text, number and truth value in `about`, by its path below `name`: "provenance.mpi.library"; short lists
// of them as one text. What was published before under the same name gives way.
void publish_metadata(const std::string& name, const Json& about);

#else

inline void publish_metadata(const char*, const Json&) {}

#endif

}  // namespace fockproxy
