"""For programs and agents: describing, stopping at what is missing, going on, secrets, no hang."""

import json
import os
import shutil
import stat
import subprocess
import unittest
from pathlib import Path

from flowline import BINARY, DEADLINE, ENGLISH, RUSSIAN, Case
from schema import faults

ROUND_UP = {"account": "personal", "week": "this", "goal": "trip", "confirm": True}
RESULT = (Path(__file__).resolve().parents[2]
          / "Sources/FrontEnds/FlowlineProgram/FlowlineProgram.docc/Resources/result.schema.json")


class Describe(Case):
    def describe(self, *arguments, flow="create-goal", settings=ENGLISH):
        return self.flowline("describe", flow, *settings, *arguments)

    def test_the_first_question_is_known_without_an_answer(self):
        run = self.describe("--json")
        self.assertEqual((run.code, run.err), (0, ""))
        schema = run.object
        self.assertEqual(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
        self.assertEqual(list(schema["properties"]), ["account"])
        self.assertEqual(schema["required"], ["account"])
        self.assertIn("More questions may follow", schema["$comment"])
        self.assertFalse(schema["x-flowline"]["isComplete"])
        self.assertEqual(faults({"account": "personal"}, schema), [])
        self.assertNotEqual(faults({"account": "savings"}, schema), [])
        self.assertNotEqual(faults({}, schema), [])

    def test_answers_lead_on_and_a_page_is_known_whole(self):
        schema = self.describe("--json", "--answer", "account=personal").object
        self.assertEqual(schema["x-flowline"]["order"], ["account", "name", "target"])
        self.assertEqual(schema["x-flowline"]["next"], "name")
        self.assertEqual(schema["x-flowline"]["answered"], {"account": "personal"})
        self.assertEqual(schema["x-flowline"]["progress"]["number"], 2)
        amount = {"account": "personal", "name": "Bike",
                  "target": {"currency": "GBP", "minorUnits": 25000}}
        self.assertEqual(faults(amount, schema), [])
        amount["target"]["minorUnits"] = 0
        self.assertNotEqual(faults(amount, schema), [])

    def test_an_object_that_fits_is_a_file_of_answers(self):
        """An agent's loop: describe, answer what is next, until nothing is."""
        answers = {}
        for _ in range(10):
            self.write("answers.json", json.dumps(answers))
            run = self.describe("--json", "--answers", "answers.json", flow="round-up")
            self.assertEqual(run.code, 0, run.err)
            schema = run.object
            if schema["x-flowline"]["isComplete"]:
                break
            answers[schema["x-flowline"]["next"]] = ROUND_UP[schema["x-flowline"]["next"]]
        self.assertEqual(answers, ROUND_UP)
        self.assertEqual(schema["x-flowline"]["commit"], "round-up/transfer")
        self.assertEqual(faults(answers, schema), [])
        self.assertFalse(schema["additionalProperties"])
        self.assertEqual(len(schema["x-flowline"]["pages"]), 1)
        run = self.flowline("run", "round-up", *ENGLISH, "--answers", "answers.json", "--no-input",
                            "--json")
        self.assertEqual((run.code, run.object["output"]["moved"]["minorUnits"]), (0, 158))

    def test_nothing_is_written_and_no_session_kept(self):
        given = [word for step, answer in [("account", "personal"), ("name", "Bike"),
                                           ("target", "250"), ("confirm", "yes")]
                 for word in ("--answer", f"{step}={answer}")]
        for _ in range(2):
            run = self.describe(*given)
            self.assertEqual(run.code, 0, run.err)
            self.assertIn("The next action would be “create-goal/goal”", run.out)
        goals = self.flowline("run", "round-up", *ENGLISH, "--answer", "account=personal",
                              "--answer", "week=this", "--no-input").err
        self.assertIn("Choices: trip, new.", goals)
        self.flowline("sessions", "--forget", "last")
        self.assertFalse(os.path.exists(self.path(".local/state/flowline/sessions")) and
                         [name for name in os.listdir(self.path(".local/state/flowline/sessions"))
                          if "create-goal" in self.read(f".local/state/flowline/sessions/{name}")])

    def test_an_answer_that_is_not_taken(self):
        run = self.describe("--json", "--answer", "account=savings")
        self.assertEqual(run.code, 3)
        self.assertEqual(run.object["x-flowline"]["refusal"]["code"], "not-a-choice")
        self.assertIn("not one of the choices", run.err)

    def test_a_question_that_is_asked_again_takes_a_list(self):
        given = {"account": ["personal", "euro"], "overview": ["done", "done"]}
        self.write("answers.json", json.dumps(given))
        run = self.describe("--json", "--answers", "answers.json", flow="accounts")
        schema = run.object
        self.assertEqual(schema["x-flowline"]["answered"], given)
        self.assertEqual(faults({**given, "account": ["personal", "euro", "done"]}, schema), [])
        self.assertNotEqual(faults({**given, "account": ["personal"]}, schema), [])
        run = self.describe("--json", *["--answer", "account=done"], flow="accounts")
        self.assertEqual(run.object["x-flowline"]["state"], "finished")

    def test_for_people_in_both_languages(self):
        run = self.describe("--answer", "account=personal")
        self.assertIn("create-goal/name: What are you saving for?", run.out)
        self.assertIn("--answer name=Holiday", run.out)
        self.assertIn("Answered: \"personal\"", run.out)
        self.assertIn("могут появиться новые вопросы", self.describe(settings=RUSSIAN).out)

    def test_an_unknown_flow(self):
        run = self.describe("--json", flow="create-gaol")
        self.assertEqual((run.code, run.object["error"]["code"]), (2, "unknown-flow"))
        self.assertIn("Did you mean “create-goal”?", run.err)


class StopAtMissing(Case):
    def begin(self, *answers, file="s.flow"):
        given = [word for answer in answers for word in ("--answer", answer)]
        return self.flowline("run", "create-goal", *ENGLISH, "--stop-at-missing", file, *given,
                             "--json")

    def resume(self, *answers, file="s.flow", **more):
        given = [word for answer in answers for word in ("--answer", answer)]
        return self.flowline("resume", file, *ENGLISH, *given, "--json", **more)

    def test_stopped_answered_and_finished(self):
        run = self.begin("account=personal")
        self.assertEqual(run.code, 3)
        missing = run.object
        self.assertEqual(
            (missing["version"], missing["status"], missing["step"], missing["path"]),
            (1, "missing", "name", "create-goal/name"))
        self.assertEqual(missing["prompt"]["kind"]["name"], "text")
        self.assertEqual(faults("Bike", missing["schema"]), [])
        self.assertEqual(missing["file"], "s.flow")
        self.assertIn("flowline resume s.flow", run.err)
        self.assertIn("--answer name=Holiday", run.err)
        self.assertEqual(stat.S_IMODE(os.stat(self.path("s.flow")).st_mode), 0o600)
        run = self.resume("name=Bike")
        self.assertEqual((run.code, run.object["step"]), (3, "target"))
        run = self.resume("target=250", "confirm=yes")
        self.assertEqual((run.code, run.object["status"]), (0, "finished"), run.err)
        self.assertIsNone(run.object["file"])
        # The file is the script of the session, and tells its end again.
        again = self.resume()
        self.assertEqual((again.object, again.err), (run.object, ""))
        self.assertEqual(self.flowline("replay", "s.flow").code, 0)

    def test_answers_for_a_session_that_has_ended(self):
        answers = ["account=personal", "name=Bike", "target=250", "confirm=yes"]
        first = self.begin(*answers)
        self.assertEqual(first.code, 0, first.err)
        # The same command line again is no mistake; what is not compared is said.
        again = self.resume(*answers)
        self.assertEqual((again.code, again.object), (0, first.object))
        self.assertIn("“target” was answered already", again.err)
        self.assertNotIn("“name”", again.err)
        other = self.resume("name=Boat")
        self.assertEqual((other.code, other.object["text"]), (0, first.object["text"]))
        self.assertIn("“name” was answered already", other.err)
        run = self.resume("nam=Bike")
        self.assertEqual((run.code, run.object["status"]), (2, "finished"))
        self.assertEqual(run.object["error"]["code"], "unused-answer")
        self.assertEqual(run.object["text"], first.object["text"])
        self.assertIn("“nam”, which was never asked", run.err)
        self.assertIn("Did you mean “name”?", run.err)

    def test_a_session_that_nobody_answered_is_kept_too(self):
        run = self.begin()
        self.assertEqual((run.code, run.object["step"]), (3, "account"))
        self.assertEqual(self.resume("account=euro").object["step"], "name")

    def test_no_other_session_is_kept(self):
        self.begin("account=personal")
        self.resume("name=Bike")
        self.assertEqual(self.flowline("sessions", "--all", "--json").out, "[]\n")

    def test_the_journal_is_that_of_an_undisturbed_run(self):
        session = "5e5510f1-0000-4000-8000-000000000001"
        answers = ["account=personal", "name=Bike", "target=250", "confirm=yes"]
        given = [word for answer in answers for word in ("--answer", answer)]
        self.flowline("run", "create-goal", *ENGLISH, "--session", session, *given, "--no-input",
                      "--record", "whole.flow", "--data", self.path("data"))
        shutil.rmtree(self.path("data"))
        data = ["--data", self.path("data")]
        self.flowline("run", "create-goal", *ENGLISH, "--session", session, "--stop-at-missing",
                      "s.flow", *data)
        for answer in answers:
            run = self.flowline("resume", "s.flow", "--answer", answer, *data)
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(self.read("s.flow"), self.read("whole.flow"))

    def test_copies_do_not_write_twice(self):
        answers = ["account=personal", "name=Bike", "target=250"]
        self.begin(*answers)
        self.write("copy.flow", self.read("s.flow"))
        first = self.resume("confirm=yes").object["output"]
        self.assertEqual(self.resume("confirm=yes", file="copy.flow").object["output"], first)

    def test_a_file_that_exists_is_not_overwritten(self):
        self.write("s.flow", "mine")
        run = self.begin()
        self.assertEqual((run.code, run.object["error"]["code"]), (2, "exists"))
        self.assertIn("flowline resume FILE", run.err)
        self.assertEqual(self.read("s.flow"), "mine")

    def test_a_recording_replaces_no_session_that_has_not_ended(self):
        self.begin("account=personal")
        kept = self.read("s.flow")
        goal = ["run", "create-goal", *ENGLISH, "--answer", "account=personal", "--json"]
        run = self.flowline(*goal, "--no-input", "--record", "s.flow")
        self.assertEqual((run.code, run.object["error"]["code"]), (2, "record"), run.err)
        self.assertIn("it has a session that has not ended", run.object["error"]["message"])
        self.assertEqual(self.read("s.flow"), kept)
        run = self.flowline(*goal, "--stop-at-missing", "new.flow", "--record", "new.flow")
        self.assertEqual(run.code, 2, run.err)
        self.assertFalse(os.path.exists(self.path("new.flow")))
        # What was recorded of a walk that was left is a copy, until it is resumed.
        for code in (3, 3):
            self.assertEqual(self.flowline(*goal, "--no-input", "--record", "cut.flow").code, code)
        self.assertTrue(self.read("cut.flow").endswith("the session had not ended here.\n"))
        self.assertEqual(self.resume("name=Bike", file="cut.flow").code, 3)
        self.assertEqual(self.flowline(*goal, "--no-input", "--record", "cut.flow").code, 2)
        self.assertEqual(self.resume("name=Bike", "target=250", "confirm=yes").code, 0)
        run = self.flowline(*goal, "--no-input", "--record", "s.flow")
        self.assertEqual(run.code, 3, run.err)

    def test_no_second_session_of_the_same_id(self):
        session = "5e5510f1-0000-4000-8000-000000000001"
        self.flowline("run", "create-goal", "--session", session, "--answer", "account=personal",
                      "--no-input")
        run = self.flowline("run", "create-goal", "--session", session, "--stop-at-missing",
                            "s.flow", "--json")
        self.assertEqual((run.code, run.object["error"]["code"]), (1, "exists"))
        self.assertFalse(os.path.exists(self.path("s.flow")))

    def test_files_that_cannot_be_gone_on_with(self):
        self.write("damaged.flow", "flow create-goal 1\nanwser account 1\nfinish 1\n")
        self.write("by-hand.flow", 'flow create-goal 1\nanswer account "personal"\n')
        run = self.resume(file="damaged.flow")
        self.assertEqual((run.code, run.object["error"]["code"]), (1, "damaged"))
        self.assertIn("line 2", run.err)
        self.write("newer.flow", "format 3\nstory create-goal@1\n")
        run = self.resume(file="newer.flow")
        self.assertEqual((run.code, run.object["error"]["code"]), (1, "newer-format"))
        self.assertIn("Nothing is lost", run.err)
        for name in ["by-hand.flow", "none.flow"]:
            run = self.resume(file=name)
            self.assertEqual((run.code, run.object["error"]["code"]), (2, "unknown-session"), name)
            self.assertIn(name, run.err)

    def test_a_place_where_nothing_can_be_written(self):
        run = self.begin(file="/proc/nowhere/s.flow")
        self.assertEqual(run.code, 1)
        self.assertNotEqual(run.object["error"], None)
        self.assertNotIn("XDG_STATE_HOME", run.err)

    def test_standing_input_is_not_read(self):
        """Its writer keeps it open, as a harness does: nobody may wait for it."""
        reading, writing = os.pipe()
        self.addCleanup(os.close, writing)
        for arguments in [["run", "create-goal", "--stop-at-missing", "s.flow"],
                          ["resume", "s.flow"], ["run", "create-goal", "--no-input"]]:
            process = subprocess.run(
                [BINARY, *arguments], stdin=reading, capture_output=True, timeout=DEADLINE,
                env=self.variables(), cwd=self.home)
            self.assertEqual(process.returncode, 3, process.stderr)
        os.close(reading)

    def test_at_a_terminal_nobody_is_asked_and_resuming_asks(self):
        for arguments in [["--no-input"], ["--stop-at-missing", "s.flow"]]:
            t = self.terminal("run", "create-goal", *ENGLISH, *arguments)
            self.assertEqual(t.ended(), 3)
            self.assertNotIn("Which account", t.text)
            self.assertIn("“account” needs an answer", t.text)
        t = self.terminal("resume", "s.flow", *ENGLISH)
        t.says("Which account is the goal for?")


class Answers(Case):
    def test_an_array_in_order(self):
        self.write("answers.json", json.dumps([
            {"step": "account", "answer": "personal"}, {"step": "name", "answer": "Bike"},
            {"step": "target", "answer": {"text": "£250"}}, {"step": "confirm", "answer": True}]))
        run = self.flowline("run", "create-goal", *ENGLISH, "--answers", "answers.json")
        self.assertEqual(run.code, 0, run.err)

    def test_standard_input_as_the_file(self):
        answers = {"account": "personal", "name": "Bike", "target": {"text": "250"}, "confirm": True}
        run = self.flowline("run", "create-goal", *ENGLISH, "--answers", "-",
                            data=json.dumps(answers))
        self.assertEqual(run.code, 0, run.err)
        run = self.flowline("run", "create-goal", *ENGLISH, "--answers", "-", data="{}")
        self.assertEqual(run.code, 3)
        self.assertIn("pass --answer account=VALUE.", run.err)

    def test_what_cannot_be_read_is_told_without_what_it_holds(self):
        self.write("element.json", '[{"step": "account", "hunter2": 1, "answer": "hunter2"}]')
        self.write("step.json", '{"": "hunter2"}')
        self.write("broken.json", '{"account": "hunter2')
        self.write("script.txt", "hunter2\n")
        for arguments in [
            ["--secret", "pin=hunter2"], ["--secret", "hunter2"], ["--secret", "/=hunter2"],
            ["--answer", "hunter2"], ["--answer", "=hunter2"], ["--answer", "a//b=hunter2"],
            ["--answer", "/=hunter2"], ["--answers", "element.json"], ["--answers", "step.json"],
            ["--answers", "broken.json"], ["--answers", "script.txt"],
        ]:
            run = self.flowline("run", "create-goal", *ENGLISH, *arguments, "--no-input")
            self.assertEqual(run.code, 2, (arguments, run.err))
            self.assertNotIn("hunter2", run.err + run.out, arguments)
        for link in ["flow:create-goal?name=hunter2&", "flow:create-goal?/=hunter2",
                     "flow:create-goal?name=hunter2%2"]:
            run = self.flowline("open", link, *ENGLISH, "--no-input")
            self.assertEqual(run.code, 2, (link, run.err))
            self.assertNotIn("hunter2", run.err + run.out, link)
            self.assertIn("character ", run.err)

    def test_secrets_come_from_private_files(self):
        secret = self.write("pin.txt", "1234\n")
        os.chmod(secret, 0o644)
        run = self.flowline("run", "create-goal", "--secret", f"pin={secret}", "--no-input", "--json")
        self.assertEqual((run.code, run.object["error"]["code"]), (2, "answers"))
        self.assertIn("chmod 600", run.err)
        os.chmod(secret, 0o600)
        given = [word for answer in ["account=personal", "name=Bike", "target=1", "confirm=yes"]
                 for word in ("--answer", answer)]
        run = self.flowline("run", "create-goal", *ENGLISH, *given, "--secret", f"pin={secret}",
                            "--no-input")
        self.assertEqual(run.code, 2, run.err)
        self.assertIn("“pin”, which was never asked", run.err)
        self.assertNotIn("1234", run.err + run.out)
        self.assertEqual(self.flowline("run", "create-goal", "--secret", "pin").code, 2)
        self.assertEqual(
            self.flowline("run", "create-goal", "--secret", "pin=fd:99", "--no-input").code, 2)

    def test_the_object_is_as_its_schema_says(self):
        schema = json.loads(RESULT.read_text())
        given = ["--answer", "account=personal", "--answer", "name=Bike", "--answer", "target=250"]
        for arguments in [
                [*given, "--answer", "confirm=yes"], [*given, "--answer", "confirm=no"], given,
                ["--answer", "account=savings"], ["--answers", "none.json"],
                [*given, "--answer", "confirm=yes", "--answer", "colour=red"],
                ["--stop-at-missing", "s.flow"]]:
            run = self.flowline("run", "create-goal", *ENGLISH, *arguments, "--no-input", "--json")
            self.assertEqual(faults(run.object, schema), [], arguments)
        self.assertNotEqual(faults({**run.object, "version": 2}, schema), [])
        self.assertNotEqual(faults({**run.object, "status": "odd"}, schema), [])
        run = self.flowline("run", "crate-goal", "--json")
        self.assertEqual(faults(run.object, schema), [])


if __name__ == "__main__":
    unittest.main()
