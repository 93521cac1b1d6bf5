#include "record/run_metadata.hpp"

#include <adiak.hpp>
#include <mutex>

#include "record/json.hpp"

namespace fockproxy {
namespace {

constexpr std::size_t longest_list = 32;

void publish(const std::string& name, const Json& value) {
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) publish(name.empty() ? key : name + "." + key, member);
  } else if (value.is_array() && value.size() <= longest_list) {
    std::string list;
    for (const Json& item : value) {
      if (item.is_structured()) return;
      list += (list.empty() ? "" : "; ") + (item.is_string() ? item.get<std::string>() : to_text(item));
    }
    if (!list.empty()) adiak::value(name, list);
  } else if (value.is_boolean()) {
    adiak::value(name, value.get<bool>() ? 1 : 0);
  } else if (value.is_number_integer()) {
    adiak::value(name, value.get<long long>());
  } else if (value.is_number()) {
    adiak::value(name, value.get<double>());
  } else if (value.is_string()) {
    adiak::value(name, value.get<std::string>());
  }
}

}  // namespace

void publish_metadata(const std::string& name, const Json& about) {
  static std::once_flag started;
  std::call_once(started, [] {
    adiak::init(nullptr);  // without MPI: the values we record hold for all ranks
    adiak::launchdate();
    adiak::user();
  });
  publish(name, about);
}

}  // namespace fockproxy
