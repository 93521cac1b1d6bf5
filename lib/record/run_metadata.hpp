// Describes a run to Adiak (LLNL), in builds with FOCKPROXY_WITH_ADIAK. Caliper and other tools store this with their
// measurements.
#pragma once

#include "record/json_file.hpp"

namespace fockproxy {

#ifdef FOCKPROXY_WITH_ADIAK

// Local. Publishes every text, number and truth value in `about` by its path below `name`, as "provenance.mpi.library",
// and short lists of them as one text. Replaces what was published before under the same name.
void publish_metadata(const std::string& name, const Json& about);

#else

inline void publish_metadata(const char*, const Json&) {}

#endif

}  // namespace fockproxy
