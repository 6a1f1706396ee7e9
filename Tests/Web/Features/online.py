"""Tests in a browser at a server whose books are a service's: a sandbox, whose controls have requests go
wrong."""

import tempfile

from bookkeeping import ADA, Service
from feature import Case
from server import Server

# For the service and the server alike; the sample lies relative to it.
NOW = "2026-11-20T12:00:00Z"


class OnlineCase(Case):
    """A test at a server of a service that its class shares."""

    # How the service's clock stands: it runs if this is None.
    now = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        moment = ("--now", cls.now) if cls.now else ()
        cls.service = Service(folder.name, *moment)
        cls.addClassCleanup(cls.service.close)
        cls.server = Server(None, *cls.service.options, *moment)
        cls.addClassCleanup(cls.server.close)

    def to_service(self, page):
        """Follows the link to the service, which opens a tab of its own; returns the one that it was in."""
        first = page.driver.current_window_handle
        page.find("a.outside").click()
        page.wait(lambda: len(page.driver.window_handles) == 2, "the other tab")
        page.driver.switch_to.window(next(w for w in page.driver.window_handles if w != first))
        page.wait(lambda: page.has("[name=decision]"), "the service's page")
        self.assertTrue(page.driver.current_url.startswith(self.service.address))
        return first

    def decide(self, page, decision, person=ADA):
        """Decides on the service's page, and is led back."""
        page.find(f"input[name=person][value='{person}']").click()
        page.go(page.find(f"button[name=decision][value={decision}]").click)

    def log_in(self, page):
        """Logs in, whatever page it is that asks for it, and is in the tab that was led back."""
        page.wait(lambda: page.has("a.outside"), "the link to the service")
        first = self.to_service(page)
        self.decide(page, "allow")
        second = page.driver.current_window_handle
        page.driver.switch_to.window(first)
        page.driver.close()
        page.driver.switch_to.window(second)
