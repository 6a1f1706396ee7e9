"""Runs without a terminal: answers, streams, exit codes and bad input."""

import json
import os
import shutil
import signal
import unittest

from flowline import DEADLINE, ENGLISH, RUSSIAN, Case, hears

GOAL = ["--answer", "account=personal", "--answer", "name=Bike", "--answer", "target=250"]


class Runs(Case):
    def run_goal(self, *arguments, data=b""):
        return self.flowline("run", "create-goal", *ENGLISH, *arguments, data=data)

    def test_finished(self):
        run = self.run_goal(*GOAL, "--answer", "confirm=yes", "--no-input")
        self.assertEqual((run.code, run.err), (0, ""))
        self.assertIn("Bike", run.out)

    def test_json_is_one_object(self):
        run = self.run_goal(*GOAL, "--answer", "confirm=yes", "--no-input", "--json")
        self.assertEqual(run.code, 0)
        self.assertEqual(run.object["flow"], "create-goal")
        self.assertEqual(run.object["outcome"], "finished")
        self.assertIsNone(run.object["error"])

    def test_declined(self):
        run = self.run_goal(*GOAL, "--answer", "confirm=no", "--no-input", "--json")
        self.assertEqual(run.code, 5)
        self.assertEqual(run.object["outcome"], "cancelled")
        self.assertEqual(run.object["error"]["code"], "declined")

    def test_the_reason_of_a_refusal_reaches_programs(self):
        self.run_goal(*GOAL[:4], "--stop-at-missing", "first.flow")
        shutil.copy(self.path("first.flow"), self.path("second.flow"))
        first = self.flowline("resume", "first.flow", *ENGLISH, "--answer", "target=250",
                              "--answer", "confirm=yes")
        self.assertEqual(first.code, 0, first.err)
        for _ in range(2):
            run = self.flowline("resume", "second.flow", *ENGLISH, "--answer", "target=300",
                                "--answer", "confirm=yes", "--no-input", "--json")
            self.assertEqual((run.code, run.object["error"]["code"]), (5, "declined"), run.err)
            self.assertEqual(run.object["error"]["step"], "create-goal/refused")
            reason = "The bank already has a different request with this reference."
            self.assertIn(reason, run.object["error"]["message"])
            self.assertIn(reason, run.err)

    def test_an_answer_is_missing(self):
        run = self.run_goal("--answer", "account=personal", "--no-input", "--json")
        self.assertEqual(run.code, 3)
        self.assertIn("--answer name=VALUE", run.err)
        self.assertEqual(run.object["error"]["code"], "missing-answer")
        self.assertEqual(run.object["error"]["step"], "create-goal/name")

    def test_a_refused_answer(self):
        run = self.run_goal(
            "--answer", "account=personal", "--answer", "name= ", "--no-input")
        self.assertEqual(run.code, 3)
        self.assertIn("“name”", run.err)
        self.assertIn("--answer name=VALUE", run.err)
        for target in ["0", "-5", "1.234", "€5", "lots"]:
            run = self.flowline(
                "run", "create-goal", *ENGLISH, "--answer", "account=personal",
                "--answer", "name=Bike", f"--answer=target={target}", "--no-input")
            self.assertEqual(run.code, 3, target)
            self.assertIn("“target”", run.err)

    def test_what_the_schema_of_a_yes_or_a_page_says_is_taken(self):
        answers = ["account=personal", "week=this", "review=what", "goal=trip"]
        options = [word for answer in answers for word in ("--answer", answer)]
        run = self.flowline("run", "round-up", *ENGLISH, *options, "--json")
        self.assertEqual((run.code, run.object["schema"]["const"]), (3, True))
        self.assertIn("Pass --answer review=yes to continue.", run.object["error"]["message"])
        options[5] = "review=true"
        run = self.flowline("run", "round-up", *ENGLISH, *options, "--json")
        self.assertEqual(run.object["error"]["step"], "round-up/confirm")
        self.assertEqual(run.object["schema"]["type"], "boolean")
        run = self.flowline("run", "round-up", *ENGLISH, *options, "--answer", "confirm=false", "--json")
        self.assertEqual((run.code, run.object["error"]["code"]), (5, "declined"))

    def test_an_answer_that_is_never_asked_for(self):
        run = self.run_goal(
            *GOAL, "--answer", "confirm=yes", "--answer", "colour=red", "--no-input", "--json")
        self.assertEqual(run.code, 2)
        self.assertIn("“colour”, which was never asked", run.err)
        self.assertEqual(run.object["outcome"], "finished")

    def test_an_answer_of_another_flow_was_never_asked_for(self):
        run = self.run_goal(*GOAL, "--answer", "confirm=yes", "--answer", "other-goal/name=X",
                            "--no-input", "--json")
        self.assertEqual((run.code, run.object["error"]["code"]), (2, "unused-answer"))
        self.assertIn("“other-goal/name”, which was never asked", run.object["error"]["message"])

    def test_an_answer_behind_a_refused_one_is_no_second_error(self):
        run = self.run_goal(
            "--answer", "account=personal", "--answer", "name=Bike", "--answer", "target=-5",
            "--answer", "confirm=yes", "--no-input", "--json")
        self.assertEqual((run.code, run.object["error"]["step"]), (3, "create-goal/target"), run.err)
        self.assertEqual(run.err.count("Error:"), 1, run.err)
        self.assertNotIn("confirm", run.err)

    def test_a_mistyped_step_is_suggested(self):
        run = self.run_goal("--answer", "acount=personal", "--no-input")
        self.assertEqual(run.code, 3)
        self.assertIn("Did you mean “account”?", run.err)

    def test_lines_of_standard_input(self):
        run = self.run_goal(data="personal\nBike\n250\nyes\n\n")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("An amount in GBP", run.err)
        self.assertIn("> Bike", run.err)
        self.assertNotIn("\x1b", run.err)

    def test_commands_in_lines(self):
        run = self.run_goal(data="personal\nBike\n:back\nBoat\n250\nyes\n\n")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("Boat", run.out)
        self.assertEqual(self.run_goal(data="personal\n:cancel\n").code, 5)
        self.assertEqual(self.run_goal(data="personal\n:bak\n").code, 3)

    def test_input_that_ends_in_the_middle(self):
        run = self.run_goal("--record", "cut.flow", data="personal\nBi")
        self.assertEqual(run.code, 3)
        self.assertIn("“target” needs an answer", run.err)
        self.assertIn('answer name "Bi"', self.read("cut.flow"))

    def test_answers_of_a_file(self):
        answers = {"account": "personal", "create-goal/name": ["Bike"], "confirm": True,
                   "target": {"currency": "GBP", "minorUnits": 25000}}
        self.write("answers.json", json.dumps(answers))
        run = self.run_goal("--answers", "answers.json", "--no-input")
        self.assertEqual(run.code, 0, run.err)
        self.run_goal("--answers", "answers.json", "--no-input", "--record", "walk.flow")
        run = self.run_goal("--answers", "walk.flow", "--no-input")
        self.assertEqual(run.code, 0, run.err)

    def test_a_byte_order_mark_is_no_part_of_the_input(self):
        self.assertEqual(self.run_goal(data=b"\xef\xbb\xbfpersonal\nBike\n250\nyes\n").code, 0)
        answers = {"account": "personal", "name": "Bike", "confirm": True,
                   "target": {"currency": "GBP", "minorUnits": 25000}}
        self.write("answers.json", b"\xef\xbb\xbf" + json.dumps(answers).encode())
        run = self.run_goal("--answers", "answers.json", "--no-input", "--record", "walk.flow")
        self.assertEqual(run.code, 0, run.err)
        self.write("marked.flow", b"\xef\xbb\xbf" + self.read("walk.flow").encode())
        run = self.run_goal("--answers", "marked.flow", "--no-input")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(self.flowline("replay", "marked.flow").code, 0)

    def test_bad_files_of_answers(self):
        self.write("list.json", "[1]")
        self.write("word.json", '"account"')
        self.write("cut.json", '{"account":')
        self.write("bytes.json", b'{"a":"\xff"}')
        self.write("other.flow", "flow round-up 1\nanswer account \"personal\"\n")
        for name in ["list.json", "word.json", "cut.json", "bytes.json", "other.flow", "none.json"]:
            run = self.run_goal("--answers", name, "--json")
            self.assertEqual(run.code, 2, name)
            self.assertIn(name, run.err)
            self.assertEqual(run.object["error"]["code"], "answers")

    def test_bytes_that_are_not_utf8(self):
        run = self.run_goal(data=b"personal\nBi\xff\xfeke\n250\nyes\n")
        self.assertEqual(run.code, 3)
        self.assertIn("Line 2 of the input is not UTF-8 (at byte 2)", run.err)

    def test_a_megabyte_for_a_name(self):
        run = self.run_goal(data=b"personal\n" + b"x" * (1 << 20) + b"\n")
        self.assertEqual(run.code, 3)
        self.assertIn("at most 255", run.err)
        # The line is shown as it was given, once; what is wrong with it is told without it.
        self.assertEqual(run.err.count("x" * (1 << 20)), 1)
        self.assertLess(len(run.err), (1 << 20) + (1 << 12))

    def test_an_unknown_flow(self):
        run = self.flowline("run", "rund-up", "--json")
        self.assertEqual(run.code, 2)
        self.assertIn("Did you mean “round-up”?", run.err)
        self.assertEqual(run.object["error"]["code"], "unknown-flow")

    def test_wrong_command_lines(self):
        for arguments in [
                ["--colour"], ["run"], ["run", "accounts", "--answer", "x"], ["list", "--lang", "xx"],
                ["--bank", "https://bank.example"], ["--now", "today"], ["--time-zone", "Mars"],
                ["--locale", "?"], ["replay"], ["run", "accounts", "--timeout", "0"],
                ["--now", "1969-06-01T00:00:00Z"], ["--now", "9999-12-31T00:00:00Z"]]:
            run = self.flowline(*arguments)
            self.assertEqual(run.code, 2, arguments)
            self.assertNotEqual(run.err, "")
            self.assertEqual(run.out, "")

    def test_switches(self):
        name, on = "explain-category-first", "explain-category-first=on"
        for arguments, variables, value, origin, said in [
                ([], {}, False, "default", f"{name}  off (the default)"),
                ([], {"FLOWLINE_SWITCHES": on}, True, "environment",
                 f"{name}  on (the variable FLOWLINE_SWITCHES)"),
                (["--switch", on], {"FLOWLINE_SWITCHES": f"{name}=off"}, True, "option",
                 f"{name}  on (the option --switch)")]:
            run = self.flowline("switches", *arguments, **variables)
            self.assertEqual((run.code, run.out.splitlines()[0]), (0, said), run.err)
            listed, = json.loads(self.flowline("switches", "--json", *arguments, **variables).out)
            self.assertEqual((listed["name"], listed["on"], listed["origin"]),
                             (name, value, origin))
        for switches in ("explain-category-first", "on", f"{on},tea=on"):
            run = self.flowline("switches", FLOWLINE_SWITCHES=switches)
            self.assertEqual(run.code, 2)
            self.assertIn("in FLOWLINE_SWITCHES switches nothing", run.err)
            self.assertEqual(self.flowline(data="quit\n", FLOWLINE_SWITCHES=switches).code, 2)

    def test_watch(self):
        now = ["--now", "2026-11-20T12:00:00Z"]
        run = self.flowline("watch", "--once", *now)
        self.assertEqual(
            (run.code, run.out),
            (0, "15 transactions to explain, among them: Harbour Street Coffee, -£4.20.\n"), run.err)
        process = self.start("watch", *now)
        self.assertIn(b"15 transactions", process.stdout.readline())
        process.terminate()
        self.assertEqual(process.wait(DEADLINE), -signal.SIGTERM)
        for seconds, text in (("5", "Give 60 seconds or more"), ("x", "--every"), ("-1", "60")):
            run = self.flowline("watch", f"--every={seconds}")
            self.assertEqual(run.code, 2, run.err)
            self.assertIn(text, run.err)
        self.write("broken", "")
        run = self.flowline("watch", "--once", "--data", "broken")
        self.assertEqual((run.code, run.out), (1, ""))
        self.assertIn("Error: ", run.err)

    def test_help_and_version(self):
        self.assertEqual(self.flowline("--version").code, 0)
        run = self.flowline("--help")
        self.assertEqual(run.code, 0)
        self.assertIn("replay", run.out)

    def test_a_record_that_cannot_be_written(self):
        run = self.run_goal(*GOAL, "--answer", "confirm=yes", "--record", "/nowhere/x.flow")
        self.assertEqual(run.code, 1)
        self.assertIn("“/nowhere/x.flow” cannot be written", run.err)
        run = self.run_goal(*GOAL, "--record", "/nowhere/x.flow", "--json")
        self.assertEqual((run.code, run.object["error"]["code"]), (1, "record"))
        self.assertEqual((run.object["status"], run.object["outcome"]), ("failed", "failed"))

    def test_a_record_in_place_of_something_else(self):
        self.write("thesis.txt", "My thesis.\n")
        run = self.run_goal(*GOAL, "--answer", "confirm=yes", "--record", "thesis.txt", "--json")
        self.assertEqual((run.code, run.object["error"]["code"]), (2, "record"))
        self.assertEqual((run.object["status"], run.object["outcome"]), ("usage", "failed"))
        self.assertIn("Name another file", run.object["error"]["message"])
        self.assertEqual(self.read("thesis.txt"), "My thesis.\n")

    def test_arguments_that_are_not_utf8(self):
        run = self.run_goal(*GOAL[:2], "--answer", os.fsdecode(b"name=Bi\xff\xfeke"), "--no-input")
        self.assertEqual((run.code, run.out), (2, ""))
        self.assertIn(r"is not UTF-8: “name=Bi\xFF\xFEke”.", run.err)

    def test_answers_in_a_file_that_is_not_utf8(self):
        self.write("answers.json", b'{"name":"Bi\xff"}')
        run = self.run_goal("--answers", "answers.json", "--no-input")
        self.assertEqual(run.code, 2)
        self.assertIn("it is not UTF-8 (at byte 11)", run.err)
        self.write("answers.json", b'\xef\xbb\xbf{"name":"Bi\xff"}')
        run = self.run_goal("--answers", "answers.json", "--no-input")
        self.assertIn("it is not UTF-8 (at byte 14)", run.err)

    def test_a_data_directory_that_cannot_be_made(self):
        self.write("file", "not a folder")
        run = self.run_goal(*GOAL, "--no-input", "--data", self.path("file/data"))
        self.assertEqual(run.code, 1)
        self.assertIn("folder", run.err)

    def test_a_bank_file_that_is_not_a_database(self):
        os.mkdir(self.path("data"))
        self.write("data/bank.sqlite", "what is this?" * 1000)
        os.chmod(self.path("data/bank.sqlite"), 0o600)
        run = self.run_goal(*GOAL, "--no-input", "--data", self.path("data"))
        self.assertEqual(run.code, 1)
        self.assertIn("not a bank’s file", run.err)
        self.assertEqual(self.read("data/bank.sqlite"), "what is this?" * 1000)

    def test_the_data_are_private(self):
        self.run_goal(*GOAL, "--no-input")
        folder = self.path(".local/share/flowline")
        self.assertEqual(os.stat(folder).st_mode & 0o777, 0o700)
        self.assertEqual(os.stat(folder + "/bank.sqlite").st_mode & 0o777, 0o600)

    def test_an_interrupt(self):
        process = self.start("run", "create-goal", *ENGLISH)
        hears(process, b"Personal")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=DEADLINE)
        self.assertEqual(process.returncode, 130)

    def test_a_timeout(self):
        process = self.start("run", "create-goal", *ENGLISH, "--timeout", "0.2")
        self.assertEqual(process.wait(timeout=DEADLINE), 124)

    def test_languages(self):
        for variables, word in [
                ({"LANG": "ru_RU.UTF-8"}, "Создать"), ({"LC_ALL": "ru_RU.UTF-8"}, "Создать"),
                ({"LANG": "de_DE.UTF-8"}, "Create"), ({"LANG": "C"}, "Create"),
                ({"LANG": "en_GB.UTF-8", "LANGUAGE": "ru:en"}, "Создать"),
                ({"LANG": "C", "LANGUAGE": "ru"}, "Create")]:
            self.assertIn(word, self.flowline("list", **variables).out, variables)
        self.assertIn("Create", self.flowline("list", "--lang", "en", LANG="ru_RU.UTF-8").out)

    def test_list(self):
        run = self.flowline("list", "--json")
        self.assertEqual({flow["id"] for flow in json.loads(run.out)},
                         {"round-up", "create-goal", "accounts", "account", "goal", "books", "books-link",
                          "explain", "explain-next", "approve", "email-document", "email-next", "expense",
                          "mileage"})
        families = {flow["id"]: flow["family"] for flow in json.loads(run.out)}
        self.assertEqual((families["goal"], families["explain"]), ("Bank", "Bookkeeping"))
        lines = self.flowline("list").out.splitlines()
        self.assertEqual([line for line in lines if line and not line.startswith(" ")],
                         ["Bank", "Bookkeeping"])

    def test_a_switch_of_the_books(self):
        run = self.flowline("run", "explain-next", "--switch", "explain-category-first=on", "--answer",
                            "purpose=285", "--answer", "vat=standard", "--answer", "review=explain",
                            "--now", "2026-11-20T12:00:00Z")
        self.assertEqual((run.code, run.out), (0, "£4.20 explained: Harbour Street Coffee.\n"), run.err)
        run = self.flowline("run", "explain-next", "--switch", "explain-category-first=maybe")
        self.assertEqual(run.code, 2)
        self.assertIn("explain-category-first=on", run.err)

    def test_the_prompt_without_a_terminal(self):
        run = self.flowline(*ENGLISH, data="accounts\n1\n\ndone\nquit\n")
        self.assertEqual(run.code, 0, run.err)
        run = self.flowline(*ENGLISH, data="create-goal\npersonal\nBike\n250\nyes\nquit\n")
        self.assertIn("Goal “Bike” created: £0.00 of £250.00.\n", run.out)
        run = self.flowline(*ENGLISH, data="create-goal\npersonal\n")
        self.assertEqual(run.code, 3)
        self.assertIn("“name” needs an answer", run.err)

    def open(self, link, *arguments, data=b""):
        return self.flowline("open", link, *ENGLISH, *arguments, data=data)

    def test_a_link_starts_its_flow_with_its_answers(self):
        run = self.open("flow:create-goal?account=personal&name=A%20bike&target=250", "--no-input",
                        "--answer", "confirm=yes", "--json")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(run.object["output"]["name"], "A bike")
        run = self.open("flow:create-goal?account=personal", data="Bike\n250\nn\n")
        self.assertEqual(run.code, 5)
        self.assertNotIn("Which account", run.err)

    def test_a_link_with_an_answer_that_is_not_taken(self):
        run = self.open("flow:create-goal?account=personal&name=Bike&target=lots", "--no-input")
        self.assertEqual(run.code, 3)
        self.assertIn("“target”", run.err)
        self.assertIn("--answer target=VALUE", run.err)
        t = self.terminal("open", "flow:create-goal?account=mine", *ENGLISH)
        t.says("> mine", "Error: “mine” is not one of the choices.")
        self.assertNotIn("Nothing fits.", t.text)
        t.enter("\x15personal")
        t.says("saving for?", "> ")

    def test_a_link_moves_no_money_by_itself(self):
        link = "flow:round-up?account=personal&review=yes&goal=trip&confirm=yes&receipt=yes&week="
        run = self.open(link + "this", "--json")
        self.assertEqual((run.code, run.object["status"]), (3, "missing"), run.err)
        self.assertEqual(run.object["error"]["step"], "round-up/confirm")
        self.assertIn("A link cannot decide this for you.", run.object["error"]["message"])
        t = self.terminal("open", link + "this", *ENGLISH)
        t.says("Move £1.58", "Error: A link cannot decide this for you.")
        t.enter("no")
        self.assertEqual(t.ended(), 5)
        run = self.open(link + "this", "--answer", "confirm=yes", "--no-input")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("£1.58 moved to “Trip”", run.out)
        run = self.open(link + "last", "--protocol", "jsonl", data='{"answer": true}\n')
        messages = [json.loads(line) for line in run.out.splitlines()]
        refused = {one["prompt"]["refused"]["code"] for one in messages
                   if one["type"] == "prompt" and one["prompt"].get("refused")}
        self.assertEqual((run.code, refused), (0, {"left-to-people"}), run.err)

    def test_a_line_of_input_answers_what_a_link_cannot(self):
        run = self.open("flow:round-up?account=personal&week=last&review=yes&goal=trip&confirm=yes",
                        data="yes\n\n")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("£3.20 moved to “Trip”", run.out)

    def test_an_address_begins_the_flow_that_takes_it(self):
        address = "https://thornbury.freeagent.com/invoices/3"
        run = self.open(address, "--no-input", "--answer", "action=done", "--json")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual((run.object["flow"], run.object["output"]), ("books-link", "invoice"))
        run = self.open("https://bank.example/round-up", "--no-input")
        self.assertEqual(run.code, 3)
        self.assertIn("bank.example is another service.", run.err)
        # At the prompt it is a line like any other, and so is a link.
        run = self.flowline(*ENGLISH, data=f"{address}\ndone\nquit\n")
        self.assertEqual(run.code, 0, run.err)
        run = self.flowline(*ENGLISH, data="flow:create-goal?account=personal&name=Bike&target=250\nyes\nquit\n")
        self.assertIn("Goal “Bike” created: £0.00 of £250.00.\n", run.out)
        run = self.flowline(*ENGLISH, data="flow:create-goal?account\n")
        self.assertEqual(run.code, 2)
        self.assertIn("The link cannot be read", run.err)

    def test_links_that_lead_nowhere(self):
        for link, code in [("mailto:bank@bank.example", "link"), ("flow:", "link"),
                           ("flow:create-goal?account", "link"), ("flow:rund-up", "unknown-flow")]:
            run = self.open(link, "--json")
            self.assertEqual((run.code, run.object["error"]["code"]), (2, code), link)
        run = self.open("flow:create-goal?account=personal&name=B&target=1&confirm=yes&colour=red",
                        "--no-input")
        self.assertEqual(run.code, 2)
        self.assertIn("“colour”, which was never asked", run.err)


if __name__ == "__main__":
    unittest.main()
