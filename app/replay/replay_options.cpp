#include "app/replay/replay_options.hpp"

namespace fockproxy {

namespace {

Place work_place(WorkKind& work) {
  return TextPlace{[&work] { return std::string(work == WorkKind::sleep ? "sleep" : "busy"); },
                   [&work](const std::string& name) { work = name == "sleep" ? WorkKind::sleep : WorkKind::busy; }};
}

}  // namespace

void ReplayCommandOptions::add(CLI::App& command) {
  const Group what{command, "What is replayed"};
  what.input_file("recording", recording, "file of fockproxy fock --record");
  what.add({{.name = "work",
             .place = work_place(replay.work),
             .summary = "what a rank does for the time of a task",
             .values = {{"busy", "a core computes"}, {"sleep", "the rank sleeps, for more ranks than cores"}},
             .meaning = Meaning::problem},
            {.name = "stretch",
             .place = &replay.stretch,
             .summary = "tasks last this many times as long as recorded",
             .range = above(0),
             .meaning = Meaning::problem},
            {.name = "repeat", .place = &repeat, .summary = "number of builds", .range = at_least(1)}});

  const Group distribution{command, "Distribution of the work"};
  distribution.add(dealing_settings(fock));
  distribution.add(thread_settings(fock));

  const Group communication{command, "Communication"};
  communication.add(block_settings(fock.blocks));
  communication.add(completion_settings(fock.blocks));
  communication.add(sum_settings(fock.blocks));
  communication.add(progress_setting(fock.progress));
  communication.add(progress_option_settings(fock.progress.options));
  communication.add(thread_level.setting());

  const Group program{command, "Checks and output"};
  program.add({.name = "trust-stack",
               .place = &trust_stack,
               .summary = "replay even if the quick check of MPI and Global Arrays fails"});
  trace.add(program);
  output.add(program);
}

void ReplayCommandOptions::resolve() {
  require(!recording.empty(), "name a file of fockproxy fock --record: fockproxy replay FILE");
  require(fock.threads.count == 1 || trace.file.empty(),
          "--threads with --trace: UNSUPPORTED: a trace has the events of one thread per rank");
  fock.dealing.seed = fock.seed;
  needs();
  require_helper(fock.progress.options, fock.effective_progress().helper);
}

RuntimeOptions ReplayCommandOptions::needs() const { return build_needs(fock, thread_level); }

}  // namespace fockproxy
