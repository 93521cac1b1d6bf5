// Names of the values of MatrixOptions.
#include "matrices/distributed_matrix.hpp"

namespace fockproxy {
namespace {

// `names` have the order of the enumeration.
template <class Enumeration, std::size_t N>
std::optional<Enumeration> parse(const std::string_view (&names)[N], std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name) return static_cast<Enumeration>(i);
  return std::nullopt;
}

}  // namespace

std::optional<Issue> parse_issue(std::string_view name) { return parse<Issue>(issue_names, name); }
std::string_view to_string(Issue issue) { return issue_names[static_cast<int>(issue)]; }

std::optional<AccumulateCompletion> parse_accumulate_completion(std::string_view name) {
  return parse<AccumulateCompletion>(accumulate_completion_names, name);
}
std::string_view to_string(AccumulateCompletion completion) {
  return accumulate_completion_names[static_cast<int>(completion)];
}

std::optional<BlockStorage> parse_block_storage(std::string_view name) {
  return parse<BlockStorage>(block_storage_names, name);
}
std::string_view to_string(BlockStorage storage) { return block_storage_names[static_cast<int>(storage)]; }

std::optional<Epoch> parse_epoch(std::string_view name) { return parse<Epoch>(epoch_names, name); }
std::string_view to_string(Epoch epoch) { return epoch_names[static_cast<int>(epoch)]; }

}  // namespace fockproxy
