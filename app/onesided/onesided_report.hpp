// The figures of the rows of `fockproxy onesided`, and their output. Local; rank 0.
#pragma once

#include <string>

#include "app/onesided/onesided_experiment.hpp"
#include "app/shared/figure.hpp"

namespace fockproxy {

void print_onesided_list();
void print_onesided(const OneSidedResult& result);

Figures<OneSidedRow> onesided_figures();
Outcome transfer_outcome(const OneSidedRow& row);
std::string shape_text(const OneSidedRow& row);  // "4 KiB", "16 x 8 B, uneven"

}  // namespace fockproxy
