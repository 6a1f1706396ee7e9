"""Faults: rounds that are replayed, altered, of another call; two at once; the process killed at each round.
In the end there is exactly one effect."""

import pathlib
import tempfile
import unittest

from person import Person
from rpc import Wire, accept

STEPS = [accept(account="personal"), accept(week="last"), accept(review=True),
         accept(goal="trip")]


class Faults(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.data = self.folder.name + "/data"
        self.person = Person(data=self.data)
        self.addCleanup(self.folder.cleanup)

    def journal(self, wire, session):
        wire.request("resources/read", uri=f"flowline://session/{session}/journal")
        return wire.read()["result"]["contents"][0]["text"]

    def refused(self, answer):
        self.assertEqual(answer["error"]["code"], -32602)
        self.assertEqual(answer["error"]["data"], {"code": "round-altered"})

    def sessions(self, wire):
        return wire.call("list-sessions")["structuredContent"]["sessions"]

    def test_killed_at_each_round_before_the_answer_is_read(self):
        """The request is sent, and the process killed at once: the same request is sent to the next one."""
        wire = Wire(self.data)
        asked = wire.call("round-up")
        for answer in STEPS:
            wire.send("round-up", None, answer, asked["requestState"])
            wire.kill()
            wire = Wire(self.data)
            # What was answered is known, or is asked once more: never is it answered twice.
            asked = wire.call("round-up", None, answer, asked["requestState"])
            while asked["resultType"] == "input_required":
                params = asked["inputRequests"]["answer"]["params"]
                names = params.get("requestedSchema", {}).get("properties", {})
                if not set(answer["content"]) & set(names):
                    break
                asked = wire.call("round-up", None, answer, asked["requestState"])
        link = asked["inputRequests"]["answer"]["params"]["url"]
        self.person.confirm(link)
        wire.send("round-up", None, {"action": "accept"}, asked["requestState"])
        wire.kill()
        wire = Wire(self.data)
        asked = wire.call("round-up", None, {"action": "accept"}, asked["requestState"])
        done = wire.call("round-up", None, accept(receipt=True), asked["requestState"])
        self.assertEqual(done["structuredContent"]["outcome"], "finished")
        session = done["structuredContent"]["session"]
        journal = self.journal(wire, session)
        self.assertEqual(journal.count("\ncommit transfer "), 1)
        self.assertEqual(journal.count("\nanswer "), 6)
        wire.close()

    def test_killed_after_each_round(self):
        wire = Wire(self.data)
        asked = wire.call("round-up")
        for answer in STEPS:
            wire.kill()
            wire = Wire(self.data)
            asked = wire.call("round-up", None, answer, asked["requestState"])
        wire.kill()
        wire = Wire(self.data)
        # The link that was told is one of a process that is gone: the session is asked for again.
        session = self.sessions(wire)[0]["session"]
        again = wire.call("resume-session", {"session": session})
        self.person.confirm(again["inputRequests"]["answer"]["params"]["url"])
        asked = wire.call("resume-session", {"session": session}, {"action": "accept"},
                          again["requestState"])
        done = wire.call("resume-session", {"session": session}, accept(receipt=True),
                         asked["requestState"])
        self.assertEqual(done["structuredContent"]["outcome"], "finished")
        self.assertEqual(self.journal(wire, session).count("\ncommit transfer "), 1)
        wire.close()

    def test_a_round_that_is_replayed_altered_or_of_another_call(self):
        wire = Wire(self.data)
        asked = wire.call("round-up")
        state = asked["requestState"]
        first = wire.call("round-up", None, STEPS[0], state)
        replayed = wire.call("round-up", None, accept(account="business"), state)
        self.assertIn("not accepted", replayed["inputRequests"]["answer"]["params"]["message"])
        for tool, arguments, altered in [
                ("round-up", None, state[:-3] + "AAA"), ("round-up", None, ""),
                ("create-goal", None, state), ("round-up", {"week": "last"}, state)]:
            wire.send(tool, arguments, STEPS[0], altered)
            self.refused(wire.read())
        session = self.sessions(wire)[0]["session"]
        journal = self.journal(wire, session)
        self.assertEqual(journal.count("\nanswer "), 1)
        self.assertIn('answer account "personal"', journal)
        self.assertNotEqual(first["requestState"], replayed["requestState"])
        wire.close()

    def test_two_calls_at_once_with_one_round(self):
        wire = Wire(self.data)
        state = wire.call("round-up")["requestState"]
        for _ in range(8):
            wire.send("round-up", None, STEPS[0], state)
        for _ in range(8):
            self.assertEqual(wire.read()["result"]["resultType"], "input_required")
        session = self.sessions(wire)[0]["session"]
        self.assertEqual(self.journal(wire, session).count("\nanswer "), 1)
        wire.close()

    def test_of_another_data_folder(self):
        wire, other = Wire(self.data), Wire(self.data + "-other")
        state = wire.call("round-up")["requestState"]
        other.send("round-up", None, STEPS[0], state)
        self.refused(other.read())
        wire.close()
        other.close()

    def test_what_is_no_message_is_told_and_the_next_one_is_answered(self):
        wire = Wire(self.data)
        for text in (b"{\n", b"[]\n", b"\xff\n", b"nonsense\n", b"x" * 2_000_000 + b"\n"):
            wire.process.stdin.write(text)
            wire.process.stdin.flush()
            self.assertIn("error", wire.read())
        self.assertEqual(wire.call("round-up")["resultType"], "input_required")
        wire.close()

    def test_the_audit_says_who_it_was_and_files_are_private(self):
        wire = Wire(self.data)
        asked = wire.call("round-up", {"account": "personal", "answers": {
            "week": "last", "review": True, "goal": "trip"}})
        self.person.confirm(asked["inputRequests"]["answer"]["params"]["url"])
        wire.close()
        audit = list(pathlib.Path(self.data, "audit").rglob("*.jsonl"))
        self.assertEqual(len(audit), 1)
        text = audit[0].read_text()
        self.assertIn('"by":"agent"', text)
        self.assertIn('"agent":"by hand"', text)
        self.assertIn('"by":"person"', text)
        for path in [audit[0], *pathlib.Path(self.data, "agents").iterdir()]:
            self.assertEqual(path.stat().st_mode & 0o077, 0, path)


if __name__ == "__main__":
    unittest.main(verbosity=2)
