#!/usr/bin/env python3
"""Films a walk at a terminal for README: types it as a person would, has the program record it, and draws
the film as a picture that moves, by termtosvg (from PyPI).

    film.py FLOWLINE [--to FILE.svg] [--folder DIR]

DIR keeps what is installed. What is seen is the bank of the sample.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import pexpect
import pyte

ROWS, COLUMNS = 14, 76
# What is typed once something is seen: the texts, and the keys with a pause before each, in seconds.
WALK = [
    ("step 1 of 4", ["\x1b[B", "\x1b[A", "\r"]),
    ("step 2 of 4", list("Bike") + ["\r"]),
    ("step 3 of 4", list("12.505") + ["\r"]),
    ("Too many decimals", ["\x15"] + list("1250.50") + ["\r"]),
    ("step 4 of 4", ["\x1b[Z"]),
    ("step 3 of 4", ["\x15"] + list("1400") + ["\r"]),
    ("step 4 of 4", ["\x1b[C", "\r"]),
]
PAUSE_BEFORE_A_STEP, PAUSE_BETWEEN_KEYS = 1.2, 0.12


def record(program, cast, home):
    """Walks through creating a goal while the program films it."""
    environment = {"HOME": home, "XDG_STATE_HOME": f"{home}/state", "TERM": "xterm-256color",
                   "LANG": "C.UTF-8", "COLORFGBG": "15;0", "PATH": os.environ["PATH"]}
    child = pexpect.spawn(
        program, ["--locale", "en_GB", "--data", f"{home}/data", "run", "create-goal", "--record", cast],
        dimensions=(ROWS, COLUMNS), env=environment, encoding="utf-8", timeout=30)
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    for text, keys in WALK:
        while not any(text in row for row in screen.display):
            stream.feed(child.read_nonblocking(1 << 16, 30))
        time.sleep(PAUSE_BEFORE_A_STEP)
        for key in keys:
            child.send(key)
            time.sleep(PAUSE_BETWEEN_KEYS if len(key) == 1 else 4 * PAUSE_BETWEEN_KEYS)
    child.expect(pexpect.EOF)


def termtosvg(folder):
    """The Python that has it, in an environment of its own, made once."""
    python = os.path.join(folder, "bin", "python3")
    # It asks setuptools for its templates, in a way that the newest no longer knows.
    if not os.path.exists(python) or subprocess.run([python, "-c", "import termtosvg"]).returncode != 0:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "termtosvg", "setuptools<81"], check=True)
    return python


def in_version_2(cast, seconds=4):
    """Writes the film as the renderer reads it: moments from the start, what is shown alone.

    The last picture stays for so many seconds before the film begins again.
    """
    with open(cast, encoding="utf-8") as file:
        head, *events = map(json.loads, file.read().splitlines())
    moment, shown = 0, []
    for pause, kind, text in events:
        moment += pause
        if kind == "o":
            shown.append([moment, kind, text])
    shown.append([moment + seconds, "o", " "])
    with open(cast, "w", encoding="utf-8") as file:
        print(json.dumps({"version": 2, "width": head["term"]["cols"], "height": head["term"]["rows"]}),
              *map(json.dumps, shown), sep="\n", file=file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("flowline", help="the built command")
    parser.add_argument("--to", default="Documentation/create-goal.svg")
    parser.add_argument("--folder", default=".build/film", help="where termtosvg is kept")
    options = parser.parse_args()
    python = termtosvg(os.path.abspath(options.folder))
    with tempfile.TemporaryDirectory() as home:
        cast = f"{home}/walk.cast"
        record(os.path.abspath(options.flowline), cast, home)
        in_version_2(cast)
        subprocess.run([python, "-m", "termtosvg", "render", cast, options.to, "-t", "solarized_dark"],
                       check=True)
    print(f"{options.to}: {os.path.getsize(options.to):,} bytes")


if __name__ == "__main__":
    main()
