#!/usr/bin/env python3
"""Walks every recorded script in Chromium, with clicks and keys and the pages' own script.

    python3 chromium_scripts.py [NAME...]
"""

import itertools
import sys

from selenium.webdriver.common.by import By

import scripts
from browser import Page
from chromium import start, wait
from server import Server
from walks import Walk


class ChromiumPages:
    """The pages as a person sees them who has a script."""

    def __init__(self, driver, port):
        self.driver, self.address = driver, f"http://127.0.0.1:{port}"

    @property
    def page(self):
        """The page that is shown, once it asks something or is the end."""
        def is_settled():
            path = self.driver.current_url
            return "/step/" in path or path.endswith(("/end", "/leave")) or self.find(
                "form[data-step]")
        wait(is_settled, "a question or the end")
        path = self.driver.current_url.removeprefix(self.address)
        return Page(200, {"content-type": "text/html"}, self.driver.page_source.encode(), path)

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def click(self, element):
        """Clicks, and waits until another page is there."""
        old = self.driver.find_element(By.TAG_NAME, "html")
        element.click()

        def is_new():
            return self.driver.find_element(By.TAG_NAME, "html") != old and \
                self.driver.execute_script("return document.readyState") == "complete"
        wait(is_new, "the next page")

    def start(self, script):
        # The text of numbers follows the region of a person, which Chromium is started with.
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {
            "headers": {"Accept-Language": script.language}})
        self.driver.get(self.address + "/")
        form = self.find(f"form[action='/start/{script.flow}']")[0]
        self.driver.execute_script(
            "arguments[0].querySelector('[name=session]').value = arguments[1]",
            form, script.session)
        self.click(form.find_element(By.TAG_NAME, "button"))
        return self.page

    def send(self, page, fields):
        button = self.find("form[data-step] .buttons button[name=do]")
        for name, value in fields.items():
            elements = self.find(f"form[data-step] [name='{name}']")
            kinds = {element.get_attribute("type") for element in elements}
            chosen = [e for e in elements if e.get_attribute("value") == value]
            if kinds == {"submit"}:
                button = chosen
            elif kinds == {"radio"}:
                # What is not among the choices cannot be chosen at all.
                for element in chosen:
                    element.click()
            else:
                elements[0].clear()
                elements[0].send_keys(value)
        self.click(button[0])
        return self.page, bool(self.find(".summary.error"))

    def back(self, page):
        self.click(self.find("nav.above button[value=back]")[0])
        return self.page

    def leave(self, script):
        self.click(next(a for a in self.find(".ways a")
                        if a.get_attribute("href").endswith("/leave")))
        self.click(self.find("main button[value=cancel]")[0])
        return self.page

    def journal(self, script):
        return self.driver.execute_async_script(
            "const done = arguments[1]; fetch(arguments[0]).then((r) => r.text()).then(done)",
            f"/session/{script.session}/journal")


def main(names):
    faults = []
    walked = 0
    for script in scripts.Script.all():
        if names and not any(name in str(script) for name in names):
            continue
        server = Server(None, "--now", script.now)
        driver = start()
        try:
            pages = ChromiumPages(driver, server.port)
            page = Walk(pages, script).run()
            expected, got = script.compared(pages.journal(script))
            if not page.path.endswith("/end"):
                faults.append(f"{script}: it ends at {page.path}")
            faults += [f"{script}: expected {one}\ngot {other}" for one, other
                       in itertools.zip_longest(expected, got) if one != other][:1]
            faults += [f"{script}: {entry['message']}" for entry in driver.get_log("browser")
                       if entry["level"] == "SEVERE" and " 422 " not in entry["message"]]
            walked += 1
        except AssertionError as error:
            faults.append(f"{script}: {error}")
        finally:
            driver.quit()
            server.close()
    for fault in faults:
        print(fault[:2000])
    print(f"{walked} scripts, {len(faults)} faults")
    return 1 if faults or not walked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
