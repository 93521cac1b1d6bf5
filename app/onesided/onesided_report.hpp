// What `fockproxy onesided` prints and writes. Local; rank 0.
#pragma once

#include <string>

#include "app/onesided/onesided_experiment.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

void print_onesided_list();
void print_onesided(const OneSidedResult& result);

Json onesided_json(const OneSidedResult& result);

// The first fault, with the row that it is of; "" without any.
std::string first_fault(const OneSidedResult& result);

}  // namespace fockproxy
