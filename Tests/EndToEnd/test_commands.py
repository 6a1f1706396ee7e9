"""Commands at the prompt: undo, goto, files of lines, settings, language, films."""

import json
import os
import stat
import unittest

from flowline import ENGLISH, Case

GOAL = ["personal", "Bike", "250", "y"]


class Commands(Case):
    def test_undo_redo_goto_and_drafts(self):
        t = self.terminal("run", "create-goal", *ENGLISH, size=(24, 200))
        t.answer("personal", "Which account")
        t.answer("Bike", "saving for?")
        t.answer(":undo", "want to save?")
        t.says("saving for?", "> Bike", "Undone. 1 answer kept.")
        t.enter("\x15:redo")
        t.says("want to save?", "> ", "Redone. 2 answers kept.")
        t.enter(":goto acount")
        t.says("There is no answered step “acount”", "Did you mean “account”?")
        t.enter("\x15:goto account")
        t.says("Which account", "❯ 1  Personal")
        t.enter("\x15:draft")
        t.says("Saved from undone answers", "Bike", "> ")
        t.enter("\x15:undo")
        t.says("want to save?", "> ", "Undone. 2 answers kept.")
        t.enter("250")
        t.answer("y", "y/n")
        self.assertEqual(t.ended(), 0)

    def test_a_file_of_commands_and_answers_across_flows(self):
        path = self.write("walk.txt", "\n".join(
            ["# a goal", "create-goal", *GOAL, "", "set width 60", "create-goal", "personal", ":cancel"]
            ) + "\n")
        t = self.terminal(*ENGLISH)
        t.says("flowline> ")
        t.enter(f"source {path}")
        t.says("flowline> create-goal", "> Bike", "Done: ", "width: 60 (set here).",
               "flowline> create-goal", "> personal", "> :cancel", "flowline> ")
        t.enter("quit")
        self.assertEqual(t.ended(), 0)

    def test_a_file_stops_at_the_first_refusal_and_the_keyboard_goes_on(self):
        path = self.write("walk.txt", "create-goal\npersonal\nBike\nmuch\ny\n")
        t = self.terminal(*ENGLISH, size=(24, 200))
        t.says("flowline> ")
        t.enter(f"source {path}")
        t.says("> much", "Error: ", f"Stopped at {path}:4. Not done: 1 line of {path} (5).", "> much")
        t.enter("\x15250")
        t.answer("y", "y/n")
        t.says("Done: ", "flowline> ")
        t.enter("quit")
        self.assertEqual(t.ended(), 0)

    def test_source_with_pipes(self):
        path = self.write("walk.txt", "\n".join(GOAL) + "\n")
        run = self.flowline("run", "create-goal", *ENGLISH, data=f":source {path}\n")
        self.assertEqual(run.code, 0, run.err)
        broken = self.write("broken.txt", "personal\nBike\nmuch\n")
        run = self.flowline("run", "create-goal", *ENGLISH, data=f":source {broken}\n")
        self.assertEqual(run.code, 3)
        self.assertIn(f"{broken}:3", run.err.replace("\n", ""))

    def test_another_language_inside_and_outside(self):
        t = self.terminal(*ENGLISH)
        t.says("flowline> ")
        t.enter("create-goal")
        t.answer(":lang ru", "Which account")
        t.says("язык: ru (задано здесь).", "> ")
        t.enter(":перейти x")
        t.says("Ошибка: ", ":помощь")
        t.enter("\x15:прекратить")
        t.says("flowline> ")
        t.enter("помощь всё")
        t.says("Сеансы:", "flowline> ")
        t.enter("язык en")
        t.says("lang: en (set here).", "flowline> ")
        t.enter("выход")
        self.assertEqual(t.ended(), 0)

    def test_settings_are_listed_changed_and_refused(self):
        t = self.terminal(*ENGLISH, LANG="en_GB.UTF-8")
        t.says("flowline> ")
        t.enter("set")
        t.says("plain", "off (the default)", "color", "16 colours (the variable TERM)",
               "lang", "en (the variable LANG)", "width", "80 (the terminal)", "flowline> ")
        t.enter("set colour never")
        t.says("There is no setting “colour”. Did you mean “color”?", "flowline> ")
        t.enter("set plain on")
        t.says("plain: on (set here).")
        t.enter("create-goal")
        t.says("Choice 1: Personal,")
        t.enter(":quit")
        self.assertEqual(t.ended(), 0)

    def test_help_grows_by_topic_and_command(self):
        t = self.terminal(*ENGLISH)
        t.says("flowline> ")
        t.enter("help movign")
        t.says("There is no help on “movign”. Did you mean “moving”?", "flowline> ")
        t.enter(":help moving")
        t.says(":goto STEP", "(inside a flow)", "flowline> ")
        t.enter("help goto")
        t.says(":goto STEP: go to an answered step", "For example: :goto amount", "flowline> ")
        t.enter("errors")
        t.says("Nothing has failed.", "flowline> ")
        t.enter("history 2")
        t.says("errors\n", "history 2\n", "flowline> ")
        t.enter("quit")
        self.assertEqual(t.ended(), 0)


class Films(Case):
    def film(self, name):
        """Reads asciicast v3 as it is published: a head, then events with their intervals."""
        head, *lines = self.read(name).splitlines()
        head = json.loads(head)
        self.assertEqual(head["version"], 3)
        self.assertGreater(head["term"]["cols"], 0)
        self.assertGreater(head["term"]["rows"], 0)
        events = [json.loads(line) for line in lines if not line.startswith("#")]
        for interval, code, data in events:
            self.assertGreaterEqual(interval, 0)
            self.assertIn(code, "omr")
            self.assertIsInstance(data, str)
        return head, events

    def test_a_film_of_a_walk_at_a_terminal(self):
        t = self.terminal("run", "create-goal", "--record", "goal.cast", *ENGLISH)
        for answer, after in zip(
                GOAL, ["Which account", "saving for?", "want to save?", "y/n"]):
            t.says(after)
            t.type(answer)
            t.says("= £250.00" if answer == "250" else answer)
            t.enter()
        self.assertEqual(t.ended(), 0)
        self.assertEqual(stat.S_IMODE(os.stat(self.path("goal.cast")).st_mode), 0o600)
        head, events = self.film("goal.cast")
        self.assertEqual(head["term"], {"cols": 80, "rows": 24})
        markers = [data for _, code, data in events if code == "m"]
        self.assertEqual(len(markers), 4)
        self.assertTrue(all(marker.startswith("create-goal/") for marker in markers), markers)
        shown = "".join(data for _, code, data in events if code == "o")
        for words in ["Personal", "Business", "Bike", "= £250.00", "Goal “Bike” created"]:
            self.assertIn(words, shown)

    def test_a_film_by_command_with_pipes(self):
        run = self.flowline(
            "run", "create-goal", *ENGLISH,
            data="\n".join([*GOAL[:2], ":record goal.cast", *GOAL[2:]]) + "\n")
        self.assertEqual(run.code, 0, run.err)
        _, events = self.film("goal.cast")
        self.assertEqual([data for _, code, data in events if code == "m"],
                         ["create-goal/target", "create-goal/confirm"])
        self.assertIn("Goal “Bike” created", "".join(data for _, _, data in events))


if __name__ == "__main__":
    unittest.main()
