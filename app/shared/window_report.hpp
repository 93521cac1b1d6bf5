// The info keys of windows in rows, documents and printed tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/shared/figure.hpp"
#include "parallel/window_info.hpp"

namespace fockproxy {

// " with same_disp_unit=true": the part of the name of a row after its kind of window. Empty without keys. Local.
std::string in_name(const WindowInfo& info);
// What MPI kept, as text: "kept" or "accumulate_ops kept, same_size changed to false". Empty without keys. Local.
std::string kept_in_words(const WindowInfo& info);

FigureList<KeptKey> kept_key_figures();

// The figures of rows whose windows have info keys: the keys, and what MPI kept of them. `of` gives the keys of a row.
// Rows without keys have neither figure.
template <class Row, class Of>
Figure<Row> window_info_figure(Of of) {
  const auto asked = [of](const Row& row) {
    const WindowInfo& info = of(row);
    return info.empty() ? std::nullopt : std::optional(info.word());
  };
  return {"window_info", "info", "", "info keys of the windows of the row", asked};
}
template <class Row, class Of>
Figure<Row> window_info_kept_figure(Of of) {
  const auto kept = [of](const Row& row) {
    const WindowInfo& info = of(row);
    return info.empty() ? std::nullopt : std::optional(info.kept());
  };
  const auto in_words = [of](const Row& row) { return kept_in_words(of(row)); };
  return {"window_info_kept", "kept by MPI", "", "what MPI kept of these keys", rows_of<Row>(kept_key_figures(), kept),
          {.cell = in_words}};
}

}  // namespace fockproxy
