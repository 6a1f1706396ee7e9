#!/usr/bin/env python3
"""Walks the pages in Chromium with a script, and holds every page it comes to against the rules:
axe-core (WCAG 2.2 AA) in light and dark, narrow and wide, and the HTML validator of the W3C.

    make test-web
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from browser import Browser
from server import Server

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


class Checks:
    def __init__(self, axe, validator, pictures):
        self.axe, self.validator = axe and pathlib.Path(axe).read_text(encoding="utf-8"), validator
        self.pictures, self.pages, self.faults = pictures, {}, []

    def look(self, driver, name):
        """Holds the page that is shown against the rules."""
        self.pages[name] = driver.page_source
        for dark in (False, True):
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
            for width in (320, 1280):
                driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
                manner = f"{name} at {width}, {'dark' if dark else 'light'}"
                if driver.execute_script(
                        "return document.documentElement.scrollWidth > innerWidth"):
                    self.faults.append(f"{manner}: wider than the window")
                self.check_axe(driver, manner)
            if self.pictures:
                self.photograph(driver, f"{name}{'-dark' if dark else ''}")
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        for entry in driver.get_log("browser"):
            # What is refused or not found is told by its status, which Chromium calls an error.
            if entry["level"] == "SEVERE" and not any(
                    f" {status} " in entry["message"] for status in (404, 422)):
                self.faults.append(f"{name}: {entry['message']}")

    def photograph(self, driver, name):
        """Takes a picture of the whole page, as narrow as it is read well."""
        height = 400
        for _ in range(2):
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": 860, "height": height, "deviceScaleFactor": 1, "mobile": False})
            height = driver.execute_script("return document.documentElement.scrollHeight")
        driver.save_screenshot(f"{self.pictures}/{name}.png")

    def check_axe(self, driver, manner):
        if not self.axe:
            return
        # The policy forbids scripts of others; the test's own is put in from outside.
        found = driver.execute_async_script(
            self.axe + ";const done = arguments[arguments.length - 1];"
            "axe.run({runOnly: %s}).then((r) => done(r.violations), (e) => done([{id: String(e),"
            "nodes: []}]))" % json.dumps(WCAG))
        for fault in found:
            nodes = "; ".join(node["html"][:160] for node in fault["nodes"][:3])
            self.faults.append(f"{manner}: {fault['id']}: {nodes}")

    def validate(self, port):
        """Holds what the server sends, not what the script made of it, against the HTML rules."""
        if not self.validator:
            return
        browser = Browser(port)
        page = browser.start("create-goal")
        sources = {"home": browser.get("/"), "choice": page,
                   "error": browser.answer(page, {}),
                   "form": browser.answer(page, {"answer": "personal"})}
        sources["confirm"] = browser.answer(
            sources["form"], {"field.name": "Bike", "field.target": "1500"})
        sources["answers"] = browser.get(sources["confirm"].link("See your"))
        sources["leave"] = browser.get(sources["confirm"].link("Leave"))
        sources["end"] = browser.answer(sources["confirm"], {"answer": "yes"})
        sources["fault"] = browser.get("/session/x")
        self.validate_pages(sources)

    def validate_pages(self, sources):
        """Holds pages that were sent, by their names, against the HTML rules."""
        with tempfile.TemporaryDirectory() as folder:
            for name, source in sources.items():
                pathlib.Path(folder, f"{name}.html").write_bytes(source.body)
            self.validate_files(folder)

    def validate_files(self, folder):
        if not self.validator:
            return
        run = subprocess.run(
            ["java", "-jar", self.validator, "--format", "json", "--stdout", "--skip-non-html",
             folder], capture_output=True, text=True)
        for fault in json.loads(run.stdout or "{}").get("messages", []):
            # The validator is from 2020, when not all browsers knew of `inputmode`.
            if "inputmode" in fault["message"]:
                continue
            if fault["type"] == "error" or fault.get("subType") == "warning":
                place = pathlib.Path(fault["url"]).name
                self.faults.append(
                    f"HTML of {place}: {fault['message']}: {fault.get('extract', '')}")

    def report(self):
        """Prints what was found, and returns the status to exit with."""
        for fault in self.faults:
            print(fault)
        print(f"{len(self.pages)} pages, {len(self.faults)} faults")
        return 1 if self.faults else 0


DRIVER = "/usr/bin/chromedriver"


def start(script=True, preferences=None):
    """Starts Chromium; `HEADED=1` shows it.

    - script: whether pages may run scripts.
    - preferences: settings of the browser, by their names.
    """
    options = Options()
    for argument in ("--no-sandbox", "--disable-gpu",
                     "--disable-dev-shm-usage", "--window-size=1280,900"):
        options.add_argument(argument)
    if not os.environ.get("HEADED"):
        options.add_argument("--headless=new")
    preferences = dict(preferences or {})
    if not script:
        preferences["profile.managed_default_content_settings.javascript"] = 2
    options.add_experimental_option("prefs", preferences)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.set_capability("unhandledPromptBehavior", "ignore")
    driver = webdriver.Chrome(service=Service(DRIVER), options=options)
    driver.set_script_timeout(120)
    return driver


def wait(condition, what):
    for _ in range(600):
        try:
            if condition():
                return
        except Exception:  # The page may just be changing.
            pass
        time.sleep(0.1)
    raise AssertionError(f"never came: {what}")


def heading(driver):
    return driver.find_element(By.TAG_NAME, "h1").text


def walk(driver, port, checks, names=True):
    """Creates a goal with wrong answers in between, back and change."""
    def look(name):
        if names:
            checks.look(driver, name)

    def press(selector, then):
        driver.find_element(By.CSS_SELECTOR, selector).click()
        wait(lambda: then in heading(driver) or then in driver.title, then)

    driver.get(f"http://127.0.0.1:{port}/")
    look("home")
    press("form[action='/start/create-goal'] button", "Which account")
    look("choice")
    press("main form .buttons button.button", "Error:")
    look("choice-error")
    focused = driver.execute_script("return document.activeElement.className")
    if names and focused != "summary error":
        checks.faults.append(f"the summary has no focus, {focused!r} has")
    driver.find_element(By.CSS_SELECTOR, "input[value=personal]").click()
    press("main form .buttons button.button", "Create goal")
    look("form")
    driver.find_element(By.NAME, "field.target").send_keys("abc")
    press("main form .buttons button.button", "Error:")
    look("form-error")
    driver.find_element(By.NAME, "field.name").send_keys("Bike")
    field = driver.find_element(By.NAME, "field.target")
    field.clear()
    field.send_keys("1500")
    press("main form .buttons button.button", "Create this goal?")
    look("confirm")
    press(".ways a", "Your answers so far")
    look("answers")
    press(".action a", "Which account")
    look("earlier")
    driver.find_element(By.CSS_SELECTOR, "input[value=business]").click()
    press("main form .buttons button.button", "Create this goal?")
    look("revised")
    # The browser's own way back, and forth again.
    driver.back()
    driver.back()
    wait(lambda: "answers" in driver.current_url, "the page before")
    driver.forward()
    driver.forward()
    wait(lambda: heading(driver) == "Create this goal?", "the page after")
    # The keyboard alone: to the first choice, take it, send.
    yes = driver.find_element(By.CSS_SELECTOR, "input[value=yes]")
    yes.send_keys(Keys.SPACE)
    yes.send_keys(Keys.ENTER)
    wait(lambda: "created" in heading(driver), "the end")
    look("end")
    driver.back()
    driver.get(driver.current_url)
    wait(lambda: "created" in heading(driver), "the end, also from a page gone by")
    driver.get(f"http://127.0.0.1:{port}/")
    look("home-ended")
    press(".task > a", "Delete")
    look("forget")
    driver.get(f"http://127.0.0.1:{port}/session/x")
    look("not-found")
    driver.get(f"http://127.0.0.1:{port}/")
    press("form[action='/start/accounts'] button", "ccount")
    look("page")


def tour_books(checks):
    """Goes through the pages of the bookkeeping flows."""
    # They import this module.
    sys.path.append(str(pathlib.Path(__file__).resolve().parent / "Features"))
    import books
    from window import Window
    server = Server(None, *books.OPTIONS)
    window, browser, sources = Window(server), Browser(server.port), {}
    try:
        for name in books.tour(window):
            checks.look(window.driver, f"books-{name}")
            browser.cookies = {c["name"]: c["value"] for c in window.driver.get_cookies()}
            page = browser.get(window.path)
            if name in ("explain-refused", "email-refused"):
                # What was refused is refused once more.
                page = browser.answer(window.shown, {})
                assert page.status == 422, (name, page.status)
            sources[f"books-{name}"] = page
    finally:
        window.close()
        server.close()
    checks.validate_pages(sources)


def tour_agents(checks):
    """Goes through the pages on which a person deals with agents: tokens of a server, and the page that a
    link of an agent on this computer leads to."""
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "MCP"))
    from rpc import Wire
    server = Server()
    driver, sources = start(), {}
    folder = tempfile.TemporaryDirectory()
    wire = Wire(folder.name)

    def look(name, port, **fields):
        checks.look(driver, f"agents-{name}")
        browser = Browser(port)
        browser.cookies = {c["name"]: c["value"] for c in driver.get_cookies()}
        path = driver.current_url.split(f":{port}", 1)[1]
        sources[f"agents-{name}"] = browser.post(path, fields) if fields else browser.get(path)

    def press(then):
        driver.find_element(By.CSS_SELECTOR, "main form button").click()
        wait(then, "the page after")

    try:
        driver.get(f"http://127.0.0.1:{server.port}/agents")
        look("none", server.port)
        driver.find_element(By.NAME, "name").send_keys("An editor")
        press(lambda: "flowline-" in driver.find_element(By.TAG_NAME, "main").text)
        look("token", server.port)
        driver.get(f"http://127.0.0.1:{server.port}/agents")
        look("one", server.port)
        asked = wire.call("round-up", {"account": "personal", "answers": {
            "week": "last", "review": True, "goal": "trip"}})
        link = asked["inputRequests"]["answer"]["params"]["url"]
        port = int(link.split(":")[2].split("/")[0])
        driver.get(link)
        look("code", port)
        driver.find_element(By.NAME, "code").send_keys("123456")
        press(lambda: driver.find_elements(By.ID, "code-error"))
        look("code-refused", port, code="123456")
    finally:
        driver.quit()
        wire.kill()
        server.close()
        folder.cleanup()
    checks.validate_pages(sources)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--axe", help="axe.min.js")
    parser.add_argument("--validator", help="vnu.jar")
    parser.add_argument("--pictures", help="a folder for pictures of the pages")
    arguments = parser.parse_args()
    server = Server()
    checks = Checks(arguments.axe, arguments.validator, arguments.pictures)
    try:
        checks.validate(server.port)
        for script in (True, False):
            driver = start(script)
            try:
                walk(driver, server.port, checks, names=script)
            finally:
                driver.quit()
    finally:
        server.close()
    tour_books(checks)
    tour_agents(checks)
    return checks.report()


if __name__ == "__main__":
    sys.exit(main())
