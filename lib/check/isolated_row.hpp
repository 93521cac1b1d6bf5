// Isolated rows: a library may crash in them, so each runs in a job of its own.
#pragma once

#include <string>

#include "check/check_row.hpp"
#include "system/relaunch.hpp"

namespace fockproxy::check {

// Whether this job was started for isolated rows, which it runs itself: FOCKPROXY_CHECK_ISOLATED is set on a rank (not
// every launcher takes it to all hosts). Collective; the same on every rank.
bool is_isolated(const Communicator& world);

// Starts this program again by the same launcher, for the row `name` alone, and waits for the end of that job. A job
// that crashes, hangs or leaves gives Status::fail with what ended it. Collective; the result is on rank 0.
RowResult run_isolated(const CheckContext& context, const std::string& name);

// The result of the row `name` from the output and the end of its job, which had `limit` seconds. Local.
RowResult result_of_job(const std::string& name, const JobEnd& end, double limit);

}  // namespace fockproxy::check
