"""scripts/perf roofline on rates that nobody measured."""

import sys

import pytest
from conftest import SOURCE

sys.path.insert(0, str(SOURCE / "perf"))
from fockproxy_perf.errors import UserError  # noqa: E402
from fockproxy_perf.studies import roofline  # noqa: E402
from fockproxy_perf.studies.roofline_plot import plot  # noqa: E402


def rate(name, double, single, l1_bytes, seconds):
    return {"class": name, "double_flops": double, "single_flops": single, "l1_bytes": l1_bytes, "seconds": seconds}


FOCK = {
    "class_rates": [rate("(d d|d d)", 4e9, 2e9, 20e9, 0.1), rate("(s s|s s)", 1e9, 0, 5e9, 0.4),
                    rate("(p s|s s)", 1e3, 0, 5e3, 1e-6)],
    "core_limits": {"double_flops_per_second": 1e11, "single_flops_per_second": 2e11, "l1_bytes_per_second": 4e11,
                    "l2_bytes_per_second": 2e11},
}


def test_single_precision_counts_half_and_short_classes_only_in_the_sum():
    found = roofline.series(FOCK, "water/cc-pvdz")
    assert [(p.name, p.intensity, p.rate) for p in found.classes] == [
        ("(d d|d d)", 0.25, 5e10), ("(s s|s s)", 0.2, 2.5e9)]
    assert found.whole.rate == pytest.approx(6e9 / 0.5, rel=1e-4)


def test_without_rates_there_is_no_roofline():
    with pytest.raises(UserError, match="no rates by class"):
        roofline.series({"class_rates": []}, "water/cc-pvdz")


def test_the_plot_names_the_fastest_and_the_slowest_class(tmp_path):
    plot([roofline.series(FOCK, "water/cc-pvdz")], roofline.limits(FOCK), tmp_path / "roofline.svg")
    drawn = (tmp_path / "roofline.svg").read_text()
    for text in ("(d d|d d)", "(s s|s s)", "GFLOP/s on one core", "water/cc-pvdz: classes, and all (ring)"):
        assert f">{text}<" in drawn
