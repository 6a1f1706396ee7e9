"""What the built server tells monitoring systems of itself."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import unittest
import uuid

from browser import Browser
from server import Server

PROGRAM = os.environ["FLOWLINE_SERVE"]
SAMPLE = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[^}]*\})? ([0-9.e+-]+)')


def read(port, path="/metrics", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", path, headers=headers)
    reply = connection.getresponse()
    body = reply.read().decode()
    connection.close()
    return reply.status, reply.headers["Content-Type"], body


def figures(text):
    """Each value by its name and labels; each is behind its type."""
    values, types = {}, {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in types, f"{name} is told twice"
            types[name] = kind
            continue
        name, labels, value = SAMPLE.fullmatch(line).groups()
        family = re.sub("_(bucket|sum|count)$", "", name)
        assert name in types or types.get(family) == "histogram", line
        values[name + (labels or "")] = float(value)
    return values, types


class Metrics(unittest.TestCase):
    def start(self, *options):
        server = Server(None, "--metrics-port", "0", *options)
        self.addCleanup(server.close)
        line = server.process.stdout.readline()
        return server, int(re.fullmatch(
            r"flowline-serve: metrics on http://127\.0\.0\.1:(\d+)/metrics\n", line)[1])

    def test_calls_sessions_and_effects_are_counted(self):
        server, port = self.start()
        status, kind, text = read(port)
        self.assertEqual((status, kind), (200, "text/plain; version=0.0.4; charset=utf-8"))
        before, types = figures(text)
        self.assertEqual(types["flowline_host_calls_total"], "counter")
        self.assertEqual(types["flowline_host_sessions_in_memory"], "gauge")
        self.assertEqual(types["flowline_host_call_seconds"], "histogram")
        self.assertGreater(before["process_resident_memory_bytes"], 1_000_000)
        browser = Browser(server.port)
        page = browser.start("create-goal")
        page = browser.answer(page, {"answer": "personal"})
        after, _ = figures(read(port)[2])

        def grew(name):
            return after[name] - before.get(name, 0)
        self.assertGreaterEqual(grew("flowline_host_calls_total"), 2)
        self.assertEqual(grew("flowline_host_calls_total"), grew("flowline_host_call_seconds_count"))
        self.assertEqual(grew("flowline_host_sessions_started_total"), 1)
        self.assertEqual(after["flowline_host_sessions_in_memory"], 1)
        self.assertGreaterEqual(grew("flowline_host_effects_loads_total"), 1)
        buckets = [(float(re.search('le="(.*)"', name)[1]), value) for name, value in after.items()
                   if name.startswith("flowline_host_call_seconds_bucket")]
        self.assertEqual([value for _, value in sorted(buckets)],
                         sorted(value for _, value in buckets))
        self.assertEqual(max(value for _, value in buckets), after["flowline_host_call_seconds_count"])
        # Nothing of a person is among it.
        self.assertNotIn("personal", json.dumps(list(after)))

    def test_what_was_sent_is_among_the_bytes_in_memory(self):
        server, port = self.start()
        browser = Browser(server.port)

        def put(given):
            return browser.request("PUT", f"/api/sessions/{uuid.uuid4()}", json.dumps(
                {"start": "create-goal", "given": {"never-asked": {"text": given}}}), {
                    "Content-Type": "application/json"})
        browser.get("/")
        for _ in range(5):
            reply = put("a" * 100_000)
            self.assertEqual(reply.status, 200, reply.body)
        known = figures(read(port)[2])[0]["flowline_host_sessions_bytes"]
        self.assertGreater(known, 500_000)
        reply = put("a" * 900_000)
        self.assertEqual((reply.status, json.loads(reply.body)["code"]), (413, "too-much-given"))
        self.assertLess(figures(read(port)[2])[0]["flowline_host_sessions_bytes"], known + 500_000)

    def test_it_is_no_page_of_the_site_and_for_this_computer_alone(self):
        server, port = self.start()
        self.assertEqual(Browser(server.port).get("/metrics").status, 404)
        self.assertEqual(read(port, "/")[0], 404)
        self.assertEqual(read(port, Host="evil.example")[0], 421)
        self.assertEqual(read(port, Origin="http://evil.example")[0], 421)

    def test_without_a_port_nothing_is_told_and_a_wrong_one_is_refused(self):
        for port in ("-1", "65536", "x"):
            run = subprocess.run([PROGRAM, "--metrics-port", port], capture_output=True,
                                 text=True, timeout=120)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn("metrics-port", run.stderr)
            self.assertEqual(run.stdout, "")

    def test_a_server_that_is_to_stop_says_so_and_serves_on_for_a_while(self):
        server = Server(None, "--drain-seconds", "3600")
        self.addCleanup(server.close)
        self.assertEqual(read(server.port, "/ready")[::2], (200, "ready"))
        server.process.send_signal(signal.SIGTERM)
        for _ in range(10_000):
            if read(server.port, "/ready")[0] != 200:
                break
        self.assertEqual(read(server.port, "/ready")[::2], (503, "the server is stopping"))
        self.assertEqual(read(server.port, "/health")[::2], (200, "ok"))
        browser = Browser(server.port)
        browser.answer(browser.start("create-goal"), {"answer": "personal"})
        # Whoever asks once more does not want to wait.
        self.assertEqual(server.stop(), (0, ""))

    def test_it_stops_when_its_terminal_is_gone(self):
        server = Server()
        self.addCleanup(server.close)
        server.process.send_signal(signal.SIGHUP)
        self.assertEqual(server.end(), (0, ""))

    def test_balancers_are_no_visitors(self):
        server = Server()
        self.addCleanup(server.close)
        for path in ("/health", "/ready"):
            reply = Browser(server.port).request("GET", path)
            self.assertEqual((reply.status, reply.headers.get("set-cookie")), (200, None))

    def test_it_stops_once_that_while_is_over(self):
        server = Server(None, "--drain-seconds", "1")
        self.addCleanup(server.close)
        self.assertEqual(server.stop()[0], 0)
        with self.assertRaises(ConnectionRefusedError):
            read(server.port, "/ready")
        for seconds in ("-1", "3601", "x"):
            run = subprocess.run([PROGRAM, "--drain-seconds", seconds], capture_output=True,
                                 text=True, timeout=120)
            self.assertEqual(run.returncode, 2, run.stderr)

    def test_a_port_that_is_taken_ends_the_server(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            run = subprocess.run([PROGRAM, "--port", "0", "--metrics-port", str(port),
                                  "--data", self.enterContext(tempfile.TemporaryDirectory())],
                                 capture_output=True, text=True, timeout=120)
        self.assertEqual((run.returncode, run.stdout), (1, ""), run.stderr)
        self.assertEqual(run.stderr, f"""\
Error: cannot listen on 127.0.0.1, port {port}: Address already in use. Another program may be using it. \
Choose another one with --metrics-port.
""")


if __name__ == "__main__":
    unittest.main()
