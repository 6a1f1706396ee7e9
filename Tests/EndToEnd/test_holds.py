"""What goes wrong around a flow holds it: what a program is told, what a person is asked, what is kept."""

import json
import sqlite3
import unittest

from flowline import CTRL_C, CTRL_D, ENGLISH, RUSSIAN
from test_keeping import FIRST, Kept

ANSWERS = ["account=personal", "name=Bike", "target=250"]
GIVEN = [word for answer in [*ANSWERS, "confirm=yes"] for word in ("--answer", answer)]


class Broken(Kept):
    """A bank that can be read and takes no order, until it is mended."""

    def setUp(self):
        super().setUp()
        self.assertEqual(self.flowline("run", "accounts", *ENGLISH, "--answer", "account=done",
                                       "--no-input").code, 0)
        self.change("CREATE TRIGGER broken BEFORE INSERT ON goal "
                    "BEGIN SELECT RAISE(ABORT, 'the disk is on fire'); END")

    def change(self, sql):
        with sqlite3.connect(self.path(".local/share/flowline/bank.sqlite")) as bank:
            bank.execute(sql)
        bank.close()

    def mend(self):
        self.change("DROP TRIGGER broken")

    def goals(self):
        bank = sqlite3.connect(self.path(".local/share/flowline/bank.sqlite"))
        with bank:
            count = bank.execute("SELECT count(*) FROM goal WHERE name = 'Bike'").fetchone()[0]
        bank.close()
        return count

    def run_goal(self, *arguments, **more):
        return self.flowline("run", "create-goal", *ENGLISH, "--session", FIRST, *arguments, **more)


class Programs(Broken):
    def test_an_order_that_was_not_sent(self):
        run = self.run_goal(*GIVEN, "--no-input", "--json")
        self.assertEqual((run.code, run.object["status"]), (1, "held"))
        self.assertEqual(run.object["error"]["code"], "not-sent")
        self.assertEqual(run.object["session"], FIRST)
        self.assertEqual(run.object["error"]["step"], "create-goal/goal")
        self.assertIn("the disk is on fire", run.err)
        self.assertIn("flowline resume 11111111", run.err)
        self.assertEqual(self.list()[0]["state"], "unfinished")
        # It is tried again by whoever resumes it, under the same key, and held again.
        run = self.flowline("resume", FIRST, *ENGLISH, "--no-input", "--json")
        self.assertEqual((run.code, run.object["status"]), (1, "held"))
        self.mend()
        run = self.flowline("resume", FIRST, *ENGLISH, "--no-input", "--json")
        self.assertEqual((run.code, run.object["status"]), (0, "finished"), run.err)
        self.assertEqual((self.files(), self.goals()), ([], 1))

    def test_one_that_was_cut_off_is_not_known_to_have_failed(self):
        self.run_goal(*GIVEN, "--no-input")
        run = self.flowline("resume", FIRST, *ENGLISH, "--no-input", "--json")
        self.assertEqual(run.object["error"]["code"], "outcome-unknown")

    def test_a_bank_that_is_busy_later_says_nothing_of_the_first_attempt(self):
        self.run_goal(*GIVEN, "--no-input")
        self.mend()
        bank = sqlite3.connect(self.path(".local/share/flowline/bank.sqlite"), isolation_level=None)
        # Another process is at the bank's file, for longer than anybody waits.
        bank.execute("BEGIN IMMEDIATE")
        for locale in [ENGLISH, RUSSIAN]:
            run = self.flowline("resume", FIRST, *locale, "--no-input", "--json")
            self.assertEqual((run.code, run.object["status"]), (1, "held"), run.err)
            self.assertEqual(run.object["error"]["code"], "outcome-unknown")
            self.assertIn("It is not known whether", run.err)
            for lie in ["nothing was", "was not sent", "ничего не сделано", "не отправлено"]:
                self.assertNotIn(lie, run.err.lower())
        bank.execute("ROLLBACK")
        bank.close()
        run = self.flowline("resume", FIRST, *ENGLISH, "--no-input", "--json")
        self.assertEqual((run.code, self.goals()), (0, 1), run.err)

    def test_lines_of_input_are_no_word_about_it(self):
        run = self.run_goal("--json", data="personal\nBike\n250\nyes\nagain\nagain\n")
        self.assertEqual((run.code, run.object["status"]), (1, "held"))
        self.assertEqual(self.list()[0]["answers"], 4)

    def test_in_russian(self):
        run = self.flowline("run", "create-goal", *RUSSIAN, *GIVEN, "--no-input")
        self.assertEqual(run.code, 1)
        self.assertTrue(run.err.startswith("Ошибка:"), run.err)
        self.assertIn("не отправлено", run.err)

    def test_a_read(self):
        self.write("data", "a file where the bank's folder should be")
        run = self.flowline("run", "accounts", *ENGLISH, "--data", self.path("data"), "--json",
                            "--no-input")
        self.assertEqual((run.code, run.object["status"]), (1, "held"))
        self.assertEqual(run.object["error"]["code"], "not-loaded")
        self.assertIsNone(run.object["session"], "nobody has answered yet")
        self.assertEqual((run.object["outcome"], run.object["file"]), ("cancelled", None))

    def test_a_file_of_a_session(self):
        run = self.flowline("run", "create-goal", *ENGLISH, *GIVEN, "--stop-at-missing", "s.flow",
                            "--json")
        self.assertEqual((run.code, run.object["file"]), (1, "s.flow"))
        self.mend()
        run = self.flowline("resume", "s.flow", *ENGLISH, "--json")
        self.assertEqual((run.code, self.goals()), (0, 1))

    def test_lines_of_json(self):
        answers = [{"answer": value} for value in ["personal", "Bike", {"text": "250"}, True]]
        lines = [*answers, {"answer": "again"}, {"answer": "later"}]
        run = self.run_goal("--protocol", "jsonl",
                            data="".join(json.dumps(line) + "\n" for line in lines))
        messages = [json.loads(line) for line in run.out.splitlines()]
        holds = [one["prompt"]["hold"] for one in messages
                 if one["type"] == "prompt" and one["prompt"].get("hold")]
        self.assertEqual([hold["mayHaveBeenDone"] for hold in holds], [False, False])
        self.assertEqual(messages[-1]["type"], "paused")
        self.assertEqual((messages[-1]["session"], run.code), (FIRST, 5))


class People(Broken):
    def asked(self, *arguments):
        t = self.terminal("run", "create-goal", *ENGLISH, "--session", FIRST, *arguments,
                          *GIVEN[:6], size=(24, 120))
        t.answer("yes", "£250.00")
        return t.says("was not sent. What would you like to do?", "Try again", "Later;", "Cancel")

    def test_again_and_later(self):
        t = self.asked()
        t.enter("again")
        t.says("Tried again, with the same result.")
        t.enter("later")
        t.says("The session is saved.", "flowline resume 11111111")
        self.assertEqual(t.ended(), 5)
        self.assertEqual(self.list()[0]["state"], "unfinished")
        self.mend()
        t = self.terminal("resume", *ENGLISH)
        self.assertEqual(t.ended(), 0, t.text)
        self.assertEqual((self.files(), self.goals()), ([], 1))

    def test_again_once_it_is_mended(self):
        t = self.asked()
        self.mend()
        t.enter("again")
        self.assertEqual(t.ended(), 0, t.text)
        self.assertEqual(self.goals(), 1)

    def test_cancel(self):
        t = self.asked()
        t.enter("cancel")
        self.assertEqual(t.ended(), 5, t.text)
        self.assertEqual((self.files(), self.goals()), ([], 0))

    def test_leaving_keeps_it(self):
        for key, code in [(CTRL_C, 130), (CTRL_D, 5)]:
            t = self.asked()
            t.type(key)
            t.says("The session is saved.")
            self.assertEqual(t.ended(), code, t.text)
            self.assertEqual(self.list()[0]["state"], "unfinished")
            self.assertEqual(self.flowline("sessions", "--forget", FIRST).code, 0)

    def test_in_whole_sentences(self):
        t = self.terminal("run", "create-goal", *ENGLISH, *GIVEN[:6], "--plain", size=(24, 120))
        t.says("Answer: ").enter("yes")
        t.says("was not sent. What would you like to do?", "Choice 1: Try again", "Answer: ")
        t.enter("cancel")
        self.assertEqual(t.ended(), 5, t.text)

    def test_at_the_prompt(self):
        t = self.terminal(*ENGLISH, size=(24, 120))
        t.says("flowline> ").enter("create-goal")
        for answer, after in [("personal", "Which account"), ("Bike", "saving for"),
                              ("250", "want to save?"), ("yes", "£250.00")]:
            t.answer(answer, after)
        t.answer("later", "What would you like to do?")
        t.says("flowline> ").enter("sessions")
        t.says("create-goal", "flowline> ")
        self.mend()
        t.enter("resume")
        t.says("flowline> ").enter("quit")
        self.assertEqual((t.ended(), self.goals()), (0, 1), t.text)


if __name__ == "__main__":
    unittest.main()
