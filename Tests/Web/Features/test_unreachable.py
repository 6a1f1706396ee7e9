"""A server that ends while something is being carried out: the page stays, and finds it again."""

import re
import tempfile

from banking import TOKEN, Sandbox
from browser import At
from feature import Case
from server import Server

# That nothing listens, and that what told of the work broke off, is what this is about: nothing else is.
AWAY = re.compile(
    r"net::ERR_CONNECTION_REFUSED|/events\?\S* .*net::ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET)")


class Unreachable(Case):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.bank = Sandbox(folder.name)
        cls.addClassCleanup(cls.bank.close)
        cls.server = Server(f"{folder.name}/data", "--bank", cls.bank.address)
        cls.addClassCleanup(lambda: cls.server.close())

    def test_the_page_stays_until_the_server_answers(self):
        page = self.window()
        page.start("log-in")
        page.answer("type")
        page.find(At.field("answer")).send_keys(TOKEN)
        page.press(At.button("answer"))
        page.start("create-goal")
        page.find("input[type=radio]").click()
        page.press(At.button("answer"))
        page.fill(name="Bike", target="1500")
        page.press(At.button("answer"))
        self.bank.control("POST", "faults", {"kind": "slow", "seconds": 300,
                                             "match": {"method": "PUT"}})
        page.find(At.choice("yes")).click()
        page.wait(lambda: page.path.endswith("/working"), "the page of the work")
        self.server.kill()
        page.wait(lambda: "The server does not answer." in page.text, "what is said meanwhile")
        self.assertTrue(page.path.endswith("/working"))
        # The same port again: the last of two is taken.
        self.server = type(self).server = Server(
            self.server.data, *self.server.options, "--port", str(self.server.port))
        page.wait(lambda: page.is_settled, "what became of it, by itself")
        self.assertEqual([entry for entry in page.severe() if not AWAY.search(entry)], [])
