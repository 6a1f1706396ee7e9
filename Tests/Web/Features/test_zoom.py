"""Large: at 200 % and 400 % of a usual window, on a narrow telephone, and with letters twice as large,
nothing is scrolled sideways, cut off, laid over something else or torn apart."""

import itertools

import books
import focus
from browser import At
from feature import Case, with_and_without_script

# The width of the window in pixels of CSS, and how many of the screen each is.
WINDOWS = {"200 %": (640, 2), "400 %": (320, 4), "a telephone": (320, 1)}

# What is cut off or stands outside, but for what is hidden from the eye on purpose.
LOST = """
  const lost = [];
  for (const e of document.querySelectorAll('body *')) {
    const box = e.getBoundingClientRect(), style = getComputedStyle(e);
    if (box.width <= 1 || box.height <= 1 || style.visibility !== 'visible') continue;
    if (box.right > innerWidth + 1 || box.left < -1 && box.right > 0) lost.push('outside: ' + e.outerHTML);
    // The text of a field that is typed into may be longer than the field.
    const hides = ['hidden', 'clip'].includes(style.overflowX) || style.textOverflow === 'ellipsis';
    if (hides && !e.matches('input, textarea') && e.scrollWidth > e.clientWidth + 1) lost.push('cut off: ' + e.outerHTML);
  }
  if (document.documentElement.scrollWidth > innerWidth) lost.push('scrolled sideways');
  return lost.map((text) => text.slice(0, 160));
"""

# Buttons, links and fields that another element lies over, so that a click would not reach them.
COVERED = """
  const covered = [];
  for (const e of document.querySelectorAll('main a, main button, main input:not([type=hidden]), nav button')) {
    if (!e.checkVisibility()) continue;
    e.scrollIntoView({block: 'center'});
    const box = e.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (top && !e.contains(top) && !top.contains(e) && !(e.labels && [...e.labels].some((l) => l.contains(top))))
      covered.push(e.outerHTML.slice(0, 120) + ' by ' + top.outerHTML.slice(0, 120));
  }
  scrollTo(0, 0);
  return covered;
"""

# Amounts whose minus is on another line, so that they are read as positive ones.
TORN = r"""
  const torn = [], range = document.createRange();
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    for (const amount of text.data.matchAll(/-\u2060?\p{Sc}\d/gu)) {
      range.setStart(text, amount.index);
      range.setEnd(text, amount.index + amount[0].length);
      const tops = [...range.getClientRects()].filter((box) => box.width).map((box) => box.top);
      if (Math.max(...tops) - Math.min(...tops) > 2) torn.push(text.data);
    }
  }
  return torn;
"""


def tour_of_a_bank(page):
    """Goes through pages of the bank's flows, and yields the name of each."""
    page.open("/")
    yield "start page"
    page.start("create-goal")
    yield "choice"
    page.press(At.button("answer"))
    yield "choice that is missing"
    page.answer("personal")
    yield "form"
    page.fill(name="Übernachtungen in kleinen Pensionen entlang der Küste", target="abc")
    page.press(At.button("answer"))
    yield "refused"
    page.fill(target="1500")
    page.press(At.button("answer"))
    yield "question"
    page.press(At.link("/answers"))
    yield "answers"
    page.driver.back()
    page.press(At.link("/leave"))
    yield "leave"
    page.driver.back()
    page.answer("yes")
    yield "end"
    page.start("round-up")
    page.answer("personal")
    page.answer("this")
    yield "table"
    page.start("accounts")
    yield "list"
    page.press(At.choice("personal"))
    yield "account"
    page.open("/session/x")
    yield "page that is not found"


def tour_of_a_lock(page):
    """Goes through the pages of a PIN, and a page behind it, and yields the name of each."""
    page.to_form()
    here = page.path
    page.open("/lock")
    yield "PIN"
    page.find("input[name=new]").send_keys("2468")
    page.press(At.button("keep"))
    yield "PIN that is set"
    page.open(here)
    yield "form with a lock"
    page.press(f".lock {At.button('lock')}")
    yield "locked"
    page.find("input[name=pin]").send_keys("1111")
    page.press(At.button("unlock"))
    yield "wrong PIN"


TOURS = {"bank": tour_of_a_bank, "books": books.tour, "lock": tour_of_a_lock}


class Zoom(Case):
    options = books.OPTIONS

    def look(self, page, where):
        self.assertEqual(page.run(LOST), [], where)
        self.assertEqual(page.run(COVERED), [], where)
        self.assertEqual(page.run(TORN), [], where)

    def test_nothing_is_lost_in_a_narrow_window(self):
        for (size, (width, scale)), (tour, pages) in itertools.product(
                WINDOWS.items(), TOURS.items()):
            with self.subTest(size=size, tour=tour):
                page = self.window()
                page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": width, "height": 450, "deviceScaleFactor": scale, "mobile": False})
                for name in pages(page):
                    self.look(page, f"{name} at {size}")

    # The overview of the books is longer than ten such windows, with its menu at the end.
    @with_and_without_script
    def test_a_link_leads_past_what_is_long_in_a_narrow_window(self, page):
        page.start("books")
        self.assertFalse(page.find(".jump a").is_displayed())
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 320, "height": 450, "deviceScaleFactor": 1, "mobile": False})
        shown = lambda selector: page.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return box.top >= -1 && box.bottom <= innerHeight + 1", selector)
        self.assertFalse(shown(".menu button"))
        link = page.find(".jump a")
        self.assertTrue(link.is_displayed())
        link.click()
        page.wait(lambda: shown(".menu button"), "the menu")

    def test_nothing_is_lost_with_letters_twice_as_large(self):
        for tour, pages in TOURS.items():
            with self.subTest(tour=tour):
                page = self.window(font=32)
                page.open("/")
                self.assertEqual(
                    page.run("return getComputedStyle(document.documentElement).fontSize"), "32px")
                for name in pages(page):
                    self.look(page, f"{name} with letters of 32 pixels")

    # On the small screen of a telephone what has the focus is soon out of sight; in the dark it needs colors of
    # its own.
    def test_the_focus_is_seen_and_in_order_on_every_page(self):
        for (width, height, colors), (tour, pages) in itertools.product(
                ((320, 450, "light"), (1280, 900, "dark")), TOURS.items()):
            with self.subTest(width=width, colors=colors, tour=tour):
                page = self.window()
                page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                    {"name": "prefers-color-scheme", "value": colors}]})
                page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
                for name in pages(page):
                    focus.check(self, page, name)

    # A long word in a row's label or in a menu widens the whole page: `overflow-wrap: break-word` of the
    # style sheet does not count for how narrow a column may be, `anywhere` does.
    def test_a_long_word_is_broken(self):
        page = self.window()
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 320, "height": 450, "deviceScaleFactor": 1, "mobile": False})
        page.to_confirm("x" * 60)
        self.look(page, "a telephone")
        page.answer("yes")
        page.start("accounts")
        page.press(At.choice("personal"))
        self.look(page, "a telephone")
