"""Questions for files: paths that are typed, piped and given; contents that outlive the process."""

import hashlib
import json
import os
import signal
import subprocess
import unittest
from pathlib import Path

from flowline import BINARY, DEADLINE, ENGLISH, Case, Run, Terminal

ONBOARDING = os.path.join(os.path.dirname(BINARY), "Onboarding")
PASSPORT = b"%PDF-1.7\n" + bytes(range(256)) * 64
DIGEST = hashlib.sha256(PASSPORT).hexdigest()

# Until the question for the document.
BEFORE = ["Grace Hopper", "grace", "1906-12-09", "GB", "", "", "1", "1", "1", ".", "y"]
AFTER = ["correct horse", "y", ""]
GIVEN = {"name": "Grace Hopper", "user-name": "grace", "birthday": "1906-12-09", "country": "GB",
         "household": "1", "purposes": "all", "income": "1", "share": "1", "remarks": "",
         "has-document": "y", "confirm": "y", "welcome": ""}


class Files(Case):
    def setUp(self):
        super().setUp()
        self.write("passport.pdf", PASSPORT)
        self.write("notes.txt", "only text")
        self.write("password", "correct horse")
        os.chmod(self.path("password"), 0o600)

    @property
    def data(self):
        return {"XDG_DATA_HOME": self.path("data"), "XDG_STATE_HOME": self.path("state")}

    def onboarding(self, *arguments, data=""):
        return Run(subprocess.run(
            [ONBOARDING, *arguments], input=data.encode(), capture_output=True, timeout=DEADLINE,
            env=self.variables(**self.data), cwd=self.home))

    def kept(self):
        return sorted(Path(self.path("state")).rglob("*.sha256-*"))

    def expect_opened(self):
        account = json.loads(self.read("data/onboarding/accounts.jsonl"))
        document = account["application"]["document"]
        self.assertEqual(document, {"digest": f"sha256:{DIGEST}", "name": "passport.pdf",
                                    "size": len(PASSPORT), "type": "application/pdf"})
        folder = Path(self.path("data/onboarding/documents"))
        self.assertEqual((folder / DIGEST).read_bytes(), PASSPORT)

    def test_programs_learn_what_is_the_persons_own_and_which_answers_the_review_shows(self):
        answers = [*list(GIVEN.values())[:9], "n", "correct horse"]
        run = self.onboarding(
            "run", "open-account", *ENGLISH, "--protocol", "jsonl",
            data="".join(json.dumps({"answer": {"text": answer}}) + "\n" for answer in answers))
        messages = [json.loads(line) for line in run.out.splitlines()]
        prompts = {message["prompt"]["path"][-1]: message["prompt"]
                   for message in messages if message["type"] == "prompt"}
        self.assertEqual(
            {step: prompt["purpose"] for step, prompt in prompts.items() if "purpose" in prompt},
            {"name": "name", "user-name": "username", "birthday": "bday", "country": "country"})
        rows = prompts["confirm"]["page"][0]["rows"]
        self.assertEqual(
            [row["step"] for row in rows],
            ["name", "user-name", "birthday", "country", "income", "purposes"])

    def given(self, **more):
        answers = {**GIVEN, **more}
        return ["run", "open-account", *ENGLISH, "--no-input", "--secret", "password=password",
                *[word for step, answer in answers.items()
                  for word in ["--answer", f"{step}={answer}"]]]

    def test_a_path_that_is_piped(self):
        lines = ["open-account", *BEFORE, "passport.pdf", *AFTER]
        run = self.onboarding(data="\n".join(lines) + "\n")
        self.assertEqual(run.code, 0, run.err + run.out)
        self.expect_opened()

    def test_a_path_that_is_given(self):
        run = self.onboarding(*self.given(document="~/passport.pdf"))
        self.assertEqual(run.code, 0, run.err + run.out)
        self.expect_opened()

    def test_what_is_not_such_a_file(self):
        os.mkfifo(self.path("pipe"))
        os.mkdir(self.path("folder"))
        self.write("empty", "")
        for name, said in [("nowhere", "There is no file at “nowhere”."), ("folder", "not a file"),
                           ("pipe", "not a file"), ("/dev/zero", "not a file"),
                           ("empty", "The file is empty."),
                           ("notes.txt", "Choose one of these types: PDF, PNG, JPEG.")]:
            run = self.onboarding(*self.given(document=name))
            self.assertEqual(run.code, 3, run.err)
            self.assertIn(said, " ".join(run.err.split()))
        with open(self.path("large"), "wb") as large:
            large.truncate(1 << 34)
        run = self.onboarding(*self.given(document="large"))
        self.assertIn("at most 10\u00a0MB", " ".join(run.err.split(" ")))
        self.assertFalse(os.path.exists(self.path("data/onboarding/documents")))

    def test_a_link_does_not_choose_a_file(self):
        link = "flow:open-account?" + "&".join(
            f"{step}={answer}" for step, answer in GIVEN.items() if step != "confirm")
        run = self.onboarding("open", link.replace(" ", "%20") + "&document=passport.pdf", *ENGLISH,
                              "--no-input", "--secret", "password=password")
        self.assertEqual(run.code, 3, run.err)
        self.assertIn("document", run.err)

    def test_it_outlives_the_process_and_goes_with_the_session(self):
        first = Terminal([ONBOARDING, "run", "open-account", *ENGLISH],
                         self.variables(**self.data), self.home, (24, 80))
        self.addCleanup(first.close)
        for line in BEFORE:
            first.says("> ")
            first.enter(line)
        first.says("Which file is it?")
        first.says("> ")
        first.enter("passport.pdf")
        first.says("passport.pdf (16", "password")
        self.assertEqual([DIGEST in path.name for path in self.kept()], [True])
        self.assertEqual(self.kept()[0].read_bytes(), PASSPORT)
        first.child.kill(signal.SIGKILL)
        first.ended()
        os.remove(self.path("passport.pdf"))
        run = self.onboarding("resume", "last", "--no-input", "--secret", "password=password",
                              "--answer", "confirm=y", "--answer", "welcome=")
        self.assertEqual(run.code, 0, run.err)
        self.expect_opened()


if __name__ == "__main__":
    unittest.main()
