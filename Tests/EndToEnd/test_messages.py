"""Lines of JSON through the command: --protocol jsonl, for one flow and for all of them."""

import fcntl
import json
import os
import subprocess
import sys
import termios
import unittest

from flowline import BINARY, DEADLINE, ENGLISH, Case, until
from schema import faults
from test_keeping import FIRST, Kept

GOAL = [{"answer": "personal"}, {"fill": {"name": "Bike", "target": {"text": "£250"}}}]


def available(pipe):
    """How many bytes wait in a pipe."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


class Messages(Kept):
    def talk(self, arguments, *requests, language=ENGLISH):
        data = "".join(json.dumps(request) + "\n" for request in requests)
        run = self.flowline(*arguments, *language, "--protocol", "jsonl", data=data)
        run.messages = [json.loads(line) for line in run.out.splitlines()]
        run.types = [message["type"] for message in run.messages]
        return run

    def run_goal(self, *requests, more=()):
        return self.talk(["run", "create-goal", "--session", FIRST, *more], *requests)

    def test_one_flow_from_its_hello_to_its_end(self):
        run = self.run_goal(*GOAL, {"answer": True})
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(run.types, ["hello", "prompt", "prompt", "prompt", "ended"])
        self.assertEqual(run.messages[0]["protocol"], 1)
        self.assertEqual(run.messages[-1]["output"]["name"], "Bike")
        self.assertEqual(self.files(), [])

    def test_prompts_tell_what_is_accepted(self):
        run = self.run_goal(GOAL[0])
        choice, name = run.messages[1:3]
        self.assertEqual(faults("personal", choice["schema"]), [])
        self.assertNotEqual(faults("savings", choice["schema"]), [])
        self.assertEqual(faults("Bike", name["schema"]), [])

    def test_it_ends_with_its_flow_though_the_input_stays_open(self):
        process = subprocess.Popen(
            [BINARY, "run", "create-goal", *ENGLISH, "--protocol", "jsonl"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, env=self.variables())
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.stdout.close)
        for request in [*GOAL, {"answer": True}]:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
        self.assertEqual(process.wait(timeout=DEADLINE), 0)

    def test_a_reader_that_is_slow_behind_a_pipe_that_does_not_wait_gets_all(self):
        reading, writing = os.pipe()
        fcntl.fcntl(reading, fcntl.F_SETPIPE_SZ, 4096)
        os.set_blocking(writing, False)
        questions = [*[{"answer": "nobody"}] * 30, *GOAL, {"answer": True}]
        with open(reading, encoding="utf-8") as output:
            process = subprocess.Popen(
                [BINARY, "run", "create-goal", *ENGLISH, "--protocol", "jsonl"], stdin=subprocess.PIPE,
                stdout=writing, env=self.variables())
            os.close(writing)
            process.stdin.write("".join(json.dumps(q) + "\n" for q in questions).encode())
            process.stdin.close()
            # It has written about as much as there is room for, and not all.
            until(lambda: available(reading) > 2000, "a pipe that is full")
            messages = [json.loads(line) for line in output]
        self.assertEqual(process.wait(timeout=DEADLINE), 0)
        self.assertGreater(len(messages), 30)
        self.assertEqual(messages[-1]["type"], "ended")

    def test_exit_codes(self):
        self.assertEqual(self.run_goal(*GOAL, {"answer": False}).code, 5)
        self.assertEqual(self.run_goal({"cancel": True}).code, 5)
        self.assertEqual(self.run_goal(*GOAL).code, 3)
        self.assertEqual(self.run_goal().code, 1, "the session is kept already")
        self.assertEqual(self.talk(["run", "crate-goal"]).code, 2)
        self.assertEqual(self.flowline("run", "accounts", "--protocol", "jsonl", "--json").code, 2)

    def test_exit_codes_for_all_flows(self):
        start = {"start": "create-goal"}
        for requests, code in [([start, *GOAL, {"answer": True}], 0), ([start, *GOAL, {"answer": False}], 5),
                               ([start, {"cancel": True}], 5), ([start], 3), ([{"flows": True}], 0),
                               ([start, {"cancel": True}, start, *GOAL, {"answer": True}], 0),
                               ([start, {"cancel": True}, {"start": "crate-goal"}], 5)]:
            self.assertEqual(self.talk([], *requests).code, code, requests)

    def test_the_end_of_input_keeps_the_session(self):
        run = self.run_goal(GOAL[0])
        self.assertEqual(run.messages[-1]["session"], FIRST)
        self.assertEqual(run.messages[-1]["error"], {"code": "terminated"})
        self.assertEqual(self.files(), [f"{FIRST}.flow"])
        run = self.talk(["resume", FIRST], GOAL[1], {"answer": True})
        self.assertEqual(run.code, 0, run.out)
        self.assertEqual(run.messages[1]["prompt"]["path"], ["create-goal", "name"])
        self.assertEqual(self.files(), [])

    def test_answers_beforehand(self):
        run = self.run_goal({"answer": True}, more=[
            "--answer", "account=personal", "--answer", "name=Bike", "--answer", "target=250"])
        self.assertEqual((run.code, run.types), (0, ["hello", "prompt", "ended"]))

    def test_flows_are_chosen_and_sessions_gone_on_with(self):
        run = self.talk(
            [], {"start": "create-goal", "session": FIRST}, GOAL[0], {"leave": True},
            {"sessions": True}, {"resume": FIRST[:5]}, {"legal": True}, {"cancel": True},
            {"sessions": True}, {"resume": FIRST})
        self.assertEqual(run.code, 5, run.err)
        self.assertEqual(run.types, [
            "hello", "prompt", "prompt", "ended", "sessions", "prompt", "legal", "ended",
            "sessions", "refusal"])
        self.assertEqual(run.messages[3]["session"], FIRST)
        self.assertEqual(run.messages[4]["sessions"][0]["at"], ["create-goal", "name"])
        self.assertEqual(run.messages[7]["error"], {"code": "user"})
        self.assertEqual(run.messages[8]["sessions"], [])
        self.assertEqual(run.messages[9]["code"], "unknown-session")

    def test_preview_language_and_what_is_wrong(self):
        run = self.run_goal(
            {"preview": {"text": "pers"}}, {"preview": "x"}, {"language": "ru"},
            {"language": "tlh"}, {"answer": "x"}, {"stop": True}, {"answer": 1, "acknowledge": 1})
        self.assertEqual(run.types, [
            "hello", "prompt", "preview", "refusal", "prompt", "refusal", "refusal", "refusal",
            "error", "ended"])
        self.assertEqual(run.messages[2]["recorded"], "personal")
        self.assertEqual((run.messages[3]["of"], run.messages[3]["line"]), ("preview", 2))
        self.assertIn("Номер", run.messages[4]["prompt"]["accepts"]["text"])
        self.assertIn("«x»", run.messages[6]["message"])
        self.assertEqual(run.messages[7]["of"], "stop")

    def test_a_file_of_a_session_is_gone_on_with_and_stays(self):
        self.flowline("run", "create-goal", *ENGLISH, "--stop-at-missing", "s.flow",
                      "--answer", "account=personal")
        run = self.talk(["resume", "s.flow"], GOAL[1])
        self.assertEqual(run.code, 3)
        run = self.talk(["resume", "s.flow"], {"answer": True})
        self.assertEqual(run.code, 0, run.out)
        self.assertIn("\nfinish ", self.read("s.flow"))

    def test_a_session_that_has_ended_is_told_in_messages(self):
        self.flowline("run", "create-goal", *ENGLISH, "--stop-at-missing", "s.flow", "--answer",
                      "account=personal", "--answer", "name=Bike", "--answer", "target=250",
                      "--answer", "confirm=yes")
        run = self.talk(["resume", "s.flow"])
        self.assertEqual((run.code, run.types), (0, ["hello", "ended"]), run.out)
        self.assertEqual(run.messages[1]["output"]["name"], "Bike")
        self.assertIn("Bike", run.messages[1]["text"])

    def test_a_session_is_resumed_in_another_language(self):
        self.run_goal(GOAL[0])
        # Without an answer the input may end before the question is asked once more.
        run = self.talk(["resume", FIRST], GOAL[1], language=["--lang", "ru"])
        self.assertEqual(run.code, 3)
        prompts = [message for message in run.messages if message["type"] == "prompt"]
        self.assertRegex(prompts[-1]["prompt"]["accepts"]["text"], "[а-я]")
        self.assertIn("\nlanguage ru\n", self.read(self.journal()))

    def test_a_reader_that_is_gone(self):
        reading, writing = os.pipe()
        os.close(reading)
        self.addCleanup(os.close, writing)
        process = subprocess.run(
            [BINARY, "run", "create-goal", "--protocol", "jsonl"], input=b"", stdout=writing,
            stderr=subprocess.PIPE, timeout=DEADLINE, env=self.variables())
        self.assertEqual(process.returncode, 1)


if __name__ == "__main__":
    unittest.main()
