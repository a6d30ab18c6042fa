"""The pages in a real browser: Chromium without a window, where the machine has it."""

import base64
import os
import re
import shutil

import pytest
from asking import SHARED, run
from tracebuilder import KERNEL, NVTX, at, push, write_trace

pytest.importorskip("vl_convert")
webdriver = pytest.importorskip("selenium.webdriver")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    not (BROWSER and DRIVER),
    reason="no chromium and chromedriver here: the pages are not tested in a browser",
)
ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
)  # fmt: skip
WAIT_S = 30


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    # the browser leaves crash reports and caches in its home
    home = os.environ | {"HOME": str(tmp_path_factory.mktemp("home"))}
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for argument in (*ARGUMENTS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER, env=home))
    driver.set_window_size(1280, 900)
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """The folder of pages of the demo and of a trace without NVTX ranges."""
    folder = tmp_path_factory.mktemp("report")
    run("demo", folder / "demo.sqlite")
    write_trace(folder / "bare.sqlite", {KERNEL: [at(0, 10), at(30, 40), at(5, 20, deviceId=3)]})
    assert run("html", folder / "demo.sqlite", folder / "bare.sqlite", "-o", folder / "out").code == 0
    return folder / "out"


def opened(browser, path) -> None:
    """Open a page and wait until it has drawn."""
    browser.get_log("browser")
    browser.get(path.as_uri())
    if browser.execute_script("return !!document.querySelector('figure script')"):
        waited(browser, "return document.documentElement.dataset.drawn === 'yes'")


def waited(browser, script: str, *values) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, WAIT_S, poll_frequency=0.1).until(lambda b: b.execute_script(script, *values))


def complaints(browser) -> list[str]:
    """Whatever the browser's console has to say."""
    return [entry["message"] for entry in browser.get_log("browser")]


def shown_ms(browser) -> float:
    """How much time the timeline shows, as its zoom tells."""
    text = browser.execute_script("return document.querySelector('.zoom output').textContent")
    number, unit = re.search(r"([\d.]+) (m?s)$", text).groups()
    return float(number) * (1 if unit == "ms" else 1000)


def axis(browser) -> list[str]:
    """The labels of the timeline's lower axis."""
    return browser.execute_script(
        "return [...document.querySelectorAll('figure[data-chart=timeline] .role-axis')].at(-1).textContent"
    )


def click(browser, selector: str) -> None:
    browser.execute_script("document.querySelector(arguments[0]).click()", selector)


@pytest.mark.parametrize("name", ["demo.html", "bare.html", "index.html"])
def test_a_page_draws_without_a_word_on_the_console_or_a_byte_from_elsewhere(browser, report, name):
    browser.get_log("performance")
    opened(browser, report / name)
    assert complaints(browser) == []
    requests = [
        entry["message"]
        for entry in browser.get_log("performance")
        if 'requestWillBeSent"' in entry["message"]
    ]
    assert [text for text in requests if '"url":"http' in text] == []


def test_every_chart_has_marks(browser, report):
    opened(browser, report / "demo.html")
    drawn = browser.execute_script(
        "return [...document.querySelectorAll('figure[data-chart]')].map(f => [f.dataset.chart,"
        " f.querySelectorAll('.mark-rect path, .mark-symbol path').length])"
    )
    assert [name for name, _ in drawn] == ["timeline", "idle", "queue", "nvtx", "dispatch", "comm"]
    assert all(count > 1 for _, count in drawn), drawn


@pytest.mark.parametrize("width", [1280, 1600])
def test_no_page_scrolls_sideways(browser, report, width):
    browser.set_window_size(width, 900)
    for name in ("demo.html", "bare.html", "index.html"):
        opened(browser, report / name)
        room, needed = browser.execute_script(
            "return [document.documentElement.clientWidth, document.documentElement.scrollWidth]"
        )
        assert needed <= room, name
    browser.set_window_size(1280, 900)


def test_the_timeline_zooms_by_its_buttons(browser, report):
    opened(browser, report / "demo.html")
    whole, labels = shown_ms(browser), axis(browser)
    click(browser, "button[data-zoom=in]")
    waited(browser, "return document.querySelector('.zoom output').textContent !== arguments[0]", "")
    waited(
        browser,
        "return arguments[0] !== [...document.querySelectorAll('figure[data-chart=timeline] .role-axis')].at(-1).textContent",
        labels,
    )
    assert shown_ms(browser) == pytest.approx(whole / 2, rel=1e-3)
    click(browser, "button[data-zoom=gpu]")
    waited(
        browser,
        "return arguments[0] === [...document.querySelectorAll('figure[data-chart=timeline] .role-axis')].at(-1).textContent",
        labels,
    )
    assert shown_ms(browser) == whole


def test_zooming_in_ends_at_nanoseconds(browser, report):
    opened(browser, report / "demo.html")
    for _ in range(30):
        before = shown_ms(browser)
        click(browser, "button[data-zoom=in]")
        if before <= 1e-5:
            break
        waited(
            browser,
            "return parseFloat(document.querySelector('.zoom output').textContent.match(/([\\d.]+) ms$/)[1]) < arguments[0]",
            before,
        )
    assert shown_ms(browser) == 1e-5
    assert complaints(browser) == []


def test_the_timeline_zooms_by_dragging_over_the_overview(browser, report):
    from selenium.webdriver.common.action_chains import ActionChains

    opened(browser, report / "demo.html")
    click(browser, "button[data-zoom=all]")
    waited(browser, "return document.querySelector('.zoom output').textContent.length > 0")
    whole = shown_ms(browser)
    overview = browser.find_elements("css selector", "figure[data-chart=timeline] .concat_0_group > g")[0]
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", overview)
    width = overview.rect["width"]
    chain = ActionChains(browser)
    chain.move_to_element_with_offset(overview, int(-width / 4), 0).click_and_hold()
    chain.move_by_offset(60, 0).move_by_offset(40, 0).release().perform()
    assert shown_ms(browser) < whole / 2


def test_the_sql_opens_and_is_copied_or_selected(browser, report):
    opened(browser, report / "demo.html")
    browser.execute_script("document.querySelector('#kernels details.sql summary').click()")
    seen = browser.find_element("css selector", "#kernels details.sql code:not(.tools code)")
    assert seen.is_displayed()
    assert "FROM" in browser.find_element("css selector", "#kernels details.sql pre").text
    click(browser, "#kernels button[data-copy]")
    waited(browser, "return document.querySelector('#kernels button[data-copy]').textContent !== 'Copy'")


def test_dark_and_light(browser, report):
    def ground():
        return browser.execute_script("return getComputedStyle(document.body).backgroundColor")

    def label():
        return browser.execute_script(
            "return getComputedStyle(document.querySelector('figure[data-chart=timeline] .role-axis-label text')).fill"
        )

    opened(browser, report / "demo.html")
    light, dark_words = ground(), label()
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    )
    assert ground() != light and label() != dark_words
    click(browser, "button[data-theme-switch]")
    assert ground() == light
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_the_keyboard_reaches_everything_and_readers_are_told_what_it_is(browser, report):
    opened(browser, report / "demo.html")
    nameless = browser.execute_script(
        "return [...document.querySelectorAll('button, a, summary')].filter(e => !e.textContent.trim() &&"
        " !e.getAttribute('aria-label')).length"
    )
    charts = browser.execute_script(
        "return [...document.querySelectorAll('.chart')].filter(e => !e.getAttribute('aria-label')).length"
    )
    headless = browser.execute_script(
        "return [...document.querySelectorAll('table')].filter(t => !t.querySelector('th[scope=col]')).length"
    )
    assert (nameless, charts, headless) == (0, 0, 0)
    assert (
        browser.execute_script("return document.querySelectorAll('[tabindex]:not([tabindex=\"0\"])').length")
        == 0
    )
    assert browser.execute_script("return document.documentElement.lang") == "en"


def test_the_page_prints(browser, report):
    opened(browser, report / "demo.html")
    printed = browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True, "preferCSSPageSize": True})
    document = base64.b64decode(printed["data"])
    assert document.startswith(b"%PDF") and len(document) > 50_000


def test_hostile_names_run_nothing(browser, tmp_path):
    name = "</script><img src=x onerror=\"document.title='hacked'\">"
    path = write_trace(
        tmp_path / "t.sqlite", {KERNEL: [at(0, 10), at(20, 30)], NVTX: [push(0, 25, name)]}, strings={1: name}
    )
    assert run("html", path, "-o", tmp_path / "out").code == 0
    opened(browser, tmp_path / "out" / "t.html")
    assert complaints(browser) == []
    assert browser.title == "t.sqlite · nsys-duck"


def test_gaps_stand_below_their_own_gpu_and_ranges_without_a_gpu_have_a_picture(browser, tmp_path):
    busy = [at(0, 100_000, deviceId=gpu) for gpu in (0, 2)]
    split = [at(0, 20_000, deviceId=1), at(60_000, 100_000, deviceId=1)]
    gaps = write_trace(tmp_path / "gaps.sqlite", {KERNEL: busy + split})
    host = write_trace(tmp_path / "host.sqlite", {NVTX: [push(0, 100, "step")]})
    assert run("html", gaps, host, "-o", tmp_path / "out").code == 0
    opened(browser, tmp_path / "out" / "gaps.html")
    gap, labels = browser.execute_script(
        "const f = document.querySelector('figure[data-chart=timeline]'), y = e => e.getBoundingClientRect().y;"
        "return [y([...f.querySelectorAll('.mark-rect path')].find(p => p.getAttribute('fill') === '#999999')),"
        " [...f.querySelectorAll('.mark-text text')].filter(t => /^GPU/.test(t.textContent)).map(y)]"
    )
    assert labels[-2] < gap < labels[-1]
    opened(browser, tmp_path / "out" / "host.html")
    assert complaints(browser) == []
    words = browser.find_element("css selector", "figure[data-chart=timeline]").text
    assert "Not captured" in words and "step" in words and "seconds since" in words and "GPU 0" not in words


@pytest.mark.skipif(not SHARED.is_dir(), reason="no folder of real exports beside the project")
@pytest.mark.parametrize(
    "name", ["nccl_2gpu_before_2026_2", "pytorch_a100_2024_6", "mpi_cuda_backtrace_2022_2"]
)
def test_pages_of_real_exports_draw(browser, tmp_path, name):
    assert run("html", SHARED / "traces" / f"{name}.sqlite", "-o", tmp_path / "out").code == 0
    opened(browser, tmp_path / "out" / f"{name}.html")
    assert complaints(browser) == []
    assert browser.execute_script(
        "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """The folder of pages of the slower demo, compared with the demo, and with what cannot be compared."""
    folder = tmp_path_factory.mktemp("compared")
    run("demo", folder / "demo.sqlite")
    run("demo", folder / "slow day.sqlite", "--slower")
    write_trace(folder / "bare.sqlite", {KERNEL: []})
    options = ["-o", folder / "out", "--baseline", folder / "demo.sqlite"]
    assert run("html", folder / "slow day.sqlite", folder / "bare.sqlite", *options).code == 0
    return folder / "out"


@pytest.mark.parametrize("name", ["slow day", "bare"])
def test_the_page_of_a_comparison(browser, compared, name):
    """No word on the console, no scrolling sideways, its links lead on, its button turns the colours."""
    opened(browser, compared / name / "compare.html")
    assert complaints(browser) == []
    assert browser.title == f"{name}.sqlite compared with demo.sqlite · nsys-duck"
    room, needed = browser.execute_script(
        "return [document.documentElement.clientWidth, document.documentElement.scrollWidth]"
    )
    assert needed <= room
    before = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    click(browser, "button[data-theme-switch]")
    assert browser.execute_script("return getComputedStyle(document.body).backgroundColor") != before
    sections, statements = browser.execute_script(
        "return [document.querySelectorAll('main section').length, document.querySelectorAll('details.sql').length]"
    )
    assert sections == statements and (sections > 4 if name != "bare" else sections == 0)
    if sections:
        click(browser, "details.sql summary")
        assert browser.execute_script("return document.querySelector('details.sql pre').offsetHeight") > 0
    click(browser, "p.lead a:last-of-type")
    waited(browser, f"return document.querySelector('h1').textContent.trim() === '{name}.sqlite'")
    opened(browser, compared / name / "compare.html")
    click(browser, "p.lead a")
    waited(browser, "return !!document.querySelector('table.index')")
