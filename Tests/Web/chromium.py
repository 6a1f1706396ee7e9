#!/usr/bin/env python3
"""Walks the pages in Chromium, and holds every page it comes to against the rules: axe-core (WCAG 2.2 AA) in
light and dark, narrow and wide, with a script and without, on paper, and the HTML validator of the W3C.

    make test-web
"""

import argparse
import pathlib
import sys
import tempfile

from browser import At, Browser
from checks import Checks
from driven import start, wait
from needed import NoBrowser
from server import Server

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


def validate(checks, port):
    """Holds what the server sends, not what the script made of it, against the HTML rules."""
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
    checks.validate_pages(sources)


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
    press(At.link("/answers"), "Your answers so far")
    look("answers")
    press(".action > *", "Which account")
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
    # The keyboard alone: each answer is a button that says what it does.
    yes = driver.find_element(By.CSS_SELECTOR, At.choice("yes"))
    if names and yes.text != "Create the goal":
        checks.faults.append(f"the button of a yes says {yes.text!r}")
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


def tour_script(checks):
    """Goes through what the pages' own script makes of them, and what a person opens on them: no address shows it."""
    # They import this module.
    sys.path.append(str(pathlib.Path(__file__).resolve().parent / "Features"))
    import books
    from window import Window
    server = Server(None, *books.OPTIONS)
    try:
        window = Window(server)
    except Exception:
        server.close()
        raise

    def look(name):
        checks.look(window.driver, f"script-{name}")

    def open_all():
        for summary in window.all("main details:not([open]) > summary"):
            summary.click()
        assert window.has("main details[open]"), window.text

    def look_for(text):
        box = window.find(".filter input")
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys(text)
        return window.find(".filter [role=status]").text

    try:
        window.to_form()
        open_all()
        look("opened")
        # With a day among its fields, which can be typed in three.
        books.to_expense(window)
        open_all()
        look("opened-day")
        assert look_for("meals"), "nothing is counted"
        look("found")
        assert look_for("zzz"), "nothing is said"
        look("not-found")
        window.open("/lock")
        window.find("input[name=new]").send_keys("2468")
        window.find(".reveal").click()
        assert window.find("input[name=new]").get_attribute("type") == "text"
        look("secret")
    finally:
        window.close()
        server.close()


def tour_log_in(checks):
    """Goes through the pages of a log-in at a bookkeeping service: the link that leads there, and the page that
    one is led back to, when it is opened again or belongs to no log-in."""
    # They import this module.
    sys.path.append(str(pathlib.Path(__file__).resolve().parent / "Features"))
    from bookkeeping import BEN, Service
    from window import Window
    folder = tempfile.TemporaryDirectory()
    service = Service(folder.name)
    server = Server(None, *service.options)
    window, browser, sources = Window(server), Browser(server.port), {}

    def look(name):
        checks.look(window.driver, f"log-in-{name}")
        browser.cookies = {c["name"]: c["value"] for c in window.driver.get_cookies()}
        sources[f"log-in-{name}"] = browser.get(window.path)

    try:
        window.open("/")
        look("home")
        window.start("email-document")
        look("link")
        window.driver.get(window.find("a.outside").get_attribute("href"))
        window.find(f"input[name=person][value='{BEN}']").click()
        window.go(window.find("button[name=decision][value=allow]").click)
        returned = next(r for r in window.requests() if r.path.startswith("/books/returned"))
        window.open(returned.path)
        look("again")
        window.open("/books/returned?code=x&state=y")
        look("outdated")
    finally:
        window.close()
        server.close()
        service.close()
        folder.cleanup()
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
    with Checks(arguments.axe, arguments.validator, arguments.pictures) as checks:
        server = Server()
        try:
            validate(checks, server.port)
            for script in (True, False):
                driver = start(script)
                try:
                    walk(driver, server.port, checks, names=script)
                finally:
                    driver.quit()
        finally:
            server.close()
        tour_books(checks)
        tour_script(checks)
        tour_log_in(checks)
        tour_agents(checks)
    return checks.report()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoBrowser as missing:
        sys.exit(str(missing))
