#include "check/reproducer.hpp"

#include <fmt/format.h>

#include <sstream>

namespace fockproxy::check {
namespace {

std::string info_lines(const std::vector<NamedValue>& info) {
  std::string lines;
  for (const auto& [key, value] : info)
    lines += fmt::format("{}  MPI_Info_set(info, \"{}\", \"{}\");", lines.empty() ? "" : "\n", key, value);
  return lines;
}

// A line with its @NAME@s replaced. A name without a value is a fault of the piece and stays as it is.
std::string filled_line(std::string line, const std::map<std::string, std::string>& values) {
  for (const auto& [name, value] : values)
    for (std::size_t at = 0; (at = line.find("@" + name + "@")) != std::string::npos;)
      line.replace(at, name.size() + 2, value);
  return line;
}

}  // namespace

Reproducer reproducer(WindowKind kind, const std::vector<std::string>& pieces,
                      std::map<std::string, std::string> values, const std::vector<NamedValue>& info) {
  if (kind == WindowKind::ghost) return {};
  std::vector<NamedValue> keys = info;
  if (kind == WindowKind::allocate_noshm) keys.push_back({"alloc_shm", "false"});
  values.try_emplace("RANKS", "2");
  values.try_emplace("LIBRARIES", "");
  values["INFO"] = info_lines(keys);
  const std::string make = kind == WindowKind::create
                               ? "  base = malloc(bytes + 1);\n"
                                 "  MPI_Win_create(base, bytes, 1, info, MPI_COMM_WORLD, &win);"
                               : "  MPI_Win_allocate(bytes, 1, info, MPI_COMM_WORLD, &base, &win);";
  values.try_emplace("MAKE", make);
  values["FREE"] = kind == WindowKind::create ? "  free(base);" : "";
  Reproducer made{{"head"}, std::move(values)};
  made.pieces.insert(made.pieces.end(), pieces.begin(), pieces.end());
  return made;
}

std::string reproducer_source(const Reproducer& reproducer, const std::string& name, const std::string& summary) {
  std::map<std::string, std::string> values = reproducer.values;
  values["ROW"] = name;
  values["SUMMARY"] = summary;
  std::string source;
  for (const std::string& piece : reproducer.pieces) {
    std::istringstream lines(reproducer_piece(piece));
    for (std::string line; std::getline(lines, line);) {
      const std::string text = filled_line(line, values);
      if (!text.empty() || line.empty()) source += text + "\n";
    }
  }
  return source;
}

}  // namespace fockproxy::check
