// Regions of Caliper, with a fake Caliper that stores what it is told.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "system/process_status.hpp"

namespace {

std::vector<std::string> told;

}  // namespace

extern "C" {
void cali_begin_region(const char* name) { told.push_back(std::string("begin ") + name); }
void cali_end_region(const char* name) { told.push_back(std::string("end ") + name); }
}

namespace fockproxy {
namespace {

using Told = std::vector<std::string>;

TEST(PhaseRegions, FollowEachOtherAsPhasesDo) {
  told.clear();
  ProcessStatus status;
  status.mark("guess");
  {
    std::string passing = "Fock build: tasks";
    status.mark(passing.c_str());
    status.locate("a place");  // not a phase
    passing.assign(passing.size(), 'x');
  }
  status.mark("verification");
  status.mark("verification");  // the same phase
  leave_phase_region();
  leave_phase_region();
  EXPECT_EQ(told, (Told{"begin guess", "end guess", "begin Fock build: tasks", "end Fock build: tasks",
                        "begin verification", "end verification"}));
}

TEST(PhaseRegions, AreThoseOfTheMainThread) {
  told.clear();
  ProcessStatus status;
  std::thread([&] {
    ProcessStatus::work_as(1);
    status.mark("Fock build: tasks");
  }).join();
  EXPECT_EQ(told, Told{});
}

}  // namespace
}  // namespace fockproxy
