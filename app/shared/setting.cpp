#include "app/shared/setting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "record/json.hpp"
#include "support/duration.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;  // Clang before 17 does not deduce it for an aggregate

bool is_real(const Setting& setting) { return std::holds_alternative<double*>(setting.place); }
bool is_flag(const Setting& setting) { return std::holds_alternative<bool*>(setting.place); }

bool within(const Range& range, double number) {
  return std::isfinite(number) && (range.above_least ? number > range.least : number >= range.least) &&
         (range.below_most ? number < range.most : number <= range.most);
}

std::string number_text(double number) {
  return std::abs(number) < 1e15 && number == std::floor(number) ? fmt::format("{:.0f}", number)
                                                                 : fmt::format("{:g}", number);
}

std::string in_words(const Range& range) {
  if (std::isinf(range.most)) return (range.above_least ? "above " : "at least ") + number_text(range.least);
  return "between " + number_text(range.least) + " and " + number_text(range.most);
}

std::string why_not(const Setting& setting, const std::string& value) {
  for (const Objection& objection : setting.objections)
    if (objection.value == value)
      return fmt::format("{}{}{} {}", option_of(setting), value.empty() ? "" : " ", value, objection.why);
  return "";
}

void require_value(const Setting& setting, const std::string& text) {
  if (!setting.values.empty() && std::ranges::find(setting.values, text, &SettingValue::name) == setting.values.end())
    throw UsageError(option_of(setting) + " '" + text + "' is not one of " + names_of_values(setting));
}

Json document_value(const Setting& setting) {
  return std::visit(Overloaded{[](const TextPlace& text) -> Json {
                                 if (text.seconds) return text.seconds();
                                 return text.get();
                               },
                               [](const ListPlace& list) -> Json { return list.get(); },
                               [](const auto* value) -> Json { return *value; }},
                    setting.place);
}

}  // namespace

Place place(std::string& text) {
  return TextPlace{[&text] { return text; },
                   [&text](const std::string& given) {
                     if (given.empty()) throw UsageError("must not be empty");
                     text = given;
                   }};
}

Place place(std::vector<std::string>& words) {
  return ListPlace{[&words] { return words; }, [&words](const std::vector<std::string>& given) { words = given; }};
}

Place place(std::vector<int>& numbers, int least, int most) {
  return ListPlace{[&numbers] {
                     std::vector<std::string> words;
                     for (const int number : numbers) words.push_back(std::to_string(number));
                     return words;
                   },
                   [&numbers, least, most](const std::vector<std::string>& words) {
                     numbers.clear();
                     for (const std::string& word : words) {
                       int number = 0;
                       const char* const end = word.data() + word.size();
                       const auto [rest, error] = std::from_chars(word.data(), end, number);
                       if (error != std::errc() || rest != end || number < least || number > most)
                         throw UsageError(fmt::format("'{}' must be between {} and {}", word, least, most));
                       numbers.push_back(number);
                     }
                   }};
}

Place duration_place(double& seconds) {
  return TextPlace{[&seconds] { return seconds == 0 ? "" : duration_text(seconds); },
                   [&seconds](const std::string& text) { seconds = text.empty() ? 0 : parse_duration(text); },
                   [&seconds] { return seconds; }};
}

std::string option_of(const Setting& setting) { return "--" + setting.name; }

std::string key_of(const Setting& setting) {
  if (setting.key) return *setting.key;
  std::string key = setting.name;
  std::ranges::replace(key, '-', '_');
  return key;
}

std::string text_of(const Setting& setting) {
  return std::visit(Overloaded{[](const TextPlace& text) { return text.get(); },
                               [](const ListPlace& list) { return fmt::format("{}", fmt::join(list.get(), ",")); },
                               [](const bool* value) -> std::string { return *value ? "true" : "false"; },
                               [&](const double* value) { return fmt::format("{:g}", *value / setting.unit); },
                               [](const auto* value) { return std::to_string(*value); }},
                    setting.place);
}

std::string names_of_values(const Setting& setting) { return names_of(setting.values); }

std::string help_of(const Setting& setting) {
  if (setting.values.empty()) return setting.summary;
  constexpr std::size_t longest = 240;
  std::string explained;
  for (const auto& [name, summary] : setting.values)
    explained += (explained.empty() ? "" : ", ") + name + (summary.empty() ? "" : " (" + summary + ")");
  return setting.summary + ": " + (explained.size() <= longest ? explained : names_of_values(setting));
}

bool takes_value(const Setting& setting) { return !is_flag(setting); }

void set(const Setting& setting, const std::string& text) {
  const std::string option = option_of(setting);
  require_value(setting, text);
  const TextPlace& place = std::get<TextPlace>(setting.place);
  try {
    place.set(text);
  } catch (const UsageError& error) {
    throw UsageError(option + " " + error.what());
  }
  if (place.seconds && place.seconds() > setting.range.most)
    throw UsageError(option + " must be at most " + number_text(setting.range.most) + "s");
  if (place.seconds && !within(setting.range, place.seconds())) throw UsageError(option + " must be above 0");
}

void set(const Setting& setting, const std::vector<std::string>& words) {
  for (const std::string& word : words) require_value(setting, word);
  try {
    std::get<ListPlace>(setting.place).set(words);
  } catch (const UsageError& error) {
    throw UsageError(option_of(setting) + " " + error.what());
  }
}

void set(const Setting& setting, double number) {
  if (!within(setting.range, number))
    throw UsageError(option_of(setting) + " must be " + in_words(setting.range) +
                     (setting.unit == 1e-6 ? " microseconds" : ""));
  std::visit(Overloaded{[](const TextPlace&) {}, [](const ListPlace&) {},
                        [&](double* value) { *value = number * setting.unit; },
                        [&](auto* value) { *value = static_cast<std::remove_pointer_t<decltype(value)>>(number); }},
             setting.place);
}

Json settings_json(const Settings& settings) {
  Json json = Json::object();
  for (const Setting& setting : settings)
    if (const std::string key = key_of(setting); !key.empty()) json[key] = document_value(setting);
  return json;
}

void add_range(Json& schema, const Range& range, double unit) {
  const auto bound = [&](const char* key, double value) {
    if (std::isinf(value)) return;
    if (schema["type"] == "integer") schema[key] = static_cast<std::int64_t>(value);
    else schema[key] = value * unit;
  };
  bound(range.above_least ? "exclusiveMinimum" : "minimum", range.least);
  bound(range.below_most ? "exclusiveMaximum" : "maximum", range.most);
}

Json schema_of(const Setting& setting) {
  if (is_flag(setting)) return {{"type", "boolean"}};
  const auto* text = std::get_if<TextPlace>(&setting.place);
  if (std::holds_alternative<ListPlace>(setting.place)) return {{"type", "array"}, {"items", {{"type", "string"}}}};
  if (text && !text->seconds) {
    if (setting.values.empty()) return {{"type", "string"}, {"minLength", text_of(setting).empty() ? 0 : 1}};
    Json words = Json::array();
    if (setting.documented.empty()) {
      for (const SettingValue& value : setting.values) words.push_back(value.name);
      if (text_of(setting).empty()) words.push_back("");  // the default is no value
    }
    for (const std::string& word : setting.documented) words.push_back(word.empty() ? Json(nullptr) : Json(word));
    return {{"enum", words}};
  }
  Json schema{{"type", text || is_real(setting) ? "number" : "integer"}};
  Range range = setting.range;
  if (text || std::holds_alternative<std::uint64_t*>(setting.place)) range.least = 0;
  add_range(schema, range, setting.unit);
  return schema;
}

Json description_of(const Setting& setting) {
  Json json{{"summary", setting.summary}};  // without the values
  if (!setting.values.empty()) {
    json["values"] = Json::object();
    for (const SettingValue& value : setting.values) json["values"][value.name] = value.summary;
  }
  json["meaning"] = setting.meaning == Meaning::problem      ? "problem"
                    : setting.meaning == Meaning::completion ? "completion"
                                                             : "speed";
  if (setting.unit != 1) json["unit"] = setting.unit;
  if (const auto* text = std::get_if<TextPlace>(&setting.place); text && text->seconds) json["unit"] = "s";
  if (!setting.label.empty()) json["label"] = setting.label;
  if (!setting.see.empty()) json["see"] = setting.see;
  Json objections = Json::array();
  for (const Objection& objection : setting.objections) objections.push_back({objection.value, objection.why});
  if (!objections.empty()) json["objections"] = objections;
  if (const std::string key = key_of(setting); !key.empty()) {
    json["key"] = key;
    json["schema"] = schema_of(setting);
    json["decided"] = !setting.documented.empty();
  }
  return json;
}

std::string first_objection(const Settings& given, const Settings& own) {
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string value = text_of(given[i]);
    std::string objection = value.empty() ? "" : why_not(given[i], value);
    if (objection.empty() && value != text_of(own[i])) objection = why_not(given[i], "");
    if (!objection.empty()) return objection;
  }
  return "";
}

}  // namespace fockproxy
