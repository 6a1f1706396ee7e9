#!/usr/bin/env python3
"""Measures what the sandbox holds: reads and transfers a second with their 99th percentile, beside
the rate at which bare SQLite commits on the same disk, and its memory over time.

    sandbox_load.py PROGRAM [--seconds N] [--connections N] [--long-minutes N] [--folder DIR]

PROGRAM is the built flowline-sandbox. Every transfer bears a uid of its own, moves a penny and is on
disk when it is answered; afterwards the books are audited. Needs wrk (Debian's is good).
Exits with 1 where anything was not answered, the books do not add up, or memory grew in the long run.
"""

import argparse
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

TOKEN = "token-of-the-benchmark"
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sandbox_load.lua")
# What a process holds settles in the first part of a long run; later it may grow by this part.
GROWTH = 0.15


def bare_commits(folder, seconds):
    """Commits a second of one row each, with the write-ahead log and every commit synced."""
    database = sqlite3.connect(os.path.join(folder, "bare.sqlite"), isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE row (number INTEGER PRIMARY KEY, text TEXT)")
    took = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO row (text) VALUES (?)", ("x" * 200,))
        database.execute("COMMIT")
        took.append(time.perf_counter() - start)
    database.close()
    took.sort()
    return len(took) / sum(took), took[len(took) // 2] * 1000, took[len(took) * 99 // 100] * 1000


class Sandbox:
    """A sandbox with the sample, and money enough for any number of pennies."""

    def __init__(self, program, folder):
        tokens = os.path.join(folder, "token")
        with open(tokens, "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(TOKEN)
        self.process = subprocess.Popen(
            [program, "--port", "0", "--data", os.path.join(folder, "data"), "--seed", "sample",
             "--token-file", tokens], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.address = line.rsplit(" ", 1)[-1].strip()
        if not self.address.startswith("http"):
            sys.exit(f"the sandbox did not start: {line!r}")
        self.control("POST", "payments", {
            "amount": {"currency": "GBP", "minorUnits": 10**12}, "direction": "IN",
            "source": "FASTER_PAYMENTS_IN"})

    def control(self, method, path, body=None):
        request = urllib.request.Request(
            f"{self.address}/control/{path}", method=method,
            data=None if body is None else json.dumps(body).encode())
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def memory(self):
        """Megabytes that are resident."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


def load(sandbox, work, run, seconds, connections):
    """What wrk found: requests a second, milliseconds at the median and at 99 %, errors."""
    # The feed is that of the sample alone, however many transfers there have been.
    until = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(START))
    environment = dict(os.environ, SANDBOX_WORK=work, SANDBOX_TOKEN=TOKEN, SANDBOX_RUN=str(run),
                       SANDBOX_UNTIL=until)
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s", SCRIPT,
         sandbox.address], env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    numbers = re.search(r"RESULT (\d+) (\d+) (\d+) (\d+) (\d+)", output)
    count, microseconds, median, late, errors = map(int, numbers.groups())
    return count * 1e6 / microseconds, median / 1000, late / 1000, errors


def long_run(sandbox, run, minutes, connections):
    """Transfers for a long time, with the memory every ten seconds."""
    samples = []
    ended = threading.Event()

    def watch():
        while not ended.wait(10):
            samples.append(sandbox.memory())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        result = load(sandbox, "transfers", run, round(minutes * 60), connections)
    finally:
        ended.set()
        watcher.join()
    return result, samples


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--long-minutes", type=float, default=0)
    parser.add_argument("--folder", help="where the databases are made: it says which disk it is")
    options = parser.parse_args()
    if not shutil.which("wrk"):
        print("the sandbox under load: wrk is not installed, not measured")
        return 0

    failed = False
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        row = "{:<34}{:>12}{:>12}{:>12}{:>9}".format
        print(row(f"{options.connections} connections, {options.seconds} s each", "a second",
                  "50 %, ms", "99 %, ms", "errors"))
        rate, median, late = bare_commits(folder, options.seconds)
        print(row("bare SQLite commits, one at a time", f"{rate:,.0f}", f"{median:.2f}",
                  f"{late:.2f}", ""))
        sandbox = Sandbox(os.path.abspath(options.program), folder)
        try:
            for run, work in enumerate(["balance", "goals", "feed", "transfers"]):
                rate, median, late, errors = load(
                    sandbox, work, run, options.seconds, options.connections)
                failed = failed or errors > 0
                print(row(work, f"{rate:,.0f}", f"{median:.2f}", f"{late:.2f}", errors), flush=True)
            print(f"resident: {sandbox.memory():.0f} MB")
            if options.long_minutes:
                (rate, median, late, errors), samples = long_run(
                    sandbox, 9, options.long_minutes, options.connections)
                print(row(f"transfers, {options.long_minutes:g} min", f"{rate:,.0f}",
                          f"{median:.2f}", f"{late:.2f}", errors))
                print("resident, MB: " + " ".join(f"{sample:.0f}" for sample in samples))
                settled = samples[len(samples) // 3:]
                grew = bool(settled) and settled[-1] > settled[0] * (1 + GROWTH)
                failed = failed or errors > 0 or grew
            differences = sandbox.control("GET", "audit")["differences"]
            print(f"audit: {'the books add up' if not differences else differences}")
            failed = failed or bool(differences)
        finally:
            failed = sandbox.end() != 0 or failed
    return 1 if failed else 0


START = time.time()

if __name__ == "__main__":
    sys.exit(main())
