#!/usr/bin/env python3
"""Measures what a person at a terminal waits for: a program's start up to its first prompt, and a
key press up to its echo; and the most memory that is resident up to the prompt. Each beside a C
program that shows a libedit prompt, in turn.

    start_to_prompt.py PROGRAM [ARGUMENT...] [--prompt TEXT] [--rounds N]

PROGRAM is run under a pseudo-terminal. Its prompt is the text that ends what it prints; without
--prompt, whatever it has printed once it reads its input in raw mode.
Needs a C compiler (cc, or $CC) and libedit-dev.
"""

import argparse
import os
import pty
import select
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import termios
import time

BARE = r"""
#include <histedit.h>
#include <locale.h>
#include <stdio.h>

static char *prompt(EditLine *editor) { (void)editor; return "bare> "; }

int main(void) {
  setlocale(LC_ALL, "");
  EditLine *editor = el_init("bare", stdin, stdout, stderr);
  el_set(editor, EL_PROMPT, prompt);
  el_set(editor, EL_EDITOR, "emacs");
  int count;
  for (int lines = 1; el_gets(editor, &count) && count > 0; lines += 1)
    printf("took %d.\n", lines);
  el_end(editor);
}
"""

TIMEOUT = 10.0
KEYS = b"abcdefgh"
BUDGETS = {
    "start": (15.0, 2.0, "ms"), "key": (2.0, float("inf"), "ms"), "memory": (20.0, float("inf"), "MB")}


class Session:
    """A program under a pseudo-terminal of 80 columns."""

    def __init__(self, command):
        self.start = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ["TERM"] = "xterm"
            try:
                os.execvp(command[0], command)
            finally:
                os._exit(127)
        self.output = b""

    def is_raw(self):
        """Whether the program reads keys, not lines."""
        return not termios.tcgetattr(self.terminal)[3] & termios.ICANON

    def wait(self, condition, what):
        """Reads until the output fulfils a condition; returns the moment it did."""
        deadline = time.perf_counter() + TIMEOUT
        while not condition():
            # A short wait: raw mode is entered without anything being printed.
            ready, _, _ = select.select([self.terminal], [], [], 0.0005)
            if ready:
                try:
                    self.output += os.read(self.terminal, 65536)
                except OSError:
                    raise SystemExit(f"the program ended before {what}: {self.output!r}")
            elif time.perf_counter() > deadline:
                raise SystemExit(f"no {what} within {TIMEOUT} s: {self.output!r}")
        return time.perf_counter()

    def wait_for_prompt(self, prompt):
        """The time from the start to the prompt, in milliseconds."""
        if prompt:
            wanted = prompt.encode()
            shown = self.wait(lambda: wanted in self.output, f"prompt {prompt!r}")
        else:
            shown = self.wait(lambda: self.output and self.is_raw(), "prompt in raw mode")
        return (shown - self.start) * 1000

    def press(self, key):
        """The time from a key to its echo, in milliseconds."""
        self.output = b""
        start = time.perf_counter()
        os.write(self.terminal, key)
        return (self.wait(lambda: key in self.output, f"echo of {key!r}") - start) * 1000

    def press_keys(self):
        """The times of several keys. Raw mode first: until then the terminal itself echoes."""
        self.wait(self.is_raw, "raw mode")
        return [self.press(KEYS[index : index + 1]) for index in range(len(KEYS))]

    def memory(self):
        """The most that was resident, in megabytes, with what the program shares with others."""
        with open(f"/proc/{self.process}/status") as file:
            figures = dict(line.split(":", 1) for line in file)
        return int(figures["VmHWM"].split()[0]) / 1024

    def end(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def build_bare(folder):
    source = os.path.join(folder, "bare.c")
    program = os.path.join(folder, "bare")
    with open(source, "w") as file:
        file.write(BARE)
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        raise SystemExit("no C compiler: install one, or name it in CC")
    built = subprocess.run([compiler, "-O2", source, "-o", program, "-ledit"])
    if built.returncode != 0:
        raise SystemExit("the bare program does not build: is libedit-dev installed?")
    return [program]


def measure(command, prompt):
    session = Session(command)
    try:
        started = session.wait_for_prompt(prompt)
        memory = session.memory()
        return started, statistics.median(session.press_keys()), memory
    finally:
        session.end()


def print_row(what, key, subjects, bares):
    subject, bare = statistics.median(subjects), statistics.median(bares)
    ratios = sorted(one / other for one, other in zip(subjects, bares))
    ratio = statistics.median(ratios)
    most, most_ratio, unit = BUDGETS[key]
    budget = f"{most:g} {unit}" + (f", {most_ratio:g}x" if most_ratio < float("inf") else "")
    within = "yes" if subject <= most and ratio <= most_ratio else "NO"
    spread = f"{ratio:.2f} ({ratios[0]:.2f}...{ratios[-1]:.2f})"
    print(f"{what:<60}{budget:<22}{subject:<14.3f}{bare:<14.3f}{spread:<22}{within}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--prompt", help="the text that ends the first prompt")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("program", nargs=argparse.REMAINDER, help="the program and its arguments")
    options = parser.parse_args()
    if not options.program:
        parser.error("name the program to measure")
    with tempfile.TemporaryDirectory() as folder:
        # Nothing is kept there: what somebody has at home is not measured.
        os.environ.update(
            {f"XDG_{kind}_HOME": f"{folder}/{kind.lower()}" for kind in ("CACHE", "DATA", "STATE")}, HOME=folder)
        bare = build_bare(folder)
        rounds = []
        measure(options.program, options.prompt)
        measure(bare, "bare> ")
        for _ in range(options.rounds):
            rounds.append(
                measure(options.program, options.prompt) + measure(bare, "bare> "))
    starts, keys, memory, bare_starts, bare_keys, bare_memory = zip(*rounds)
    print(f"{'what / bare operation':<60}{'budget':<22}{'subject':<14}{'bare':<14}"
          f"{'ratio':<22}within")
    print_row("process start to first prompt / a libedit prompt in C", "start", starts, bare_starts)
    print_row("a key press to its echo / the same in C", "key", keys, bare_keys)
    print_row("memory at the first prompt / the same in C", "memory", memory, bare_memory)


if __name__ == "__main__":
    main()
