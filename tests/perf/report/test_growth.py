"""scripts/perf growth on runs that nobody measured."""

import sys

import pytest
from conftest import SOURCE

sys.path.insert(0, str(SOURCE / "perf"))
from fockproxy_perf.studies import growth  # noqa: E402
from fockproxy_perf.studies.growth_plot import plot  # noqa: E402


def made_up(exponent):
    return [
        growth.Run(
            molecule=f"m{size}",
            functions=10 * size,
            quartets=1000 * size,
            tasks=10 * size,
            build=noise * 2 * size**exponent,
            startup=0.02 * size,
            table=0.01,
            memory=1e6 * size**2,
        )
        for noise in (1.3, 1, 0.9)
        for size in (8, 2, 4)
    ]


@pytest.mark.parametrize("exponent", [1, 1.4])
def test_exponent_is_that_of_the_medians(exponent):
    rows = growth.medians(made_up(exponent))
    assert [r.molecule for r in rows] == ["m2", "m4", "m8"]
    assert rows[0].build == 2 * 2**exponent
    assert growth.exponent(rows) == pytest.approx(exponent)
    assert f"quartets^{exponent:.2f}" in growth.table(rows).markdown()


def test_the_plot_shows_every_molecule(tmp_path):
    plot(growth.medians(made_up(1)), "made up", tmp_path / "growth.svg")
    drawn = (tmp_path / "growth.svg").read_text()
    for text in ("m2", "m4", "m8", "one build", "task table", "seconds"):
        assert f">{text}<" in drawn
