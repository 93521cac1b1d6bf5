// Isolated rows: a library may crash in them, so each runs in a job of its own.
#pragma once

#include <string>

#include "check/check_row.hpp"
#include "system/relaunch.hpp"

namespace fockproxy::check {

// Whether this job was started for isolated rows and runs them itself: FOCKPROXY_CHECK_ISOLATED is set on at least one
// rank (some launchers do not pass it to all hosts). Collective; the same on every rank.
bool is_isolated(const Communicator& world);

// Starts this program again by the same launcher, for the row `name` alone, and waits for the end of that job. If the
// job crashes, hangs or exits early, the result is Status::fail with the reason. Collective; the result is on rank 0.
RowResult run_isolated(const CheckContext& context, const std::string& name);

// The result of the row `name` from the output and the end of its job, which had `limit` seconds. Local.
RowResult result_of_job(const std::string& name, const JobEnd& end, double limit);

}  // namespace fockproxy::check
