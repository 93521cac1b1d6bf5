#include "record/json_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "record/output_path.hpp"
#include "support/error.hpp"

namespace fockproxy {

Json parse_json(std::istream& text) { return Json::parse(text, nullptr, false); }

std::string to_text(const Json& document, int indent) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

JsonFile::JsonFile(std::filesystem::path path) : path_(std::move(path)) {
  check_output_path(path_);
  errno = 0;
  const bool writable = static_cast<bool>(std::ofstream(temporary()));
  const int reason = errno;
  std::error_code ignored;
  std::filesystem::remove(temporary(), ignored);
  if (!writable) refuse_output(path_, std::strerror(reason));
}

void JsonFile::write(const Json& document) const {
  write([&](std::ostream& out) { out << to_text(document, 2) << '\n'; });
}

void JsonFile::write(const std::function<void(std::ostream&)>& content) const {
  std::ofstream out(temporary());
  content(out);
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(temporary(), path_, error);
  if (!out || error) {
    std::error_code ignored;
    std::filesystem::remove(temporary(), ignored);
    throw ComputationError("writing '" + path_.string() + "' failed" + (error ? ": " + error.message() : ""));
  }
}

std::filesystem::path JsonFile::temporary() const { return path_.string() + ".tmp" + std::to_string(getpid()); }

}  // namespace fockproxy
