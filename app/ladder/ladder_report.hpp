// The figures of the rows of `fockproxy ladder`, and their output. Local; rank 0.
#pragma once

#include <vector>

#include "app/ladder/ladder_rows.hpp"
#include "app/shared/figure.hpp"

namespace fockproxy {

Figures<LadderRow> ladder_figures();
void print_ladder_list();
void print_ladder(const std::vector<LadderRow>& rows);

}  // namespace fockproxy
