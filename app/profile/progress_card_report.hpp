// The progress card (experiment/progress_card.hpp) as a page for people, and its figures.
#pragma once

#include <string>
#include <vector>

#include "app/shared/figure.hpp"
#include "experiment/progress_card.hpp"

namespace fockproxy {

// "by itself", or the calls of the target that it needs and how many operations each serves.
std::string completion_of(const ProfiledOperation& measured);

// strategy: the progress strategy at the target. Local.
void print_card(const std::vector<CardRow>& rows, const std::string& strategy);
Figures<CardRow> card_figures(const std::string& strategy);

}  // namespace fockproxy
