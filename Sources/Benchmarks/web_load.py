#!/usr/bin/env python3
"""Measures durable answers over HTTP beside the same server answering a constant and making a bare insert.

    web_load.py PROGRAM [--seconds N] [--rounds N] [--sessions N] [--connections N,N,...]

PROGRAM is the built HostBenchmarks. wrk sends the same requests, and gets replies of the same size, of
the three in turn. Each answer is one of a session that waits, with its token, and is on disk when the reply
comes; afterwards the sessions are asked how many answers they have. An insert is a row of an answer's size,
in the same file, in a transaction of its own. Prints the best round of each, and the median of the rounds'
ratios: what the three of a round take is measured one after the other, and a disk that is slow for a
while is slow for all. Exits with 1 if anything was not answered, an answer is missing, or a durable answer
takes more than twice as long as a bare insert over HTTP, by that median. Needs wrk (Debian's is good).
"""

import argparse
import http.client
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import uuid

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "web_load.lua")
TICKS = os.sysconf("SC_CLK_TCK")
# How many times as long as a bare insert over HTTP a durable answer over HTTP may take.
MOST = 2.0


class Server:
    """The program, run by another if there are words before it, and a connection to it."""

    def __init__(self, *program):
        self.process = subprocess.Popen([*program, "serve"], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.address = line.rsplit(" ", 1)[-1].strip()
        if not self.address.startswith("http"):
            sys.exit(f"the server did not start: {line!r}")
        self.connection = http.client.HTTPConnection(self.address.removeprefix("http://"))

    def ask(self, method, path, body=None, headers=()):
        """The reply's body and entity tag; the cookie that it gives is kept as `given`."""
        self.connection.request(
            method, path, body, {"Content-Type": "application/json", **dict(headers)})
        reply = self.connection.getresponse()
        body = reply.read()
        self.given = (reply.headers["Set-Cookie"] or "").split(";")[0]
        if reply.status >= 300:
            sys.exit(f"{method} {path}: {reply.status} {body!r}")
        return body, reply.headers["ETag"]

    def start(self, count):
        """So many sessions, each of a visitor of its own: its id, cookie and entity tag."""
        sessions = []
        for _ in range(count):
            session = str(uuid.uuid4())
            _, tag = self.ask("PUT", f"/api/sessions/{session}", '{"start":"counting"}')
            if not self.given:
                sys.exit("the server gave a new visitor no cookie")
            sessions.append((session, self.given, tag))
        return sessions

    def answers(self, sessions):
        """How many answers the sessions have."""
        return sum(
            json.loads(self.ask("GET", f"/api/sessions/{session}", headers={"Cookie": cookie})[0])
            ["answers"] for session, cookie, _ in sessions)

    def take_constant(self):
        """Has the server reply with an answer's reply: body and entity tag."""
        (session, cookie, tag), = self.start(1)
        body, tag = self.ask("POST", f"/api/sessions/{session}/answer", '{"answer":5}',
                             {"Cookie": cookie, "If-Match": tag})
        self.ask("PUT", "/constant", body, {"If-Match": tag})
        return (session, cookie, tag), len(body)

    def seconds_used(self):
        """Seconds of processor time."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def end(self):
        self.connection.close()
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


def load(server, path, sessions, connections, seconds, folder):
    """What wrk found: requests, requests a second, milliseconds at the median and at 99 %, errors; and
    microseconds of the server's processor time a request."""
    file = os.path.join(folder, "sessions")
    with open(file, "w") as lines:
        lines.writelines(" ".join(session) + "\n" for session in sessions)
    environment = dict(os.environ, WEB_SESSIONS=file)
    if path:
        environment["WEB_PATH"] = path
    before = server.seconds_used()
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s", SCRIPT,
         server.address], env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    used = server.seconds_used() - before
    numbers = re.search(r"RESULT (\d+) (\d+) (\d+) (\d+) (\d+)", output)
    count, microseconds, median, late, errors = map(int, numbers.groups())
    return {"count": count, "rate": count * 1e6 / microseconds, "median": median / 1000,
            "late": late / 1000, "errors": errors, "processor": used / max(1, count) * 1e6}


def measure(server, options, connections, folder):
    """One round: the three in turn."""
    constant = [options.constant] * (connections + 1)
    results = {path[1:]: load(server, path, constant, connections, options.seconds, folder)
               for path in ["/constant", "/insert"]}
    sessions = server.start(max(options.sessions, connections + 1))
    results["answer"] = load(server, None, sessions, connections, options.seconds, folder)
    # Those that were under way when wrk stopped were not counted by it.
    more = server.answers(sessions) - results["answer"]["count"]
    results["lost"] = not 0 <= more <= connections
    return results


def times(rounds, name, what):
    """How many times a bare insert's it is, at the median of the rounds."""
    return statistics.median(results[name][what] / results["insert"][what] for results in rounds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--connections", default="1,8,64")
    options = parser.parse_args()
    if not shutil.which("wrk"):
        sys.exit("wrk is not installed: make setup-load")

    failed, dear = False, []
    server = Server(os.path.abspath(options.program))
    with tempfile.TemporaryDirectory() as folder:
        try:
            options.constant, size = server.take_constant()
            print(f"{options.rounds} rounds of {options.seconds} s each, {options.sessions:,} sessions, "
                  f"replies of {size:,} bytes; the best of each, ratios at the median")
            row = "{:<13}{:<18}{:>9}{:>8}{:>10}{:>10}{:>15}{:>8}".format
            print(row("connections", "", "a second", "ratio", "50 %, ms", "99 %, ms",
                      "processor, µs", "ratio"))
            for connections in map(int, options.connections.split(",")):
                rounds = [measure(server, options, connections, folder)
                          for _ in range(options.rounds)]
                for name, what in [("constant", "a constant"), ("insert", "a bare insert"),
                                   ("answer", "a durable answer")]:
                    result = max((results[name] for results in rounds), key=lambda one: one["rate"])
                    processor = min(results[name]["processor"] for results in rounds)
                    print(row(connections, what, f"{result['rate']:,.0f}",
                              f"{1 / times(rounds, name, 'rate'):.2f}",
                              f"{result['median']:.2f}", f"{result['late']:.2f}",
                              f"{processor:.0f}", f"{times(rounds, name, 'processor'):.2f}"),
                          flush=True)
                ratio = 1 / times(rounds, "answer", "rate")
                if ratio > MOST:
                    dear.append(f"{ratio:.2f} times with {connections} connections")
                failed = failed or any(
                    results["lost"] or results[name]["errors"] for results in rounds
                    for name in ["constant", "insert", "answer"])
            print("some were not answered, or are not kept" if failed
                  else "each was answered, and each answer is kept")
            if dear:
                print(f"a durable answer takes more than {MOST} bare inserts: {', '.join(dear)}")
        finally:
            failed = server.end() != 0 or failed
    return 1 if failed or dear else 0


if __name__ == "__main__":
    sys.exit(main())
