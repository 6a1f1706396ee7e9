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
                self.runs(document, [one for one in document.blocks if one.heading == heading])
        self.assertEqual(package.packages, ["swift-argument-parser"])


class Readme(Case):
    def test_the_package_that_it_prints(self):
        document = Document("README.md")
        self.runs_stages("book", document, ["A package of your own"])


class FirstFlow(Case):
    def test_every_stage(self):
        document = Document(f"{ENGINE}/FirstFlow.md")
        self.runs_stages("book", document, document.headings)


class LargerFlow(Case):
    def test_it_is_built_and_runs(self):
        document = Document(f"{ENGINE}/LargerFlow.md")
        files = document.files()
        self.assertLessEqual(len(files["Sources/stay/main.swift"].splitlines()), 90)
        package = self.package("stay")
        package.add(files)
        package.build()
        self.runs(document, document.blocks)


if __name__ == "__main__":
    unittest.main()
