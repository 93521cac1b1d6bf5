"""The page in a browser, as readers see it on a desk, on a telephone and on paper."""

import re

import pytest
from conftest import run_report

WIDTHS = [1280, 400]

# Text elements of the visible drawings that extend beyond their drawing, and those that are too small to read.
IN_VIEW = "[...document.querySelectorAll('figure svg')].filter(s => s.getBoundingClientRect().width > 0)"
CLIPPED = f"() => {IN_VIEW}" + """.flatMap(svg => {
  const box = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter(t => t.textContent.trim()).filter(t => {
    const r = t.getBoundingClientRect();
    return r.left < box.left - 2 || r.right > box.right + 2 || r.top < box.top - 2 || r.bottom > box.bottom + 2;
  }).map(t => svg.closest('figure').id + ': ' + t.textContent.trim());
})"""
SMALL = f"() => {IN_VIEW}" + """.flatMap(svg => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return [...svg.querySelectorAll('text')]
    .map(t => parseFloat(getComputedStyle(t.querySelector('tspan') || t).fontSize) * scale)
    .filter(size => size < 6).map(size => svg.closest('figure').id + ': ' + size);
})"""
DRAWN = """() => Object.fromEntries([...document.querySelectorAll('figure')].map(f => {
  const seen = [...f.querySelectorAll('svg')].filter(s => s.getBoundingClientRect().width > 100 &&
                                                         s.getBoundingClientRect().height > 50);
  return [f.id, seen.map(s => s.querySelectorAll('path, use').length)];
}))"""


@pytest.fixture(params=WIDTHS, scope="module")
def view(request, browser, page):
    """The open page, with its console output and its network requests."""
    context = browser.new_context(viewport={"width": request.param, "height": 800}, offline=True)
    tab = context.new_page()
    tab.said, tab.asked = [], []
    tab.on("console", lambda message: tab.said.append(message.text))
    tab.on("pageerror", lambda error: tab.said.append(str(error)))
    tab.on("request", lambda r: tab.asked.append(r.url) if not r.url.startswith(("file:", "data:")) else None)
    tab.goto(page.as_uri())
    yield tab
    context.close()


def test_the_console_is_silent_and_the_network_is_left_alone(view):
    assert (view.said, view.asked) == ([], [])


def test_every_figure_is_drawn_once(view):
    drawn = view.evaluate(DRAWN)
    assert {
        "figure-figure1",
        "figure-waits",
        "figure-degradation",
        "figure-verdicts",
        "figure-latency-counter",
        "figure-latency-operations",
        "figure-onesided-bandwidth",
        "figure-onesided-methods",
        "figure-onesided-segments",
        "figure-onesided-busy",
        "figure-gsum",
        "figure-ladder",
        "figure-efficiency-length",
        "figure-efficiency-ranks",
        "figure-imbalance",
        "figure-phases",
        "figure-gantt-1",
        "figure-gantt-2",
        "figure-contention-blocks",
        "figure-contention-time",
    } <= set(drawn)
    for name, drawings in drawn.items():
        assert len(drawings) == 1, f"{name}: {len(drawings)} drawings in view"
        assert drawings[0] > 20, f"{name} is all but empty"


def test_nothing_is_cut_off(view):
    assert view.evaluate(CLIPPED) == []


def test_text_in_figures_can_be_read(view):
    assert view.evaluate(SMALL) == []


def test_the_page_is_no_wider_than_the_window(view):
    assert view.evaluate("document.documentElement.scrollWidth") <= view.viewport_size["width"]


def test_the_first_screen_answers(view):
    answer = view.locator(".answer .lead").bounding_box()
    assert answer["y"] + answer["height"] < 700
    said = view.locator(".answer .lead").inner_text()
    assert all(choice in said for choice in ("MPICH 4.3.2", "counter mpi3", "window allocate", "no progress strategy"))


def test_failures_come_first_and_in_red(view):
    failed, answer = view.locator(".failed").bounding_box(), view.locator(".answer").bounding_box()
    assert failed["y"] < answer["y"]
    colour = view.locator(".failed").evaluate("e => getComputedStyle(e).color")
    red, green, blue = (int(part) for part in re.findall(r"\d+", colour))
    assert red > 2 * max(green, blue)


def test_no_id_stands_twice(view):
    assert view.evaluate("""() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
                             return ids.filter((id, i) => ids.indexOf(id) != i); }""") == []


def test_data_can_be_downloaded(view):
    links = view.locator("figure a[download$='.csv']")
    assert links.count() >= 9
    with view.expect_download() as started:
        links.first.click()
    assert started.value.suggested_filename.endswith(".csv")


def test_it_prints(browser, page, tmp_path):
    tab = browser.new_page()
    tab.goto(page.as_uri())
    tab.pdf(path=tmp_path / "report.pdf", format="A4")
    assert (tmp_path / "report.pdf").stat().st_size > 50_000


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_of_a_true_sweep_is_cut_off(width, browser, kept_page):
    tab = browser.new_page(viewport={"width": width, "height": 800})
    tab.goto(kept_page.as_uri())
    assert tab.locator("figure").count() == 5
    assert (tab.evaluate(CLIPPED), tab.evaluate(SMALL)) == ([], [])


@pytest.fixture(scope="module")
def kept_page(kept, tmp_path_factory):
    path = tmp_path_factory.mktemp("kept") / "table1.html"
    run = run_report(kept, "-o", path)
    assert run.returncode == 0, run.stderr
    return path
