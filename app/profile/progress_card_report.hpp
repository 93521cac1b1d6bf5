// The progress card (experiment/progress_card.hpp) as a page of text, and its figures.
#pragma once

#include <string>
#include <vector>

#include "app/shared/figure.hpp"
#include "experiment/progress_card.hpp"

namespace fockproxy {

// "by itself", or the number of calls of the target that it needs and of operations that each call serves.
std::string completion_of(const ProfiledOperation& measured);

// strategy: the progress strategy at the target. Local.
void print_card(const std::vector<CardRow>& rows, const std::string& strategy);
Figures<CardRow> card_figures(const std::string& strategy);

}  // namespace fockproxy
