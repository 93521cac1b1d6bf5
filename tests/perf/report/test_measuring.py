"""scripts/perf integral-profile with artificial samples."""

from fockproxy_perf.studies import integral_profile


def test_the_boys_function_is_known_by_its_file():
    counts = {integral_profile.Place(1, "hermite_coulomb"): 3, integral_profile.Place(2, "hermite_coulomb"): 5,
              integral_profile.Place(3, "pack"): 2}
    files = {1: {"simd.hpp", "boys.hpp"}, 2: {"hermite_coulomb.hpp"}, 3: {"contraction.hpp"}}
    assert integral_profile.shares(counts, files) == {
        "Boys function": 0.3, "recursion to Hermite integrals": 0.5, "set-up: primitive pairs to lanes": 0.2}


def test_samples_outside_the_kernels_do_not_count():
    lines = ["  1005 void fockproxy::eri::pack<4>(int)", " 1005 fockproxy::eri::pack<4>(int)", "1009 main"]
    assert integral_profile.kernel_samples(lines, 0x1000) == {(5, "pack"): 2}
