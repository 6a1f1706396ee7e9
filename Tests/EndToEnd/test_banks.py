"""Banks with an address: what names them, access tokens, and what goes wrong with either."""

import json
import re
import subprocess
import unittest

from flowline import BINARY, CTRL_C, DEADLINE, ENGLISH, RUSSIAN
from sandbox import NOW, TOKEN, SandboxCase

ROUND_UP = ["--answer", "account=personal", "--answer", "week=this", "--answer", "review=",
            "--answer", "goal=trip", "--answer", "confirm=yes", "--answer", "receipt=",
            "--no-input", "--json"]


class Addresses(SandboxCase):
    def refused(self, *arguments, **variables):
        run = self.flowline("run", "accounts", *ENGLISH, *arguments, "--no-input", **variables)
        self.assertEqual((run.code, run.out), (2, ""), run.err)
        self.assertNotIn(TOKEN, run.err)
        return " ".join(run.err.split())

    def test_what_is_no_address(self):
        for bank in ["savings", "", "https://", "ftp://bank.example", "http://bank.example",
                     "https://me:secret@bank.example", "https://bank.example/?token=1"]:
            self.refused(f"--bank={bank}", "--token-file", self.token_file)
        said = self.refused("--bank", "http://bank.example", "--token-file", self.token_file)
        self.assertIn("not encrypted", said)
        self.assertIn("https", said)

    def test_a_token_is_missing(self):
        said = self.refused("--bank", "https://bank.example")
        for part in ["--token-file", "STARLING_TOKEN_FILE", "chmod 600", "standard input"]:
            self.assertIn(part, said)
        self.refused("--bank", "https://bank.example", STARLING_TOKEN_FILE="")

    def test_a_token_that_cannot_be_used(self):
        bank = ["--bank", "https://bank.example", "--token-file"]
        self.assertIn("chmod 600", self.refused(*bank, self.token(TOKEN, "open", 0o644)))
        self.assertIn("this file does not exist", self.refused(*bank, self.path("nowhere")))
        self.assertIn("empty", self.refused(*bank, self.token("", "empty")))
        self.assertIn("several lines", self.refused(*bank, self.token("a\nb", "two")))
        self.assertIn("characters", self.refused(*bank, self.token("пароль", "letters")))
        self.assertIn("regular file", self.refused(*bank, self.home))
        self.refused("--bank", "https://bank.example",
                     STARLING_TOKEN_FILE=self.token(TOKEN, "open", 0o644))

    def test_a_token_for_the_bank_in_a_file(self):
        self.assertIn("--bank", self.refused("--token-file", self.token_file))

    def test_in_russian(self):
        run = self.flowline("run", "accounts", *RUSSIAN, "--bank", "https://bank.example")
        self.assertEqual(run.code, 2)
        self.assertIn("ключ доступа", run.err)

    def test_what_needs_no_token(self):
        run = self.flowline("list", "--bank", "https://bank.example")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("log-in", run.out)
        self.assertNotIn("log-in", self.flowline("list").out)


class Runs(SandboxCase):
    def test_a_round_up(self):
        sandbox = self.sandbox()
        run = self.flowline("run", "round-up", *ENGLISH, *self.at(sandbox), *ROUND_UP)
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(run.object["output"]["moved"], {"currency": "GBP", "minorUnits": 158})
        self.assertEqual(sandbox.requests("PUT", "/add-money/"), 1)
        again = self.flowline("run", "round-up", *ENGLISH, *self.at(sandbox), *ROUND_UP[:6],
                              "--no-input", "--json")
        self.assertEqual(again.object["output"]["reason"], "already-moved", again.err)
        self.assertEqual(sandbox.differences(), [])
        self.assertKeepsSecret()

    def test_the_token_from_a_variable_and_from_standard_input(self):
        sandbox = self.sandbox()
        bank = ["--bank", sandbox.address]
        run = self.flowline("run", "round-up", *ENGLISH, *bank, *ROUND_UP,
                            STARLING_TOKEN_FILE=self.token_file)
        self.assertEqual(run.code, 0, run.err)
        run = self.flowline(
            "run", "create-goal", *ENGLISH, *bank, "--token-file", "-", "--json",
            data=f"{TOKEN}\npersonal\nBike\n250\nyes\n")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(run.object["output"]["name"], "Bike")
        self.assertKeepsSecret()

    def test_a_bank_that_is_not_there(self):
        run = self.flowline(
            "run", "round-up", *ENGLISH, "--bank", "http://127.0.0.1:1", "--token-file",
            self.token_file, "--no-input")
        self.assertEqual(run.code, 3, run.err)
        self.assertIn("the server does not respond", run.err)
        self.assertIn("--answer not-loaded=again", run.err)
        self.assertNotIn(TOKEN, run.err)

    def test_a_busy_bank_is_waited_for(self):
        sandbox = self.sandbox()
        sandbox.fault("status", "GET", "/accounts", status=429, retryAfter="3")
        terminal = self.terminal("run", "create-goal", *ENGLISH, *self.at(sandbox))
        terminal.says("(bank busy)")
        terminal.answer("personal", "Which account")
        sandbox.fault("status", "GET", "/balance", status=503, times=3)
        terminal.answer(":quit", "name")
        self.assertEqual(terminal.ended(), 5)

    def test_waiting_for_the_bank_counts_down_and_can_be_left(self):
        sandbox = self.sandbox()
        sandbox.fault("status", "GET", "/accounts", status=429, retryAfter="60")
        terminal = self.terminal("run", "create-goal", *ENGLISH, *self.at(sandbox))

        def told():
            return [int(number) for number in re.findall(
                r"retry in (\d+) seconds? \(bank busy\)", terminal.text)]
        # A busy machine may leave out numbers between two that are shown.
        terminal.until(lambda: len(set(told())) > 1, "a second number")
        numbers = told()
        self.assertLessEqual(numbers[0], 60)
        self.assertEqual(numbers, sorted(numbers, reverse=True))
        terminal.type(CTRL_C)
        self.assertEqual(terminal.ended(), 130)

    def test_a_token_that_ended_leads_to_the_log_in_and_back(self):
        sandbox = self.sandbox()
        terminal = self.terminal("run", "create-goal", *ENGLISH, *self.at(sandbox))
        terminal.answer("personal", "Which account")
        terminal.answer("Bike", "saving for")
        sandbox.control("PUT", "tokens", [{"token": "another-token-of-a-test", "scopes": "all"}])
        terminal.answer("250", "How much")
        terminal.answer("yes", "y/n")
        terminal.says("did not accept your access token")
        self.token("another-token-of-a-test")
        terminal.answer("file", "How do you want to log in?")
        terminal.answer("", "You are logged in")
        terminal.says("£250.00")
        self.assertEqual(terminal.ended(), 0)
        self.assertKeepsSecret("another-token-of-a-test")

    def test_the_same_flows_as_lines_of_json(self):
        sandbox = self.sandbox()
        world = {"locale": "en_GB", "timeZone": "Europe/London", "now": NOW}
        requests = [{"start": "round-up", **world}, {"answer": "personal"}, {"answer": "this"},
                    {"answer": True}, {"answer": "trip"}, {"answer": True}, {"answer": True}]
        for _ in range(2):
            process = subprocess.Popen(
                [BINARY, "--protocol", "jsonl", *self.at(sandbox)], env=self.variables(), cwd=self.home,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            waiting, end = list(requests), None
            for line in process.stdout:
                message = json.loads(line)
                self.assertNotEqual(message["type"], "refusal", message)
                if message["type"] == "ended":
                    end = message
                    process.stdin.close()
                elif message["type"] in ("hello", "prompt") and waiting:
                    process.stdin.write(json.dumps(waiting.pop(0)) + "\n")
                    process.stdin.flush()
            self.assertEqual(process.wait(DEADLINE), 0)
            process.stdout.close()
            # The second finds that the first has moved it: both keep one book.
            if waiting:
                self.assertEqual(end["output"]["reason"], "already-moved")
            else:
                self.assertEqual(end["output"]["moved"]["minorUnits"], 158)
        self.assertEqual(sandbox.requests("PUT", "/add-money/"), 1)
        self.assertKeepsSecret()

    def test_an_answer_that_is_lost_moves_the_money_once(self):
        for kind in ["close-before", "close-after", "truncate", "html"]:
            sandbox = self.sandbox(data=kind)
            sandbox.fault(kind, "PUT", "/add-money/")
            run = self.flowline("run", "round-up", *ENGLISH, *self.at(sandbox), *ROUND_UP)
            self.assertEqual(run.code, 0, f"{kind}: {run.err}")
            self.assertEqual(run.object["output"]["moved"]["minorUnits"], 158)
            self.assertEqual(run.object["output"]["totalSaved"]["minorUnits"], 12228, kind)
            self.assertEqual(sandbox.differences(), [])


if __name__ == "__main__":
    unittest.main()
