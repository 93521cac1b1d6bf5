"""The report on Global Arrays runtimes: equal cores, who waits, and what is named without a time."""

import made_up_runtimes as made_up
import pytest
from fockproxy_perf.report import build
from fockproxy_perf.report.analysis.runtime_builds import chosen, equal_cores
from fockproxy_perf.report.sections import runtime_answer, runtimes
from one_kind import lines_of, reader

LIBRARY = "Open MPI 4.1.4 (Debian)"


@pytest.fixture
def made(tmp_path):
    return reader(tmp_path / "runtimes.jsonl", made_up.MadeUpRuntimes)


def table(sweep, beginning):
    return lines_of(runtimes.section(sweep), beginning)


def test_builds_are_held_against_the_best_at_equal_processes(made):
    lines = {(line["runtime"], line["processes"], line["matrix"]): line for line in table(made(), "whole Fock builds")}
    assert len(lines) == 16
    # Two cores: mpi-pr has one working rank, and windows are best.
    kept = lines["mpi-pr", 2, "ga"]
    assert (kept["working ranks"], kept["build / s"]) == (1, pytest.approx(1.8))
    assert kept["times the best"] == pytest.approx(1.8 / 0.95)
    assert lines["mpi-ts", 2, "rma"]["times the best"] == 1
    assert lines["mpi-ts", 3, "ga"]["times the best"] == pytest.approx(1 / 0.95)


def test_more_processes_than_cores_are_marked(made):
    for line in table(made(), "whole Fock builds"):
        if line["runtime"] != "mpi-mt":
            assert line["note"] == ("take turns on 2 cores" if line["processes"] == 3 else ""), line


def test_the_advice_is_at_as_many_processes_as_cores(made):
    found = equal_cores(made())
    best = chosen(found)
    assert (best.processes, best.turns) == (2, False)
    assert [b.runtime for b in best.by_runtime()] == ["mpi-ts", "armci-mpi", "mpi-pr"]
    [said] = runtime_answer.sentences(made())
    for fact in (LIBRARY, "take mpi-ts", "1.00 s", "1.2 times", "armci-mpi", "1.8 times", "mpi-pr", "1 of 2 cores",
                 "counter mpi3) take 950 ms", "mpi-mt: UNSUPPORTED, needs MPI_THREAD_MULTIPLE"):
        assert fact in said


def test_what_is_within_the_noise_is_said_to_be(made):
    def close(rows):
        rows.fock_row("mpi3", 2, "ga", "ga", seconds=1.01)

    assert "take mpi-ts (mpi3 is as fast within the noise): with" in runtime_answer.sentences(made(close))[0]


def test_a_disturbed_runtime_is_no_advice_and_is_named(made):
    def disturb(rows):
        for record in rows.maker.lines[1:]:
            if record["kind"] == "fock" and record["axes"]["stack"].endswith("mpi-ts"):
                record["notes"] = ["disturbed"]

    [sentence] = runtime_answer.sentences(made(disturb))
    assert f"on {LIBRARY} take armci-mpi: with" in sentence and "as fast as on mpi-ts (disturbed)" in sentence


def test_each_library_has_its_sentence(made):
    def another(rows):
        made_up.MadeUpRuntimes(rows.maker, "mpich-4.3").all_rows()

    said = runtime_answer.sentences(made(another))
    assert [s.partition(" take ")[0] for s in said] == [f"Under Global Arrays on {m}" for m in ("MPICH 4.3.2", LIBRARY)]


def test_a_library_without_a_build_is_not_left_out(made):
    def fail(rows):
        for runtime in ("mpi-ts", "mpi-pr"):
            options = {**made_up.WATER, "matrix": "ga", "counter": "ga"}
            rows.row("fock", runtime, status="hung", reason="no end after 60 s", options=options)

    sweep = made(fail, ready=False)
    [said] = runtime_answer.sentences(sweep)
    for fact in (LIBRARY, "no runtime", "mpi-pr: hung, no end after 60 s", "mpi-ts: hung, no end after 60 s"):
        assert fact in said
    assert runtime_answer.answer(sweep) is None


def test_processes_that_take_turns_and_threads_have_sentences(made):
    turns, thread = runtime_answer.more_sentences(made())
    for fact in ("3 processes", "2 cores", "gain nothing", LIBRARY, "mpi-ts", "1.10 s"):
        assert fact in turns
    assert "progress library" in thread and "perf/sweeps/progress" in thread


def test_a_strategy_is_told_where_the_sweep_has_it(made):
    def strategies(rows):
        rows.fock_row("mpi-ts", 2, "ga", "ga", progress="none", seconds=1.0)
        rows.fock_row("mpi-ts", 2, "ga", "ga", progress="library", seconds=0.8)
        rows.row("fock", "mpi-ts", status="UNSUPPORTED", reason="Global Arrays makes its windows itself",
                 progress="ghost")

    library, ghost = runtime_answer.more_sentences(made(strategies))[1:]
    for fact in ("progress library", "800 ms instead of 1.00 s", f"mpi-ts on {LIBRARY}", "2 processes"):
        assert fact in library
    assert "progress ghost" in ghost and "UNSUPPORTED, Global Arrays makes its windows itself" in ghost


def with_progress_ranks(rows, times):
    """Builds on mpi-pr with so many ranks that serve: {number: seconds}."""
    for number, seconds in times.items():
        rows.fock_row("mpi-pr", 2, "ga", "ga", seconds=seconds, **{"env.GA_NUM_PROGRESS_RANKS_PER_NODE": str(number)})


def test_numbers_of_ranks_that_serve_are_compared(made):
    sweep = made(lambda rows: with_progress_ranks(rows, {1: 1.92, 2: 1.6, 4: 1.61}), ready=False)
    [said] = runtime_answer.kept_ranks(sweep)
    for fact in ("Under mpi-pr", LIBRARY, "GA_NUM_PROGRESS_RANKS_PER_NODE=2 is best", "2 cores", "1.60 s",
                 "as long within the noise with 4", "1.2 times as long with 1"):
        assert fact in said
    assert said in runtimes.section(sweep).findings
    lines = table(sweep, "whole Fock builds")
    assert [line["settings"] for line in lines] == [f"GA_NUM_PROGRESS_RANKS_PER_NODE={n}" for n in (2, 4, 1)]
    assert lines[2]["times the best"] == pytest.approx(1.2)


def test_the_best_number_stands_for_its_runtime(made):
    sweep = made(lambda rows: with_progress_ranks(rows, {2: 0.5, 4: 0.8}))
    [said] = runtime_answer.sentences(sweep)
    assert "take mpi-pr" in said and "takes 500 ms" in said
    assert runtime_answer.kept_ranks(made()) == []


def test_a_refused_launch_still_keeps_its_ranks(made):
    """Without a document, the sweep's own setting tells how many ranks do not work."""
    def refuse(rows):
        rows.row("fock", "mpi-pr", status="UNSUPPORTED", reason="no", ranks=4,
                 options={**made_up.WATER, "matrix": "ga", "counter": "ga"},
                 **{"env.GA_NUM_PROGRESS_RANKS_PER_NODE": "3"})

    [line] = table(made(refuse, ready=False), "whole Fock builds")
    assert line["working ranks"] == 1


def test_the_first_screen_leads_with_the_runtime(made):
    answer = runtime_answer.answer(made())
    assert answer.lead.startswith(f"Under Global Arrays on {LIBRARY} take mpi-ts")
    assert answer.command == "mpiexec -n 2 fockproxy scf water8 --basis cc-pvdz --counter ga --matrix ga"
    assert {row[2] for row in answer.table.rows} == {2}
    assert not any(sentence.startswith("Of all stacks") for sentence in answer.more)


def test_other_stacks_keep_their_advice(made):
    answer = runtime_answer.answer(made(lambda rows: rows.maker.compare_rows()))
    assert any(sentence.startswith("Of all stacks: Use") for sentence in answer.more)


def test_degradation_names_what_has_no_time(made):
    lines = {(line["runtime"], line["processes"], line["matrix"]): line for line in table(made(), "time per task")}
    assert [lines["mpi-ts", 2, "ga"][c] for c in ("1 a task", "1+6+held", "1+12")] == pytest.approx([1.5, 2.5, 3.5])
    refused = lines["mpi-mt", 3, "rma"]
    assert (refused["1 a task"], refused["note"]) == (None, "UNSUPPORTED, needs MPI_THREAD_MULTIPLE")
    assert (refused["working ranks"], lines["mpi-pr", 3, "rma"]["working ranks"]) == (3, 2)


def test_waits_for_a_counter_value_by_case(made):
    waits = {line["runtime"]: (line["Case 1 / us"], line["Case 2 / us"]) for line in table(made(), "median wait")}
    assert waits["mpi-pr"] == pytest.approx((4, 4)) and waits["mpi-ts"] == pytest.approx((8000, 4))
    assert waits["mpi-mt"] == (None, None)


def test_which_operations_make_progress_by_themselves(made):
    cells = {line["configuration"]: line["get"] for line in table(made(), "medians with the target")}
    own = f"{LIBRARY}, Global Arrays 5.9.2"
    assert cells[f"{own} mpi-pr, Global Arrays"] == "2.0 us / 2.0 us"
    assert cells[f"{own} mpi-ts, Global Arrays"] == "2.0 us / 1.0 ms: waits"
    assert cells[f"{own} mpi-mt, Global Arrays"] == "unsupported"
    findings = runtimes.section(made()).findings
    assert f"Nothing needs its target: {own} mpi-pr, Global Arrays." in findings


def test_a_sweep_without_runtimes_has_no_such_section(sweep):
    assert "perf/sweeps/ga-runtimes" in runtimes.section(sweep).missing
    assert runtime_answer.answer(sweep) is None


def test_one_runtime_alone_is_no_choice(made):
    sweep = made(lambda rows: rows.fock_row("mpi-pr", 2, "ga", "ga"), ready=False)
    assert runtime_answer.sentences(sweep) == [] and runtime_answer.answer(sweep) is None
    assert table(sweep, "whole Fock builds")


def test_the_page_can_be_written(made, tmp_path):
    build.write_report(made(), tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text()
    assert f'<p class="lead">Under Global Arrays on {LIBRARY} take mpi-ts' in text
