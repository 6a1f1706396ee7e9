"""What README and the articles about the programs print is what the built programs write."""

import os
import unittest

import runs
from documents import PROJECT, Document
from runs import PRODUCTS

PROGRAM = "Sources/FrontEnds/FlowlineProgram/FlowlineProgram.docc"


class Printed(runs.Case):
    # The programs are in the path, and are built.
    names = {"swift run Onboarding": "Onboarding", "swift build --product flowline-jsonl": "true"}

    def setUp(self):
        super().setUp()
        self.more = {"PATH": f"{PRODUCTS}:{os.environ['PATH']}"}
        # Commands are typed in a checkout.
        for name in ("Flows", "Samples"):
            os.symlink(PROJECT / name, self.path(name))
        os.mkdir(self.path(".build"))
        os.symlink(PRODUCTS, self.path(".build/debug"))

    def prints(self, path):
        document = Document(path)
        self.runs(document, document.blocks)

    def test_readme(self):
        document = Document("README.md")
        # Its package is built and run by test_outside.
        packaged = document.headings_of_files
        self.runs(document, [one for one in document.blocks if one.heading not in packaged])

    def test_at_the_prompt(self):
        self.prints(f"{PROGRAM}/AtThePrompt.md")

    def test_leaving_and_resuming(self):
        self.prints(f"{PROGRAM}/LeavingAndResuming.md")

    def test_recording_and_replaying(self):
        script = Document(f"{PROGRAM}/RecordingAndReplaying.md").files()
        for path, text in script.items():
            self.write(path, text)
        self.prints(f"{PROGRAM}/RecordingAndReplaying.md")

    def test_at_a_bank(self):
        self.prints("Sources/Bank/BankClient/BankClient.docc/AtABank.md")

    def test_books(self):
        self.prints("Flows/Books/BooksFlows.docc/BooksFlows.md")

    def test_writing_front_ends(self):
        self.prints("Sources/Flowline/Flowline/Flowline.docc/WritingFrontEnds.md")

    def test_for_programs(self):
        self.prints(f"{PROGRAM}/ForPrograms.md")


if __name__ == "__main__":
    unittest.main()
