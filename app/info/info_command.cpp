// fockproxy info: what is in use, as far as the program can find out.
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "app/info/backend_status.hpp"
#include "app/info/mpi_status.hpp"
#include "app/shared/document.hpp"
#include "app/shared/option_group.hpp"
#include "chem/basis_file.hpp"
#include "chem/data_directory.hpp"
#include "integrals/libint_session.hpp"
#include "parallel/agreement.hpp"
#include "parallel/global_arrays.hpp"
#include "parallel/mpi_introspection.hpp"
#include "parallel/openshmem.hpp"
#include "record/json.hpp"
#include "record/provenance.hpp"
#include "record/text_table.hpp"

namespace fockproxy {

namespace {

struct InfoOptions {
  OutputOptions output;
  ThreadLevelOption thread_level;
  bool start_global_arrays = true;
  bool start_openshmem = false;
};

Json global_arrays_json(const Runtime& runtime) {
  Json json{{"built", built_with_global_arrays()}, {"started", runtime.has_global_arrays()}};
  if (!runtime.has_global_arrays()) return json;
  json["version"] = runtime.global_arrays_version();
  const GlobalArraysRuntime& below = runtime.global_arrays()->runtime();
  json["runtime"] = {{"name", below.name},
                     {"found", how_the_runtime_was_found()},
                     {"progress", below.progress},
                     {"ranks_kept", runtime.ranks_kept()}};
  json["self_test"] = runtime.global_arrays_fault().empty() ? "PASS" : "FAIL: " + runtime.global_arrays_fault();
  json["properties"] = Json::object();
  for (const NamedValue& property : runtime.global_arrays()->properties())
    json["properties"][property.name] = property.value;
  return json;
}

Json openshmem_json(const Runtime& runtime) {
  Json json{{"built", built_with_openshmem()}, {"started", runtime.has_openshmem()}};
  if (const OpenShmemSession* session = runtime.openshmem()) {
    json["version"] = session->version();
    json["heap_bytes"] = session->heap_bytes();
  }
  return json;
}

Json machine_json(const Runtime& runtime) {
  Json nodes = Json::array();
  for (int node = 0; node < runtime.nodes(); ++node) {
    Json ranks = Json::array();
    std::string host;
    for (int rank = 0; rank < runtime.world().size(); ++rank)
      if (runtime.node_of(rank) == node) {
        ranks.push_back(rank);
        host = runtime.hosts()[rank];
      }
    nodes.push_back({{"node", node}, {"host", host}, {"ranks", ranks}});
  }
  return {{"cpu", cpu_model()}, {"cores_of_rank_0", std::thread::hardware_concurrency()}, {"nodes", nodes}};
}

Json data_json() {
  try {
    const std::filesystem::path directory = find_data_directory();
    return {{"directory", directory.string()},
            {"basis_sets", known_basis_sets(directory)},
            {"molecules", known_molecules(directory)}};
  } catch (const UsageError& error) {
    return {
        {"directory", nullptr}, {"reason", error.what()}, {"basis_sets", Json::array()}, {"molecules", Json::array()}};
  }
}

// Collective.
Json collect(const CommandContext& context) {
  const Runtime& runtime = context.runtime;
  Json json{{"schema_version", json_schema_version}, {"command", "info"}};
  json["provenance"] = provenance_json(context);
  json["mpi"] = mpi_status(runtime);
  json["windows"] = window_status(runtime);
  json["transport"] = transport_json(runtime);
  json["machine"] = machine_json(runtime);
  json["global_arrays"] = global_arrays_json(runtime);
  json["openshmem"] = openshmem_json(runtime);
  json["libint"] = {{"version", LibintSession::version()},
                    {"max_angular_momentum", LibintSession::max_angular_momentum()}};
  json["counters"] = counter_status(runtime);
  json["distributors"] = distributor_status(runtime);
  json["schedules"] = schedule_status();
  json["matrices"] = matrix_status(runtime);
  json["solvers"] = solver_status(runtime);
  json["caches"] = cache_status();
  json["progress"] = progress_status(runtime);
  json["data"] = data_json();
  return json;
}

void print_line(std::string_view name, std::string_view text) { fmt::print("  {:<17} {}\n", name, text); }

std::string text_of(const Json& value) { return value.is_string() ? value.get<std::string>() : to_text(value); }

// Prints "a, b, c" in lines of a readable width.
void print_names(const char* title, const Json& names) {
  std::string line;
  const char* label = title;
  for (const Json& name : names) {
    if (line.size() + text_of(name).size() > 95) {
      print_line(std::exchange(label, ""), line + ",");
      line.clear();
    }
    line += (line.empty() ? "" : ", ") + text_of(name);
  }
  print_line(label, line.empty() ? "none" : line);
}

// Variables that mpiexec sets for its processes.
bool belongs_to_launcher(const std::string& name) {
  constexpr const char* settings[] = {"OMPI_MCA_", "OMPI_ALLOW_"};
  constexpr const char* internal[] = {"OMPI_MCA_orte_", "OMPI_MCA_ess", "OMPI_MCA_pmix", "OMPI_MCA_initial_wdir",
                                      "OMPI_MCA_shmem_RUNTIME", "OMPI_MCA_mpi_oversubscribe",
                                      // of Open MPI 5
                                      "OMPI_MCA_PREFIXES", "OMPI_MCA_cpu_type", "OMPI_MCA_mca_base_component_path",
                                      "OMPI_MCA_num_procs"};
  const auto begins = [&](const char* prefix) { return name.starts_with(prefix); };
  if (std::ranges::any_of(internal, begins) || name.starts_with("PMI") || name.starts_with("HYDRA") ||
      name.starts_with("MPI_LOCAL"))
    return true;
  return name.starts_with("OMPI_") && std::ranges::none_of(settings, begins);
}

void print_network_library(const Json& library) {
  print_line("network", fmt::format("{} {} in {}", text_of(library["name"]), text_of(library["version"]),
                                    text_of(library["file"])));
  for (const Json& provider : library["providers"])
    print_line("", fmt::format("provider {}: data progress {}, control progress {}", text_of(provider["name"]),
                               text_of(provider["data_progress"]), text_of(provider["control_progress"])));
}

std::string cuda_support_in_words(const Json& mpi) {
  const Json& reported = mpi["cuda_support"];
  std::string words = "the library does not say";
  if (!reported.is_null()) words = fmt::format("{}, says the library", reported.get<bool>() ? "yes" : "no");
  return words + (mpi["cuda_support_overridden"].get<bool>() ? "; FOCKPROXY_CUDA_MPI=1 says yes in its place" : "");
}

void print_mpi(const Json& json) {
  const Json& mpi = json["mpi"];
  fmt::print("MPI\n");
  const Json& ranks = json["provenance"]["mpi"];
  for (const Json& node : json["machine"]["nodes"])
    print_line("node " + text_of(node["node"]), fmt::format("{} of {} ranks, on {}", node["ranks"].size(),
                                                            text_of(ranks["ranks"]), text_of(node["host"])));
  print_line("thread level", fmt::format("{} (asked for {})", text_of(mpi["thread_level_provided"]),
                                         text_of(mpi["thread_level_requested"])));
  print_line("standard", fmt::format("{}, mpi.h {}", text_of(mpi["standard"]), text_of(mpi["header_standard"])));
  const char* label = "library";
  for (const Json& line : mpi["description"]) print_line(std::exchange(label, ""), text_of(line).substr(0, 100));
  print_line("found in", text_of(mpi["library_file"]));
  for (const Json& library : mpi["network_libraries"]) print_network_library(library);
  const std::string abi = text_of(mpi["standard_abi"]);
  print_line("interface", in_words(mpi_interface()) + (abi.empty() ? "" : ", version " + abi) +
                              ": others with it can take its place");
  if (const std::string found = text_of(mpi["found"]); !found.empty()) print_line("chosen", found);
  print_line("CUDA support", cuda_support_in_words(mpi));
  for (const Json& cure : json["provenance"]["cures"]) print_line("cured", text_of(cure));
  fmt::print("\nSettings in force (MPI_T control variables; {} more with --json; empty: the library chooses)\n",
             mpi["control_variables"].size() - mpi["principal_variables"].size());
  for (const Json& name : mpi["principal_variables"])
    fmt::print("  {} = {}\n", text_of(name), text_of(mpi["control_variables"][text_of(name)]));
  fmt::print("\nEnvironment (what the launcher sets for itself is left out)\n");
  for (const auto& [name, value] : json["provenance"]["environment"].items())
    if (!belongs_to_launcher(name)) fmt::print("  {}={}\n", name, text_of(value));
}

void print_windows(const Json& windows) {
  fmt::print("\nWindows, as MPI describes them (what they do is for `fockproxy check` to tell)\n");
  for (const Json& window : windows) {
    if (!window.contains("flavor")) {
      print_line(text_of(window["name"]), text_of(window["status"]));
      continue;
    }
    std::string info;
    for (const auto& [key, value] : window["info"].items())
      info += (info.empty() ? "" : ", ") + key + "=" + text_of(value);
    print_line(text_of(window["name"]),
               fmt::format("flavor {}, {} memory model; {}", text_of(window["flavor"]), text_of(window["memory_model"]),
                           window["shared_query"].get<bool>() ? "a neighbour's segment can be loaded and stored"
                                                              : "MPI_Win_shared_query gives no neighbour's segment"));
    if (!info.empty()) print_line("", info);
  }
}

void print_transport(const Json& transport) {
  fmt::print("\nTransport, measured: every rank sends 4 MB to the next one\n");
  print_line("shared memory", fmt::format("groups of at most {} ranks, says MPI_Comm_split_type",
                                          text_of(transport["ranks_sharing_memory"])));
  for (const Json& path : transport["paths"])
    print_line(text_of(path["path"]),
               path.contains("refused")
                   ? "UNSUPPORTED: " + text_of(path["refused"])
                   : fmt::format("{:.3f} bytes through TCP sockets for each byte sent; {} a second, 8 bytes in {}",
                                 path["tcp_bytes"].get<double>() / path["bytes_sent"].get<double>(),
                                 format_bytes(path["bytes_per_second"].get<double>()),
                                 format_seconds(path["latency_seconds"].get<double>())));
}

void print_machine(const Json& json) {
  fmt::print("\nMachine\n");
  print_line("processor", text_of(json["machine"]["cpu"]));
  print_line("cores", text_of(json["machine"]["cores_of_rank_0"]) + " seen by rank 0");
  for (const Json& rank : json["provenance"]["ranks"])
    print_line("rank " + text_of(rank["rank"]),
               fmt::format("{}, may run on core {}", text_of(rank["host"]), text_of(rank["affinity"])));
}

void print_libraries(const Json& json) {
  fmt::print("\nLibraries\n");
  const Json& ga = json["global_arrays"];
  if (!ga["built"].get<bool>()) print_line("Global Arrays", without_global_arrays);
  else if (!ga["started"].get<bool>()) print_line("Global Arrays", "not started in this job");
  else {
    print_line("Global Arrays", text_of(ga["version"]) + "; self-test " + text_of(ga["self_test"]));
    const Json& below = ga["runtime"];
    print_line("",
               fmt::format("{}; keeps {} of the job's ranks", text_of(below["found"]), text_of(below["ranks_kept"])));
    print_line("", "progress while the target computes: " + text_of(below["progress"]));
    for (const auto& [name, value] : ga["properties"].items()) print_line("", name + ": " + text_of(value));
  }
  const Json& shmem = json["openshmem"];
  if (!shmem["built"].get<bool>()) print_line("OpenSHMEM", without_openshmem());
  else if (!shmem["started"].get<bool>()) print_line("OpenSHMEM", "not started in this job (--openshmem)");
  else
    print_line("OpenSHMEM", fmt::format("{}; symmetric heap of each rank: {}", text_of(shmem["version"]),
                                        format_bytes(shmem["heap_bytes"].get<double>())));
  print_line("Libint", fmt::format("{}, angular momentum up to l = {}", text_of(json["libint"]["version"]),
                                   text_of(json["libint"]["max_angular_momentum"])));
  print_line("compiler", text_of(json["provenance"]["compiler"]));
}

void print_backends(const char* title, const Json& list) {
  fmt::print("\n{}\n", title);
  for (const Json& backend : list) {
    const std::string status = text_of(backend["status"]);
    print_line(text_of(backend["name"]), status == "available" ? text_of(backend["summary"]) : status);
  }
}

void print(const Json& json) {
  fmt::print("{}\n\n", program_name());
  print_mpi(json);
  print_windows(json["windows"]);
  print_transport(json["transport"]);
  print_machine(json);
  print_libraries(json);
  print_backends("Counters", json["counters"]);
  print_backends("Distributors (no central counter)", json["distributors"]);
  print_backends("Schedules (ticket to task ids, over any counter)", json["schedules"]);
  print_backends("Matrices", json["matrices"]);
  print_backends("Solvers", json["solvers"]);
  print_backends("Caches", json["caches"]);
  print_backends("Progress strategies", json["progress"]);
  const Json& data = json["data"];
  fmt::print("\nData\n");
  print_line("directory", data["directory"].is_null() ? text_of(data["reason"]) : text_of(data["directory"]));
  print_names("basis sets", data["basis_sets"]);
  print_names("molecules", data["molecules"]);
}

class InfoCommand : public Subcommand {
 public:
  const char* name() const override { return "info"; }
  const char* summary() const override {
    return "what is in force in this job: MPI, windows, settings, backends, data";
  }

  void add_options(CLI::App& command) override {
    const Group group{command, "What is started"};
    group.add(options_.thread_level.setting());
    group.add({.name = "global-arrays",
               .place = &options_.start_global_arrays,
               .summary = "start Global Arrays and ARMCI (the default)",
               .negatable = true,
               .key = ""});
    group.add(unrecorded("openshmem", &options_.start_openshmem, "start OpenSHMEM, if the MPI library has it"));
    options_.output.add({command, "Output"});
  }
  void resolve() override { needs(); }
  RuntimeOptions needs() const override {
    RuntimeOptions needs;
    needs.global_arrays = options_.start_global_arrays && built_with_global_arrays();
    needs.openshmem = options_.start_openshmem;
    needs.accept_faulty_global_arrays = true;
    return options_.thread_level.apply(needs, "info");
  }
  double stall_timeout() const override { return options_.output.stall_timeout; }

  ExitCode run(const CommandContext& context) override {
    const std::optional<JsonFile> file = open_json(context, options_.output.json);
    context.watchdog.mark("asking MPI and the backends what they are");
    const Json json = collect(context);
    on_root(context.runtime.world(), [&] {
      print(json);
      if (file) file->write(json);
    });
    return ExitCode::success;
  }

 private:
  InfoOptions options_;
};

}  // namespace

std::unique_ptr<Subcommand> make_info_command() { return std::make_unique<InfoCommand>(); }

}  // namespace fockproxy
