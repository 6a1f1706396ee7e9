"""A short fuzz of requests; `make fuzz-web` is the long one."""

import unittest

from fuzz import run


class Short(unittest.TestCase):
    def test_two_thousand_requests_break_nothing(self):
        fuzz = run(20261125, lambda fuzz: fuzz.requests >= 2_000)
        # They came further than to be refused.
        for status in (200, 303, 400, 404, 422):
            self.assertGreater(fuzz.statuses.get(status, 0), 10, fuzz.statuses)


if __name__ == "__main__":
    unittest.main()
