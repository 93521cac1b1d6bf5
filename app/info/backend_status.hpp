// Which backends work in this job: made and thrown away again, since only that tells.
#pragma once

#include "app/shared/subcommand.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

// Arrays of {"name", "status", "summary", ...} in the order of each table; the status is "available",
// "UNSUPPORTED: reason", "needs thread level ..." or "FAIL: ..." where making it shows that this stack computes
// wrongly. Collective; the same on every rank.
Json counter_status(const Runtime& runtime);
Json distributor_status(const Runtime& runtime);
Json schedule_status();
Json matrix_status(const Runtime& runtime);
Json solver_status(const Runtime& runtime);
Json cache_status();
Json progress_status(const Runtime& runtime);
Json window_status(const Runtime& runtime);

// By which way bytes travel between ranks, measured: the largest group of ranks that MPI_Comm_split_type finds to share
// memory, and for messages and each kind of window the bytes that went through TCP sockets. Collective; the same on
// every rank.
Json transport_json(const Runtime& runtime);

}  // namespace fockproxy
