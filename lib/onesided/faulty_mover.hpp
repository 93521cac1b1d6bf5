// Movers with one fault each: the negative controls of `fockproxy onesided`, which must find each fault.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "onesided/mover.hpp"

namespace fockproxy::onesided {

enum class MoverFault {
  lost,      // the last segment of every transfer is not moved
  late,      // every transfer begins only when the next one begins
  misplaced  // the words arrive one word too far
};
inline constexpr std::string_view mover_fault_names[] = {"lost", "late", "misplaced"};
std::optional<MoverFault> parse_mover_fault(std::string_view name);

std::unique_ptr<Mover> make_faulty(std::unique_ptr<Mover> mover, MoverFault fault);  // collective, like the mover

}  // namespace fockproxy::onesided
