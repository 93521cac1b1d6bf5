"""scripts/perf imb with programs that measure nothing: what is read of them, and what the tables make of it."""

import json

import pytest
from fockproxy_perf.errors import UserError
from fockproxy_perf.studies import imb, imb_rows, imb_tables

LINES = {8: (10000, 0.3), 4096: (10000, 1.25), 1048576: (1000, 200.0)}  # size: repetitions, microseconds


def printed(factor=1.0, sizes=LINES, mode="NON-AGGREGATE", version="2021.11"):
    """As IMB-RMA does; a mode in which transfers are not completed one by one comes second, with other times."""
    text = [f"#    Intel(R) MPI Benchmarks {version}, MPI-RMA part"]
    for name in ("Unidir_put", "Unidir_get"):
        for of_mode, times in ((mode, factor), ("AGGREGATE", 0.01)):
            text += ["#-----", f"# Benchmarking {name} ", "# #processes = 2 ", "#-----", "#", f"#    MODE: {of_mode} ",
                     "#", "       #bytes #repetitions      t[usec]   Mbytes/sec"]
            text += [f"{size:13d} {LINES[size][0]} {LINES[size][1] * times:.2f} {size / (LINES[size][1] * times):.2f}"
                     for size in sizes]
    text += ["# Benchmarking Truly_passive_put ", "       #bytes #repetitions t_pure[usec] t_ovrl[usec]"]
    text += [f"{size:13d} {LINES[size][0]} {LINES[size][1] + 1:.2f} {2 * (LINES[size][1] + 1):.2f}" for size in sizes]
    return "\n".join(["", *text, "# All processes entering MPI_Finalize", ""])


def onesided_row(table, operation, size, target, **given):
    microseconds = 2 * LINES.get(size, (1, 1))[1] if target == "inside" else 1000.0
    return {"table": table, "operation": operation, "bytes": size, "target": target, "segments": 1, "status": "PASS",
            "transfers": 70, "disturbed": False,
            "seconds": {"mean": 1.1e-6 * microseconds, "median": 1e-6 * microseconds}, **given}


def onesided_rows(**given):
    rows = [onesided_row("contiguous", operation, size, "inside", **given)
            for operation in ("put", "get") for size in (8, 64, 4096, 1048576)]
    rows += [onesided_row("busy", operation, size, target, **given)
             for operation in ("put", "get") for size in LINES for target in ("inside", "computing")]
    return [*rows, onesided_row("busy", "put", 1048576, "inside", segments=8192, seconds={"mean": 9.0, "median": 9.0})]


def one_round(number=0, mpi="Some MPI 1.0", factor=1.0, **given):
    return {"round": number, "mpi": mpi, "cpu": "Made-up CPU", "cores": 2, "load": 0.5, "time": "2026-01-01T00:00:00Z",
            "launcher": "--bind-to core", "imb_version": "2021.11", "git_revision": "1", "disturbed": False,
            "imb": imb_rows.imb_times(printed(factor)), "fockproxy": imb_rows.fockproxy_times(onesided_rows()), **given}


def test_imb_counts_where_every_transfer_is_completed():
    times = {imb_rows.what(one): one for one in imb_rows.imb_times(printed())}
    assert list(times) == imb_rows.WHAT
    for operation in ("put", "get"):
        for size, (repetitions, microseconds) in LINES.items():
            one = times[imb_rows.What(False, operation, size, "inside")]
            assert one["transfers"] == repetitions and one["median"] is None
            assert one["mean"] == pytest.approx(1e-6 * microseconds, rel=1e-3)
    assert times[imb_rows.What(True, "put", 8, "computing")]["mean"] == pytest.approx(2.6e-6)
    assert imb_rows.imb_version(printed()) == "2021.11"


@pytest.mark.parametrize("line, microseconds", [
    ("8 100 0.31 25.64", 0.312),  # the bandwidth has the third digit
    ("8 100 104.00 0.08", 104.0),  # fewer digits than the time
    ("8 100 0.31 24.61", 0.31),  # of 2^20 bytes, as IMB once printed
    ("8 100 0.00 0.00", 0.0),
])
def test_the_finer_of_time_and_bandwidth_counts(line, microseconds):
    text = printed().replace(f"{8:13d} 10000 0.30 26.67", line, 1)
    assert imb_rows.imb_times(text)[0]["mean"] == pytest.approx(1e-6 * microseconds, rel=1e-3)


@pytest.mark.parametrize("text, lacking", [
    ("", "a put of 8 bytes;"),
    (printed(sizes=(8, 4096)), "a put of 1048576 bytes;"),
    (printed(mode="AGGREGATE"), "a put of 8 bytes;"),
    (printed().partition("# Benchmarking Truly")[0], "a put of 8 bytes, target inside;"),
])
def test_what_imb_did_not_print_is_said(text, lacking):
    with pytest.raises(UserError, match=f"^IMB-RMA printed no time of {lacking} was it built with the MPI of this"):
        imb_rows.imb_times(text)


def test_of_onesided_the_same_operations_count():
    times = imb_rows.fockproxy_times(onesided_rows())
    assert [imb_rows.what(one) for one in times] == imb_rows.WHAT
    assert times[0]["median"] == pytest.approx(0.6e-6) and times[0]["mean"] == pytest.approx(0.66e-6)
    assert max(one["mean"] for one in times) < 9


def test_a_row_of_onesided_without_times_is_refused():
    with pytest.raises(UserError, match="^fockproxy onesided: a put of 8 bytes is UNSUPPORTED: no windows$"):
        imb_rows.fockproxy_times(onesided_rows(status="UNSUPPORTED", reason="no windows"))


def test_ratios_are_those_of_the_rounds():
    rounds = [one_round(number, factor=factor) for number, factor in enumerate((1.0, 1.0, 1.25, 1.25, 1.0, 0.8, 0.8))]
    transfers, targets = imb_tables.tables(rounds)
    assert len(transfers.rows) == 6 and len(targets.rows) == 3
    assert transfers.rows[1] == ["put", "4 KiB", "1.25 us (1.00 us to 1.56 us)", "2.75 us (2.75 us to 2.75 us)",
                                 "2.50 us (2.50 us to 2.50 us)", "2.20 (1.76 to 2.75)", "2.00 (1.60 to 2.50)",
                                 pytest.approx(2.75)]
    assert targets.rows[0] == ["8 B", "1.30 us (1.30 us to 1.30 us)", "2.60 us (2.60 us to 2.60 us)",
                               "2.00 (2.00 to 2.00)", "600 ns (600 ns to 600 ns)", "1.00 ms (1.00 ms to 1.00 ms)",
                               "1670 (1670 to 1670)"]
    assert "7 rounds in turns" in transfers.note and "1000 to 10000 repetitions" in transfers.note


def test_one_round_has_no_interval_and_every_library_its_tables():
    found = imb_tables.tables([one_round(disturbed=True), one_round(mpi="Other MPI 2.0")])
    assert [table.title.partition(":")[0] for table in found] == ["Some MPI 1.0"] * 2 + ["Other MPI 2.0"] * 2
    assert found[0].rows[1][2:6] == ["1.25 us", "2.75 us", "2.50 us", "2.20"]
    assert "In 1 of 1 rounds" in found[0].note and "waited" not in found[2].note


def launcher(folder, mpi):
    """An mpiexec that runs nothing and writes down what it should have run."""
    document = {"provenance": {"mpi": {"library": mpi}, "cpu": "Made-up CPU", "git_revision": "1"},
                "rows": onesided_rows()}
    (folder / "printed").write_text(printed())
    (folder / "document").write_text(json.dumps(document))
    script = folder / "mpiexec"
    script.write_text(f"#!/bin/sh\ncd {folder}\necho \"$@\" >>log\nfor last; do :; done\n"
                      "case \"$*\" in *IMB*) cat printed;; *) cp document \"$last\"; echo to nobody;; esac\n")
    script.chmod(0o755)
    return script


def test_both_are_measured_in_turns_and_other_libraries_stay(tmp_path, capfd):
    rows = tmp_path / "imb.jsonl.gz"
    for mpi in ("Open MPI v4.1.4, package: made up", "MPICH Version:\t4.0.2\nMPICH Release", "Open MPI v4.1.4, again"):
        script = launcher(tmp_path, mpi)
        assert imb.main(["--imb", "IMB-RMA", "--program", "fockproxy", "--mpiexec", str(script), "--rounds", "2",
                         "--repetitions", "50", "-o", str(rows)]) == 0
    log = (tmp_path / "log").read_text().splitlines()
    assert ["IMB" in line for line in log] == [True, False] * 6
    assert all(line.startswith("--bind-to core -n 2 ") for line in log)
    assert log[0].endswith(" -iter 50,1000,50 Unidir_put Unidir_get Truly_passive_put")
    assert "fockproxy onesided --table contiguous,busy --operation put,get --window create" in log[1]
    capfd.readouterr()
    assert imb.main(["--table", "-o", str(rows)]) == 0
    shown = capfd.readouterr().out
    assert [line for line in shown.splitlines() if line.startswith("###")] == [
        f"### {mpi}: {what}" for mpi in ("MPICH 4.0.2", "Open MPI 4.1.4")
        for what in ("put and get, each completed by a flush", "a put whose target computes")]
    assert shown.count("2 rounds in turns") == 2 and "to nobody" not in shown
    assert len((tmp_path / "log").read_text().splitlines()) == 12, "the table measures nothing"


def test_without_rows_there_is_no_table(tmp_path):
    with pytest.raises(UserError, match="none.jsonl.gz"):
        imb.main(["--table", "-o", str(tmp_path / "none.jsonl.gz")])


def test_a_program_that_is_missing_is_said(tmp_path):
    with pytest.raises(UserError, match="cannot start .*no-mpiexec: No such file"):
        imb.main(["--mpiexec", str(tmp_path / "no-mpiexec"), "-o", str(tmp_path / "imb.jsonl.gz")])
    assert not (tmp_path / "imb.jsonl.gz").exists()
