"""What is under way at a service: the page says so, and shows what came of it by itself."""

import tempfile

from banking import TOKEN, Sandbox
from browser import At, words
from feature import Case
from server import Server


class Working(Case):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.bank = Sandbox(folder.name)
        cls.addClassCleanup(cls.bank.close)
        cls.server = Server(f"{folder.name}/data", "--bank", cls.bank.address)
        cls.addClassCleanup(cls.server.close)

    def log_in(self, page):
        page.start("log-in")
        page.answer("type")
        page.find(At.field("answer")).send_keys(TOKEN)
        page.press(At.button("answer"))

    def pause(self, method, path):
        """Has the bank ask for a pause at the next request of a method whose path has a part."""
        self.bank.control("POST", "faults", {
            "kind": "status", "status": 429, "retryAfter": 10,
            "match": {"method": method, "path": path}})

    def watch(self, page):
        """Waits until the page of the work has told a remark and then another one.

        Returns the ids of the documents that the two were on.
        """
        page.wait(lambda: page.path.endswith("/working"), "the page of the work")
        told = {}

        def tells():
            remark, document = page.find("[data-bar] ~ [data-remark]"), page.find("html").id
            text = words(remark.text)
            if text:
                told.setdefault(text, document)
            return len(told) > 1

        page.wait(tells, "another remark")
        for text in told:
            self.assertRegex(text, r"retry in \d+ seconds? \(bank busy\)")
        return list(told.values())

    def load(self, page):
        """Asks for the accounts while the bank wants a pause; returns the ids of the documents that tell of it."""
        self.pause("GET", "accounts")
        page.open("/")
        page.find(At.start("create-goal")).click()
        documents = self.watch(page)
        page.wait(lambda: page.has(f"{At.question} input[type=radio]"), "the accounts, by themselves")
        self.assertEqual(page.heading, "Which account is the goal for?")
        return documents

    def carry_out(self, page):
        """Has a goal made in the first account, in the same way."""
        page.find("input[type=radio]").click()
        page.press(At.button("answer"))
        page.fill(name="Bike", target="1500")
        page.press(At.button("answer"))
        before = self.bank.requests("PUT", "savings-goals")
        self.pause("PUT", "savings-goals")
        page.find(At.choice("yes")).click()
        documents = self.watch(page)
        page.wait(lambda: page.is_end, "what became of it, by itself")
        self.assertIn("Goal “Bike” created", page.text)
        # It was asked for twice, and made once.
        self.assertEqual(self.bank.requests("PUT", "savings-goals"), before + 2)
        return documents

    def test_with_a_script_the_page_is_told_and_stays(self):
        page = self.window()
        self.log_in(page)
        for work in (self.load, self.carry_out):
            first, second = work(page)
            self.assertEqual(first, second)

    def test_without_a_script_the_page_loads_itself(self):
        page = self.window(script=False)
        self.log_in(page)
        for work in (self.load, self.carry_out):
            first, second = work(page)
            self.assertNotEqual(first, second)
