"""How the prompt looks where flows are started: lists, help, a session that is gone on with."""

import unittest

from screens import Case


def steps(help, list, back, quit):
    return [
        f"{help}<Enter>", f"{list}<Enter>", "make-coffee<Enter>",
        "create-goal<Enter>", "2<Enter>", ":state<Enter>", "<Ctrl-C>",
        "resume last<Enter>", "<Ctrl-D>", f"{back}<Enter>", f"{quit}<Enter>",
    ]


class Prompt(Case):
    def test_its_screens(self):
        self.walks(
            "prompt", [],
            {"en": steps("help", "list", ":back", "quit"),
             "ru": steps("помощь", "список", ":назад", "выход")},
            {40: ["no-color"], 80: ["dark", "plain"], 120: ["no-color"]})


if __name__ == "__main__":
    unittest.main()
