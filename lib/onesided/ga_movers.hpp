// Movers for Global Arrays and for the ARMCI below it.
#pragma once

#include <memory>

#include "onesided/mover.hpp"

namespace fockproxy::onesided {

enum class GaCall { get, put, acc, nbget, read_inc };
// Collective. Transfers must be contiguous within a row of the matrix, or strided by a whole row.
std::unique_ptr<Mover> make_ga_mover(const MoverContext& context, GaCall call, Element element);

// The mover chooses the call for one segment, for strided segments or for other ones: ARMCI_Get, ARMCI_GetS,
// ARMCI_GetV.
enum class ArmciCall { get, put, acc, rmw };
std::unique_ptr<Mover> make_armci_mover(const MoverContext& context, ArmciCall call);  // collective

}  // namespace fockproxy::onesided
