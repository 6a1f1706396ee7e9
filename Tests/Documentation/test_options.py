"""Every option of the programs, and every variable that they say they read, is in a document."""

import json
import re
import subprocess
import unittest

import runs
from documents import PROJECT
from runs import PRODUCTS

HOST = "Sources/FrontEnds/FlowlineHost/FlowlineHost.docc/FlowlineHost.md"
PROMPT = "Sources/FrontEnds/FlowlineProgram/FlowlineProgram.docc/AtThePrompt.md"
# What the parser says of itself.
OF_THE_PARSER = {"help", "version"}
_OPTION = re.compile(r"--([a-z][a-z-]*[a-z])")
_VARIABLE = re.compile(r"\b[A-Z]+(?:_[A-Z]+)+\b")


class Options(runs.Case):
    def printed(self, program, *arguments):
        return subprocess.run(
            [f"{PRODUCTS}/{program}", *arguments], stdin=subprocess.DEVNULL, capture_output=True,
            timeout=runs.LONGEST, check=True, env=self.variables()).stdout.decode()

    def help(self, program):
        """What the parser knows of a program, as text."""
        return self.printed(program, "--experimental-dump-help")

    def options(self, program):
        """The long names of the options of all commands of a program."""
        def names(command):
            for argument in command.get("arguments", []):
                for name in argument.get("names", []):
                    if name["kind"] == "long":
                        yield name["name"]
            for one in command.get("subcommands", []):
                yield from names(one)
        found = set(names(json.loads(self.help(program))["command"])) - OF_THE_PARSER
        self.assertNotEqual(found, set())
        return found

    def cells(self, path, heading):
        """The first cells of the table below a heading of a document, as one text."""
        text = (PROJECT / path).read_text()
        section = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## )", text, re.M | re.S)[1]
        rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
        self.assertNotEqual(rows, [])
        return "\n".join(rows)

    def test_each_option_is_in_a_document(self):
        articles = [path for name in ("Sources", "Flows") for path in (PROJECT / name).rglob("*.md")]
        text = "".join(path.read_text() for path in [PROJECT / "README.md", *articles])
        documented = set(_OPTION.findall(text))
        for program in ("flowline", "flowline-serve", "flowline-sandbox"):
            with self.subTest(program=program):
                self.assertEqual(self.options(program) - documented, set())

    def test_the_table_of_the_server_has_its_options_and_no_others(self):
        table = _OPTION.findall(self.cells(HOST, "The options of flowline-serve"))
        self.assertEqual(sorted(table), sorted(self.options("flowline-serve")))

    def test_the_table_of_the_environment_has_what_manual_and_help_name(self):
        manual = self.printed("flowline", "manual", "--lang", "en")
        section = re.search(r'^\.SH "?ENVIRONMENT"?\n(.*?)(?=^\.SH )', manual, re.M | re.S)[1]
        named = {name for names in re.findall(r"^\\fB(.*)\\fR$", section, re.M)
                 for name in names.split(", ")}
        self.assertIn("NO_COLOR", named)
        for program in ("flowline", "flowline-serve"):
            named |= set(_VARIABLE.findall(self.help(program)))
        table = re.findall(r"`([A-Z_]+)`", self.cells(PROMPT, "What the environment says"))
        self.assertEqual(named - set(table), set())


if __name__ == "__main__":
    unittest.main()
