"""How documents are read and compared."""

import re
import unittest

import documents
from documents import PROJECT, WRITES, Document, matches, wrapped

# Those whose commands and screens test_outside and test_printed run.
RUN = {
    "Flows/Books/BooksFlows.docc/BooksFlows.md",
    "README.md",
    "Sources/Bank/BankClient/BankClient.docc/AtABank.md",
    "Sources/Flowline/Flowline/Flowline.docc/FirstFlow.md",
    "Sources/Flowline/Flowline/Flowline.docc/LargerFlow.md",
    "Sources/Flowline/Flowline/Flowline.docc/WritingFrontEnds.md",
    "Sources/FrontEnds/FlowlineProgram/FlowlineProgram.docc/AtThePrompt.md",
    "Sources/FrontEnds/FlowlineProgram/FlowlineProgram.docc/ForPrograms.md",
    "Sources/FrontEnds/FlowlineProgram/FlowlineProgram.docc/LeavingAndResuming.md",
    "Sources/FrontEnds/FlowlineProgram/FlowlineProgram.docc/RecordingAndReplaying.md",
    "Sources/FrontEnds/FlowlineWeb/FlowlineWeb.docc/FlowlineWeb.md",
}


class Documents(unittest.TestCase):
    def test_no_document_is_left_out(self):
        """Whatever prints a command is run, or says at the command why not."""
        folders = [PROJECT / name for name in ("Sources", "Flows", "Samples", "Tests")]
        paths = [*PROJECT.glob("*.md"), *(path for one in folders for path in one.rglob("*.md"))]
        printing = set()
        for path in paths:
            document = Document(str(path.relative_to(PROJECT)))
            for block in document.blocks:
                if block.text.startswith("$ "):
                    printing.add(document.path)
                    self.assertTrue(block.is_run or block.reason_not_to_run,
                                    f"{document.path}:{block.first}: nobody runs this")
        self.assertEqual(printing, RUN)

    def test_what_make_makes_is_listed(self):
        """CONTRIBUTING lists every target but those that prepare the machine."""
        targets = re.search(r"^\.PHONY: (.*)$", (PROJECT / "Makefile").read_text(), re.MULTILINE)
        made = {name for name in targets[1].split() if not re.match(r"setup|toolchain", name)}
        guide = (PROJECT / "CONTRIBUTING.md").read_text()
        self.assertEqual(set(re.findall(r"^    make ([a-z-]+)", guide, re.MULTILINE)), made)

    def test_what_is_printed_is_compared(self):
        self.assertTrue(matches(["a", "b"], ["a", "b"]))
        self.assertFalse(matches(["a", "b"], ["a", "c"]))
        self.assertFalse(matches(["a"], ["a", "b"]))
        self.assertFalse(matches(["a.c"], ["abc"]))
        self.assertFalse(matches([], ["a"]))

    def test_lines_that_are_left_out(self):
        self.assertTrue(matches(["...", "c"], ["a", "b", "c"]))
        self.assertTrue(matches(["a", "...", "c"], ["a", "c"]))
        self.assertFalse(matches(["...", "c"], ["a", "b"]))

    def test_what_differs_in_every_run_is_compared_by_its_form(self):
        self.assertTrue(matches(["resume 1234abcd"], ["resume 99999999"]))
        self.assertFalse(matches(["resume 1234abcd"], ["resume last"]))
        self.assertTrue(matches(["passed after 0.001 seconds."], ["passed after 12.5 seconds."]))
        self.assertFalse(matches(["4 tests"], ["5 tests"]))

    def test_long_lines_are_wrapped(self):
        words = " ".join(["word"] * 30)
        self.assertEqual([len(line) for line in wrapped(words)], [99, 49])
        numbers = "{" + ",".join(f'"{number}":{number}' for number in range(20)) + "}"
        self.assertEqual("".join(wrapped(numbers)), numbers)
        self.assertTrue(all(len(line) <= documents.WIDTH for line in wrapped(numbers)))
        line = 'commit goal {"key":"' + "x" * 100 + '"}'
        self.assertEqual(wrapped(line), [line])

    def test_files_and_commands_are_read(self):
        document = Document("README.md")
        self.assertEqual(set(document.files("A package of your own")), {
            "Package.swift", "Sources/book/main.swift"})
        self.assertEqual(set(document.files("In tests")), {"Package.swift", "Tests/bookTests/BookTests.swift"})
        self.assertEqual(document.headings_of_files, ["A package of your own", "In tests"])
        blocks = [one for one in document.blocks_below(document.headings_of_files) if one.is_run]
        commands = [command for block in blocks for command, _ in block.commands]
        self.assertIn("swift run book run table --answer guests=4 --answer name=Ada", commands)
        self.assertIn("swift run book replay ada.flow", commands)


class LinesOfFlows(unittest.TestCase):
    """The table of CONTRIBUTING that says how long each flow is."""

    GUIDE = PROJECT / "CONTRIBUTING.md"
    ROW = re.compile(r"^(\| `(Flows/[^`]+)` \| .+ \|) (\d+) \|$", re.MULTILINE)

    @staticmethod
    def count(code):
        """The lines of Swift code that are not blank, a comment or an import."""
        lines = (line.strip() for line in code.splitlines())
        return sum(1 for line in lines if line and not re.match(
            r"//|(@testable |public |package |internal )?import ", line))

    def counted(self):
        """The lines of each folder of a family, and of each file beside them."""
        places = [place for family in ("Bank", "Books")
                  for place in (PROJECT / "Flows" / family).iterdir()]
        lines = {}
        for place in [*places, PROJECT / "Flows/ServiceSteps"]:
            files = [place] if place.suffix == ".swift" else list(place.rglob("*.swift"))
            if files:
                lines[str(place.relative_to(PROJECT))] = sum(
                    self.count(file.read_text()) for file in files)
        return lines

    def test_the_table_says_how_long_each_flow_is(self):
        lines = self.counted()
        if WRITES:
            self.GUIDE.write_text(self.ROW.sub(
                lambda row: f"{row[1]} {lines.get(row[2], row[3])} |", self.GUIDE.read_text()))
        printed = {row[2]: int(row[3]) for row in self.ROW.finditer(self.GUIDE.read_text())}
        self.assertEqual(printed, lines)

    def test_explaining_stays_below_400_lines(self):
        self.assertLess(self.counted()["Flows/Books/Explain"], 400)

    def test_what_is_counted(self):
        self.assertEqual(self.count("import Flowline\npublic import Money\n\n/// A flow.\nstruct A {\n"
                                    "  // Why.\n  let a = 1  // One.\n}\n"), 3)


if __name__ == "__main__":
    unittest.main()
