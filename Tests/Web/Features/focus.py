"""The way of the focus through a page."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

# The elements that Tab comes to, in the order of the document: of a group of radio buttons the one that
# is chosen, or the first.
STOPS = """
  const groups = new Set();
  return [...document.querySelectorAll('a[href], button, input, textarea, select, summary')]
    .filter((e) => !e.disabled && e.type !== 'hidden' && e.tabIndex >= 0 && e.checkVisibility()
      && getComputedStyle(e).visibility === 'visible')
    .filter((e) => {
      if (e.type !== 'radio') return true;
      const group = [...document.getElementsByName(e.name)];
      return e === (group.find((r) => r.checked) ?? group[0]);
    });
"""

# Where the focus is, whether it can be seen, and whether it lies in what is shown.
FOCUS = """
  const rgb = (color) => color.match(/[\\d.]+/g).map((n, i) => color.startsWith('color(') && i < 3 ? n * 255 : +n);
  const light = (color) => rgb(color).slice(0, 3)
    .map((part) => (part /= 255) <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, i) => sum + part * [.2126, .7152, .0722][i], 0);
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + .05) / (dark + .05);
  };
  // The color that is behind an element: its own, or that of what it is in.
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const color = getComputedStyle(e).backgroundColor;
      if (rgb(color)[3] !== 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const e = document.activeElement, box = e.getBoundingClientRect();
  // A radio button shows it on the frame that it is in together with its label.
  const ringed = [e, e.parentElement].some((part) => {
    const style = getComputedStyle(part);
    const around = parseFloat(style.outlineOffset) < 0 ? part : part.parentElement;
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
      && contrast(style.outlineColor, behind(around)) >= 3;
  });
  return {
    seen: ringed,
    inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    what: e.outerHTML.slice(0, 120), top: box.top + scrollY, left: box.left + scrollX,
    bottom: box.bottom + scrollY,
  };
"""

# Tab begins at the top again, wherever the focus was: on what is wrong, for one.
TOP = """
  getSelection().removeAllRanges();
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
  scrollTo(0, 0);
"""


def check(case, page, where=""):
    """Goes through a whole page with Tab, and holds it against the order of the document: each stop can be
    seen, lies in what is shown, and reads on from the one before.

    - where: the page, as a failure names it.
    """
    before = None
    wanted = page.run(STOPS)
    page.run(TOP)
    for number, element in enumerate(wanted):
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
        focus = page.run(FOCUS)
        active = page.driver.switch_to.active_element
        case.assertEqual(active, element, f"{where}: stop {number} is {focus['what']}")
        case.assertTrue(focus["seen"], f"{where}: nobody sees the focus on {focus['what']}")
        case.assertTrue(focus["inside"], f"{where}: the focus is not in sight on {focus['what']}")
        if before is not None and number > 1:  # The first is what leads past the header.
            reads_on = focus["top"] >= before["bottom"] - 1 or (
                focus["left"] >= before["left"] and focus["bottom"] > before["top"])
            case.assertTrue(reads_on, f"{where}: {focus['what']} comes after {before['what']}")
        before = focus
