"""How the prompt looks where flows are started: lists, help, a session that is gone on with."""

import unittest

from screens import Case


def steps(help, list, back, quit):
    return [
        f"{help}<Enter>", f"{list}<Enter>", "make-coffee<Enter>",
        "create-goal<Enter>", "2<Enter>", "<Ctrl-C>",
        "resume last<Enter>", "<Ctrl-D>", f"{back}<Enter>", f"{quit}<Enter>",
    ]


class Prompt(Case):
    name = "prompt"
    typed = {"en": steps("help", "list", ":back", "quit"),
             "ru": steps("помощь", "список", ":назад", "выход")}
    # At 40 columns what a command does stands below its name.
    views = ["80.no-color.en", "80.no-color.ru", "80.plain.en", "40.no-color.en"]

    def test_its_screens(self):
        self.compare()


if __name__ == "__main__":
    unittest.main()
