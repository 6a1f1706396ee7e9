"""Sessions are kept while they run, listed and forgotten; what happens where they cannot be kept."""

import json
import os
import stat
import unittest
from pathlib import Path

from flowline import ENGLISH, RUSSIAN, Case

FOLDER = ".local/state/flowline/sessions"
FIRST = "11111111-aaaa-4000-8000-000000000001"
SECOND = "11111111-bbbb-4000-8000-000000000002"


class Kept(Case):
    """What the tests of kept sessions share."""

    def files(self):
        folder = self.path(FOLDER)
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def begin(self, *answers, session=FIRST, flow="create-goal", settings=ENGLISH):
        given = [word for answer in answers for word in ("--answer", answer)]
        return self.flowline("run", flow, *settings, "--session", session, *given, "--no-input")

    def journal(self, session=FIRST):
        return f"{FOLDER}/{session}.flow"

    def keep(self, text, session=FIRST):
        os.makedirs(self.path(FOLDER), 0o700, exist_ok=True)
        return self.write(self.journal(session), text)

    def edit(self, old, new, session=FIRST):
        text = self.read(self.journal(session))
        self.assertIn(old, text)
        self.write(self.journal(session), text.replace(old, new))

    def list(self, *arguments):
        run = self.flowline("sessions", "--json", *arguments)
        self.assertEqual(run.code, 0, run.err)
        return json.loads(run.out)


class Keeping(Kept):
    def test_a_missing_answer_keeps_the_session_and_says_how_to_go_on(self):
        run = self.begin("account=personal")
        self.assertEqual(run.code, 3)
        self.assertIn("To resume it: flowline resume 11111111", run.err)
        self.assertEqual(self.files(), [f"{FIRST}.flow"])
        self.assertEqual(stat.S_IMODE(os.stat(self.path(FOLDER)).st_mode), 0o700)
        self.assertEqual(stat.S_IMODE(os.stat(self.path(self.journal())).st_mode), 0o600)
        self.assertIn('answer account "personal"\n', self.read(self.journal()))

    def test_a_session_without_an_answer_leaves_nothing(self):
        run = self.begin()
        self.assertEqual(run.code, 3)
        self.assertNotIn("resume", run.err)
        self.assertEqual(self.files(), [])

    def test_a_session_that_was_told_is_forgotten(self):
        done = ["account=personal", "name=Bike", "target=250"]
        self.assertEqual(self.begin(*done, "confirm=yes").code, 0)
        self.assertEqual(self.files(), [])
        self.assertEqual(self.begin(*done, "confirm=no").code, 5)
        self.assertEqual(self.files(), [])

    def test_a_refused_answer_keeps_what_was_accepted(self):
        run = self.begin("account=personal", "name=Bike", "target=lots")
        self.assertEqual(run.code, 3)
        self.assertIn("flowline resume 11111111", run.err)
        self.assertEqual(self.list()[0]["answers"], 2)

    def test_json_names_the_session(self):
        run = self.flowline("run", "create-goal", *ENGLISH, "--session", FIRST, "--no-input",
                            "--answer", "account=personal", "--json")
        self.assertEqual(run.object["session"], FIRST)
        run = self.flowline("resume", FIRST, *ENGLISH, "--json", data="Bike\n250\ny\n")
        self.assertIsNone(run.object["session"])
        self.assertEqual(run.object["outcome"], "finished")

    def test_an_id_that_is_taken_or_none(self):
        self.begin("account=personal")
        run = self.begin("account=personal")
        self.assertEqual(run.code, 1)
        self.assertIn("This session already exists", run.err)
        self.assertEqual(self.begin(session="42").code, 2)

    def test_sessions_are_listed_the_last_changed_first(self):
        self.assertIn("There are no saved sessions.", self.flowline("sessions", *ENGLISH).err)
        self.begin("account=personal")
        self.begin("account=personal", "week=this", session=SECOND, flow="round-up")
        os.utime(self.path(self.journal()), (1795176000, 1795176000))
        run = self.flowline("sessions", *ENGLISH)
        lines = run.out.splitlines()
        self.assertEqual(len(lines), 2)
        self.assertRegex(lines[0], r"^11111111-b  round-up ")
        self.assertIn("3 answers", lines[0])
        self.assertIn("1 answer ", lines[1])
        self.assertIn("20 Nov 2026", lines[1])
        self.assertIn("  create-goal", lines[1])
        run = self.flowline("sessions", *RUSSIAN)
        self.assertIn("3 ответа", run.out)
        self.assertIn("20 нояб. 2026", run.out)
        run = self.flowline("sessions", *ENGLISH, "--plain")
        self.assertIn("answers, ", run.out)

    def test_every_kind_of_session_is_told_apart(self):
        self.begin("account=personal")
        self.keep("flow create-goal 1\nnow 2026-11-20T12:00:00Z\n\nanwser x 1\nanswer y 2\n", SECOND)
        self.keep('flow create-goal 1\n\nanswer account "personal"\nfailed {"error":"the bank is gone"}\n',
                  SECOND[:-1] + "3")
        self.keep("flow create-goal 1\n\nanswer x 1\nfinish 7\n", SECOND[:-1] + "4")
        self.keep("what is this", SECOND[:-1] + "5")
        self.keep("format 3\nstory create-goal@1\n", SECOND[:-1] + "6")
        states = {entry["id"][-1]: entry["state"] for entry in self.list()}
        self.assertEqual(states, {"1": "unfinished", "2": "damaged", "3": "failed", "5": "damaged",
                                  "6": "newer"})
        self.assertEqual([entry["format"] for entry in self.list() if entry["state"] == "newer"], [3])
        self.assertEqual(len(self.list("--all")), 6)
        run = self.flowline("sessions", *ENGLISH, "--all")
        for words in ["damaged in line 4", "failed: the bank is gone", "finished", "1 answer ",
                      "unknown flow", "saved by a newer version"]:
            self.assertIn(words, run.out)

    def test_those_that_have_ended_are_named_if_there_are_no_others(self):
        for number in "45":
            self.keep("flow create-goal 1\n\nanswer x 1\nfinish 7\n", SECOND[:-1] + number)
        self.assertIn("2 have ended; to see them: flowline sessions --all",
                      self.flowline("sessions", *ENGLISH).err)
        self.assertIn("Завершены 2", self.flowline("sessions", *RUSSIAN).err)
        self.assertEqual(self.list(), [])

    def test_forget(self):
        self.begin("account=personal")
        run = self.flowline("sessions", "--forget", "2222", *ENGLISH)
        self.assertEqual(run.code, 2)
        run = self.flowline("sessions", "--forget", "1111", *ENGLISH)
        self.assertEqual((run.code, run.out), (0, ""))
        self.assertIn("Forgotten: 11111111, create", run.err)
        self.assertEqual(self.files(), [])


class CannotBeKept(Kept):
    """Where nothing can be kept the flow stops before anything is done, and says what to do."""

    ANSWERS = ["account=personal", "name=Bike", "target=250", "confirm=yes"]

    def assert_told(self, run, *words):
        self.assertEqual(run.code, 1, run.err)
        for word in ("Your answers", *words):
            self.assertIn(word, run.err)
        self.assertEqual(run.out, "")

    def test_a_file_in_the_place_of_the_folder(self):
        os.makedirs(self.path(".local/state"))
        self.write(".local/state/flowline", "in the way")
        self.assert_told(self.begin(*self.ANSWERS), "XDG_STATE_HOME", ".local/state/flowline")
        os.unlink(self.path(".local/state/flowline"))
        self.assertEqual(self.begin(*self.ANSWERS).code, 0)

    def test_json_has_the_reason(self):
        os.makedirs(self.path(".local/state"))
        self.write(".local/state/flowline", "in the way")
        run = self.flowline("run", "create-goal", *ENGLISH, "--no-input", "--json",
                            "--answer", "account=personal")
        self.assertEqual(run.code, 1)
        self.assertEqual(run.object["error"]["code"], "not-kept")
        self.assertIsNone(run.object["session"])

    def test_a_folder_where_nobody_may_write(self):
        # Not even the superuser writes there.
        run = self.flowline("run", "create-goal", *ENGLISH, "--no-input", "--answer",
                            "account=personal", XDG_STATE_HOME="/proc/self")
        self.assert_told(run, "/proc/self")

    def test_in_russian(self):
        os.makedirs(self.path(".local/state"))
        self.write(".local/state/flowline", "in the way")
        run = self.begin(*self.ANSWERS, settings=RUSSIAN)
        self.assertEqual(run.code, 1)
        self.assertIn("Не удалось сохранить ответы", run.err)

    def test_at_the_prompt(self):
        os.makedirs(self.path(".local/state"))
        Path(self.path(".local/state/flowline")).touch()
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.answer("personal", "Which account")
        t.says("XDG_STATE_HOME")
        # Again in vain, and then left as it is: nothing was kept, and nothing done.
        t.answer("1", "What would you like to do?").answer("2", "Tried again, with the same result.")
        self.assertEqual(t.ended(), 5)


if __name__ == "__main__":
    unittest.main()
