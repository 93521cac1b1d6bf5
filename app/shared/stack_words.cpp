#include "app/shared/stack_words.hpp"

#include <fmt/format.h>

#include "parallel/global_arrays.hpp"
#include "record/text_table.hpp"

namespace fockproxy {

std::string processes_in_words(const Runtime& runtime) {
  std::string words = fmt::format("{} on {}, thread level {} (asked for {})", plural(runtime.world().size(), "rank"),
                                  plural(runtime.nodes(), "node"), thread_level_name(runtime.thread_level_provided()),
                                  thread_level_name(runtime.thread_level_requested()));
  if (const int kept = runtime.ranks_kept(); kept > 0)
    words += fmt::format("; {} more {} the others inside Global Arrays ({})", kept, kept == 1 ? "serves" : "serve",
                         runtime.global_arrays()->runtime().name);
  return words;
}

}  // namespace fockproxy
