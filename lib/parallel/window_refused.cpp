#include "parallel/window_refused.hpp"

#include <fmt/format.h>

namespace fockproxy {
namespace {

RefusalWords& the_words() {
  static RefusalWords those_of_main;
  return those_of_main;
}

std::string refusal_of(WindowKind kind, const std::string& reason) {
  return fmt::format("this MPI refuses windows of kind {}: {}", to_string(kind), reason);
}

}  // namespace

WindowRefused::WindowRefused(WindowKind k, const std::string& reason)
    : AgreedUsageError(refusal_of(k, reason) +
                 "; choose another --window, a lower thread level or, under Open MPI, OMPI_MCA_osc=^ucx"),
      kind(k),
      refusal(refusal_of(k, reason)) {}

void set_words_for_global_arrays(RefusalWords those_of_main) { the_words() = std::move(those_of_main); }

const RefusalWords& words_for_global_arrays() { return the_words(); }

}  // namespace fockproxy
