"""The packages that documents print, built outside the repository and run."""

import shlex
import unittest

import runs
from documents import Document
from outside import Package, clones

ENGINE = "Sources/Flowline/Flowline/Flowline.docc"


class Case(runs.Case):
    def package(self, name):
        package = Package(name)
        self.addCleanup(package.remove)
        self.folder = str(package.folder)
        self.names = {
            f"swift run {name}": shlex.quote(package.program), "swift test": package.swift_test}
        self.more = clones()
        return package

    def runs_stages(self, name, document, headings):
        """Adds what is printed below each heading, builds it, and runs what is printed there."""
        package = self.package(name)
        for heading in headings:
            with self.subTest(stage=heading):
                files = document.files(heading)
                package.add(files)
                if any(path.endswith(".swift") for path in files):
                    package.build()
                self.runs(document, document.blocks_below([heading]))
        self.assertEqual(package.packages, ["swift-argument-parser"])


class Readme(Case):
    def test_the_package_that_it_prints(self):
        # What its other headings have is run by test_printed.
        document = Document("README.md")
        # Stage by stage, as a reader does: what is run first must not need what is printed later.
        self.runs_stages("book", document, document.headings_of_files)


class FirstFlow(Case):
    def test_every_stage(self):
        document = Document(f"{ENGINE}/FirstFlow.md")
        self.runs_stages("book", document, document.headings)


class LargerFlow(Case):
    def test_it_is_built_and_runs(self):
        document = Document(f"{ENGINE}/LargerFlow.md")
        self.assertLessEqual(len(document.files()["Sources/stay/main.swift"].splitlines()), 90)
        package = self.package("stay")
        package.add(document.files())
        package.build()
        self.runs(document, document.blocks)


if __name__ == "__main__":
    unittest.main()
