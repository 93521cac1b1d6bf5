#include "onesided/ga_movers.hpp"

namespace fockproxy::onesided {
namespace {

OperationEntry line(std::string_view name, std::string_view summary, Effect effect) {
  return {.name = name,
          .summary = summary,
          .effect = effect,
          .has_windows = false,
          .global_arrays = true,
          .has_epochs = false,
          .make = {}};
}

OperationEntry ga(std::string_view name, std::string_view summary, Effect effect, GaCall call) {
  OperationEntry entry = line(name, summary, effect);
  entry.shapes = false;
  entry.requests = call == GaCall::nbget;
  if (call == GaCall::read_inc) entry.element = Element::integer, entry.single = true, entry.narrow = true;
  entry.make = [call, element = entry.element](const MoverContext& context) {
    return make_ga_mover(context, call, element);
  };
  return entry;
}

OperationEntry armci(std::string_view name, std::string_view summary, Effect effect, ArmciCall call) {
  OperationEntry entry = line(name, summary, effect);
  if (call == ArmciCall::rmw) entry.element = Element::integer, entry.single = true, entry.narrow = true;
  entry.make = [call](const MoverContext& context) { return make_armci_mover(context, call); };
  return entry;
}

}  // namespace

std::vector<OperationEntry> global_arrays_operations() {
  return {ga("ga_get", "NGA_Get", Effect::fetch, GaCall::get),
          ga("ga_put", "NGA_Put", Effect::store, GaCall::put),
          ga("ga_acc", "NGA_Acc", Effect::update, GaCall::acc),
          ga("ga_nbget", "NGA_NbGet, NGA_NbWait", Effect::fetch, GaCall::nbget),
          ga("ga_read_inc", "NGA_Read_inc", Effect::fetch_update, GaCall::read_inc),
          armci("armci_get", "ARMCI_Get, ARMCI_GetS, ARMCI_GetV", Effect::fetch, ArmciCall::get),
          armci("armci_put", "ARMCI_Put, ARMCI_PutS, ARMCI_PutV", Effect::store, ArmciCall::put),
          armci("armci_acc", "ARMCI_AccS, ARMCI_AccV", Effect::update, ArmciCall::acc),
          armci("armci_rmw", "ARMCI_Rmw, ARMCI_FETCH_AND_ADD_LONG", Effect::fetch_update, ArmciCall::rmw)};
}

}  // namespace fockproxy::onesided
