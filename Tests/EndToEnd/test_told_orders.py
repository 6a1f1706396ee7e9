"""What is said of an order that the bank did not carry out, or had carried out before."""

import unittest

from flowline import ENGLISH
from sandbox import SandboxCase

TRIP = ["--answer", "account=personal", "--answer", "goal=trip"]
ROUND_UP = [*TRIP, "--answer", "week=last", "--answer", "review=", "--answer", "confirm=yes"]
DELETE = [*TRIP, "--answer", "details=delete", "--answer", "confirm=yes"]
WITHDRAW = [*TRIP, "--answer", "details=withdraw", "--answer", "amount=5",
            "--answer", "confirm=yes"]


class OrderCase(SandboxCase):
    def run_with(self, sandbox, flow, *answers, **variables):
        return self.flowline("run", flow, *ENGLISH, *self.at(sandbox), "--no-input", "--json",
                             *answers, **variables)


class NotFound(OrderCase):
    """An answer “not found”: nothing was done, and no goal is gone for that."""

    def test_an_order_that_was_not_done_is_told(self):
        for number, (flow, answers, method, path, step, end) in enumerate([
                ("goal", DELETE, "DELETE", "/savings-goals/", "goal/delete/not-done", "deleted="),
                ("goal", WITHDRAW, "PUT", "/withdraw-money/", "goal/withdraw/not-done", "receipt="),
                ("round-up", ROUND_UP, "PUT", "/add-money/", "round-up/not-done", "receipt=")]):
            sandbox = self.sandbox(data=f"bank-{number}")
            sandbox.fault("html", method, path, status=404)
            run = self.run_with(sandbox, flow, *answers)
            self.assertEqual((run.code, run.object["status"]), (3, "missing"), run.err)
            self.assertEqual(run.object["error"]["step"], step)
            self.assertIn("The bank refused. Details: the reply is “not found” (status 404).",
                          run.object["error"]["message"])
            seen = self.run_with(sandbox, "goal", *TRIP, "--answer", "details=done")
            self.assertEqual(seen.object["output"]["totalSaved"]["minorUnits"], 12070, seen.err)
            # Asked again, the bank does it.
            run = self.run_with(sandbox, flow, *answers, "--answer", end)
            self.assertEqual((run.code, run.object["status"]), (0, "finished"), run.err)

    def test_a_page_that_is_not_found_does_not_say_that_the_account_is_gone(self):
        sandbox = self.sandbox()
        sandbox.fault("html", "GET", "/transactions-between", status=404)
        run = self.run_with(sandbox, "round-up", *ROUND_UP)
        self.assertEqual((run.code, run.object["error"]["step"]), (3, "round-up/not-loaded"))
        self.assertIn("not found", run.object["error"]["message"])
        self.assertNotIn("cannot find this account", run.object["error"]["message"])


class SecondMachine(OrderCase):
    """The same round-up from another computer, which knows nothing of the first."""

    def test_it_is_not_said_to_be_moved_twice(self):
        sandbox = self.sandbox()
        first = self.run_with(sandbox, "round-up", *ROUND_UP, "--answer", "receipt=")
        self.assertEqual(first.object["output"]["moved"]["minorUnits"], 320, first.err)
        second = self.run_with(sandbox, "round-up", *ROUND_UP, "--answer", "receipt=",
                               XDG_DATA_HOME=self.path("second"))
        self.assertEqual(second.code, 0, second.err)
        self.assertEqual(second.object["output"], {
            "account": "personal", "weekStart": "2026-11-09", "reason": "already-moved"})
        self.assertIn("already been moved", second.object["text"])
        seen = self.run_with(sandbox, "goal", *TRIP, "--answer", "details=done")
        self.assertEqual(seen.object["output"]["totalSaved"]["minorUnits"], 12390, seen.err)


if __name__ == "__main__":
    unittest.main()
