"""Customers of a bank and of books with an address, at nodes that have nothing in common but the database."""

import itertools
import os
import pathlib
import sys
import tempfile
import threading
import unittest
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Web"))

import visitors
from banking import TOKEN, Sandbox
from bookkeeping import Service
from browser import Browser, values
from cluster import Cluster
from processes import PATIENCE, eventually


class Apart(Cluster):
    """Nodes with a folder each, over one database that seals what it has."""

    def __init__(self, count, services):
        self.services = services
        super().__init__(count)

    def options(self, number):
        key = pathlib.Path(self.folder, "key")
        if not key.exists():
            key.touch(mode=0o600)
            key.write_bytes(os.urandom(32))
        return [*super().options(number), "--data", f"{self.folder}/data-{number}",
                "--journal-key", str(key), *self.services]


class Roaming(Browser):
    """Each request goes to another node than the one before."""

    def __init__(self, cluster, first=0):
        super().__init__(cluster.nodes[first].port)
        self.ports = itertools.cycle(cluster.nodes.ports[first:] + cluster.nodes.ports[:first])

    def request(self, *arguments, **more):
        self.port = next(self.ports)
        return super().request(*arguments, **more)


class Customers(unittest.TestCase):
    def serve(self, count, *services):
        self.cluster = Apart(count, [option for service in services for option in service])
        self.addCleanup(self.cluster.close)
        self.cluster.wait_until_ready()

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name

    def bank(self):
        bank = Sandbox(self.folder())
        self.addCleanup(bank.close)
        return bank

    def log_in(self, browser):
        page = browser.start("log-in")
        page = browser.answer(page, {"answer": "type"})
        page = browser.answer(page, {"answer": TOKEN})
        self.assertEqual(page.heading, "You are logged in", page.text)
        self.assertEqual(browser.answer(page, {}).heading, "You are logged in.")

    def log_out(self, browser, flow):
        page = browser.answer(browser.start(flow), {"answer": "yes"})
        self.assertEqual(page.path, "/?notice=logged-out", page.text)

    def ready_goal(self, browser, name):
        """Walks until a goal is about to be made; returns the page that asks for the last yes."""
        page = browser.start("create-goal")
        option = next(i["value"] for i in page.answer_form.all("input", type="radio"))
        page = browser.answer(page, {"answer": option})
        return browser.answer(page, {"field.name": name, "field.target": "1500"})

    def goals_made(self, bank):
        """The requests by which the bank was asked to make a goal."""
        return [request for request in bank.control("GET", "requests")["requests"]
                if request["method"] == "PUT" and request["path"].endswith("/savings-goals")]

    def test_who_logs_in_and_orders_does_so_at_every_node(self):
        bank = self.bank()
        self.serve(3, ["--bank", bank.address])
        ada, eve = Roaming(self.cluster), Browser(self.cluster.nodes[1].port)
        self.log_in(ada)
        page = ada.answer(self.ready_goal(ada, "Bike"), {"answer": "yes"})
        self.assertIn("Goal “Bike” created", page.text)
        self.assertEqual(len(self.goals_made(bank)), 1)
        # Another customer is nobody at any node.
        self.assertNotIn("Personal", eve.start("accounts").text)
        # No session is bound to a folder, and no token is in one.
        rows = self.cluster.postgres.rows("SELECT world FROM flowline_session")
        self.assertTrue(rows)
        self.assertFalse([row for row in rows if "folder" in row[0]], rows)
        for file in pathlib.Path(self.cluster.folder).glob("data-*/**/*"):
            if file.is_file():
                self.assertNotIn(TOKEN.encode(), file.read_bytes(), file)
        dump = "\n".join(map(str, self.cluster.postgres.rows("SELECT bytes FROM flowline_value")))
        self.assertNotIn(TOKEN.encode().hex(), dump)
        # Who logs out at one node does so at all, and begins anew as somebody else.
        before = visitors.user(visitors.found(ada.cookies))
        self.log_out(ada, "log-out")
        self.assertNotEqual(visitors.user(visitors.found(ada.cookies)), before)
        for node in self.cluster.nodes:
            ada.ports = itertools.cycle([node.port])
            self.assertNotIn("Personal", ada.start("accounts").text)

    def test_an_order_whose_node_was_killed_is_finished_by_another_once(self):
        bank = self.bank()
        self.serve(2, ["--bank", bank.address])
        first, second = self.cluster.nodes
        browser = Browser(first.port)
        self.log_in(browser)
        page = self.ready_goal(browser, "Bike")
        # The bank takes the order and does nothing yet; the answer never comes.
        bank.control("POST", "faults", {
            "kind": "late", "match": {"method": "PUT", "path": "savings-goals"}})
        sent = threading.Thread(target=self.send, args=(browser, page), daemon=True)
        sent.start()
        self.wait_for("the bank is asked", lambda: self.goals_made(bank))
        first.kill()
        sent.join(PATIENCE)
        bank.control("POST", "late")
        browser.port = second.port
        self.wait_for("the goal is made", lambda: "Goal “Bike” created" in self.look(browser, page.path))
        self.assertEqual(len(self.goals_made(bank)), 1)

    def look(self, browser, path):
        """What a page shows now, without waiting for what is under way."""
        page = browser.request("GET", path)
        while page.status == 303:
            page = browser.request("GET", page.headers["location"])
        return page.text

    def send(self, browser, page):
        form = page.answer_form
        try:
            browser.post(form["action"], {**values(form), "answer": ["yes"], "do": ["answer"]})
        except OSError:
            # The node is gone before it answers.
            pass

    def wait_for(self, what, condition):
        eventually(condition, what, 0.1)

    def test_a_log_in_at_the_books_is_begun_taken_and_used_at_different_nodes(self):
        service = Service(self.folder())
        self.addCleanup(service.close)
        # With a bank in a folder each node would have other sessions.
        self.serve(3, ["--bank", self.bank().address], service.options)
        ports = self.cluster.nodes.ports
        browser = Browser(ports[0])
        page = browser.start("books-log-in")
        waiting = page.path
        back = urllib.parse.urlsplit(service.decide(page.root.one("a", class_="outside")["href"]))
        # Another's browser takes nothing, at no node.
        for port in ports:
            self.assertEqual(Browser(port).get(f"{back.path}?{back.query}").status, 400)
        browser.port = ports[1]
        reply = browser.request(
            "GET", f"{back.path}?{back.query}", headers={"Sec-Fetch-Site": "cross-site"})
        self.assertEqual(reply.status, 303)
        browser.port = ports[2]
        page = browser.follow(reply)
        self.assertEqual(page.path.split("/")[2:3], waiting.split("/")[2:3], page.text)
        self.assertIn("Ben", page.text)
        for port in ports:
            browser.port = port
            self.assertEqual(self.documents(browser).root.all("a", class_="outside"), [])
        self.assertEqual(browser.get(f"{back.path}?{back.query}").status, 400)
        before = visitors.user(visitors.found(browser.cookies))
        self.log_out(browser, "books-log-out")
        # It is a new customer's browser, at each node.
        new = visitors.user(visitors.found(browser.cookies))
        self.assertNotEqual(new, before)
        for port in ports:
            browser.port = port
            page = self.documents(browser)
            self.assertTrue(page.root.all("a", class_="outside"), page.text)
            self.assertEqual(visitors.user(visitors.found(browser.cookies)), new)

    def log_in_at_books(self, browser, service):
        page = browser.start("books-log-in")
        back = urllib.parse.urlsplit(service.decide(page.root.one("a", class_="outside")["href"]))
        page = browser.follow(browser.request(
            "GET", f"{back.path}?{back.query}", headers={"Sec-Fetch-Site": "cross-site"}))
        self.assertIn("Ben", page.text)

    def log_outs(self, bank):
        """The requests by which the bank was asked to end a customer's tokens."""
        return [request for request in bank.control("GET", "requests")["requests"]
                if request["path"].endswith("/identity/logout")]

    def test_a_log_out_at_the_books_ends_no_token_that_the_bank_knows(self):
        bank, service = self.bank(), Service(self.folder())
        self.addCleanup(service.close)
        self.serve(2, ["--bank", bank.address], service.options)
        browser = Browser(self.cluster.nodes[0].port)
        self.log_in(browser)
        self.log_in_at_books(browser, service)
        self.log_out(browser, "books-log-out")
        self.assertEqual(self.log_outs(bank), [])

    def test_a_link_of_another_site_to_the_redirect_address_renews_nothing(self):
        service = Service(self.folder())
        self.addCleanup(service.close)
        self.serve(1, ["--bank", self.bank().address], service.options)
        browser = Browser(self.cluster.nodes[0].port)
        browser.start("books-log-in")
        before = dict(browser.cookies)
        for query in ("code=guessed&state=guessed", "error=access_denied", ""):
            reply = browser.request(
                "GET", f"/books/returned?{query}", headers={"Sec-Fetch-Site": "cross-site"})
            self.assertEqual(reply.status, 400, query)
            self.assertEqual(browser.cookies, before, query)

    def documents(self, browser):
        """The page that lists documents, or whatever comes before it can."""
        page = browser.start("email-document")
        kinds = page.answer_form.all("input", type="radio") if page.answer_form else []
        return browser.answer(page, {"answer": kinds[0]["value"]}) if kinds else page


if __name__ == "__main__":
    unittest.main()
