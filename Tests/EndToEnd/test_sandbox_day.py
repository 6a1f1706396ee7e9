"""A day in the life: an empty home, a sandbox in one terminal and the REPL in another."""

import os
import stat
import subprocess
import unittest

from flowline import CTRL_C, CTRL_U, ENGLISH, Case
from sandbox import TOKEN, Sandbox

LATER = ["--now", "2026-11-20T14:00:00Z", *ENGLISH[2:]]
SECOND_TOKEN = "eyJ0eXAiOiJKV1QifQ.token-of-the-afternoon"


class Day(Case):
    def setUp(self):
        super().setUp()
        # As somebody who is told to keep it to himself would make it.
        subprocess.run(["sh", "-c", f"umask 077; echo '{TOKEN}' > token"], cwd=self.home, check=True)
        self.token_file = self.path("token")
        self.sandbox = self.open()

    def open(self, port=0):
        sandbox = Sandbox(self.home, self.variables(), self.token_file, port=port)
        self.addCleanup(sandbox.stop)
        return sandbox

    @property
    def bank(self):
        return ["--bank", self.sandbox.address, "--token-file", self.token_file]

    def repl(self, settings=ENGLISH):
        t = self.terminal(*settings, *self.bank, size=(50, 80))
        t.says("flowline> ")
        return t

    def asked(self, t, answer, *page, menu=()):
        """Waits for what stands above the place to type at, and on the menu below; then answers."""
        t.says(*page, "\n> ", *menu)
        t.enter(answer)

    def is_read_anew(self, t, heading):
        """Waits until the last page of this heading since the last wait is no copy, and is asked about: an
        answer to the copy that comes after the page has been read is not taken, but offered again."""
        def is_fresh():
            # A page from before has been read, too.
            text = t.text[t.place:]
            page = text[text.rfind(heading):]
            if not page.startswith(heading):
                return False
            # What is newer comes below the copy, without a heading.
            pages = 2 if "updating now." in page else 1
            return page.count("?\n> ") >= pages
        t.until(is_fresh, f"{heading}, not as a copy")
        self.assertIn("updating now.", t.text, "copies are told as such in these words")

    def test_a_day(self):
        self.assertEqual(stat.S_IMODE(os.stat(self.token_file).st_mode), 0o600)
        t = self.repl()
        self.move_round_ups(t)
        self.make_a_goal(t)
        self.delete_a_goal(t)
        self.come_and_go(t)
        t = self.be_without_a_bank()
        self.lose_the_token(t)
        self.assertEqual(self.sandbox.differences(), [])
        self.assertEqual(self.sandbox.stop(), 0)
        self.keep_it_to_itself()

    # MARK: the parts of the day

    def move_round_ups(self, t):
        """Accounts, the account, its goal, its round-ups, and back on the account."""
        t.enter("accounts")
        self.asked(t, "personal", menu=["£3,429.62"])
        self.asked(t, "trip", "£3,436.37", "£120.70 of £500.00")
        self.asked(t, "round-up", "£379.30")
        self.asked(t, "this", menu=["16 Nov 2026"])
        self.asked(t, "", "£0.87", "£0.13", "£1.58")
        self.asked(t, "yes", "£1.58", "£3,428.04")
        self.asked(t, "", "£1.58", "£122.28 of £500.00")
        t.says("£3,434.79", "£3,428.04", "£122.28 of £500.00", "-£1.58")
        self.assertEqual(self.sandbox.requests("PUT", "/add-money/"), 1)

    def make_a_goal(self, t):
        """A goal for something else, with answers that are not taken."""
        self.asked(t, "+")
        self.asked(t, "Sea", "saving for?")
        self.asked(t, "12abc", "want to save?")
        t.says("Error: ")
        t.enter(CTRL_U + "-5")
        t.says("Error: ")
        t.enter(CTRL_U + "100")
        self.asked(t, "perhaps", "£100.00")
        t.says("Error: ")
        t.enter(CTRL_U + "yes")
        t.says("£122.28 of £500.00", "£0.00 of £100.00")

    def delete_a_goal(self, t):
        """One with money in it, which returns to the account."""
        self.asked(t, "trip")
        self.asked(t, "delete", "£122.28")
        self.asked(t, "yes", "£122.28", "£122.28")
        self.asked(t, "", "£122.28")
        t.says("£3,557.07", "£3,550.32", "£0.00 of £100.00", "+£122.28")
        self.asked(t, "done")
        self.asked(t, "done", menu=["£3,550.32"])
        t.says("flowline> ")

    def come_and_go(self, t):
        """Left in the middle twice, gone on with inside the program and by another one."""
        t.enter("create-goal")
        self.asked(t, "personal", menu=["£3,550.32"])
        t.says("saving for?", "\n> ")
        t.type(CTRL_C)
        t.says("flowline> ")
        t.enter("resume last")
        self.asked(t, "Bike", "saving for?")
        t.says("want to save?", "\n> ")
        t.type(CTRL_C)
        t.says("flowline> ")
        t.enter("quit")
        self.assertEqual(t.ended(), 0)
        t = self.terminal("resume", "last", *ENGLISH, *self.bank)
        self.asked(t, "250", "want to save?")
        self.asked(t, "yes", "£250.00")
        self.assertEqual(t.ended(), 0)
        self.assertEqual(self.sandbox.requests("PUT", "/savings-goals"), 3)

    def be_without_a_bank(self):
        """What was known is shown with its age, and is as it was when the bank is back."""
        self.assertEqual(self.sandbox.stop(), 0)
        t = self.repl(LATER)
        t.enter("accounts")
        # The client is patient for a while. The page is asked anew when it gives up, so that an answer
        # to the one before may come too late.
        self.asked(t, "refresh", "(2 hours ago): the bank cannot be reached", menu=["£3,550.32"])
        self.asked(t, "last-known", "the server does not respond")
        t.says("2 hours ago", "\n> ", "£3,550.32")
        self.sandbox = self.open(self.sandbox.port)
        t.enter("refresh")
        # The same screen in another language.
        self.asked(t, ":lang ru", menu=["£3,550.32"])
        self.asked(t, ":lang en", menu=["доступно"])
        t.says("\n> ", "£3,550.32")
        return t

    def lose_the_token(self, t):
        """It ends, another one takes its place, and at last all of them end."""
        self.sandbox.control("PUT", "tokens", [{"token": SECOND_TOKEN, "scopes": "all"}])
        t.enter("refresh")
        self.asked(t, "type", "log-in")
        t.says("token", "\n> ")
        t.enter(TOKEN)
        t.says("Error: ")
        t.enter(SECOND_TOKEN)
        self.asked(t, "", "account:read", "transaction:read")
        self.asked(t, "personal", menu=["£3,550.32"])
        self.is_read_anew(t, "All accounts › account")
        t.says("£250.00")
        t.enter("done")
        self.asked(t, "done", "see next?")
        t.says("flowline> ")
        t.enter("log-out")
        self.asked(t, "yes")
        self.asked(t, "")
        t.says("flowline> ")
        t.enter("accounts")
        self.asked(t, "leave", "log-in")
        t.says("flowline> ")
        t.enter("quit")
        self.assertEqual(t.ended(), 0)

    def keep_it_to_itself(self):
        """No token is in any file but its own: not in histories, sessions, copies, logs."""
        for folder, _, names in os.walk(self.home):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    held = file.read()
                self.assertNotIn(SECOND_TOKEN.encode(), held, path)
                if path != self.token_file:
                    self.assertNotIn(TOKEN.encode(), held, path)


if __name__ == "__main__":
    unittest.main()
