#include "parallel/library_settings.hpp"

#include <cstdlib>

namespace fockproxy {

std::vector<AppliedSetting> apply(const std::vector<LibrarySetting>& settings) {
  std::vector<AppliedSetting> applied;
  for (const LibrarySetting& setting : settings) {
    applied.push_back({setting, false});
    if (const char* there = std::getenv(setting.name.c_str())) {
      applied.back().setting.value = there;
      applied.back().by_user = true;
    } else {
      setenv(setting.name.c_str(), setting.value.c_str(), 1);
    }
  }
  return applied;
}

}  // namespace fockproxy
