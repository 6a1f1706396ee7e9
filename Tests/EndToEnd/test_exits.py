"""Every exit code, the languages, and what is said of a wrong command line."""

import os
import signal
import subprocess
import unittest

from flowline import BINARY, CTRL_C, DEADLINE, ENGLISH, Case, Run, Terminal

GOAL = [word for answer in ["account=personal", "name=Bike", "target=250"]
        for word in ("--answer", answer)]


class Exits(Case):
    def code(self, *arguments, **more):
        return self.flowline("run", "create-goal", *ENGLISH, *GOAL, *arguments, **more).code

    def test_0_finished(self):
        self.assertEqual(self.code("--answer", "confirm=yes"), 0)

    def test_1_failed(self):
        self.write("data", "a file where the bank's folder should be")
        self.assertEqual(self.code("--data", self.path("data")), 1)

    def test_2_usage_and_an_answer_that_nobody_asked_for(self):
        self.assertEqual(self.code("--colour"), 2)
        self.assertEqual(self.code("--answer", "confirm=yes", "--answer", "colour=red"), 2)

    def test_3_missing_and_refused(self):
        self.assertEqual(self.code("--no-input"), 3)
        self.assertEqual(self.code("--answer", "confirm=maybe"), 3)

    def test_3_a_command_that_is_refused_is_no_answer(self):
        for line, said in [(":back x", "Type nothing after “:back”."), (":bakc", "There is no command “:bakc”."),
                           (":cancel goal", "There is no open flow “goal”. Open flows: create-goal.")]:
            run = self.flowline("run", "create-goal", *ENGLISH, data=line + "\n")
            told = " ".join(run.err.split())
            self.assertEqual((run.code, run.out), (3, ""), run.err)
            self.assertIn(f"A command was not accepted at the step “account”. {said}", told)
            self.assertNotIn("--answer", told)

    def test_4_a_replay_that_differs(self):
        self.code("--answer", "confirm=yes", "--record", "walk.flow")
        self.assertEqual(self.flowline("replay", "walk.flow").code, 0)
        self.write("other.flow", self.read("walk.flow").replace('"name":"Bike"', '"name":"Boat"'))
        self.assertEqual(self.flowline("replay", "other.flow").code, 4)

    def test_5_declined_and_cancelled(self):
        self.assertEqual(self.code("--answer", "confirm=no"), 5)
        self.assertEqual(self.code(data=":cancel\n"), 5)

    def test_124_timed_out(self):
        process = subprocess.Popen(
            [BINARY, "run", "create-goal", *ENGLISH, "--timeout", "0.1"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.variables())
        self.assertEqual(process.wait(timeout=DEADLINE), 124)
        process.communicate()

    def test_130_interrupted(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("Which account is the goal for?", "> ")
        t.type(CTRL_C)
        self.assertEqual(t.ended(), 130)

    def test_130_interrupted_in_every_look(self):
        for arguments, variables, prompt in [
                ([], {}, "\n> "), ([], {"TERM": "dumb"}, "\n> "), (["--plain"], {}, "Answer: "),
                (["--plain"], {"TERM": "dumb"}, "Answer: "), ([], {"ACCESSIBLE": "1"}, "Answer: ")]:
            t = self.terminal("run", "create-goal", *ENGLISH, *arguments, **variables)
            t.says("Which account is the goal for?", prompt)
            t.enter("personal")
            t.says("What are you saving for?", prompt)
            t.type("Bi")
            t.says("Bi")
            t.type(CTRL_C)
            t.says("Cleared. Press Ctrl-C again to leave the flow.")
            t.type(CTRL_C)
            t.says("Interrupted.", "The session is saved.")
            self.assertEqual(t.ended(), 130, (arguments, variables))

    def test_130_interrupted_at_a_terminal_that_shows_no_prompts(self):
        t = Terminal(["/bin/sh", "-c", 'trap "" QUIT; "$@" 2>err; exit $?', "sh", BINARY, "run",
                      "create-goal", *ENGLISH], self.variables(), self.home, (24, 80))
        self.addCleanup(t.close)
        t.until(lambda: os.path.exists(self.path("err"))
                and "Which account" in self.read("err"), "the question")
        t.type(CTRL_C)
        self.assertIn(t.ended(), [130, -signal.SIGINT])
        self.assertIn("Interrupted.", self.read("err"))

    def test_a_signal_that_ends_is_told_as_one(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("Which account is the goal for?", "> ")
        os.kill(t.child.pid, signal.SIGTERM)
        self.assertEqual(t.ended(), -signal.SIGTERM)


class Descriptors(Case):
    """Standard descriptors that are full, or that the caller has closed."""

    def run_with(self, redirection, *arguments, data=b""):
        return Run(subprocess.run(
            ["/bin/sh", "-c", f'exec "$@" {redirection}', "sh", BINARY, *arguments], input=data,
            capture_output=True, timeout=DEADLINE, env=self.variables(), cwd=self.home))

    def test_a_result_that_cannot_be_written_is_said_and_kept(self):
        full = [">/dev/full", ">&-"]
        for redirection, json in [(to, json) for to in full for json in ([], ["--json"])]:
            run = self.run_with(redirection, "run", "create-goal", *ENGLISH, *GOAL, "--answer",
                                "confirm=yes", *json)
            self.assertEqual(run.code, 1, run.err)
            self.assertIn("could not be written", run.err)
            session = run.err.split("flowline resume ")[1].split()[0]
            again = self.flowline("resume", session, *ENGLISH, "--json")
            self.assertEqual(again.code, 0, again.err)
            self.assertEqual(again.object["output"]["name"], "Bike")
            # It was told now.
            self.assertEqual(self.flowline("resume", session, *ENGLISH).code, 2)

    def test_whatever_is_printed_must_be_written(self):
        self.flowline("run", "create-goal", *ENGLISH, *GOAL, "--answer", "confirm=yes",
                      "--record", "walk.flow")
        for arguments in [["list"], ["list", "--json"], ["describe", "create-goal"], ["manual"],
                          ["completion", "bash"], ["replay", "walk.flow"], ["--help"],
                          ["--version"], ["run", "--help"], ["help", "run"], ["help", "serve"]]:
            run = self.run_with(">/dev/full", *arguments)
            self.assertEqual(run.code, 1, (arguments, run.err))
            self.assertIn("there is no room left", run.err, arguments)

    def test_messages_that_cannot_be_written_are_said_and_kept(self):
        begin = ["run", "create-goal", *ENGLISH, "--protocol", "jsonl", *GOAL, "--answer", "confirm=yes"]
        run = self.run_with(">/dev/full", *begin)
        self.assertEqual(run.code, 1)
        self.assertIn("there is no room left", run.err)
        session = self.flowline("sessions", "--all", "--json").object[0]["id"]
        run = self.run_with(">/dev/full", "resume", session, *ENGLISH, "--protocol", "jsonl")
        self.assertEqual(run.code, 1)
        self.assertIn("there is no room left", run.err)
        self.assertEqual(self.flowline("resume", session, *ENGLISH, "--json").object["output"]["name"], "Bike")

    def test_at_the_prompt_too(self):
        lines = "create-goal\npersonal\nBike\n250\nyes\n"
        run = self.run_with(">/dev/full", *ENGLISH, data=lines.encode())
        self.assertEqual(run.code, 1, run.err)
        self.assertIn("could not be written", run.err)
        session = run.err.split("“flowline resume ")[-1].split("”")[0]
        run = self.flowline(*ENGLISH, data=f"resume {session}\n")
        self.assertIn("Bike", run.out, run.err)

    def test_a_closed_input_has_ended(self):
        for arguments, code in [(["run", "create-goal"], 3), ([], 0), (["--protocol", "jsonl"], 0),
                                (["run", "create-goal", "--protocol", "jsonl"], 3)]:
            self.assertEqual(self.run_with("<&-", *arguments).code, code, arguments)

    def test_a_closed_error_output_hinders_nothing(self):
        run = self.run_with("2>&-", "run", "create-goal", *ENGLISH, *GOAL, "--answer",
                            "confirm=yes", "--json")
        self.assertEqual(run.code, 0)
        self.assertEqual(run.object["output"]["name"], "Bike")


class EndlessFiles(Case):
    """Devices and pipes where a file is expected: they may never end."""

    def test_they_are_refused_by_commands(self):
        os.mkfifo(self.path("pipe"))
        # No device, but as long as one.
        with open(self.path("long"), "wb") as file:
            file.truncate(1 << 34)
        for arguments, code in [
                (["replay", "/dev/zero"], 1), (["replay", self.path("long")], 1),
                (["resume", "/dev/zero"], 1), (["resume", self.path("pipe")], 1),
                (["resume", self.path("long")], 1), (["deliver", self.path("long"), "paid"], 1),
                (["run", "create-goal", "--stop-at-missing", self.path("long")], 1),
                (["run", "create-goal", "--answers", "/dev/zero"], 2),
                (["run", "create-goal", "--answers", self.path("long")], 2),
                (["run", "create-goal", "--secret", "pin=/dev/zero"], 2),
                (["run", "create-goal", "--stop-at-missing", "/dev/zero"], 1)]:
            run = self.flowline(*arguments, *ENGLISH)
            self.assertEqual(run.code, code, (arguments, run.err))
            self.assertTrue(run.err.startswith("Error:") or "unusable" in run.out + run.err
                            or run.out, (arguments, run.err))

    def test_they_are_refused_at_the_prompt(self):
        os.mkfifo(self.path("pipe"))
        for path in ["/dev/zero", self.path("pipe"), self.home]:
            run = self.flowline(*ENGLISH, data=f"source {path}\nlist\n")
            self.assertEqual(run.code, 2, run.err)
            self.assertIn("is not a file", run.err)


class Languages(Case):
    def test_the_program_speaks_the_language_too(self):
        for arguments, word in [
                (["run", "crate-goal"], "Может быть, «create-goal»?"),
                (["run", "accounts", "--timeout", "0"], "нужно число секунд больше 0"),
                (["run", "accounts", "--answer", "x"], "Для --answer нужны шаг и ответ"),
                (["run", "accounts", "--session", "x"], "не идентификатор сеанса"),
                (["--now", "today"], "не время"), (["--time-zone", "Mars"], "не часовой пояс"),
                (["--now", "1969-06-01T00:00:00Z"], "с 1971 по 2098 год"),
                (["--locale", "?"], "не локаль"), (["--bank", "x"], "не банк"),
                (["--data", ""], "нужен каталог"), (["lst"], "Команды «lst» нет."),
                (["round-up"], "flowline run round-up"),
                (["resume"], "Незаконченных сеансов нет"), (["open", "x:y"], "ожидалось: ссылка вида flow:round-up")]:
            run = self.flowline("--lang", "ru", *arguments)
            self.assertEqual(run.code, 2, arguments)
            self.assertIn(word, run.err)
            self.assertTrue(run.err.startswith("Ошибка:"), run.err)

    def test_the_first_variable_that_says_something_counts(self):
        order = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]
        for place, name in enumerate(order):
            # Those that count less say the other; LANGUAGE is a list without codesets.
            variables = {other: "en_GB.UTF-8" for other in order[place + 1:]}
            variables[name] = "ru" if name == "LANGUAGE" else "ru_RU.UTF-8"
            run = self.flowline("lst", **variables)
            self.assertIn("Команды", run.err, variables)
            run = self.flowline("list", **variables)
            self.assertIn("Создать", run.out, variables)
        russian = {"LANG": "ru_RU.UTF-8"}
        self.assertIn("There is no command", self.flowline("lst", "--lang", "en", **russian).err)
        self.assertIn("There is no command", self.flowline("lst", "--lang=en", **russian).err)
        self.assertIn("Команды", self.flowline("lst", "--locale", "ru_RU").err)


class Suggestions(Case):
    def test_subcommands_flows_steps_and_sessions(self):
        for arguments, meant in [
                (["rn"], "“flowline run”"), (["descrbe", "x"], "“flowline describe”"),
                (["rund-up"], "“flowline run round-up”"), (["run", "acounts"], "“accounts”")]:
            run = self.flowline(*arguments)
            self.assertEqual(run.code, 2, arguments)
            self.assertIn(f"Did you mean {meant}?", run.err)
        run = self.flowline("run", "create-goal", "--answer", "acount=x", "--no-input")
        self.assertIn("Did you mean “account”?", run.err)
        self.assertIn("Commands: ", self.flowline("xyzzyxyzzy").err)
        self.assertIn("Did you mean “--answer”?",
                      self.flowline("run", "accounts", "--anwser", "x=y").err)


class Looks(Case):
    def test_plain_by_option_and_by_variable(self):
        plain = self.terminal("run", "create-goal", *ENGLISH, "--plain")
        accessible = self.terminal("run", "create-goal", *ENGLISH, ACCESSIBLE="1")
        for t in [plain, accessible]:
            t.says("Which account is the goal for?")
            self.assertNotIn("›", t.text)

    def test_colour(self):
        for arguments, variables, is_coloured in [
                (["--color", "always"], {}, True), (["--color", "never"], {}, False),
                ([], {"CLICOLOR_FORCE": "1"}, True), ([], {"NO_COLOR": "1"}, False)]:
            run = self.flowline("run", "create-goal", *ENGLISH, *arguments, data="x\n", **variables)
            self.assertEqual("\x1b[" in run.err, is_coloured, (arguments, variables))


if __name__ == "__main__":
    unittest.main()
