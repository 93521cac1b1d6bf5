#include "fock/dealing_record.hpp"

#include "fock/block_transfers.hpp"

namespace fockproxy {

void note_dealing(const Runtime& runtime, const Distributor& distributor, RankRecord& record) {
  OperationTally& tally = record[OperationKind::counter];
  const auto by_target = distributor.log().by_target();
  for (int rank = 0; rank < std::ssize(by_target); ++rank) {
    const int target = static_cast<int>(target_of(runtime, rank));
    tally.operations[target] += by_target[rank].draws;
    tally.bytes[target] += by_target[rank].bytes;
    tally.seconds[target] += by_target[rank].seconds;
  }
  record.draws_past_end += distributor.log().past_end;
  for (const Statistic& statistic : distributor.statistics()) record.statistics.add(statistic.name, statistic.value);
  record.idle = !distributor.works();
}

}  // namespace fockproxy
