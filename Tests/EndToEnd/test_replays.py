"""Scripts that play, differ, or cannot be played."""

import re
import unittest
from pathlib import Path

from flowline import ENGLISH, Case

HEAD = "flow create-goal 1\nlocale en_GB Europe/London\nnow 2026-11-20T12:00:00Z\n\n"
ANSWERS = ('answer account "personal"\nanswer name "Bike"\n'
           'answer target {"currency":"GBP","minorUnits":25000}\n')


class Replays(Case):
    def record(self):
        run = self.flowline(
            "run", "create-goal", *ENGLISH, "--record", "walk.flow",
            data="personal\nBike\n250\nyes\n")
        self.assertEqual(run.code, 0, run.err)
        return self.read("walk.flow")

    def read_bytes(self, name):
        return Path(self.path(name)).read_bytes()

    def replay(self, text, *arguments):
        self.write("script.flow", text)
        return self.flowline("replay", "script.flow", *arguments)

    def test_a_record_plays(self):
        run = self.replay(self.record())
        self.assertEqual(run.code, 0, run.out)

    def test_a_mismatch_names_the_line(self):
        text = self.record().replace('answer name "Bike"', 'answer title "Bike"')
        line = text.splitlines().index('answer title "Bike"') + 1
        run = self.replay(text)
        self.assertEqual(run.code, 4)
        self.assertIn(f"script.flow:{line}: expected answer title", run.out)
        self.assertIn("1 script: 1 differs", run.out)

    def test_update_rewrites_and_keeps_comments(self):
        good = self.record()
        text = good.replace("show account choice", "# mine\nshow account choice") \
            .replace('["personal","business","euro"]', '["personal"]')
        run = self.replay(text, "--update")
        self.assertEqual(run.code, 0, run.out)
        self.assertIn('- show account choice ["personal"]', run.out)
        self.assertIn('+ show account choice ["personal","business","euro"]', run.out)
        self.assertEqual(
            self.read("script.flow"),
            good.replace("show account choice", "# mine\nshow account choice"))
        self.assertEqual(self.replay(self.read("script.flow")).code, 0)

    def test_update_of_a_script_written_by_hand(self):
        text = HEAD + ANSWERS + "# and so it ends\nanswer confirm false\ncancelled 1\n"
        run = self.replay(text, "--update")
        self.assertEqual(run.code, 0, run.out)
        updated = text.replace("cancelled 1\n", 'cancelled "declined"\n')
        head = re.escape("format 2\n" + HEAD.strip() + "\n") + "session [0-9a-f-]{36}\n\n"
        self.assertRegex(
            self.read("script.flow"), "^" + head + re.escape(updated.removeprefix(HEAD)) + "$")

    def test_update_brings_the_first_format_to_the_second(self):
        good = self.record()
        text = good.removeprefix("format 2\n")
        run = self.replay(text, "--update")
        self.assertEqual(run.code, 0, run.out)
        self.assertIn("+ format 2", run.out)
        self.assertEqual(self.read("script.flow"), good)

    def test_update_leaves_what_no_longer_fits(self):
        text = HEAD + 'answer nothing "at all"\n'
        run = self.replay(text, "--update")
        self.assertEqual(run.code, 4)
        self.assertIn("cannot be updated", run.out)
        self.assertEqual(self.read("script.flow"), text)

    def test_scripts_that_cannot_be_played(self):
        for text, message in [
                ("", "script.flow:1: expected “flow ID VERSION”"),
                ("# nothing\n", "the script is empty"),
                (HEAD + ANSWERS + "anwser confirm true\n",
                 "script.flow:8: expected a verb that this version knows, "
                 "got “anwser” (did you mean “answer”?)"),
                (HEAD + "now 2026-11-20T12:00:00Z\n" + ANSWERS,
                 "script.flow:5: expected no second “now”"),
                (HEAD + 'answer account "pers\n', "script.flow:5: expected"),
                ("flow pay-rent 1\n", "There is no flow “pay-rent”. Flows: "),
                ("flow create-goal 99\n", "It was recorded by version 99 of “create-goal”"),
                ("flow create-goal 1\n", "script.flow: not replayed. It tells of nothing"),
                ("format 3\nstory create-goal@1\n",
                 "script.flow: not replayed. It was written by a newer version"),
                (b"flow create-goal 1\nanswer \xff 1\n", "UTF-8")]:
            run = self.replay(text)
            self.assertEqual(run.code, 1, text)
            self.assertIn(message, run.out)
            self.assertIn("1 script: 1 unusable", run.out)

    def test_a_file_that_is_not_there(self):
        run = self.flowline("replay", "none.flow")
        self.assertEqual(run.code, 1)
        self.assertIn("none.flow", run.out)

    def test_a_last_line_that_was_cut_off(self):
        run = self.replay(HEAD + ANSWERS + "answer confirm tr")
        self.assertEqual(run.code, 0, run.out)
        self.assertIn("script.flow:8: note: the last line", run.out)

    def test_a_last_line_that_an_editor_left_without_an_end(self):
        run = self.replay(HEAD + ANSWERS + "answer confirm true")
        self.assertEqual(run.code, 0, run.out)
        self.assertNotIn("note", run.out)
        self.assertIn("(4 steps)", run.out)

    def test_update_changes_no_byte_but_of_what_differs(self):
        good = self.record()
        for text in (
                good.replace("\n", "\r\n"),
                good.replace("\nanswer ", "\n\t answer  "),
                good.replace("\nflow ", "\n  flow\t"),
                good.replace("\nshow name", "\r\n# mine\r\n  \nshow name"),
                "\ufeff" + good):
            run = self.replay(text, "--update")
            self.assertEqual(run.code, 0, run.out)
            self.assertIn("matches", run.out)
            self.assertEqual(self.read_bytes("script.flow"), text.encode())
            keys = '["personal","business","euro"]'
            self.assertIn(keys, text)
            run = self.replay(text.replace(keys, '["personal"]'), "--update")
            self.assertEqual(run.code, 0, run.out)
            self.assertEqual(self.read_bytes("script.flow"), text.encode())

    def test_live(self):
        run = self.replay(HEAD + ANSWERS + "answer confirm true\n", "--live")
        self.assertEqual(run.code, 0, run.out)


if __name__ == "__main__":
    unittest.main()
