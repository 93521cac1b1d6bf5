// How a run dealt its tasks: the choices, and the costs besides the draws. Local.
#pragma once

#include <string>
#include <vector>

#include "fock/fock_config.hpp"
#include "record/json_file.hpp"
#include "record/operations.hpp"

namespace fockproxy {

// "mpi3, window allocate, 1 task a ticket", for the line "counter".
std::string describe_dealing(const FockConfig& fock);

// "up to 8 tasks of a ticket, those with the same I and J", for the line "in flight". If fewer can be in flight than
// --in-flight asks for, their number and the reason. Empty if it asks for one.
std::string describe_in_flight(const FockConfig& fock);

// The numbers that the distributor counts besides its draws, by name.
Json statistics_json(const NamedCounts& statistics);

// "steal attempts 12, steal successes 5"; empty without statistics.
std::string describe_statistics(const NamedCounts& statistics);

}  // namespace fockproxy
