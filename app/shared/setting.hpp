// A setting of the program, described once. This record determines its option and its line in --help, its value in a
// run, its key in documents with the schema, and the rules of the figure of merit. The manual page, the completions,
// the page of options in the docs and scripts/perf use it too (`fockproxy --options-json`).
//
// Functions group settings. Each takes the configuration to which they belong and returns records bound to its members:
// dealing_settings(config). A subcommand chooses the groups that it offers (Group::add).
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "record/json_file.hpp"
#include "support/choice.hpp"

namespace fockproxy {

struct SettingValue {
  std::string name;
  std::string summary = "";
};

// A value that is written as a word or text: a choice from a table, a duration, a list of ranks.
struct TextPlace {
  std::function<std::string()> get;
  std::function<void(const std::string&)> set;  // throws UsageError without the option's name at the beginning
  std::function<double()> seconds = {};         // the number in documents; empty: documents have the text
};
// "a,b,c" on a command line, an array in documents.
struct ListPlace {
  std::function<std::vector<std::string>()> get;
  std::function<void(const std::vector<std::string>&)> set;  // as TextPlace::set
};

// The member of a configuration with the value. It must outlive the record.
using Place = std::variant<bool*, int*, std::int64_t*, std::uint64_t*, double*, TextPlace, ListPlace>;

template <class Entry>
Place place(Choice<Entry>& choice) {
  return TextPlace{[&choice] { return choice.name(); }, [&choice](const std::string& name) { choice = name; }};
}
Place place(std::string& text);         // the text must not be empty
Place duration_place(double& seconds);  // 10ms; empty for 0
Place place(std::vector<std::string>& words);
Place place(std::vector<int>& numbers, int least = 0, int most = std::numeric_limits<int>::max());
template <class Entry>
Place place(std::vector<Choice<Entry>>& choices) {
  return ListPlace{[&choices] {
                     std::vector<std::string> names;
                     for (const Choice<Entry>& choice : choices) names.push_back(choice.name());
                     return names;
                   },
                   [&choices](const std::vector<std::string>& names) { choices.assign(names.begin(), names.end()); }};
}
// For enumerations whose values, from 0 up, have these names.
template <class Enumeration, std::size_t n>
Place place(std::vector<Enumeration>& values, const std::string_view (&names)[n]) {
  return ListPlace{[&values, &names] {
                     std::vector<std::string> texts;
                     for (const Enumeration value : values) texts.emplace_back(names[static_cast<std::size_t>(value)]);
                     return texts;
                   },
                   [&values, &names](const std::vector<std::string>& texts) {
                     values.clear();
                     for (const std::string& text : texts)
                       values.push_back(static_cast<Enumeration>(std::ranges::find(names, text) - names));
                   }};
}
// For an enumeration with functions for its names.
template <class Enumeration, class Name, class Parse>
Place place(Enumeration& value, Name name, Parse parse) {
  return TextPlace{[&value, name] { return std::string(name(value)); },
                   [&value, parse](const std::string& text) { value = *parse(text); }};
}

template <class Table>
std::vector<SettingValue> values_of(const Table& table) {
  std::vector<SettingValue> values;
  for (const auto& entry : table) values.push_back({std::string(entry.name), std::string(entry.summary)});
  return values;
}
template <class Names>
  requires std::convertible_to<std::ranges::range_value_t<const Names>, std::string_view>
std::vector<SettingValue> values_of(const Names& names) {
  std::vector<SettingValue> values;
  for (const std::string_view name : names) values.push_back({std::string(name)});
  return values;
}
// "auto", followed by the values of the table.
template <class Table>
std::vector<SettingValue> auto_or(std::string summary, const Table& table) {
  std::vector<SettingValue> values = values_of(table);
  values.insert(values.begin(), {"auto", std::move(summary)});
  return values;
}

// The limits are included unless a flag says otherwise. No value may be infinite.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool above_least = false, below_most = false;  // the ends are not included
};
inline Range at_least(double least) { return {.least = least}; }
inline Range above(double least) { return {.least = least, .above_least = true}; }

// The meaning of a difference in a setting between two runs.
enum class Meaning {
  speed,       // both compute the same: their times show which value is better
  problem,     // they compute something else: their times are not compared
  completion,  // operations count as complete at another point: no table mixes them
};

// Why a run is not a result of the figure of merit: "--cache merged makes fewer communications a task".
struct Objection {
  std::string value;  // empty: every value except the default
  std::string why;    // "makes fewer communications a task"
};

struct Setting {
  std::string name;  // "task-sleep", of --task-sleep
  Place place;
  std::string summary;                    // without the values
  std::vector<SettingValue> values = {};  // the possible words; empty: a number or any text
  Range range = {};                       // for a number, in the option's unit
  double unit = 1;                        // for a real number: the configuration has the option's value times this
  bool negatable = false;                 // for a flag that --no-NAME unsets
  Meaning meaning = Meaning::speed;
  std::vector<Objection> objections = {};  // read for the settings of fock_settings.hpp only
  std::string label = "";                  // in reports: "calls {}"; empty: the name and the value
  std::optional<std::string> key = {};     // in documents; not set: the name with underscores; empty: not in documents
  std::vector<std::string> documented = {};  // the words in documents if the program decides; "": null
  std::string see = "";                      // page of the docs with more about it: "computed-and-verified.md#accuracy"
};
using Settings = std::vector<Setting>;

// A setting that is not in documents.
inline Setting unrecorded(std::string name, Place place, std::string summary, std::vector<SettingValue> values = {},
                          Range range = {}) {
  return {.name = std::move(name),
          .place = std::move(place),
          .summary = std::move(summary),
          .values = std::move(values),
          .range = range,
          .key = ""};
}

std::string option_of(const Setting& setting);  // "--task-sleep"
std::string key_of(const Setting& setting);     // "task_sleep"; empty: not in documents
std::string text_of(const Setting& setting);    // the present value in the form of the option
std::string help_of(const Setting& setting);    // the summary and the values, with explanations if these are short
std::string names_of_values(const Setting& setting);  // "a, b, c"
bool takes_value(const Setting& setting);             // else it is a flag

// Sets the value from the text of a command line. Throws UsageError that names the option. Local.
void set(const Setting& setting, const std::string& text);
void set(const Setting& setting, const std::vector<std::string>& words);
// Sets the value from a number.
void set(const Setting& setting, double number);

// The present values under their keys. Local.
Json settings_json(const Settings& settings);
// Adds the limits of a number, times `unit`, to its JSON schema (draft 7).
void add_range(Json& schema, const Range& range, double unit = 1);
// The JSON schema of its key.
Json schema_of(const Setting& setting);
// The description of a setting in --options-json, besides the words of its option. "unit": the value in documents for
// an option of 1. "s": the option is a duration, and documents have seconds.
Json description_of(const Setting& setting);
// The first objection to the values of `given`; empty if there is none. `own` has the defaults of the same settings.
std::string first_objection(const Settings& given, const Settings& own);

// Joins several lists into one.
template <class T = Setting, class... More>
std::vector<T> joined(std::vector<T> first, const More&... more) {
  (first.insert(first.end(), more.begin(), more.end()), ...);
  return first;
}

}  // namespace fockproxy
