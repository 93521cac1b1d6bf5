// Records what the draws of a build cost a rank.
#pragma once

#include "counters/distributor.hpp"
#include "record/operations.hpp"

namespace fockproxy {

// Local; after the last next(). Draws of the dealing go to the counter's tally by where their target is; the statistics
// and the role of this rank are noted too.
void note_dealing(const Runtime& runtime, const Distributor& distributor, RankRecord& record);

}  // namespace fockproxy
