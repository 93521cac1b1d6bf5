// The data that the MPI library reports about itself, for `fockproxy info`.
#pragma once

#include "app/shared/subcommand.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

// The library's version, its file, the standards of library and header, what is reported about CUDA, thread levels, and
// control variables (parallel/mpi_introspection.hpp). Local.
Json mpi_status(const Runtime& runtime);

}  // namespace fockproxy
