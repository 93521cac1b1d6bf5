// What `fockproxy ladder` prints and writes. Local; rank 0.
#pragma once

#include <vector>

#include "app/ladder/ladder_rows.hpp"

namespace fockproxy {

void print_ladder_list();
void print_ladder(const std::vector<LadderRow>& rows);
Json ladder_json(const std::vector<LadderRow>& rows);

}  // namespace fockproxy
