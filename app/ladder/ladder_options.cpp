#include "app/ladder/ladder_options.hpp"

#include "app/shared/dealers.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

void LadderOptions::add(CLI::App& command) {
  calculation.add_molecule({command, "Chemistry"});
  calculation.add_chemistry(command);

  const Group rows{command, "The ladder"};
  rows.flag("--list", list, "what each step changes, and the lines of code that do it; builds nothing");
  rows.list("--case", cases, "1: every rank works; 2: the first ranks idle inside MPI");
  rows.list("--window", windows, std::string("kinds of window: ") + all_window_kinds);
  rows.option("--counter", counter, "who deals out the tasks: " + names_of(dealer_table()));
  rows.option("--grain", grain, "block size: shell, atom, or a number of functions");
  rows.option("--idle-ranks", idle_ranks, "ranks that idle in Case 2, from rank 0 up");
  rows.option("--repeat", repeat, "builds of every step, in turns");
  rows.option("--per-rank", per_rank,
              "constant work a rank: the molecule is a family (water), of which so many a rank are taken; 0: off");
  rows.add(calculation.thread_level.setting());

  calculation.output.add({command, "Output"});
}

void LadderOptions::resolve() {
  for (const int c : cases) require(c == 1 || c == 2, "--case " + std::to_string(c) + " is none of 1, 2");
  require(idle_ranks >= 1, "--idle-ranks must be at least 1");
  require(repeat >= 1, "--repeat must be at least 1");
  require(0 <= per_rank && per_rank <= 1000, "--per-rank must be between 0 and 1000");
  require(list || !calculation.molecule.empty(), "fockproxy ladder needs a molecule: a name or an XYZ file");
  require(!list || calculation.output.json.empty(), "--list builds nothing that could be written");
  require(Grain::parse(grain).kind != Grain::Kind::automatic, "--grain auto has no place here: name the grain");
  parse_windows(windows);
  calculation.fock.counter = chosen("--counter", counter, dealer_table());
  calculation.grain = grain;
  // What the first build, of the density, is told.
  calculation.fock.blocks.cache = "replicated";
  calculation.resolve();
}

RuntimeOptions LadderOptions::needs() const { return list ? RuntimeOptions{} : calculation.needs(); }

std::string LadderOptions::molecule_for(int ranks) const {
  const std::string& name = calculation.molecule;
  const int parts = per_rank * ranks;
  return parts <= 1 ? name : name + std::to_string(parts);  // water, water2, water5: one molecule has no number
}

}  // namespace fockproxy
