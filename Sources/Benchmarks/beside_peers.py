#!/usr/bin/env python3
"""Measures `flowline` beside what others ask with: a C program on libedit, and, where they can be
had, prompt_toolkit (python3-prompt-toolkit) and questionary (from PyPI). In turn in one run: process
start to first prompt, to a choice that has one of its options selected, key press to echo, and resident
memory at the first prompt and after answers.

    beside_peers.py FLOWLINE [--rounds N] [--answers N] [--folder DIR]

Peers are optional: one that cannot be had is left out, with a word. DIR keeps what is installed.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

from start_to_prompt import Session, build_bare

PROMPT_TOOLKIT = """
from prompt_toolkit import PromptSession
session = PromptSession("peer> ")
count = 0
while True:
    session.prompt()
    count += 1
    print(f"took {count}.")
"""
QUESTIONARY = """
import questionary
count = 0
while True:
    questionary.text("peer>").unsafe_ask()
    count += 1
    print(f"took {count}.")
"""
SELECT = """
import questionary
questionary.select("peer>", ["Personal", "Business", "Euro"]).unsafe_ask()
"""
_SEQUENCE = re.compile(rb"\x1b(\[[?>\d;]*[@-~]|[78=>]|\(B)")


class Subject:
    """A program that asks."""

    def __init__(self, name, command, prompt, lines, choice=None):
        self.name = name
        # The command that asks for a choice first, and the option that is selected; none for a peer
        # that has no such question.
        self.choice = choice
        self.command = command
        self.prompt = prompt
        # Pairs of what is typed and what is written when it was taken.
        self.lines = lines
        self.figures = {}

    def note(self, what, figure):
        self.figures.setdefault(what, []).append(figure)


class Terminal(Session):
    """A terminal that says where its cursor is when it is asked, as terminals do."""

    def wait(self, condition, what):
        asked = 0

        def answered():
            nonlocal asked
            count = self.output.count(b"\x1b[6n")
            while asked < count:
                os.write(self.terminal, b"\x1b[1;1R")
                asked += 1
            return condition()
        return super().wait(answered, what)

    def wait_for_text(self, text):
        """Waits for text among what moves the cursor and colours."""
        wanted = text.encode()
        return self.wait(lambda: wanted in _SEQUENCE.sub(b"", self.output), repr(text))

    def press(self, key):
        # Sequences have letters too.
        self.output = b""
        start = self.wait(lambda: True, "nothing")
        os.write(self.terminal, key)
        return (self.wait_for_text(key.decode()) - start) * 1000

    def answer(self, text, until):
        self.output = b""
        os.write(self.terminal, text.encode() + b"\r")
        self.wait_for_text(until)

    def memory(self):
        """Kilobytes that are resident, and the most that were."""
        with open(f"/proc/{self.process}/status") as file:
            figures = dict(line.split(":", 1) for line in file)
        return int(figures["VmRSS"].split()[0]), int(figures["VmHWM"].split()[0])


def took(count):
    return [("some words", f"took {index + 1}.") for index in range(count)]


def flowline_lines(count):
    """Answers of a flow that asks again and again, kept in its journal as always."""
    question, page = "Business", "Enter"
    turns = [("1", page), ("", question)]
    return [("accounts", question)] + [turns[index % 2] for index in range(count)]


def measure(subject, answers):
    """One start, and one that asks for a choice; with `answers`, their memory."""
    if subject.choice:
        command, selected = subject.choice
        session = Terminal(command)
        try:
            shown = session.wait_for_text(selected)
            subject.note("start to a selected choice, ms", (shown - session.start) * 1000)
        finally:
            session.end()
            shutil.rmtree(os.environ["XDG_STATE_HOME"], ignore_errors=True)
    session = Terminal(subject.command)
    try:
        shown = session.wait_for_text(subject.prompt)
        subject.note("start to first prompt, ms", (shown - session.start) * 1000)
        session.wait(session.is_raw, "raw mode")
        subject.note("memory at first prompt, MB", session.memory()[1] / 1024)
        subject.note("key press to echo, ms", statistics.median(session.press_keys()))
        if answers:
            os.write(session.terminal, b"\x15")
            for typed, until in subject.lines(answers):
                session.wait(session.is_raw, "raw mode")
                session.answer(typed, until)
            subject.note(f"memory after {answers:,} answers, MB", session.memory()[1] / 1024)
    finally:
        session.end()
        # The session that was cut off would be offered at the next start.
        shutil.rmtree(os.environ["XDG_STATE_HOME"], ignore_errors=True)


def pythons():
    return [p for p in ("python3", "/usr/bin/python3") if shutil.which(p)]


def has(python, module):
    return subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0


def prompt_toolkit(folder):
    python = next((p for p in pythons() if has(p, "prompt_toolkit")), None)
    if python is None:
        print("prompt_toolkit: left out; apt-get install python3-prompt-toolkit")
        return None
    return Subject("prompt_toolkit", [python, "-c", PROMPT_TOOLKIT], "peer>", took)


def questionary(folder):
    """In an environment of its own, made once."""
    python = os.path.join(folder, "bin", "python3")
    if not (os.path.exists(python) and has(python, "questionary")):
        for step in ([sys.executable, "-m", "venv", folder],
                     [python, "-m", "pip", "install", "--quiet", "questionary"]):
            run = subprocess.run(step, capture_output=True, text=True)
            if run.returncode != 0:
                reason = (run.stderr or run.stdout).strip().splitlines()
                print(f"questionary: left out; {reason[-1] if reason else step}")
                return None
    return Subject(
        "questionary", [python, "-c", QUESTIONARY], "peer>", took,
        ([python, "-c", SELECT], "» Personal"))


def print_table(subjects):
    first = subjects[0]
    print(f"{'median':<32}" + "".join(f"{subject.name:<26}" for subject in subjects))
    for what, own in first.figures.items():
        own = statistics.median(own)
        cells = [f"{own:.3g}"]
        for other in subjects[1:]:
            if what not in other.figures:
                cells.append("-")
                continue
            figure = statistics.median(other.figures[what])
            ratios = sorted(b / a for a, b in zip(first.figures[what], other.figures[what]))
            cells.append(f"{figure:.3g} ({statistics.median(ratios):.2f}x)")
        print(f"{what:<32}" + "".join(f"{cell:<26}" for cell in cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("flowline", help="the built command")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--answers", type=int, default=1000)
    parser.add_argument("--folder", default=".build/peers", help="where questionary is kept")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HOME=folder, XDG_STATE_HOME=f"{folder}/state", LANG="C.UTF-8",
                          NO_COLOR="1")
        flowline = [os.path.abspath(options.flowline), "--locale", "en_GB", "--data",
                    f"{folder}/data"]
        subjects = [
            Subject("flowline", flowline, "flowline> ", flowline_lines,
                    (flowline + ["run", "create-goal"], "❯ 1  Personal")),
            Subject("libedit in C", build_bare(folder), "bare> ", took),
            prompt_toolkit(folder), questionary(os.path.abspath(options.folder))]
        subjects = [subject for subject in subjects if subject]
        for subject in subjects:
            measure(subject, 0)
            subject.figures.clear()
        for index in range(options.rounds):
            for subject in subjects:
                # Every fifth start goes on to answer: memory hardly varies.
                measure(subject, options.answers if index % 5 == 0 else 0)
    print_table(subjects)


if __name__ == "__main__":
    main()
