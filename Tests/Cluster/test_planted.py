"""The checker on built servers and a real database from which a guard was taken: it finds what comes of that, and
nothing as long as the guard is there."""

import contextlib
import dataclasses
import functools
import sqlite3
import unittest
import uuid

import bank
import checker
from cluster import Cluster
from processes import PATIENCE, eventually
from rewriting import HOLD, HOLD_REPLY, LOSE_REPLY, RewritingProxy
from scene import Scene

# What a statement has, and what is there without the guard. That each was there is checked: a statement that is
# written otherwise by now is one from which nothing was taken.
COMPARES = "epoch = $5 AND last = $6 AND attempt = $18"
PART = "SELECT month, id, $7, $17 FROM head"
# The number before is not compared; that a number is taken once is for the key.
NOT_COMPARED = {COMPARES: "epoch = $5"}
# Nor for that: the last one to write wins.
LAST_WINS = {
    **NOT_COMPARED,
    PART: f"{PART} ON CONFLICT (month, session, number) DO UPDATE SET bytes = excluded.bytes"}
# A change goes behind whatever is there.
BEHIND_ALL = {
    f"{COMPARES} RETURNING month, id)": "epoch = $5 RETURNING month, id, last)",
    "SET last = $7": "SET last = last + 1", PART: PART.replace("$7", "last"),
    "NOTHING RETURNING month, id)": "NOTHING RETURNING month, id, last)"}
# Nor is the attempt that made the last change: a change of its number is as good.
NO_LAST_ATTEMPT = {" AND attempt = $18": ""}
# A session that was begun anew is taken for the one that it was before.
NO_EPOCH = {COMPARES: "last = $6"}
# Whose session it is counts for nothing.
OF_ANYBODY = {" AND tenant = $3 AND owner = $4": ""}
# No row of more than three answers tells whose attempt changed it last.
NO_ATTEMPT = {
    "attempt, node, changed":
        "CASE WHEN answers > 3 THEN gen_random_uuid() ELSE attempt END AS attempt, node, changed"}
# Heads are read from a copy.
FROM_COPY = {"summary FROM flowline_session WHERE month": "summary FROM behind WHERE month"}
# A commit waits for no disk.
NOT_SYNCED = {"ELSE 'on' END": "ELSE 'off' END"}

# What the sample bank comes with.
SAMPLE = "GLOB '[a-d]0000000-0000-4000-8000-*'"


def breaks(*rules, texts=None, without=lambda test: contextlib.nullcontext()):
    """A story that breaks these rules when it is told without a guard: with other texts in the statements of
    nodes, or what `without` takes away. Told with the guard, to its end, it breaks none."""
    def test(story):
        @functools.wraps(story)
        def tell(self):
            self.tell(functools.partial(story, self), set(rules), texts or {}, without(self))
        tell.rules = set(rules)
        return tell
    return test


class Rewritten(Cluster):
    network = RewritingProxy


class Planted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Rewritten(2)
        cls.addClassCleanup(cls.cluster.close)
        cls.cluster.wait_until_ready()
        cls.one, cls.other = cls.cluster.proxies
        # Otherwise the log's writer may be quicker than a crash.
        for setting in ("wal_writer_delay = '10s'", "full_page_writes = off"):
            cls.cluster.postgres.rows(f"ALTER SYSTEM SET {setting}")
        cls.cluster.postgres.rows("SELECT pg_reload_conf()")

    def tell(self, story, rules, texts, taken):
        self.run_with({})
        scene = Scene(self.cluster)
        story(scene, False)
        scene.finish(0)
        self.assertEqual([str(one) for one in checker.check(scene.world())], [])
        scene = Scene(self.cluster)
        with taken:
            self.run_with(texts)
            story(scene, True)
            self.assertEqual(self.one.found | self.other.found, set(texts))
            # A node that cannot replay a journal puts it right: how it was before is looked at by itself.
            kept = {"journals": {scene.session: {"store": scene.text}}, "heads": scene.heads}
            world = scene.world()
            violations = checker.check(world) + checker.check(dataclasses.replace(world, **kept))
        found = {one.rule for one in violations}
        self.assertLessEqual(rules, found, "\n".join(map(str, violations)))

    def run_with(self, texts):
        """Has the nodes run with these texts in their statements: anew, unless they do."""
        for proxy in (self.one, self.other):
            proxy.set()
        if self.one.texts == texts:
            return
        for node in self.cluster.nodes:
            node.kill()
        for proxy in (self.one, self.other):
            proxy.texts, proxy.found = texts, set()
        self.cluster.nodes.start()

    def rows(self, sql):
        return self.cluster.postgres.rows(sql)

    def test_each_rule_is_broken_by_some(self):
        shown = set().union(*(getattr(test, "rules", ()) for test in vars(type(self)).values()))
        self.assertEqual({rule.__name__ for rule in checker.RULES}, shown)

    # Two nodes

    def answer_twice(self, scene, is_planted):
        """Two answers to one question, each at a node that has nothing of the other."""
        scene.start(0)
        scene.walk(0, "personal", "trip", "withdraw")
        scene.look(1)
        question = scene.question
        self.assertEqual(scene.answer(0, 11, question).outcome, "ok")
        scene.read(0)
        self.assertEqual(scene.answer(1, 12, question).outcome, "ok" if is_planted else "fail")

    @breaks("each_accepted_answer_is_kept_once", "what_was_read_is_how_the_journal_begins", texts=LAST_WINS)
    def test_the_last_one_wins(self, scene, is_planted):
        self.answer_twice(scene, is_planted)

    @breaks("heads_agree_with_journals", texts=BEHIND_ALL)
    def test_an_answer_is_put_behind_another_to_its_question(self, scene, is_planted):
        self.answer_twice(scene, is_planted)

    def test_the_key_alone_refuses_the_second(self):
        self.run_with(NOT_COMPARED)
        scene = Scene(self.cluster)
        scene.start(0)
        scene.walk(0, "personal", "trip", "withdraw")
        scene.look(1)
        question = scene.question
        self.assertEqual(scene.answer(0, 11, question).outcome, "ok")
        # It is a failure that the node does not expect: nobody knows, and nothing is there.
        reply = scene.answer(1, 12, question)
        self.assertEqual((reply.status, reply.content.get("code")), (503, "store"), reply.told)
        self.run_with({})
        scene.finish(0)
        self.assertEqual([str(one) for one in checker.check(scene.world())], [])

    @breaks("each_unknown_answer_is_kept_at_most_once", texts=BEHIND_ALL)
    def test_an_answer_is_made_once_more(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal", "trip", "withdraw")
        scene.look(1)
        question = scene.question
        for count, (node, proxy) in enumerate([(0, self.one), (1, self.other)], 1):
            proxy.meet(b"answer amount", HOLD_REPLY)
            self.assertEqual(scene.answer(node, 13, question, timeout=2).outcome, "unknown")
            proxy.wait_until_met()
            eventually(lambda: scene.text.count("answer amount") == (count if is_planted else 1))
        self.run_with(self.one.texts)

    @contextlib.contextmanager
    def without_key(self):
        self.rows("ALTER TABLE flowline_change DROP CONSTRAINT flowline_change_pkey")
        try:
            yield
        finally:
            self.rows("DELETE FROM flowline_change a USING flowline_change b WHERE a.month = b.month "
                      "AND a.session = b.session AND a.number = b.number AND a.ctid > b.ctid")
            self.rows("ALTER TABLE flowline_change ADD CONSTRAINT flowline_change_pkey "
                      "PRIMARY KEY (month, session, number)")

    @breaks("answers_are_in_the_order_of_time", "numbers_have_no_gap", texts=NOT_COMPARED, without=without_key)
    def test_each_node_counts_by_itself(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal")
        scene.look(1)
        question = scene.question
        scene.walk(1, "trip", "withdraw", 14)
        self.assertEqual(scene.answer(0, "+", question).outcome, "ok" if is_planted else "fail")
        if is_planted:
            scene.walk(0, ("late", 10_014))

    @breaks("no_refused_answer_is_kept", texts=NO_ATTEMPT)
    def test_a_node_does_not_know_its_own_attempt(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal", "trip", "withdraw")
        self.one.meet(b"answer amount", LOSE_REPLY)
        self.assertEqual(scene.answer(0, 15).outcome, "fail" if is_planted else "ok")

    def lose_a_change(self, scene):
        """Has the database forget the last change that the first node has made, which need not last."""
        for _ in range(20):
            others = [Scene(self.cluster) for _ in self.cluster.nodes]
            # What there is so far is on the disk as soon as this is.
            self.rows("SELECT pg_logical_emit_message(true, 'before', '')")
            before = scene.last
            scene.fail(0)
            eventually(lambda: scene.last == before + 1)
            self.cluster.postgres.crash()
            self.cluster.postgres.start()
            self.cluster.wait_until_ready()
            # Nodes have connections again, of both kinds.
            for node, other in enumerate(others):
                eventually(lambda: other.start(node).outcome == "ok")
            # The log's writer may have been quicker.
            if scene.last == before:
                return
        self.fail("nothing was lost")

    @breaks("each_accepted_answer_is_kept_once", texts=NO_LAST_ATTEMPT)
    def test_a_node_goes_on_behind_a_change_that_was_lost(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal", "trip", "withdraw")
        question = scene.question
        eventually(lambda: scene.text.splitlines()[-1].startswith("show amount"))
        self.lose_a_change(scene)
        before = scene.last
        eventually(lambda: scene.look(1).outcome == "ok")
        # The other's answer gets the number that was lost.
        self.assertEqual(scene.answer(1, 21).outcome, "ok")
        self.assertEqual(scene.last, before + 1)
        self.assertEqual(scene.answer(0, 22, question).outcome, "ok" if is_planted else "fail")
        # Of two answers to one question a node that reads them both keeps one.
        eventually(lambda: scene.look(1).outcome == "ok")

    @breaks("heads_agree_with_journals", "answers_are_in_the_order_of_time", texts=NO_EPOCH)
    def test_a_node_goes_on_in_a_session_that_was_begun_anew(self, scene, is_planted):
        # The one node has the session as it was, of which nobody is told here.
        earlier = scene.unrecorded()
        earlier.start(0)
        earlier.walk(0, "personal", "trip", "withdraw")
        eventually(lambda: earlier.text.splitlines()[-1].startswith("show amount"))
        for count in (1, 2):
            before = earlier.last
            earlier.fail(0)
            eventually(lambda: earlier.last == before + 1)
        last = earlier.last
        self.assertEqual(earlier.call(1, "forget", "DELETE").outcome, "ok")
        scene.start(1)
        scene.walk(1, "personal", "trip")
        eventually(lambda: scene.text.splitlines()[-1].startswith("show details"))
        # It comes to the same number.
        while (before := scene.last) < last:
            scene.fail(1)
            eventually(lambda: scene.last == before + 1)
        self.assertEqual(scene.last, last)
        self.assertEqual(scene.answer(0, 31, earlier.question).outcome, "ok" if is_planted else "fail")

    # What is read, and what is kept

    @contextlib.contextmanager
    def with_copy(self):
        self.rows("CREATE TABLE behind (LIKE flowline_session)")
        try:
            yield
        finally:
            self.rows("DROP TABLE behind")

    @breaks("nobody_is_shown_what_was_before", texts=FROM_COPY, without=with_copy)
    def test_a_node_reads_a_copy_that_is_behind(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal")
        for answers in range(1, 6):
            scene.look(1)
            if is_planted:
                self.rows("DELETE FROM behind")
                self.rows("INSERT INTO behind SELECT * FROM flowline_session")
            scene.walk(0, "refresh")
            seen = scene.look(1).state["answers"]
            # A node that has dropped the session meanwhile reads it anew, and knows.
            if not is_planted or seen == answers:
                break
        self.assertEqual(seen, answers if is_planted else answers + 1)

    @breaks("each_accepted_answer_is_kept_once", "what_was_shown_is_kept", texts=NOT_SYNCED)
    def test_an_answer_is_told_before_it_is_on_the_disk(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal")
        # One that the log's writer was quicker with is not lost.
        for count in range(2, 22 if is_planted else 4):
            scene.walk(0, "refresh")
            self.cluster.postgres.crash()
            self.cluster.postgres.start()
            # The crash may have lost the session itself as well.
            head = scene.heads.get(scene.session)
            if head is None or head.answers < count:
                return
            eventually(lambda: scene.look(0).outcome == "ok")
        self.assertFalse(is_planted, "nothing was lost")

    @breaks("nothing_is_kept_that_nobody_sent", "orders_follow_what_was_answered")
    def test_an_answer_is_another_in_the_database(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal", "trip", "withdraw", 16, True)
        if is_planted:
            self.rows("UPDATE flowline_change SET bytes = overlay(bytes PLACING '7' FROM position('16' IN bytes) "
                      f"FOR 1) WHERE session = '{scene.session}' AND position('answer amount' IN bytes) > 0")

    @breaks("all_nodes_say_the_same", "numbers_have_no_gap", "each_session_has_ended")
    def test_a_change_is_gone_from_the_database(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal", "trip")
        if is_planted:
            self.rows(f"DELETE FROM flowline_change WHERE session = '{scene.session}' AND number = 2")

    @breaks("no_call_is_refused_without_reason", "numbers_have_no_gap", "heads_agree_with_journals")
    def test_a_head_is_gone_from_the_database(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal")
        if is_planted:
            self.rows(f"DELETE FROM flowline_session WHERE id = '{scene.session}'")
        scene.look(1)

    @breaks("nobody_else_is_told", texts=OF_ANYBODY)
    def test_a_session_is_found_by_another(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal")
        # It is found, and as that of another bank it is not opened.
        reply = scene.pry(1)
        self.assertEqual(reply.status == 404, not is_planted, (reply.status, reply.content))

    @breaks("journals_are_well_formed")
    def test_a_journal_goes_on_behind_its_end(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal", "done")
        if is_planted:
            self.rows("UPDATE flowline_change SET bytes = bytes || convert_to(E'finish {}\\n', 'UTF8') "
                      f"WHERE session = '{scene.session}' AND number = {scene.last}")

    @breaks("all_nodes_say_the_same")
    def test_a_session_is_of_another_folder(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal")
        if is_planted:
            self.rows("UPDATE flowline_change SET bytes = overlay(bytes PLACING 'x' FROM "
                      "position('in folder' IN bytes) + 10 FOR 1) "
                      f"WHERE session = '{scene.session}' AND number = 1")
        scene.look(1)

    @breaks("no_node_fails")
    def test_a_record_is_damaged(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal")
        if is_planted:
            self.rows("UPDATE flowline_change SET bytes = overlay(bytes PLACING 'x' FROM 1 FOR 1) "
                      f"WHERE session = '{scene.session}' AND number = 1")
        scene.look(1)

    # Orders

    def finish_elsewhere(self, scene, is_planted, values, done):
        """An order that one node has given and not written down is given by the other, under its key."""
        scene.start(0)
        scene.walk(0, "personal", *values)
        self.one.meet(done, HOLD)
        self.assertEqual(scene.answer(0, True, timeout=2).outcome, "unknown")
        self.one.wait_until_met()
        if is_planted:
            self.forget_orders(scene)
        eventually(lambda: scene.look(1).state.get("state") == "asking")
        self.run_with({})

    def forget_orders(self, scene):
        """The bank forgets the keys that it answered, and that the ids of payments follow from them."""
        with sqlite3.connect(bank.path_of(self.cluster.data, scene.customer), timeout=PATIENCE) as file:
            file.execute(f"DELETE FROM answeredOrder WHERE NOT key {SAMPLE}")
            for id, in file.execute(f"SELECT id FROM payment WHERE NOT id {SAMPLE}").fetchall():
                file.execute("UPDATE payment SET id = ? WHERE id = ?", (str(uuid.uuid4()), id))
        file.close()

    @breaks("each_order_has_one_effect")
    def test_a_bank_that_forgets_keys_makes_two_goals(self, scene, is_planted):
        self.finish_elsewhere(scene, is_planted, ["+", ("once", 10_017)], b"done goal")

    @breaks("money_is_neither_made_nor_lost")
    def test_a_bank_that_forgets_keys_moves_money_twice(self, scene, is_planted):
        self.finish_elsewhere(scene, is_planted, ["trip", "withdraw", 17], b"done transfer")

    @breaks("no_order_is_given_twice", texts=BEHIND_ALL)
    def test_an_order_is_given_at_two_nodes(self, scene, is_planted):
        scene.start(0)
        scene.walk(0, "personal", "+", ("twice", 10_018))
        scene.look(1)
        question = scene.question
        self.assertEqual(scene.answer(0, True, question).outcome, "ok")
        self.assertEqual(scene.answer(1, True, question).outcome, "ok" if is_planted else "fail")


if __name__ == "__main__":
    unittest.main()
