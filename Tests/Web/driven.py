"""Chromium, driven by a program: what it logs, what it sends, and what its driver says."""

import os
import pathlib
import sys
import tempfile
import time

from needed import DRIVER, NoBrowser, missing_program

try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
except ImportError as error:
    raise NoBrowser("Selenium for this Python") from error

from traffic import Traffic

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "SessionSupport"))
from machine import PATIENCE  # noqa: E402


class Chromium(webdriver.Chrome):
    """Chromium with a log of its driver, and of all that goes over its network.

    - options: how it is started.
    """

    def __init__(self, options):
        self.traffic = Traffic()
        # Appended to, so that it can be emptied meanwhile.
        self.driver_log = pathlib.Path(tempfile.mkstemp(suffix=".driver.log")[1])
        try:
            super().__init__(options=options, service=Service(
                DRIVER, log_path=str(self.driver_log), service_args=["--append-log"]))
        except BaseException:
            self.driver_log.unlink()
            raise

    def quit(self):
        super().quit()
        self.driver_log.unlink(missing_ok=True)

    def requests(self, waits=True):
        """What was sent since the last time, with what came back.

        - waits: whether what is still under way is waited for, a few seconds at the most.
        """
        for _ in range(100 if waits else 1):
            self.traffic.read(self.get_log("performance"))
            if self.traffic.is_settled:
                break
            time.sleep(0.05)
        return self.traffic.take()

    def source_as_sent(self):
        """The page that was loaded last as the server sent it, whatever its script made of it."""
        self.traffic.read(self.get_log("performance"))
        return self.execute_cdp_cmd(
            "Network.getResponseBody", {"requestId": self.traffic.document})["body"]

    def send_along(self, headers):
        """Has every request carry headers besides, in place of its own of the same names; none any more if
        there are none."""
        self.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": headers})

    def take_driver_log(self):
        """What the driver has said since the last time."""
        said = self.driver_log.read_text(encoding="utf-8", errors="replace")
        os.truncate(self.driver_log, 0)
        return said


def start(script=True, preferences=None):
    """Starts Chromium; `HEADED=1` shows it. Raises `NoBrowser` where there is none.

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
    options.add_experimental_option("perfLoggingPrefs", {"enableNetwork": True, "enablePage": False})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.set_capability("unhandledPromptBehavior", "ignore")
    if missing := missing_program():
        raise NoBrowser(missing)
    driver = Chromium(options)
    driver.set_script_timeout(PATIENCE)
    return driver


def wait(condition, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if condition():
                return
        except WebDriverException:  # The page may just be changing.
            pass
        time.sleep(0.1)
    raise AssertionError(f"never came: {what}")
