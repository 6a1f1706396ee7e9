"""The test's own PostgreSQL: what is acknowledged outlives its crashes, and its loss if a standby follows."""

import os
import subprocess
import tempfile
import threading
import unittest

from api import API, new_customer
from cluster import dear
from counters import Counters
from loop import Loop
from nodes import Nodes, NotStarted
from postgres import Failed, Postgres
from processes import PATIENCE, children, eventually
from proxy import Proxy


class Disturbed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres()
        cls.addClassCleanup(cls.postgres.close)
        cls.postgres.rows("CREATE TABLE kept (number integer PRIMARY KEY, text text) WITH (fillfactor = 50)")

    def setUp(self):
        self.postgres.rows("TRUNCATE kept")

    def insert(self, number):
        self.postgres.rows(f"INSERT INTO kept VALUES ({number}, 'a, \"b\"\nc')")

    @property
    def kept(self):
        return [int(number) for number, in self.postgres.rows("SELECT number FROM kept ORDER BY 1")]

    def test_it_syncs_and_says_what_it_has(self):
        self.assertEqual(self.postgres.rows("SHOW fsync"), [["on"]])
        self.assertEqual(self.postgres.rows("SHOW synchronous_commit"), [["on"]])
        self.insert(1)
        self.assertEqual(self.postgres.rows("SELECT *, NULL FROM kept"), [["1", 'a, "b"\nc', ""]])
        with self.assertRaisesRegex(Failed, "duplicate key"):
            self.insert(1)

    def test_it_is_another_user_than_root(self):
        self.assertNotEqual(os.stat(f"/proc/{self.postgres.process.pid}").st_uid, 0)

    def test_what_is_acknowledged_outlives_each_way_to_end(self):
        ways = [self.postgres.stop, self.postgres.crash, self.postgres.kill]
        for number, end in enumerate(ways):
            with self.subTest(end.__name__):
                self.insert(number)
                before = children(self.postgres.process.pid)
                self.assertTrue(before)
                end()
                self.assertEqual([pid for pid in before if os.path.exists(f"/proc/{pid}")], [])
                with self.assertRaises(Failed):
                    self.postgres.rows("SELECT 1")
                self.postgres.start()
                self.assertEqual(self.kept, list(range(number + 1)))

    def test_while_it_is_frozen_nothing_answers_and_then_everything_does(self):
        self.postgres.freeze()
        answered = threading.Event()
        asking = threading.Thread(target=lambda: (self.insert(1), answered.set()), daemon=True)
        try:
            asking.start()
            with self.assertRaises(subprocess.TimeoutExpired):
                self.postgres.rows("SELECT 1", timeout=0.3)
            self.assertFalse(answered.is_set())
        finally:
            self.postgres.thaw()
        self.assertTrue(answered.wait(PATIENCE))
        self.assertEqual(self.kept, [1])

    def test_it_counts_what_an_answer_costs(self):
        before = Counters.of(self.postgres)
        for number in range(10):
            self.insert(number)
            self.postgres.rows(f"UPDATE kept SET text = 'x' WHERE number = {number}")
        # What a connection did is counted when it has ended.
        eventually(lambda: Counters.of(self.postgres).since(before).updated == 10)
        done = Counters.of(self.postgres).since(before)
        self.assertEqual((done.inserted, done.updated, done.updated_in_place), (10, 10, 10))
        self.assertGreaterEqual(done.syncs, 20)
        self.assertGreaterEqual(done.log_bytes, 20 * 100)
        if self.postgres.counts_statements:
            self.assertEqual(done.statements, 20)
        self.assertIn("updates in place (HOT): 1.000", done.per(10))

    def test_it_counts_the_updates_of_sessions_apart(self):
        self.postgres.rows("CREATE TABLE flowline_session_part (number integer) WITH (fillfactor = 50)")
        self.postgres.rows("CREATE TABLE flowline_due_part (number integer PRIMARY KEY) WITH (fillfactor = 50)")
        before = Counters.of(self.postgres)
        for table in ("flowline_session_part", "flowline_due_part"):
            self.postgres.rows(f"INSERT INTO {table} VALUES (1)")
            self.postgres.rows(f"UPDATE {table} SET number = 2")
        eventually(lambda: Counters.of(self.postgres).since(before).updated == 2)
        done = Counters.of(self.postgres).since(before)
        self.assertEqual((done.updated_in_place, done.sessions_updated, done.sessions_in_place), (1, 1, 1))
        self.assertIn("updates in place (HOT): 0.500", done.per(1))
        self.assertIn("updates of sessions in place (HOT): 1.000", done.per(1))

    def test_a_reply_that_the_network_loses_was_committed(self):
        with Loop() as loop:
            proxy = Proxy(loop, ("127.0.0.1", self.postgres.port))
            command = ["psql", "-X", "-q", self.postgres.address(proxy.port)]
            run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
            self.addCleanup(run.stdout.close)
            run.stdin.write("INSERT INTO kept VALUES (1);\n\\echo connected\n")
            run.stdin.flush()
            self.assertEqual(run.stdout.readline(), "connected\n")
            proxy.set(loses_replies=True)
            said, _ = run.communicate("INSERT INTO kept VALUES (2);\n", timeout=PATIENCE)
            self.assertIn("connection", said)
            # As psql's manual says of a connection that is lost where nobody types.
            self.assertEqual(run.returncode, 2)
            eventually(lambda: self.kept == [1, 2])
            proxy.close()


class Told(unittest.TestCase):
    COUNTS = Counters(12, 4_400, 30, 5, 20, 0, 20, 40, 30, 0, None, 20, 17)

    def test_whole_pages_of_the_log_are_told_beside_its_bytes(self):
        told = self.COUNTS.per(10)
        self.assertIn("log bytes an answer: 440.00", told)
        self.assertIn("whole pages in the log an answer: 0.50", told)

    def test_sessions_whose_updates_leave_their_pages_are_too_dear(self):
        self.assertEqual(dear(self.COUNTS, 10, {}, 0.85), [])
        self.assertEqual(dear(self.COUNTS, 10, {}, 0.9), [
            "updates of sessions in place: 0.850, where 0.9 is the least"])
        # Without an update there is nothing to hold.
        self.assertEqual(dear(Counters(*range(10)), 10, {}, 0.9), [])


class Lost(unittest.TestCase):
    def test_what_was_not_synced_is_lost_by_a_crash(self):
        # Otherwise a crash would show nothing.
        with Postgres({"synchronous_commit": "off", "wal_writer_delay": "10s"}) as postgres:
            postgres.rows("CREATE TABLE kept (number integer PRIMARY KEY)")
            postgres.stop()
            postgres.start()
            for number in range(20):
                postgres.rows(f"INSERT INTO kept VALUES ({number})")
                postgres.crash()
                postgres.start()
                if [str(number)] not in postgres.rows("SELECT number FROM kept"):
                    return
            self.fail("nothing was lost")


class Followed(unittest.TestCase):
    def test_what_is_acknowledged_outlives_the_machine(self):
        with Postgres() as first:
            first.rows("CREATE TABLE kept (number integer PRIMARY KEY)")
            second = first.follow()
            self.addCleanup(second.close)
            self.assertTrue(first.is_followed)
            first.rows("INSERT INTO kept VALUES (1)")
            # Without the standby nothing is acknowledged.
            second.freeze()
            with self.assertRaises(subprocess.TimeoutExpired):
                first.rows("INSERT INTO kept VALUES (2)", timeout=0.5)
            second.thaw()
            first.rows("INSERT INTO kept VALUES (3)")
            first.kill()
            second.promote()
            numbers = {number for number, in second.rows("SELECT number FROM kept")}
            self.assertLessEqual({"1", "3"}, numbers)
            # It takes writes, and can be followed in its turn.
            second.rows("INSERT INTO kept VALUES (4)")
            with second.follow() as third:
                second.rows("INSERT INTO kept VALUES (5)")
                second.crash()
                third.promote()
                self.assertIn(["5"], third.rows("SELECT number FROM kept"))


class Addressed(unittest.TestCase):
    """Nodes that are given a standby's address, alone or beside the server's that it follows."""

    PATH = "/sessions/0b0c6f7e-53a1-4d0f-8f4f-5a1d5e0f7a11"

    def nodes(self, *databases, others=()):
        """A node over these databases, of which it takes one; with `others` a second one that names those."""
        named = [[f"127.0.0.1:{one.port}" for one in some] for some in (databases, others) if some]
        folder = self.enterContext(tempfile.TemporaryDirectory())
        return Nodes(len(named), folder, lambda number: [
            "--store", f"postgres://{Postgres.USER}@{','.join(named[number])}/{Postgres.DATABASE}"])

    def test_a_node_takes_the_server_that_takes_changes_and_no_standby(self):
        first = self.enterContext(Postgres())
        second = self.enterContext(first.follow())
        # The standby is named first, and is the server in the end.
        with self.nodes(second, first) as nodes:
            nodes.start()
            api = API(nodes[0].port, new_customer(nodes[0].port))
            begun = api.call("PUT", self.PATH, {"start": "account", "locale": "en_GB"})
            self.assertEqual(self.answer(api, begun, "personal").outcome, "ok")
            self.assertEqual(self.kept(first), [["1"]])
            # It has the tables by now, and could show what was.
            with self.nodes(second) as others, self.assertRaisesRegex(NotStarted, "session is read-only"):
                others.start()
            first.kill()
            # What only a standby has is not shown.
            reply = api.call("GET", self.PATH)
            self.assertEqual((reply.status, reply.content.get("code")), (503, "store"), reply.told)
            second.promote()
            eventually(lambda: api.call("GET", self.PATH).state.get("answers") == 1)
            self.assertEqual(self.answer(api, api.call("GET", self.PATH), "+").outcome, "ok")
            self.assertEqual(self.kept(second), [["2"]])

    def test_a_node_leaves_a_lost_server_that_is_named_first_and_says_nothing(self):
        first = self.enterContext(Postgres())
        second = self.enterContext(first.follow())
        with self.nodes(first, second) as nodes:
            nodes.start()
            api = API(nodes[0].port, new_customer(nodes[0].port))
            begun = api.call("PUT", self.PATH, {"start": "account", "locale": "en_GB"})
            self.assertEqual(self.answer(api, begun, "personal").outcome, "ok")
            # Its socket takes connections, as before.
            first.freeze()
            second.promote()
            eventually(lambda: api.call("GET", self.PATH).state.get("answers") == 1)
            self.assertEqual(self.answer(api, api.call("GET", self.PATH), "+").outcome, "ok")
            self.assertEqual(self.kept(second), [["2"]])
            # So does a node that knows nothing of it, also if the lost server takes changes again, as it believes.
            for wake in (lambda: None, first.thaw):
                with self.subTest(wake):
                    wake()
                    nodes[0].stop()
                    nodes[0].start()
                    self.assertEqual(api.call("GET", self.PATH).state.get("answers"), 2)

    def test_a_server_that_wakes_behind_its_standby_takes_no_answer(self):
        first = self.enterContext(Postgres())
        second = self.enterContext(first.follow())
        with self.nodes(first, second, others=(second, first)) as nodes:
            nodes.start()
            customer = new_customer(nodes[0].port)
            idle, other = (API(node.port, customer) for node in nodes)
            begun = idle.call("PUT", self.PATH, {"start": "account", "locale": "en_GB"})
            answered = self.answer(idle, begun, "personal")
            self.assertEqual(answered.outcome, "ok")
            first.freeze()
            second.promote()
            eventually(lambda: other.call("GET", self.PATH).state.get("answers") == 1)
            self.assertEqual(self.answer(other, other.call("GET", self.PATH), "+").outcome, "ok")
            # Nobody called the other node meanwhile: its connections are to a server that knows nothing of it.
            first.thaw()
            self.assertNotEqual(self.answer(idle, answered, "+").outcome, "ok")
            eventually(lambda: idle.call("GET", self.PATH).state.get("answers") == 2)
            self.assertEqual(self.kept(second), [["2"]])
            texts = {api.text(f"{self.PATH}/journal") for api in (idle, other)}
            self.assertEqual(len(texts), 1)
            self.assertNotIn(None, texts)

    def answer(self, api, reply, value):
        token = reply.state["questions"][0]["token"]
        return api.call("POST", f"{self.PATH}/answer", {"answer": value}, token)

    def kept(self, postgres):
        """How many answers the sessions of a database have."""
        return postgres.rows("SELECT answers FROM flowline_session")


if __name__ == "__main__":
    unittest.main()
