"""An order whose answer is lost: what a person meets later, and that it is never carried out twice."""

import glob
import sqlite3
import unittest

from flowline import ENGLISH, RUSSIAN
from sandbox import SandboxCase
from test_keeping import FIRST

ROUND_UP = ["--answer", "account=personal", "--answer", "week=this", "--answer", "review=",
            "--answer", "goal=trip", "--answer", "confirm=yes", "--session", FIRST,
            "--no-input", "--json"]


# What is said in English, and in Russian.
IN_DOUBT = [("It is not known whether", "The bank has not said whether this was done: "),
            ("Неизвестно, выполнено ли", "Банк не сообщил, выполнено ли это. Подробнее: ")]


class OpenOrders(SandboxCase):
    def lost(self, kind="close-after", locale=ENGLISH):
        """A sandbox at which nobody knows whether a round-up was moved: the answer is lost, and then
        the bank does not want to do it again."""
        sandbox = self.sandbox(data=f"{kind}-{locale[-1]}")
        sandbox.fault(kind, "PUT", "/add-money/")
        sandbox.fault("status", "PUT", "/add-money/", status=409)
        run = self.flowline("run", "round-up", *locale, *self.at(sandbox), *ROUND_UP)
        self.assert_in_doubt(run, locale)
        return sandbox

    def assert_in_doubt(self, run, locale=ENGLISH):
        self.assertEqual((run.code, run.object["status"]), (1, "held"), run.err)
        self.assertEqual(run.object["error"]["code"], "outcome-unknown")
        for truth in IN_DOUBT[locale is RUSSIAN]:
            self.assertIn(truth, run.err)
        for lie in ["nothing was", "was not sent", "not done", "ничего не сделано", "не отправлено"]:
            self.assertNotIn(lie, run.err.lower())

    def prompt(self, sandbox):
        """A new prompt of somebody who has forgotten the session."""
        self.assertEqual(self.flowline("sessions", "--forget", FIRST).code, 0)
        t = self.terminal(*ENGLISH, *self.at(sandbox), size=(50, 100))
        return t.says("flowline> ")

    def meet(self, t):
        """A new round-up of the same week shows the transfer that was not answered."""
        t.enter("round-up")
        t.answer("personal", "Which account")
        t.answer("this", "Which week?")
        t.says("£1.58 into “Trip”", "The bank has not replied to this order", "\n> ")

    def leave(self, t):
        t.says("flowline> ").enter("quit")
        self.assertEqual(t.ended(), 0, t.text)

    def assert_moved_once(self, sandbox):
        run = self.flowline("run", "goal", *ENGLISH, *self.at(sandbox), "--no-input", "--json",
                            "--answer", "account=personal", "--answer", "goal=trip",
                            "--answer", "details=done")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(run.object["output"]["totalSaved"]["minorUnits"], 12228)
        self.assertEqual(sandbox.differences(), [])

    def test_it_is_listed_looked_into_and_sent_again_once(self):
        for kind, sign in [("close-after", "one just like it"), ("close-before", "no sign of it")]:
            sandbox = self.lost(kind)
            t = self.prompt(sandbox)
            self.meet(t)
            t.enter("leave")
            t.says("is still not known", "flowline> ").enter("orders")
            t.says("Which order do you want to settle?", "\n> ", "£1.58 into “Trip”").enter("trip")
            t.says("The bank has not replied to this order", "\n> ").enter("look")
            t.says(sign, "The bank has not replied to this order", "\n> ").enter("again")
            t.says("The order was carried out", "\n> ").enter()
            t.says("No order is open", "\n> ").enter()
            self.leave(t)
            self.assert_moved_once(sandbox)

    def test_one_that_was_given_up_is_not_moved_twice(self):
        for kind, said in [("close-after", "The money had already been moved"),
                           ("close-before", "£1.58 moved to “Trip”")]:
            sandbox = self.lost(kind)
            t = self.prompt(sandbox)
            self.meet(t)
            t.enter("give-up")
            t.says("by its reference", "Give up this order?", "\n> ").enter("yes")
            t.says("The order was given up", "still not known", "\n> ").enter()
            t.says("You gave up a transfer of £1.58", "\n> ").enter()
            t.answer("trip", "Where should £1.58 go?")
            t.says("Move £1.58", "\n> ").enter("yes")
            t.says(said, "\n> ").enter()
            self.leave(t)
            self.assert_moved_once(sandbox)

    def test_a_book_that_cannot_be_used_does_not_say_that_nothing_was_done(self):
        for locale in [ENGLISH, RUSSIAN]:
            sandbox = self.lost(locale=locale)
            resume = ["resume", FIRST, *locale, *self.at(sandbox), "--no-input", "--json"]
            [path] = glob.glob(
                self.path(f".local/share/flowline/banks/*{sandbox.port}*/orders.sqlite"))
            with sqlite3.connect(path, isolation_level=None) as book:
                # Another process is at the book, for longer than anybody waits.
                book.execute("BEGIN IMMEDIATE")
                self.assert_in_doubt(self.flowline(*resume), locale)
                book.execute("ROLLBACK")
            book.close()
            run = self.flowline(*resume, "--answer", "receipt=")
            self.assertEqual(run.object["output"]["moved"]["minorUnits"], 158, run.err)
            self.assert_moved_once(sandbox)


if __name__ == "__main__":
    unittest.main()
