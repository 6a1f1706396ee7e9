"""Reading lines without a terminal."""

import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from probe import BINARY, DEADLINE, SANE, ask, line, plain, until


class PlainReading(unittest.TestCase):
    ALL = {"kind": "askAll"}

    def events(self, data):
        return [{k: v for k, v in event.items() if k != "scalars"}
                for event in plain(data, self.ALL)][:-2]

    def test_lines_ends_and_the_last_without_one(self):
        self.assertEqual(self.events("один\r\nдва\n\nтри".encode()),
                         [line("один"), line("два"), line(""), line("три")])

    def test_bytes_that_are_not_utf8_are_named_by_line_and_offset(self):
        self.assertEqual(
            self.events("да\n".encode() + b"ab\xd0\xffc\n" + b"ok\n\xe2\x82"),
            [line("да"), {"event": "invalidInput", "line": 2, "byteOffset": 2}, line("ok"),
             {"event": "invalidInput", "line": 4, "byteOffset": 0}])

    def test_a_line_of_a_megabyte(self):
        self.assertEqual(len(self.events(b"x" * (1 << 20) + b"\n")[0]["text"]), 1 << 20)

    def test_the_next_process_finds_the_next_line(self):
        with tempfile.TemporaryDirectory() as directory:
            events = os.path.join(directory, "events")
            one = f"{BINARY} plain {events} '' {directory} '{{\"kind\":\"ask\"}}'"
            file = os.path.join(directory, "input")
            with open(file, "w") as output:
                output.write("a\nb\nc\n")
            for given in (f"cat {file} | {{}}", f"{{}} < {file}"):
                with self.subTest(given):
                    script = given.format(f"{{ {one}; {one}; cat; }}")
                    rest = subprocess.run(["bash", "-c", script], capture_output=True, env=SANE)
                    self.assertEqual(rest.stdout, b"c\n", rest)

    def test_the_interrupt_signal_ends_a_wait_for_input(self):
        with tempfile.TemporaryDirectory() as directory:
            events = os.path.join(directory, "events")
            steps = ['{"kind":"wait","milliseconds":1}', '{"kind":"ask"}', '{"kind":"ask"}']
            process = subprocess.Popen(
                [BINARY, "plain", events, "", directory, *steps], stdin=subprocess.PIPE, env=SANE)
            until(lambda: os.path.exists(events) and "timedOut" in Path(events).read_text(),
                  "the start")
            process.send_signal(signal.SIGINT)
            until(lambda: "interrupted" in Path(events).read_text(), "the interruption")
            process.communicate(b"after\n", timeout=DEADLINE)
            self.assertIn('"text":"after"', Path(events).read_text())


if __name__ == "__main__":
    unittest.main()
