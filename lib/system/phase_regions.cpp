#include "system/phase_regions.hpp"

#include <caliper/cali.h>

#include <string>

namespace fockproxy {
namespace {

std::string inside;  // the current region; empty if none

}  // namespace

void enter_phase_region(const char* phase) {
  if (inside == phase) return;
  leave_phase_region();
  inside = phase;
  cali_begin_region(inside.c_str());
}

void leave_phase_region() {
  if (inside.empty()) return;
  cali_end_region(inside.c_str());
  inside.clear();
}

}  // namespace fockproxy
