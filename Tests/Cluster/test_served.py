"""What a node tells of its database, and that a customer is erased there, as from files."""

import http.client
import os
import re
import subprocess
import tempfile
import unittest

from api import API, new_customer
from bank import user_of
from nodes import Nodes
from postgres import Postgres
from processes import PATIENCE, free_port

SESSIONS = [f"/sessions/5e7f0000-0000-4000-8000-00000000000{number}" for number in range(4)]


class Served(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.postgres = cls.enterClassContext(Postgres())
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.metrics_port = free_port()
        cls.nodes = cls.enterClassContext(Nodes(1, cls.folder, cls.options))
        cls.nodes.start()
        line = cls.nodes[0].process.stdout.readline()
        assert line == f"flowline-serve: metrics on http://127.0.0.1:{cls.metrics_port}/metrics\n", line

    @classmethod
    def options(cls, _=0):
        return ["--store", cls.postgres.address(), "--metrics-port", str(cls.metrics_port)]

    @property
    def port(self):
        return self.nodes[0].port

    def figures(self):
        """What it tells of its database: each value by its name, and its kind."""
        connection = http.client.HTTPConnection("127.0.0.1", self.metrics_port, timeout=PATIENCE)
        try:
            connection.request("GET", "/metrics")
            text = connection.getresponse().read().decode()
        finally:
            connection.close()
        found = re.findall(r"^# TYPE (flowline_postgres_\w+) (\w+)\n\1 (\d+)$", text, re.MULTILINE)
        return {name: (kind, int(value)) for name, kind, value in found}

    def begin(self, path):
        """A new customer's session with an answer; returns the customer."""
        api = API(self.port, new_customer(self.port))
        begun = api.call("PUT", path, {"start": "account", "locale": "en_GB"})
        token = begun.state["questions"][0]["token"]
        answered = api.call("POST", f"{path}/answer", {"answer": "personal"}, token)
        self.assertEqual(answered.outcome, "ok", answered.content)
        return api

    def test_what_was_asked_of_the_database_is_told(self):
        before = self.figures()
        self.assertEqual({name: kind for name, (kind, _) in before.items()}, {
            "flowline_postgres_transactions_total": "counter",
            "flowline_postgres_statements_total": "counter", "flowline_postgres_connections": "gauge"})
        self.begin(SESSIONS[0])
        after = self.figures()

        def grew(name):
            return after[name][1] - before[name][1]
        # The start and the answer, and who sent each.
        self.assertGreaterEqual(grew("flowline_postgres_transactions_total"), 4)
        self.assertGreaterEqual(
            grew("flowline_postgres_statements_total"), grew("flowline_postgres_transactions_total"))
        # One for what is durable, one for what is not, and at the most as many as a node has.
        self.assertIn(after["flowline_postgres_connections"][1], range(2, 17))

    def rows_of(self, user):
        """How many rows each table has that names owners: of this one."""
        tables = [table for table, in self.postgres.rows(
            "SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid "
            "WHERE a.attname = 'owner' AND c.relkind IN ('r', 'p') AND NOT c.relispartition")]
        return {table: int(self.postgres.rows(
            f"SELECT count(*) FROM {table} WHERE owner = convert_to('{user}', 'UTF8')")[0][0])
            for table in tables}

    def erase(self, *words):
        return subprocess.run(
            [os.environ["FLOWLINE_SERVE"], "erase", "--data", f"{self.folder}/data", "--store",
             self.postgres.address(), *words], capture_output=True, text=True, timeout=PATIENCE,
            stdin=subprocess.DEVNULL)

    def test_all_rows_of_a_customer_are_erased_and_none_of_others(self):
        ada, eve = self.begin(SESSIONS[1]), self.begin(SESSIONS[2])
        user, other = user_of(ada.customer), user_of(eve.customer)
        before, others = self.rows_of(user), self.rows_of(other)
        self.assertEqual(before["flowline_session"], 1)
        self.assertGreaterEqual(before["flowline_value"], 2)
        changes = int(self.postgres.rows("SELECT count(*) FROM flowline_change")[0][0])
        self.assertEqual(self.nodes[0].stop(), 0)
        refused = self.erase(user)
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("--yes", refused.stderr)
        self.assertEqual(self.rows_of(user), before)
        run = self.erase("--yes", user)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn(f"erased 1 session of {user}", run.stdout)
        # That no cookie of the browser counts any more, and what became of the customer.
        left = {table for table, count in self.rows_of(user).items() if count}
        self.assertEqual(left, {"flowline_value", "flowline_audit"})
        shelves = self.postgres.rows(
            f"SELECT shelf FROM flowline_value WHERE owner = convert_to('{user}', 'UTF8')")
        self.assertEqual(shelves, [["visitor-renewals"]])
        events = self.postgres.rows(
            f"SELECT event FROM flowline_audit WHERE owner = convert_to('{user}', 'UTF8') ORDER BY 1")
        self.assertEqual(events, [["erased"], ["removed"]])
        self.assertEqual(self.rows_of(other), others)
        self.assertLess(int(self.postgres.rows("SELECT count(*) FROM flowline_change")[0][0]), changes)
        self.nodes[0].start()
        self.assertEqual(ada.call("GET", SESSIONS[1]).status, 401)
        self.assertEqual(eve.call("GET", SESSIONS[2]).state.get("answers"), 1)
        self.assertIn("erased 0 sessions", self.erase("--yes", user).stdout)

    def test_a_database_that_is_not_reached_is_not_taken_for_one_without_the_customer(self):
        run = subprocess.run(
            [os.environ["FLOWLINE_SERVE"], "erase", "--data", f"{self.folder}/data", "--store",
             self.postgres.address(free_port()), "--yes", "visitor-1"],
            capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertIn("127.0.0.1", run.stderr)


if __name__ == "__main__":
    unittest.main()
