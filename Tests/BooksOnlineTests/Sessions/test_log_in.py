"""Books with an address at the built command: what it needs, logging in, out, and levels."""

import os
import re
import unittest
import urllib.error
import urllib.parse
import urllib.request

from books import DEADLINE, ENGLISH, BooksCase
from flowline import CTRL_U
from sandbox import TOKEN, Sandbox


class LogIn(BooksCase):
    def test_the_browser_comes_back_in_the_middle_of_a_flow(self):
        t = self.terminal(*ENGLISH, *self.at(), size=(40, 400))
        t.says("mileage, books-link, books-log-in, books-log-out")
        t.enter("explain")
        self.shows(t, "You are not logged in", "code_challenge_method=S256")
        page = re.search(r"http://\S+S256", t.screen.text()).group()
        with urllib.request.urlopen(self.books.decide(page, 2), timeout=DEADLINE) as answer:
            self.assertIn("Access allowed", answer.read().decode())
        self.shows(t, "Which account?")
        t.enter("current-account")
        self.shows(t, "Hilton Hotels")

    def test_an_address_is_pasted_without_a_browser(self):
        said = self.log_in()
        self.assertIn("Logged in: Ada Thornbury, ", said)
        self.assertIn(", level 8 (Full).", said)
        self.assert_kept_secret()
        folder = os.path.join(self.home, ".local/share/flowline/books")
        (name,) = [name for name in os.listdir(folder) if name.startswith("127.0.0.1")]
        kept = os.path.join(folder, name, "log-in-flowline")
        self.assertEqual(os.stat(kept).st_mode & 0o777, 0o600)
        # Another process uses the same log-in.
        run = self.flowline("run", "explain", *ENGLISH, *self.at(), "--no-input", "--json")
        self.assertEqual(run.code, 3, run.err)
        self.assertIn("account", run.out + run.err)
        run = self.flowline("run", "books-log-out", *ENGLISH, *self.at(), "--json", data="yes\n")
        self.assertEqual(run.code, 0, run.err)
        run = self.flowline("run", "explain", *ENGLISH, *self.at(), "--no-input")
        self.assertEqual(run.code, 3)
        self.assertIn("you logged out", run.out + run.err)

    def test_a_level_that_does_not_do_is_named(self):
        self.assertIn(", level 4 (", self.log_in(3))
        run = self.flowline("run", "explain", *ENGLISH, *self.at(), data="\n")
        self.assertIn("6 (Banking)", run.out + run.err)
        self.assertEqual(run.code, 5)

    def test_several_programs_renew_one_log_in(self):
        self.log_in()
        for _ in range(3):
            self.books.control("POST", "tokens/expire", {"kind": "access"})
            renewed = self.books.requests("POST", "token_endpoint")
            programs = [self.start("run", "explain", *ENGLISH, *self.at(), "--no-input")
                        for _ in range(4)]
            for program in programs:
                out, error = program.communicate(timeout=DEADLINE)
                self.assertEqual(program.returncode, 3, error.decode())
                self.assertIn("company-credit-card", (out + error).decode())
            self.assertEqual(self.books.requests("POST", "token_endpoint"), renewed + 1)

    def at_both(self):
        """The options for books whose person has logged in, beside a bank with an address; and that bank."""
        token = self.write("token", TOKEN + "\n")
        os.chmod(token, 0o600)
        bank = Sandbox(self.home, self.variables(), token)
        self.addCleanup(bank.stop)
        self.log_in()
        return self.at("--bank", bank.address, "--token-file", token), bank

    def test_each_family_is_listed_and_used_at_one_prompt(self):
        both, bank = self.at_both()
        t = self.terminal(*ENGLISH, *both, size=(60, 200))
        t.says("books-log-out.")
        t.enter("list")
        t.says("Bank:", "  round-up ", "  log-in ", "Bookkeeping:", "  explain ", "  books-log-in ")
        came = bank.requests("GET", "accounts"), self.books.requests("GET", "bank_accounts")
        t.enter("accounts")
        t.says("Which account would you like to see?", "Personal", "£3,429.62")
        t.enter("done")
        t.says("flowline> ")
        t.enter("explain")
        t.says("Which account?", "Company credit card")
        # Each was asked for what is its own.
        self.assertGreater(bank.requests("GET", "accounts"), came[0])
        self.assertGreater(self.books.requests("GET", "bank_accounts"), came[1])

    def test_bank_and_books_at_addresses_of_their_own(self):
        both, bank = self.at_both()
        run = self.flowline("list", *both)
        for flow in ["round-up", "log-in", "explain", "books-log-in"]:
            self.assertIn(f"\n  {flow} ", f"\n{run.out}")
        for flow, account, asked in [
            ("explain", "current-account", "transaction"), ("create-goal", "personal", "name"),
        ]:
            run = self.flowline(
                "run", flow, *ENGLISH, *both, "--no-input", "--answer", f"account={account}")
            self.assertEqual(run.code, 3, run.err)
            self.assertIn(f"The step “{asked}”", run.err)
            # The options that lead to the session again name both.
            self.assertIn(f"--books {self.books.address}", run.err)
            self.assertIn(f"--bank {bank.address}", run.err)

    def test_what_is_wrong_is_said_before_anybody_is_asked(self):
        for options, words in [
            (["--books", "nonsense"], "is not a bookkeeping service"),
            (["--books", "ftp://x.example"], "begins with “ftp”"),
            (["--books", "http://x.example"], "is not encrypted"),
            (["--books", "https://me@x.example"], "contains a name"),
            (["--books", "https://x.example"], "--books-client-file or FREEAGENT_CLIENT_FILE"),
            (["--books", "https://x.example", "--books-client-file", self.path("none")],
             self.path("none")),
            (["--books-client-file", self.client], "only for books with an address"),
        ]:
            run = self.flowline("run", "explain", *options)
            self.assertEqual(run.code, 2, run.err)
            self.assertIn(words, " ".join(run.err.split()), options)
            self.assertEqual(run.out, "")
        os.chmod(self.client, 0o644)
        run = self.flowline("run", "explain", *self.at())
        self.assertEqual(run.code, 2)
        self.assertIn("chmod 600", run.err)
        self.assertNotIn(self.books.client[1], run.err)

    def test_the_flows_are_listed_without_the_network_and_those_of_the_bank_stay(self):
        run = self.flowline("list", "--books", "https://books.example")
        self.assertEqual(run.code, 0, run.err)
        for flow in ["round-up", "explain", "books-log-in", "books-log-out"]:
            self.assertIn(flow, run.out)
        self.assertNotIn("books-log-in", self.flowline("list").out)
        run = self.flowline("run", "accounts", *ENGLISH, *self.at(), "--no-input")
        self.assertEqual(run.code, 3, run.err)
        self.assertIn("The step “account”", run.err)


class NobodyLoggedIn(BooksCase):
    """What logs nobody in: access that is not allowed, and the reply to another attempt."""

    def begun(self, flow="books-log-in"):
        """Begins to log in; returns the terminal, and the address of the page that it shows."""
        t = self.terminal("run", flow, *ENGLISH, *self.at(), size=(40, 400))
        self.shows(t, "code_challenge_method=S256")
        return t, re.search(r"http://\S+S256", t.screen.text()).group()

    def opened(self, address):
        """What the browser shows at the address to which it is led: the status, and the page."""
        try:
            with urllib.request.urlopen(address, timeout=DEADLINE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, answer.read().decode()

    def answered(self, t, address, way):
        """Has the reply arrive that the browser is led to: by itself, or pasted by a person."""
        if way == "pasted":
            t.enter(address)
            return None
        return self.opened(address)

    def assert_nobody_is_logged_in(self):
        self.assertEqual(self.books.requests("POST", "token_endpoint"), 0)
        run = self.flowline("run", "explain", *ENGLISH, *self.at(), "--no-input")
        self.assertEqual(run.code, 3, run.err)
        self.assertIn("You are not logged in", run.out + run.err)

    def test_access_that_is_not_allowed_logs_nobody_in(self):
        for way in ("by itself", "pasted"):
            for flow, words in [
                ("books-log-in", "Access was not allowed, so you were not logged in"),
                ("explain", "What needs the log-in was not done"),
            ]:
                with self.subTest(way, flow=flow):
                    t, page = self.begun(flow)
                    shown = self.answered(t, self.books.decide(page, decision="deny"), way)
                    if shown:
                        self.assertEqual(shown[0], 200)
                        self.assertIn("Access not allowed", shown[1])
                    self.shows(t, words)
                    t.enter()
                    self.assertEqual(t.ended(), 5, t.text)
                    self.assert_nobody_is_logged_in()

    def test_the_reply_to_another_attempt_logs_nobody_in(self):
        for way in ("by itself", "pasted"):
            with self.subTest(way):
                t, page = self.begun()
                reply = self.books.decide(page)
                parts = urllib.parse.urlsplit(reply)
                query = dict(urllib.parse.parse_qsl(parts.query))
                forged = urllib.parse.urlencode({**query, "state": query["state"][::-1]})
                self.assertNotEqual(query["state"][::-1], query["state"])
                shown = self.answered(t, parts._replace(query=forged).geturl(), way)
                if shown:
                    self.assertEqual(shown[0], 400)
                    self.assertIn("This page is out of date", shown[1])
                else:
                    self.shows(t, "This is the reply to an earlier attempt.")
                # Its code was not exchanged, and what waits takes the right one.
                self.assert_nobody_is_logged_in()
                if not shown:
                    t.type(CTRL_U)
                self.answered(t, reply, way)
                t.says("Logged in: Ada Thornbury, ")
                self.assertEqual(t.ended(), 0, t.text)
                run = self.flowline("run", "books-log-out", *ENGLISH, *self.at(), data="yes\n")
                self.assertEqual(run.code, 0, run.err)
                self.books.control("DELETE", "requests")
        self.assert_kept_secret()


if __name__ == "__main__":
    unittest.main()
