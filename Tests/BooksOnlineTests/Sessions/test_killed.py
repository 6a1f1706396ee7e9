"""The program is killed when its write has arrived: the session goes on, and it is written once."""

import re
import unittest

from books import ENGLISH, BooksCase, until

ANSWERS = ["", "", ""]


class Killed(BooksCase):
    def test_an_explanation_is_written_once(self):
        self.log_in()
        for kind in [{"kind": "slow", "seconds": 1}, {"kind": "close-after"}]:
            with self.subTest(kind):
                before = self.books.explanations("Hilton Hotels")
                arrived = self.books.requests("POST", "explanations")
                self.books.control("POST", "faults", {
                    **kind, "match": {"method": "POST", "path": "explanations"}})
                self.killed_at_the_write(arrived)
                # The API takes 120 calls a minute, the test's own among them.
                until(lambda: self.books.explanations("Hilton Hotels") == before + 1,
                      "the explanation", pause=1)
                self.resumed()
                self.assertEqual(self.books.explanations("Hilton Hotels"), before + 1)
        self.assertEqual(self.books.control("GET", "audit")["differences"], [])

    def killed_at_the_write(self, arrived):
        """Explains a part of a transaction, and is killed once the request has arrived."""
        hotel = "transaction-" + self.books.transaction("Hilton Hotels")["url"].rsplit("/", 1)[-1]
        process = self.start("run", "explain", *ENGLISH, *self.at())
        lines = ["current-account", hotel, *ANSWERS, "part", "10", "explain"]
        process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        process.stdin.flush()
        until(lambda: self.books.requests("POST", "explanations") > arrived, "the write")
        process.kill()
        process.wait()

    def resumed(self):
        """Goes on with the session, which finds out what became of the write."""
        said = self.flowline("sessions", *self.at()).out
        session = re.search(r"\b[0-9a-f]{8}\b", said).group()
        run = self.flowline("resume", session, *self.at(), data="done\n")
        self.assertEqual(run.code, 0, said + run.out + run.err)


if __name__ == "__main__":
    unittest.main()
