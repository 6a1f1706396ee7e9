"""Completion in a shell, and the manual page."""

import os
import subprocess
import unittest

from flowline import BINARY, DEADLINE, Case, Terminal

# Asks the completion as bash does for a TAB behind the last word.
ASK = r"""
source completion.bash
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
_flowline "$1" "${!#}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


class Completion(Case):
    def setUp(self):
        super().setUp()
        self.write("completion.bash", self.flowline("completion", "bash").out)

    def offered(self, *words):
        folder = os.path.dirname(BINARY)
        run = subprocess.run(
            ["bash", "-c", ASK, "bash", "flowline", *words], capture_output=True, text=True,
            timeout=DEADLINE, cwd=self.home,
            env=self.variables(PATH=f"{folder}:{os.environ['PATH']}"))
        self.assertEqual(run.stderr, "")
        return [word.strip() for word in run.stdout.split("\n") if word.strip()]

    def test_bash_completes_commands(self):
        self.assertEqual(self.offered("ru"), ["run"])
        self.assertIn("describe", self.offered("de"))
        self.assertEqual(self.offered("ser"), ["serve"])

    def test_bash_completes_flows_and_languages(self):
        self.assertEqual(self.offered("run", "cre"), ["create-goal"])
        self.assertEqual(set(self.offered("describe", "")) & {"round-up", "create-goal"},
                         {"round-up", "create-goal"})
        self.assertEqual(self.offered("list", "--lang", "r"), ["ru"])

    def test_bash_completes_sessions(self):
        self.flowline("run", "create-goal", "--answer", "account=personal", "--no-input",
                      "--session", "5e5510f1-0000-4000-8000-000000000001")
        self.assertEqual(self.offered("resume", "5e"), ["5e5510f1"])
        self.assertEqual(self.offered("resume", "la"), ["last"])

    def test_bash_completes_the_step_that_is_next_and_its_choices(self):
        self.assertEqual(self.offered("run", "create-goal", "--answer", "acc"),
                         ["account=personal", "account=business", "account=euro"])
        self.assertEqual(
            self.offered("run", "create-goal", "--answer", "account=personal", "--answer", "na"),
            ["name="])

    def test_a_person_presses_tab_in_bash(self):
        self.write("rc", "PS1='shell> '; bind 'set enable-bracketed-paste off'\n"
                         "source completion.bash\n")
        self.presses_tab("bash", "--noprofile", "--rcfile", "rc", "-i")

    def test_a_person_presses_tab_in_zsh(self):
        self.write("_flowline", self.flowline("completion", "zsh").out)
        self.write(".zshrc", "fpath=(~ $fpath); autoload -U compinit; compinit -u; PS1='shell> '\n")
        self.presses_tab("zsh", "-i")

    def test_a_person_presses_tab_in_fish(self):
        self.write("completion.fish", self.flowline("completion", "fish").out)
        self.presses_tab(
            "fish", "--no-config", "--init-command",
            "source completion.fish; function fish_prompt; echo -n 'shell> '; end")

    def presses_tab(self, *shell):
        folder = os.path.dirname(BINARY)
        t = Terminal(
            list(shell), self.variables(
                PATH=f"{folder}:{os.environ['PATH']}", XDG_CONFIG_HOME=self.home),
            self.home, (24, 100))
        self.addCleanup(t.close)
        self.shows(t, "shell>")
        t.type("flowline ru\t")
        self.shows(t, "shell> flowline run")
        t.type("cre\t")
        self.shows(t, "shell> flowline run create-goal")
        t.type("--answer acc\t")
        self.shows(t, "shell> flowline run create-goal --answer account=")
        t.type("per\t")
        self.shows(t, "shell> flowline run create-goal --answer account=personal")
        t.type("--answer na\t")
        self.shows(t, "shell> flowline run create-goal --answer account=personal --answer name=")

    def test_the_scripts_of_the_other_shells(self):
        for shell, word in [("zsh", "#compdef flowline"), ("fish", "complete -c 'flowline'")]:
            run = self.flowline("completion", shell)
            self.assertEqual(run.code, 0)
            self.assertIn(word, run.out)
            check = subprocess.run([shell, "-n"], input=run.out.encode(),
                                   timeout=DEADLINE, capture_output=True)
            self.assertEqual((check.returncode, check.stderr), (0, b""))
        self.assertEqual(self.flowline("completion", "tcsh").code, 2)


class Manual(Case):
    def formatted(self, *arguments):
        page = self.flowline("manual", *arguments)
        self.assertEqual(page.code, 0, page.err)
        self.assertTrue(page.out.isascii())
        run = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-P-c"], input=page.out.encode(),
                             capture_output=True, timeout=DEADLINE)
        self.assertEqual(run.stderr.decode(), "")
        lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=page.out.encode(),
                              capture_output=True, timeout=DEADLINE)
        # It is printed by the program that it is of, and has no day of its own.
        self.assertEqual([line for line in lint.stdout.decode().splitlines()
                          if "missing date" not in line], [])
        text = run.stdout.decode()
        while "\b" in text:
            place = text.index("\b")
            text = text[:place - 1] + text[place + 1:]
        return " ".join(text.split())

    def test_it_tells_of_every_command_option_and_exit_code(self):
        text = self.formatted()
        for word in ["NAME", "SYNOPSIS", "flowline describe FLOW", "--stop-at-missing FILE",
                     "--no-input", "--lang LANG", "COMMON OPTIONS", ":back", ":review", "130",
                     "Interrupted.", "XDG_STATE_HOME", "“flowline resume FILE”",
                     "flowline serve [ARGUMENT]...", "flowline mcp [ARGUMENT]..."]:
            self.assertIn(word, text)
        self.assertEqual(text.count("The time zone, as in"), 1)

    def test_its_frame_is_in_russian_too(self):
        text = self.formatted("--lang", "ru")
        for word in ["ИМЯ", "КОД ЗАВЕРШЕНИЯ", "Прервано.", ":назад"]:
            self.assertIn(word, text)


if __name__ == "__main__":
    unittest.main()
