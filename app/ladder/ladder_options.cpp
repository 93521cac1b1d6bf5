#include "app/ladder/ladder_options.hpp"

#include "app/shared/dealers.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

namespace {

std::vector<SettingValue> engines_with_device() {
  std::vector<SettingValue> values{{"none", "no steps on a device"}};
  for (const EngineEntry& engine : engine_table())
    if (engine.device) values.push_back({std::string(engine.name), std::string(engine.summary)});
  return values;
}

}  // namespace

void LadderOptions::add(CLI::App& command) {
  calculation.add_molecule({command, "Chemistry"});
  calculation.add_chemistry(command);

  const Group rows{command, "The ladder"};
  rows.add(unrecorded("list", &list, "print what each step changes and the function that does it; builds nothing"));
  rows.add(cases_setting(cases, {{"1", "every rank works"}, {"2", "the first ranks idle inside MPI"}}));
  rows.add(windows_setting(windows));
  rows.add(counter_setting(calculation.fock.counter));
  rows.add({.name = "grain", .place = place(grain), .summary = "block size: shell, atom, or a number of functions"});
  rows.add(case_2_setting(idle_ranks));
  rows.add({.name = "repeat", .place = &repeat, .summary = "builds of every step, in turns", .range = at_least(1)});
  rows.add({.name = "per-rank",
            .place = &per_rank,
            .summary = "constant work per rank: number of molecules per rank, of a family such as water; 0: off",
            .range = {.least = 0, .most = 1000}});
  rows.add({.name = "device-steps",
            .place = place(device_steps),
            .summary = "engine of additional steps, which compute the tasks on a device",
            .values = engines_with_device(),
            .see = "counters-and-progress.md#devices"});
  rows.add(calculation.thread_level.setting());

  calculation.output.add({command, "Output"});
}

void LadderOptions::resolve() {
  require(list || !calculation.molecule.empty(), "fockproxy ladder needs a molecule: a name or an XYZ file");
  require(!list || calculation.output.json.empty(), "--list builds nothing, so --json has nothing to write");
  require(Grain::parse(grain).kind != Grain::Kind::automatic,
          "--grain auto is not possible here: give shell, atom or a number of functions");
  calculation.grain = grain;
  // The options of the first build, which only computes the density.
  calculation.fock.blocks.cache = "replicated";
  calculation.resolve();
}

RuntimeOptions LadderOptions::needs() const {
  if (list) return {};
  CalculationOptions all = calculation;
  if (on_device()) {
    all.fock.integrals.source = device_steps;
    all.fock.integrals.device_path = "staged";
  }
  return all.needs();
}

std::string LadderOptions::molecule_for(int ranks) const {
  const std::string& name = calculation.molecule;
  const int parts = per_rank * ranks;
  return parts <= 1 ? name : name + std::to_string(parts);  // water, water2, water5: a single molecule has no number
}

}  // namespace fockproxy
