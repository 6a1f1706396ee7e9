"""The companions of the command, which reach banks with an address and serve: beside it, in PATH, and nowhere."""

import os
import shutil
import subprocess
import unittest

from flowline import BINARY, DEADLINE, ENGLISH, RUSSIAN, Run
from sandbox import SandboxCase

BANK = ["--bank", "https://bank.example"]


class Companion(SandboxCase):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("alone"))
        self.alone = shutil.copy(BINARY, self.path("alone/flowline"))

    def run_alone(self, *arguments, path="/usr/bin:/bin", program=None, data=b""):
        return Run(subprocess.run(
            [program or self.alone, *arguments], input=data, capture_output=True,
            timeout=DEADLINE, env=self.variables(PATH=path), cwd=self.home))

    def test_without_it_the_command_says_how_it_is_had(self):
        for arguments in [["run", "accounts"], ["list"], ["sessions"], ["resume"], []]:
            run = self.run_alone(*arguments, *BANK)
            self.assertEqual((run.code, run.out), (1, ""), arguments)
            said = " ".join(run.err.split())
            for part in ["https://bank.example", "flowline-online", self.path("alone"), "PATH",
                         "make install"]:
                self.assertIn(part, said)
        for arguments in [["run", "accounts"], ["describe", "accounts"], ["open", "flow:accounts"]]:
            error = self.run_alone(*arguments, *BANK, "--json").object["error"]
            self.assertEqual(error["code"], "program")
            self.assertIn("make install", error["message"])
        self.assertIn("не установлена", self.run_alone("list", *BANK, *RUSSIAN).err)
        for bank in ["bank.example", "embeded", ""]:
            run = self.run_alone("list", "--bank", bank)
            self.assertEqual(run.code, 2, run.err)
            self.assertIn("is not a bank", run.err)
        # What needs no network does not need it either.
        self.assertEqual(self.run_alone("list").code, 0)
        self.assertEqual(self.run_alone("manual", *BANK).code, 0)
        self.assertIn("Did you mean “flowline run”?", self.run_alone(*BANK, "rn").err)

    def test_without_the_one_that_serves_the_command_says_how_it_is_had(self):
        for arguments in [["serve"], ["serve", "--help"], ["mcp"], ["mcp", "--code"]]:
            run = self.run_alone(*arguments)
            self.assertEqual((run.code, run.out), (1, ""), arguments)
            said = " ".join(run.err.split())
            for part in ["Error: flowline-serve", self.path("alone"), "PATH", "make install"]:
                self.assertIn(part, said)
        self.assertIn("не установлена", self.run_alone("mcp", "--lang", "ru").err)
        # What tells of it does not need it.
        for word in ["serve", "mcp"]:
            self.assertIn(f"\n  {word} ", self.run_alone("--help").out)
            run = self.run_alone("help", word)
            self.assertEqual(run.code, 0, run.err)
            self.assertIn(f"USAGE: flowline {word} ", run.out)
        self.assertIn("Did you mean “flowline serve”?", self.run_alone("srve", "--lang", "en").err)

    def test_serve_and_mcp_pass_every_word_on(self):
        run = self.flowline("serve", "--help")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("USAGE: flowline-serve ", run.out)
        self.assertIn("flowline-serve erase ", self.flowline("serve", "erase", "--help").out)
        self.assertIn("flowline-serve mcp ", self.flowline("mcp", "--help").out)
        # An option before the word goes with it.
        codes = {self.flowline(*words).out for words in [
            ["mcp", "--code", "--data", self.path("served")],
            ["--data", self.path("served"), "mcp", "--code"]]}
        self.assertEqual(len(codes), 1, codes)
        self.assertRegex(codes.pop(), r"^[A-Z0-9]{4}-[A-Z0-9]{4}\n$")
        run = self.flowline("serve", "pages", "--port", "65536")
        self.assertEqual((run.code, run.out), (2, ""))
        self.assertIn("--port takes a number from 0 to 65535, not 65536", run.err)

    def test_it_is_found_in_the_search_path(self):
        run = self.run_alone("list", *BANK, path=f"relative:{os.path.dirname(BINARY)}:/usr/bin")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("log-in", run.out)

    def test_one_that_is_no_program_is_told(self):
        self.write("alone/flowline-online", "no program\x00")
        os.chmod(self.path("alone/flowline-online"), 0o700)
        run = self.run_alone("list", *BANK)
        self.assertEqual(run.code, 1)
        self.assertIn("could not be started", run.err)

    def test_a_link_to_the_command_leads_to_the_companion_of_the_command(self):
        os.symlink(BINARY, self.path("linked"))
        run = self.run_alone("list", *BANK, program=self.path("linked"))
        self.assertEqual(run.code, 0, run.err)

    def test_the_process_its_arguments_and_its_input_stay(self):
        sandbox = self.sandbox()
        run = self.flowline(
            "run", "create-goal", *ENGLISH, *self.at(sandbox), "--json", "--answer", "name=A b'c",
            data="personal\n250\nyes\n")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(run.object["output"]["name"], "A b'c")
        run = self.flowline("run", "create-goal", *ENGLISH, *self.at(sandbox), "--no-input",
                            "--answer", "account=personal")
        self.assertEqual(run.code, 3)
        # It speaks of the command that people type.
        self.assertIn("flowline resume ", run.err)
        self.assertNotIn("flowline-online", run.err)
        self.assertIn("Usage: flowline", self.flowline("run", *BANK, "--nonsense").err)
        session = run.err.split("flowline resume ")[1].split()[0]
        run = self.flowline("resume", session, *ENGLISH, *self.at(sandbox), "--json",
                            data="Bike\n250\nyes\n")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(sandbox.differences(), [])


if __name__ == "__main__":
    unittest.main()
