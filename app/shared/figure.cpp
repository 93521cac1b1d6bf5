#include "app/shared/figure.hpp"

#include <fmt/format.h>

#include "app/shared/subcommand.hpp"

namespace fockproxy {

Json Subcommand::figures() const { return Json::object(); }

std::string cell_text(const Json& value, const std::string& key, const std::string& unit, const std::string& format) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? key : "";
  const auto number = value.get<double>();
  if (!format.empty()) return fmt::format(fmt::runtime(format), format.ends_with('%') ? 100 * number : number);
  if (unit == "s") return format_seconds(number);
  if (unit.starts_with('B')) return format_bytes(number) + unit.substr(1);
  return value.is_number_integer() ? format_count(value.get<std::int64_t>()) : fmt::format("{:g}", number);
}

void add_value(Json& row, const std::string& key, const Json& value) {
  const std::size_t dot = key.find('.');
  if (dot == std::string::npos) row[key] = value;
  else add_value(row[key.substr(0, dot)], key.substr(dot + 1), value);
}

Json value_schema(Json schema, const std::vector<SettingValue>& values, const Range& range, bool or_null) {
  if (schema["type"] == "array" && schema["items"].contains("type"))
    schema["items"] = value_schema(schema["items"], values, range, false);
  if (schema["type"] == "number" || schema["type"] == "integer") add_range(schema, range);
  if (schema["type"] == "string" && !values.empty()) {
    Json words = Json::array();
    for (const SettingValue& value : values) words.push_back(value.name);
    if (or_null) words.push_back(nullptr);
    return {{"enum", words}};
  }
  if (or_null) schema["type"] = {schema["type"], "null"};
  return schema;
}

}  // namespace fockproxy
