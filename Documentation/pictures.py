#!/usr/bin/env python3
"""Takes the pictures of pages that README and the documentation of `FlowlineWeb` show, in Chromium.

    make pictures
"""

import base64
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
for folder in ("Web", "Web/Features"):
    sys.path.insert(0, str(HERE.parent / "Tests" / folder))

from books import OPTIONS, to_list  # noqa: E402
from browser import At  # noqa: E402
from server import Server  # noqa: E402
from window import Window  # noqa: E402

DOCUMENTED = HERE.parent / "Sources" / "FrontEnds" / "FlowlineWeb" / "FlowlineWeb.docc"

# As wide as a page is read well; what is longer than that is cut off.
WIDTH, LONGEST = 860, 1900


def confirm_page(page):
    page.start("create-goal")
    page.answer("personal")
    page.fill(name="Bike", target="1500")
    page.press(At.button("answer"))


def explain_page(page):
    to_list(page)
    page.press(At.choice("transaction-31"))
    page.choose("type", "payment", then="category")


def page_with_a_problem(page):
    page.to_form()
    page.fill(name="", target="abc")
    page.press(At.button("answer"))


def page_of_answers(page):
    confirm_page(page)
    page.press(At.link("/answers"))


def page_of_the_end(page):
    confirm_page(page)
    page.answer("yes")


def page_of_the_start(page):
    """What has been begun is at its top; returns where the first list of what is offered ends."""
    page.open("/")
    return page.run("return document.querySelector('.offers').getBoundingClientRect().bottom + scrollY + 10")


# Each with where it is written to and how one comes there, in the order in which they are taken: the start page
# lists the sessions before it.
PICTURES = [
    (HERE / "confirm-page.png", confirm_page),
    (HERE / "explain-page.png", explain_page),
    (DOCUMENTED / "page-with-a-problem.png", page_with_a_problem),
    (DOCUMENTED / "page-of-answers.png", page_of_answers),
    (DOCUMENTED / "page-of-the-end.png", page_of_the_end),
    (DOCUMENTED / "page-of-the-start.png", page_of_the_start),
]
IN_THE_DARK = [(DOCUMENTED / "page-in-the-dark.png", confirm_page)]


def photograph(page, file, longest):
    """Takes a picture of a page down to so many pixels."""
    # Nothing is marked as where the person is.
    page.run("document.activeElement.blur()")
    for height in (400, None):
        height = height or page.run("return document.documentElement.scrollHeight")
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": WIDTH, "height": height, "deviceScaleFactor": 1, "mobile": False})
    picture = page.driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": {
        "x": 0, "y": 0, "width": WIDTH, "height": min(height, longest), "scale": 1}})
    file.write_bytes(base64.b64decode(picture["data"]))


def main():
    server = Server(None, *OPTIONS)
    try:
        for pictures, colors in ((PICTURES, "light"), (IN_THE_DARK, "dark")):
            page = Window(server)
            try:
                page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                    {"name": "prefers-color-scheme", "value": colors}]})
                for file, way in pictures:
                    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
                    photograph(page, file, way(page) or LONGEST)
            finally:
                page.close()
    finally:
        server.close()


if __name__ == "__main__":
    main()
