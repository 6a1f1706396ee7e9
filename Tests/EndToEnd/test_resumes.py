"""Going on with sessions: where they stopped, when they are over, when they cannot be gone on with."""

import json
import os
import shutil
import unittest

from flowline import DEADLINE, ENGLISH, RUSSIAN, hears, until
from test_keeping import FIRST, SECOND, Kept

REST = "Bike\n250\nyes\n"

GIVEN = [word for answer in ["account=personal", "name=Bike", "target=£250.00"]
         for word in ("--answer", answer)]


class Resumes(Kept):
    def resume(self, name="last", *arguments, data=b"", settings=ENGLISH):
        return self.flowline("resume", name, *settings, *arguments, data=data)

    def test_goes_on_where_it_stopped(self):
        self.begin("account=personal")
        run = self.resume("1111", "--json", data=REST)
        self.assertEqual(run.code, 0, run.err)
        self.assertNotIn("Which account", run.err)
        self.assertIn("What are you saving for?", run.err)
        self.assertEqual(run.object["flow"], "create-goal")
        self.assertEqual(self.files(), [])

    def test_answers_of_arguments_and_of_a_file(self):
        self.begin("account=personal")
        self.write("answers.json", '{"target": "250"}')
        run = self.resume("last", "--answer", "name=Bike", "--answers", "answers.json", "--no-input")
        self.assertEqual(run.code, 3)
        self.assertIn("“confirm” needs an answer", run.err)
        self.assertIn("flowline resume 11111111", run.err)
        run = self.resume("last", "--answer", "confirm=yes", "--answer", "name=Boat", "--no-input")
        self.assertEqual(run.code, 2)
        self.assertIn("“name” was answered already and was not asked again", run.err)
        self.assertIn("Bike", run.out)

    def test_the_same_answers_once_more_are_no_fault(self):
        self.begin("account=personal", "name=Bike", "target=250")
        run = self.resume("last", *GIVEN, "--answer", "confirm=yes", "--no-input", "--json")
        self.assertEqual((run.code, run.err), (0, ""))
        self.assertEqual(run.object["output"]["name"], "Bike")
        run = self.flowline("run", "create-goal", *ENGLISH, *GIVEN, "--stop-at-missing", "s.flow")
        self.assertEqual(run.code, 3)
        run = self.resume("s.flow", *GIVEN, "--answer", "confirm=yes")
        self.assertEqual((run.code, run.err), (0, ""))

    def test_an_answer_for_another_asking_is_taken_there(self):
        self.flowline("run", "accounts", *ENGLISH, "--session", FIRST, "--answer",
                      "account=personal", "--no-input")
        run = self.resume("last", "--answer", "overview=done", "--answer", "account=done",
                          "--no-input", "--json")
        self.assertEqual((run.code, run.err), (0, ""))

    def test_the_record_is_that_of_an_undisturbed_run(self):
        whole = ["account=personal", "name=Bike", "target=250", "confirm=yes"]
        given = [word for answer in whole for word in ("--answer", answer)]
        self.flowline("run", "create-goal", *ENGLISH, "--session", FIRST, *given, "--no-input",
                      "--record", "whole.flow")
        data = self.path(".local/share/flowline")
        shutil.rmtree(data)
        self.begin("account=personal")
        run = self.resume(FIRST, "--record", "cut.flow", "--data", data, data=REST)
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(self.read("cut.flow"), self.read("whole.flow"))

    def test_it_keeps_its_language(self):
        self.begin("account=personal", settings=RUSSIAN)
        run = self.resume(data=REST)
        self.assertIn("Да или нет.", run.err)

    def test_it_keeps_its_settings_and_says_so(self):
        self.begin("account=personal")
        run = self.resume("last", "--answer", "name=Bike", "--no-input", settings=RUSSIAN)
        self.assertEqual(run.code, 2, run.err)
        self.assertIn("--locale en_GB", run.err)
        self.assertIn("--locale ru_RU", run.err)
        self.assertEqual(self.list()[0]["answers"], 1)
        run = self.resume(data=REST, settings=RUSSIAN)
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("--locale ru_RU", run.err)

    def test_names_that_lead_nowhere(self):
        run = self.resume()
        self.assertEqual(run.code, 2)
        self.assertIn("There are no unfinished sessions.", run.err)
        self.begin("account=personal")
        self.begin("account=personal", session=SECOND)
        run = self.resume("1111")
        self.assertEqual(run.code, 2)
        self.assertIn("11111111-a, 11111111-b", run.err)
        run = self.resume("1111111x")
        self.assertEqual(run.code, 2)
        self.assertIn("Did you mean “11111111", run.err)
        run = self.resume("zz", "--json")
        self.assertEqual((run.code, run.object["error"]["code"]), (2, "unknown-session"))

    def test_one_that_is_in_use_is_refused_and_free_when_its_process_is_dead(self):
        process = self.start("run", "create-goal", *ENGLISH, "--session", FIRST)
        process.stdin.write(b"personal\n")
        process.stdin.flush()
        hears(process, b"saving for")
        self.assertTrue(self.list()[0]["inUse"])
        self.assertIn("1 answer, in use", self.flowline("sessions", *ENGLISH).out)
        for name in [FIRST, "last"]:
            run = self.resume(name, "--json", data=REST)
            self.assertEqual(run.code, 1)
            self.assertIn("in use in another process", run.err)
            self.assertEqual(run.object["error"]["code"], "in-use")
        run = self.flowline("sessions", "--forget", FIRST, *ENGLISH)
        self.assertEqual(run.code, 1)
        self.assertIn("in use in another process", run.err)
        process.kill()
        process.wait()
        self.assertEqual(self.resume(FIRST, data=REST).code, 0)

    def test_of_two_at_once_one_is_refused(self):
        self.begin("account=personal")
        both = [self.start("resume", FIRST, *ENGLISH) for _ in range(2)]
        # The one that has it waits for its line; the other ends at once.
        refused = until(lambda: next((one for one in both if one.poll() is not None), None),
                        "the end of one of them")
        other = both[1 - both.index(refused)]
        self.assertEqual(refused.returncode, 1)
        self.assertIn(b"in use", refused.communicate()[1])
        out, err = other.communicate(REST.encode(), timeout=DEADLINE)
        self.assertEqual(other.returncode, 0, err)

    def test_one_that_had_finished_tells_its_result_again(self):
        text = ('flow create-goal 1\nlocale en_GB Europe/London\nnow 2026-11-20T12:00:00Z\n'
                f'session {FIRST}\n\nanswer account "personal"\nfinish {{"name":"Bike"}}\n')
        self.keep(text)
        run = self.resume("1111", "--json", "--record", "copy.flow")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(run.object["output"], {"name": "Bike"})
        self.assertEqual(self.read("copy.flow"), text)
        self.assertEqual(self.files(), [])

    def finished(self, settings=ENGLISH, confirm=True, file="s.flow"):
        answers = {"account": "personal", "name": "Bike", "target": "250", "confirm": confirm}
        self.write("answers.json", json.dumps(answers))
        return self.flowline("run", "create-goal", *settings, "--answers", "answers.json",
                             "--stop-at-missing", file, "--json")

    def test_one_that_had_finished_replaces_no_file_of_something_else(self):
        self.finished()
        self.write("thesis.txt", "My thesis.\n")
        run = self.resume("s.flow", "--record", "thesis.txt", "--json")
        self.assertEqual((run.code, run.object["error"]["code"]), (2, "record"))
        self.assertIn("Name another file", run.object["error"]["message"])
        self.assertEqual(self.read("thesis.txt"), "My thesis.\n")
        run = self.resume("s.flow", "--record", "film.cast", "--json")
        self.assertEqual((run.code, run.object["error"]["code"]), (2, "record"))
        self.assertFalse(os.path.exists(self.path("film.cast")))
        run = self.resume("s.flow", "--record", "copy.flow")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(self.read("copy.flow"), self.read("s.flow"))

    def test_one_that_had_ended_tells_it_in_its_own_language(self):
        first = self.finished(RUSSIAN)
        run = self.resume("s.flow", "--json", "--lang", "en")
        self.assertEqual((run.code, run.err), (0, ""))
        self.assertEqual(run.object["text"], first.object["text"])
        first = self.finished(RUSSIAN, confirm=False, file="no.flow")
        self.assertEqual(first.code, 5, first.err)
        run = self.resume("no.flow", "--json")
        self.assertEqual((run.code, run.err), (first.code, first.err))
        self.assertEqual(run.object, first.object)

    def test_an_answer_of_another_flow_was_never_asked_for(self):
        self.finished()
        run = self.resume("s.flow", "--answer", "other-goal/name=Bike", "--json")
        self.assertEqual((run.code, run.object["error"]["code"]), (2, "unused-answer"))
        self.assertIn("“other-goal/name”, which was never asked", run.object["error"]["message"])

    def test_one_that_had_failed_says_so_and_stays(self):
        self.keep('flow create-goal 1\n\nanswer account "personal"\nfailed {"error":"the bank is gone"}\n')
        for _ in range(2):
            run = self.resume("1111")
            self.assertEqual(run.code, 1)
            self.assertIn("the bank is gone", run.err)
        self.assertEqual(self.files(), [f"{FIRST}.flow"])

    def test_a_flow_whose_bank_fails_is_held_and_stays_listed(self):
        self.write("data", "a file where the bank's folder should be")
        self.begin("account=personal")
        self.edit("load accounts", "# load accounts")
        self.edit(self.path(".local/share/flowline"), self.path("data"))
        run = self.resume("1111", "--data", self.path("data"), "--answer", "name=Bike", "--no-input")
        self.assertEqual(run.code, 1, run.err)
        self.assertEqual(self.list()[0]["state"], "unfinished")


class OtherBanks(Kept):
    """Rule 28: a session goes on at the bank it was begun at, and nowhere else."""

    def setUp(self):
        super().setUp()
        self.here, self.there = self.path("here"), self.path("there")
        self.begin("account=personal", settings=[*ENGLISH, "--data", self.there])

    def refused(self, *arguments):
        before = self.read(self.journal())
        run = self.flowline("resume", *arguments, "--data", self.here, data=REST)
        self.assertEqual(run.code, 1)
        self.assertEqual(self.read(self.journal()), before)
        self.assertFalse(os.path.exists(self.here), "nothing was read there")
        return run

    def test_both_are_named_and_what_to_do(self):
        run = self.refused("1111", *ENGLISH, "--json")
        said = " ".join(run.err.split())
        self.assertIn("was started with other options and was not resumed", said)
        self.assertIn(f"This is --data {self.here}.", said)
        self.assertIn(f"flowline resume 11111111 --data {self.there}", said)
        self.assertEqual(run.object["error"]["code"], "other-world")
        self.assertIn("начат с другими параметрами", self.refused("last", *RUSSIAN).err)
        self.assertEqual(self.list()[0]["world"], f"--data {self.there}")
        run = self.flowline("resume", "1111", *ENGLISH, "--data", "there", data=REST)
        self.assertEqual(run.code, 0, run.err)

    def test_the_last_session_is_the_last_of_this_bank(self):
        self.begin("account=euro", session=SECOND, settings=[*ENGLISH, "--data", self.here])
        os.utime(self.path(self.journal()))
        run = self.flowline("resume", *ENGLISH, "--data", self.here, data=":cancel\n")
        self.assertEqual(run.code, 5, run.err)
        self.assertEqual(self.files(), [f"{FIRST}.flow"])

    def test_a_file_of_a_session(self):
        self.write("s.flow", self.read(self.journal()).replace("1111", "2222"))
        run = self.refused("s.flow", *ENGLISH, "--no-input")
        self.assertIn(f"flowline resume s.flow --data {self.there}", " ".join(run.err.split()))

    def test_a_file_whose_options_a_shell_would_obey(self):
        script = self.read(self.journal()).replace("1111", "2222")
        world = f'world "--data {self.there}"'
        self.assertIn(world, script)
        self.write("s.flow", script.replace(world, 'world "--data x; touch pwned"'))
        run = self.refused("s.flow", *ENGLISH, "--no-input")
        said = " ".join(run.err.split())
        self.assertIn("Resume it with the options that it was started with.", said)
        self.assertNotIn("touch", said)
        run = self.flowline("replay", "s.flow", "--live", *ENGLISH, "--data", self.here)
        self.assertIn("Replay it with the options that it was recorded with",
                      " ".join(run.out.split()))
        self.assertNotIn("touch", run.out + run.err)

    def test_a_session_of_a_server_is_no_option(self):
        script = self.read(self.journal()).replace("1111", "2222")
        world = f'world "--data {self.there}"'
        self.write("s.flow", script.replace(world, 'world "customer 38d7"'))
        run = self.refused("s.flow", *ENGLISH, "--no-input")
        said = " ".join(run.err.split())
        self.assertIn("belongs to “customer 38d7”", said)
        self.assertIn("Resume it where it was started.", said)
        self.assertNotIn("flowline resume", said)

    def test_lines_of_json(self):
        run = self.flowline("--protocol", "jsonl", *ENGLISH, "--data", self.here,
                            data='{"resume":"1111"}\n')
        refusal = json.loads(run.out.splitlines()[1])
        self.assertEqual((refusal["type"], refusal["code"]), ("refusal", "other-world"))
        self.assertIn(self.there, refusal["message"])

    def test_the_prompt_offers_only_sessions_of_its_bank(self):
        t = self.terminal(*ENGLISH, "--data", self.here, size=(24, 200))
        t.says("flowline> ")
        t.enter("resume 1111")
        t.says("Resume it there.", "flowline> ")
        self.assertNotIn("Resuming ", t.text)

    def test_a_live_replay_orders_at_no_other_bank(self):
        script = self.read(self.journal())
        self.write("s.flow", script)
        for arguments, code in [(["--data", self.here], 1), (["--data", self.there], 0), ([], 0)]:
            run = self.flowline("replay", "s.flow", "--live", *ENGLISH, *arguments)
            self.assertEqual(run.code, code, run.out + run.err)
            self.assertEqual("was recorded with other options" in run.out, code != 0, run.out)
        self.assertFalse(os.path.exists(self.here))
        # A replay from the record asks no bank.
        run = self.flowline("replay", "s.flow", *ENGLISH, "--data", self.here)
        self.assertEqual(run.code, 0, run.out + run.err)


class CannotBeResumed(Kept):
    def refused(self, *words):
        before = self.read(self.journal())
        run = self.flowline("resume", "1111", *ENGLISH, "--no-input")
        self.assertEqual(run.code, 1)
        for word in words:
            self.assertIn(word, run.err)
        self.assertEqual(self.read(self.journal()), before)
        self.assertEqual(self.files(), [f"{FIRST}.flow"])

    def test_a_damaged_record_is_left_alone(self):
        self.begin("account=personal", "name=Bike")
        self.edit("answer account", "anwser account")
        line = self.read(self.journal()).split("anwser")[0].count("\n") + 1
        self.refused(f"damaged in line {line}", "left as it is")

    def test_a_flow_that_is_gone(self):
        self.begin("account=personal")
        self.edit("flow create-goal 1", "flow pay-rent 1")
        self.refused("“pay-rent”, which this program does not have", "round-up")
        self.assertIn("pay-rent", self.flowline("sessions", *ENGLISH).out)

    def test_a_newer_version(self):
        self.begin("account=personal")
        self.edit("flow create-goal 1", "flow create-goal 99")
        self.refused("version 99", "newer program")

    def test_a_newer_version_of_the_program(self):
        self.begin("account=personal")
        self.edit("format 2\n", "format 3\n")
        self.refused("newer version of this program (format 3; this one reads formats up to 2)",
                     "Nothing is lost", "Update this program")
        run = self.flowline("resume", "1111", *ENGLISH, "--no-input", "--json")
        self.assertEqual((run.code, run.object["error"]["code"]), (1, "newer-format"))
        run = self.flowline("resume", "1111", *RUSSIAN, "--no-input")
        self.assertIn("Ничего не потеряно", run.err)

    def test_what_is_no_file_is_no_session(self):
        os.makedirs(self.path(self.journal()))
        run = self.flowline("resume", "1111", *ENGLISH, "--no-input")
        self.assertEqual(run.code, 2)
        self.assertEqual(self.list("--all"), [])


class Changed(Kept):
    def test_a_last_line_that_was_cut_off_does_not_count(self):
        self.begin("account=personal")
        with open(self.path(self.journal()), "a") as file:
            file.write('answer name "Bi')
        run = self.flowline("resume", "last", *ENGLISH, data=REST)
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("was cut off and is not used", run.err)
        self.assertIn("What are you saving for?", run.err)

    def test_an_answer_that_is_not_accepted_any_more_is_told_and_asked_again(self):
        self.begin("account=personal", "name=Bike")
        self.edit('answer name "Bike"', 'answer name " "')
        line = self.read(self.journal()).split("answer name")[0].count("\n") + 1
        run = self.flowline("resume", "last", *ENGLISH, data=REST)
        self.assertEqual(run.code, 0, run.err)
        self.assertIn(
            f"line {line}: create-goal/name will be asked again: the answer is no", run.err)
        self.assertIn("saved beside", run.err)


if __name__ == "__main__":
    unittest.main()
