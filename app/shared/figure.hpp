// A figure of a row, described once. From this record come its column in the printed table, its key in documents and
// the schema of that key, and its line in docs/figures.md (`fockproxy --options-json`, scripts/describe.py).
//
// A function returns the figures of a type of rows, as gsum_figures() does. A subcommand prints its rows with
// table_of(), writes them with rows_json(), and describes them in Subcommand::figures().
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "app/shared/setting.hpp"
#include "record/json.hpp"
#include "record/text_table.hpp"
#include "support/error.hpp"

namespace fockproxy {

template <class T>
constexpr bool is_optional = requires(const T& value) { value.has_value(); };

// The JSON schema of a type: flags, numbers, texts, vectors of these, or std::optional of one of these.
template <class T>
Json schema_of_type() {
  if constexpr (std::is_same_v<T, bool>) return {{"type", "boolean"}};
  else if constexpr (std::is_integral_v<T>) return {{"type", "integer"}};
  else if constexpr (std::is_floating_point_v<T>) return {{"type", "number"}};
  else if constexpr (std::is_convertible_v<T, std::string_view>) return {{"type", "string"}, {"minLength", 1}};
  else if constexpr (is_optional<T>) return schema_of_type<typename T::value_type>();
  else return {{"type", "array"}, {"items", schema_of_type<typename T::value_type>()}};
}

// How a value is read: a member of the row, or a function of it. std::optional: a row may have no value.
template <class Row>
struct Reading {
  template <class Read, class Value = std::remove_cvref_t<std::invoke_result_t<Read, const Row&>>>
  Reading(Read read) : schema(schema_of_type<Value>()), optional(is_optional<Value>) {
    value = [read](const Row& row) -> Json {
      const Value found = std::invoke(read, row);
      if constexpr (!is_optional<Value>) return found;
      else return found ? Json(*found) : Json();
    };
  }
  Reading(std::function<Json(const Row&)> read, Json its_schema, bool rows_may_lack_it = false)
      : value(std::move(read)), schema(std::move(its_schema)), optional(rows_may_lack_it) {}

  std::function<Json(const Row&)> value;  // null if there is no value
  Json schema;
  bool optional = false;
};

// The display of a figure and its possible values.
template <class Row>
struct Form {
  std::string format = "";                           // of the cell: "{:.3f}"; "{:.0f}%" shows 100 times the value
  std::function<std::string(const Row&)> cell = {};  // returns the cell; without both, it has the value in its unit
  std::vector<SettingValue> values = {};             // the words that the value may be; empty: any
  Range range = at_least(0);                         // of a number
  std::optional<std::string> none = {};  // the cell without a value: documents then have null; not set: no key
};

template <class Row>
struct Figure {
  Figure(std::string its_key, std::optional<std::string> its_heading, std::string its_unit, std::string its_meaning,
         Reading<Row> its_value, Form<Row> its_form = {})
      : key(std::move(its_key)),
        heading(std::move(its_heading)),
        unit(std::move(its_unit)),
        meaning(std::move(its_meaning)),
        value(std::move(its_value)),
        form(std::move(its_form)) {}

  std::string key;                     // in documents; "seconds.p90": in an object of the row; empty: in the table only
  std::optional<std::string> heading;  // of its column, may be empty; not set: in documents only
  std::string unit;                    // "s", "B", "B/s", "hartree"; empty: a count, a ratio, a word
  std::string meaning;                 // "size of the vector"
  Reading<Row> value;
  Form<Row> form;
};
inline constexpr std::nullopt_t no_column = std::nullopt;
template <class Row>
using FigureList = std::vector<Figure<Row>>;

// Why a row could not run, or what was wrong. Both are empty if the row has results.
struct Outcome {
  std::string unsupported, fault;

  bool has_results() const { return unsupported.empty() && fault.empty(); }
  std::string status() const { return fault.empty() ? "UNSUPPORTED" : "FAIL"; }  // of a row without results
  const std::string& reason() const { return fault.empty() ? unsupported : fault; }
};

// All figures of a list of rows.
template <class Row>
struct Figures {
  FigureList<Row> identity;                          // what the row is about
  FigureList<Row> results = {};                      // the figures of rows with results
  std::function<Outcome(const Row&)> outcome = {};   // empty: all rows have results, and there is no status
  std::function<std::string(const Row&)> name = {};  // "allreduce, 64 KiB", for the reason below the table
  std::vector<std::string> statuses{"PASS", "FAIL", "UNSUPPORTED"};  // the first one: the row has results

  Outcome outcome_of(const Row& row) const { return outcome ? outcome(row) : Outcome{}; }
};

// The parts that do not depend on the type of the rows.
std::string cell_text(const Json& value, const std::string& key, const std::string& unit, const std::string& format);
void add_value(Json& row, const std::string& key, const Json& value);
Json value_schema(Json schema, const std::vector<SettingValue>& values, const Range& range, bool or_null);

template <class Row>
std::string cell_of(const Figure<Row>& figure, const Row& row) {
  const Json value = figure.value.value(row);
  if (value.is_null()) return figure.form.none.value_or("");
  return figure.form.cell ? figure.form.cell(row) : cell_text(value, figure.key, figure.unit, figure.form.format);
}

// The table of the rows. It leaves out a column in which no row with results has a value.
template <class Row>
std::string table_of(const Figures<Row>& figures, const std::vector<Row>& rows) {
  std::vector<const Figure<Row>*> columns;
  std::vector<std::string> header;
  const auto add_columns = [&](const FigureList<Row>& list) {
    for (const Figure<Row>& figure : list) {
      const auto has_value = [&](const Row& row) {
        return figures.outcome_of(row).has_results() && !figure.value.value(row).is_null();
      };
      const bool may_be_empty = figure.value.optional && !figure.form.none;
      if (!figure.heading || (may_be_empty && std::ranges::none_of(rows, has_value))) continue;
      columns.push_back(&figure);
      header.push_back(*figure.heading);
    }
    return columns.size();
  };
  const std::size_t keys = add_columns(figures.identity);
  add_columns(figures.results);
  TextTable table(header, keys);
  for (const Row& row : rows) {
    std::vector<std::string> line;
    const Outcome outcome = figures.outcome_of(row);
    for (std::size_t c = 0; c < (outcome.has_results() ? columns.size() : keys); ++c)
      line.push_back(cell_of(*columns[c], row));
    if (!outcome.has_results()) line.push_back(outcome.status());
    table.add(std::move(line));
  }
  return table.str();
}

// The lines below a table: why rows have no results. Equal lines are given once.
template <class Row>
std::string reasons_of(const Figures<Row>& figures, const std::vector<Row>& rows) {
  std::string reasons;
  for (const Row& row : rows)
    if (const Outcome outcome = figures.outcome_of(row); !outcome.has_results()) {
      const std::string line =
          fmt::format("  {}: {}{}\n", figures.name(row), outcome.fault.empty() ? "" : "FAIL ", outcome.reason());
      if (reasons.find(line) == std::string::npos) reasons += line;
    }
  return reasons;
}

// The rows as an array for a document.
template <class Row>
Json rows_json(const Figures<Row>& figures, const std::vector<Row>& rows) {
  Json json = Json::array();
  for (const Row& row : rows) {
    Json& entry = json.emplace_back(Json::object());
    const auto add = [&](const FigureList<Row>& list) {
      for (const Figure<Row>& figure : list)
        if (const Json value = figure.value.value(row); !figure.key.empty() && (!value.is_null() || figure.form.none))
          add_value(entry, figure.key, value);
    };
    add(figures.identity);
    const Outcome outcome = figures.outcome_of(row);
    if (figures.outcome) entry["status"] = outcome.has_results() ? figures.statuses.front() : outcome.status();
    if (outcome.has_results()) add(figures.results);
    else entry["reason"] = outcome.reason();
  }
  return json;
}

template <class Row>
Json described(const FigureList<Row>& list) {
  Json json = Json::array();
  for (const auto& [key, heading, unit, meaning, value, form] : list)
    json.push_back({{"key", key},
                    {"heading", heading.value_or("")},
                    {"unit", unit},
                    {"meaning", meaning},
                    {"optional", value.optional && !form.none},
                    {"schema", value_schema(value.schema, form.values, form.range, form.none.has_value())}});
  return json;
}

// The description for Subcommand::figures().
template <class Row>
Json described(const Figures<Row>& figures) {
  Json json{{"identity", described(figures.identity)}, {"results", described(figures.results)}};
  if (figures.outcome) json["status"] = figures.statuses;
  return json;
}

// Reads a list inside a row; the elements of the list have figures of their own.
template <class Row, class Part, class Read>
Reading<Row> rows_of(const FigureList<Part>& parts, Read read) {
  constexpr bool optional = is_optional<std::remove_cvref_t<std::invoke_result_t<Read, const Row&>>>;
  const auto value = [parts, read](const Row& row) -> Json {
    const auto& found = std::invoke(read, row);
    if constexpr (!optional) return rows_json(Figures<Part>{parts}, found);
    else return found ? rows_json(Figures<Part>{parts}, *found) : Json();
  };
  return {value, {{"type", "array"}, {"items", {{"figures", described(parts)}}}}, optional};
}

// Throws ComputationError for the first row with a fault.
template <class Row>
void require_no_fault(const Figures<Row>& figures, const std::vector<Row>& rows) {
  for (const Row& row : rows)
    if (const Outcome outcome = figures.outcome_of(row); !outcome.fault.empty())
      throw ComputationError("verification failed: " + figures.name(row) + ": " + outcome.fault);
}

}  // namespace fockproxy
