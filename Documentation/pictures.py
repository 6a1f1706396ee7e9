#!/usr/bin/env python3
"""Takes the pictures of pages that README shows, in Chromium.

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


def photograph(page, name):
    for height in (400, None):
        height = height or page.run("return document.documentElement.scrollHeight")
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": WIDTH, "height": height, "deviceScaleFactor": 1, "mobile": False})
    picture = page.driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": {
        "x": 0, "y": 0, "width": WIDTH, "height": min(height, LONGEST), "scale": 1}})
    (HERE / f"{name}.png").write_bytes(base64.b64decode(picture["data"]))


def main():
    server = Server(None, *OPTIONS)
    page = Window(server)
    try:
        for name, way in (("confirm-page", confirm_page), ("explain-page", explain_page)):
            way(page)
            photograph(page, name)
    finally:
        page.close()
        server.kill()


if __name__ == "__main__":
    main()
