// Determines which backends work in this job. It makes each one and destroys it, because there is no other way to know.
#pragma once

#include "app/shared/subcommand.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

// Arrays of {"name", "status", "summary", ...} in the order of each table. The status is "available", "UNSUPPORTED:
// reason", "needs thread level ...", or "FAIL: ..." if making the backend shows that this stack computes wrongly.
// Collective; the same on every rank.
Json counter_status(const Runtime& runtime);
Json distributor_status(const Runtime& runtime);
Json schedule_status();
Json matrix_status(const Runtime& runtime);
Json solver_status(const Runtime& runtime);
Json cache_status();
Json progress_status(const Runtime& runtime);
Json window_status(const Runtime& runtime);

// The measured transport of data between ranks. It has the largest group of ranks that share memory by
// MPI_Comm_split_type. For messages and each kind of window it has the bytes that went through TCP sockets. Collective;
// the same on every rank.
Json transport_json(const Runtime& runtime);

}  // namespace fockproxy
