#include "digestion/block_pair_lists.hpp"

#include <algorithm>

#include "eri/cancellation.hpp"
#include "eri/generalized_shell.hpp"

namespace fockproxy {

namespace {

// Of two pairs of one list, the pair with the larger ordinal is the bra. The kernels assign pairs to lanes by
// primitives, then by bounds. In this order the kets of a bra fill all batches but one.
void number_as_dealt(std::vector<eri::PairView>& pairs) {
  std::ranges::stable_sort(pairs, [](const eri::PairView& x, const eri::PairView& y) {
    return x.primitives != y.primitives ? x.primitives > y.primitives : x.schwarz > y.schwarz;
  });
  double ordinal = 0;
  for (eri::PairView& pair : pairs) pair.ordinal = ordinal++;
}

}  // namespace

BlockPairLists::BlockPairLists(const eri::PairTable& table, const MatrixView& schwarz, const BasisSet& basis,
                               const BlockPartition& partition)
    : table_(table), generalized_(eri::generalized_shell_of(basis)) {
  for (int block = 0; block < partition.blocks(); ++block) first_.push_back(generalized_[partition.first_shell(block)]);
  first_.push_back(static_cast<int>(table.shells().size()));

  for (int i = 0; i < partition.blocks(); ++i)
    for (int j = 0; j <= i; ++j) {
      auto& lists = lists_.emplace_back();
      complete_.push_back(true);
      for (int a = first_[i]; a < first_[i + 1]; ++a)
        for (int b = first_[j]; b < (i == j ? a + 1 : first_[j + 1]); ++b) {
          const eri::ShellPair* pair = table.find(a, b);
          if (!pair) {
            complete_.back() = false;
            continue;
          }
          eri::PairView view = eri::view_of(table, *pair);
          const bool flipped = pair->a != a;  // the first shell of the kernels is in the second block
          const int offset[2] = {partition.offset_in_block(table.shells()[a].first_shell),
                                 partition.offset_in_block(table.shells()[b].first_shell)};
          const int local[2] = {a - first_[i], generalized_shells(i) + b - first_[j]};
          view.block_a = flipped;
          view.block_b = !flipped;
          view.offset_a = offset[flipped];
          view.offset_b = offset[!flipped];
          view.local_a = local[flipped];
          view.local_b = local[!flipped];
          view.schwarz = schwarz(view.shell_a, view.shell_b);
          view.fits_single = eri::cancels_little(pair->of_primitives, view.schwarz);
          auto list = std::ranges::find(lists, pair->pair_class, &ClassPairs::pair_class);
          if (list == lists.end()) list = lists.insert(list, {pair->pair_class, {}});
          list->pairs.push_back(view);
        }
      for (ClassPairs& list : lists) {
        number_as_dealt(list.pairs);
        std::ranges::stable_sort(list.pairs, std::greater(), &eri::PairView::schwarz);
        list.pairs.shrink_to_fit();
        for (eri::PairView& pair : list.pairs) pair.number = pairs_++;
      }
    }
}

}  // namespace fockproxy
