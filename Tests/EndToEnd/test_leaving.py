"""What leaves a flow for good and what keeps it, and the offer to go on."""

import os
import signal
import unittest

from flowline import CTRL_C, CTRL_D, DEADLINE, ENGLISH, RUSSIAN, Case, hears
from test_keeping import FIRST, Kept


class Leaving(Kept):
    def goal(self, *arguments):
        t = self.terminal(*arguments, *ENGLISH)
        if not arguments:
            t.says("flowline> ")
            t.enter("create-goal")
        t.answer("personal", "Which account")
        t.says("saving for?", "\n> ")
        return t

    def test_ctrl_c_keeps_and_resume_goes_on(self):
        t = self.goal()
        t.type(CTRL_C)
        t.says("Paused: create goal. Your answers are saved", "To resume, type “resume”", "flowline> ")
        t.enter("sessions")
        t.says("create-goal", "1 answer", "flowline> ")
        t.enter("resume last")
        t.says("Resuming ", "1 answer so far", "saving for?", "\n> ")
        t.enter("Bike")
        t.answer("250", "want to save?")
        t.answer("y", "y/n")
        t.says("Done: ", "flowline> ")
        t.enter(":sessions")
        t.says("There are no saved sessions.", "flowline> ")
        t.enter("resume")
        t.says("There are no unfinished sessions.", "flowline> ")

    def test_ctrl_c_at_a_run_says_how_to_go_on(self):
        t = self.goal("run", "create-goal")
        t.type(CTRL_C)
        t.says("flowline resume ")
        self.assertEqual(t.ended(), 130)
        self.assertEqual(len(self.files()), 1)

    def test_cancel_ends_it_and_ctrl_d_keeps_it(self):
        t = self.goal("run", "create-goal")
        t.enter(":cancel")
        self.assertEqual(t.ended(), 5)
        self.assertEqual(self.files(), [])
        self.assertNotIn("resume", t.text)
        t = self.goal("run", "create-goal")
        t.type(CTRL_D)
        t.says("paused", "flowline resume ")
        self.assertEqual(t.ended(), 5)
        self.assertEqual(len(self.files()), 1)

    def test_quit_keeps(self):
        t = self.goal()
        t.enter(":quit")
        t.says("Paused: create goal. Your answers are saved", "type “flowline resume ")
        self.assertEqual(t.ended(), 0)
        self.assertEqual(len(self.files()), 1)

    def test_signals_keep(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            t = self.goal("run", "create-goal")
            os.kill(t.child.pid, number)
            self.assertEqual(t.ended(), -number)
            self.assertEqual(len(self.files()), 1)
            run = self.flowline("resume", *ENGLISH, data="Bike\n250\ny\n")
            self.assertEqual(run.code, 0, run.err)

    def test_a_closed_terminal_keeps(self):
        t = self.goal("run", "create-goal")
        t.child.close(force=False)
        self.assertEqual(len(self.files()), 1)

    def test_signals_keep_without_a_terminal(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)):
            process = self.start("run", "create-goal", *ENGLISH)
            process.stdin.write(b"personal\n")
            process.stdin.flush()
            hears(process, b"saving for")
            process.send_signal(number)
            err = process.communicate(timeout=DEADLINE)[1]
            self.assertEqual(process.returncode, code)
            self.assertIn(b"flowline resume ", err)
            self.flowline("sessions", "--forget", "last")

    def test_a_timeout_keeps(self):
        process = self.start("run", "create-goal", *ENGLISH, "--timeout", "0.2", "--answer",
                             "account=personal")
        # Its input stays open, so that it waits.
        process.wait(timeout=DEADLINE)
        err = process.communicate()[1]
        self.assertEqual(process.returncode, 124)
        self.assertIn(b"flowline resume ", err)


class Offer(Kept):
    def test_enter_goes_on(self):
        self.begin("account=personal", "name=bike")
        t = self.terminal(*ENGLISH)
        t.says("Unfinished: create-goal", "bike, 2 answers, ", "Resume it? Y/n")
        t.enter()
        t.says("2 answers so far", "want to save?", "\n> ")

    def test_nothing_is_offered_where_only_menus_were_answered(self):
        self.begin("account=personal")
        t = self.terminal(*ENGLISH)
        t.says("exits.", "flowline> ")
        self.assertNotIn("Unfinished", t.text)
        t.enter("sessions")
        t.says("11111111", "create-goal", "flowline> ")

    def test_no_declines_and_the_session_stays(self):
        self.begin("account=personal", "name=Bike", settings=RUSSIAN)
        t = self.terminal(*RUSSIAN)
        t.says("Не закончено: create-goal", "2 ответа", "Д/н")
        t.enter("н")
        t.says("Сеанс сохранён", "забыть его", "11111111»", "flowline> ")
        t.enter("забыть последний")
        t.says("Будет забыт сеанс 11111111: create-goal", "Забыть его?", "д/Н")
        t.enter("")
        t.says("Сеанс 11111111 по-прежнему сохранён.", "flowline> ")
        t.enter("забыть последний")
        t.says("Забыть его?", "д/Н")
        t.enter("д")
        t.says("Забыто: 11111111", "flowline> ")
        t.enter("выход")
        self.assertEqual(t.ended(), 0)
        self.assertEqual(self.files(), [])

    def test_anything_else_is_done_as_a_line(self):
        self.begin("account=personal", "name=Bike")
        t = self.terminal(*ENGLISH)
        t.says("Y/n")
        t.enter("accounts")
        t.says("Which account", "Refresh")
        self.assertEqual(self.files(), [f"{FIRST}.flow"])

    def test_keys_at_the_offer(self):
        self.begin("account=personal", "name=Bike")
        t = self.terminal(*ENGLISH)
        t.says("Y/n")
        t.type(CTRL_C)
        t.says("The session is saved", "flowline> ")
        t = self.terminal(*ENGLISH)
        t.says("Y/n")
        t.type(CTRL_D)
        self.assertEqual(t.ended(), 0)

    def test_nothing_is_offered_where_nobody_could_say_so(self):
        self.begin("account=personal")
        run = self.flowline(*ENGLISH, data="list\nresume 1111\nBike\n250\ny\nquit\n")
        self.assertEqual(run.code, 0, run.err)
        self.assertNotIn("Unfinished", run.err)
        self.assertIn("Done: ", run.err)

    def test_nothing_is_offered_where_nothing_can_be_gone_on_with(self):
        self.keep("what is this")
        t = self.terminal(*ENGLISH)
        t.says("exits.", "flowline> ")
        self.assertNotIn("Y/n", t.text)

    def test_the_prompt_without_a_terminal_says_how_to_go_on(self):
        run = self.flowline(*ENGLISH, data="create-goal\npersonal\n")
        self.assertEqual(run.code, 3)
        self.assertIn("flowline resume ", run.err)

    def test_names_at_the_prompt(self):
        self.begin("account=personal")
        run = self.flowline(*ENGLISH, data="forget 1111\nsessions\nquit\n")
        self.assertEqual(run.code, 0, run.err)
        for words in ["Forgotten: 11111111", "There are no saved sessions."]:
            self.assertIn(words, run.err)

    def test_without_a_terminal_a_line_that_is_not_done_ends_the_program(self):
        self.begin("account=personal")
        for line, words in [
                ("resume 2222", "There is no session that begins with “2222”"), ("forget", "Say which session"),
                ("crate-goal", "create-goal"), ("list all", "list"), ("set colour on", "colour")]:
            run = self.flowline(*ENGLISH, data=f"{line}\nforget 1111\n")
            self.assertEqual(run.code, 2, run.err)
            self.assertIn(words, run.err)
            self.assertNotIn("Forgotten", run.err)

    def test_without_a_terminal_a_flow_that_fails_ends_the_program(self):
        self.write("data", "a file where the bank's folder should be")
        run = self.flowline(*ENGLISH, "--data", self.path("data"), data="create-goal\nlist\n")
        self.assertEqual(run.code, 1, run.err)
        self.assertNotIn("round-up", run.err.split("Error:")[-1])


class LastWords(Case):
    def test_the_command_that_is_told_resumes_at_the_same_bank(self):
        there = self.path("there")
        run = self.flowline("run", "create-goal", *ENGLISH, "--data", there, "--answer", "account=personal",
                            "--no-input")
        command = run.err.strip().split("To resume it: flowline ")[1].split()
        self.assertEqual(command[2:], ["--data", there])
        again = self.flowline(*command, "--answer", "name=Bike", "--answer", "target=250", "--answer",
                              "confirm=yes", "--no-input")
        self.assertEqual((again.code, again.out), (0, "Goal “Bike” created: £0.00 of £250.00.\n"))

    def test_they_are_in_the_language_that_was_spoken_last(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("Which account")
        t.enter("personal")
        t.says("saving for?")
        t.enter(":lang ru")
        t.says("На что копите?")
        t.type(CTRL_C)
        t.says("Сеанс сохранён", "flowline resume ")

    def test_a_question_is_said_again_once_it_is_said_in_sentences(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("Which account")
        t.enter(":set plain on")
        t.says("plain: on", "Step 1 of 4", "Which account is the goal for?", "Answer:")

    def test_a_question_mark_and_a_bare_command(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("Which account")
        t.enter("?")
        t.says("A number from 1 to ", "Commands:", "Which account")
        t.enter("undo")
        t.says("Error: ", "For the command,", "“:undo”.")


if __name__ == "__main__":
    unittest.main()
