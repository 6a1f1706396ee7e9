"""How a walk from the prompt through `round-up` looks: a page, a default, a flow inside another."""

import unittest

from screens import Case


def steps(name, wrong, yes, leave):
    return [
        "rund-up<Enter>",
        # There is less in this account than the round-up comes to.
        "round-up<Enter>", "b<Enter>", "<Enter>", "<Enter>", "<Enter>",
        "round-up<Enter>",
        "P<Enter>",
        "<Enter>",
        "<Enter>",
        "new<Enter>", f"{name}<Enter>", f"{wrong}<Enter>", "<Ctrl-U>:cancel<Enter>",
        # Leaving the new goal is a step back: what was chosen is in the line.
        "<Ctrl-U>trip<Enter>",
        ":review 2<Enter>", "<Ctrl-U>2<Enter>", "<Shift-Tab>", "<Ctrl-U>1<Enter>",
        "1<Enter>", "<Ctrl-U><Enter>",
        "<Ctrl-U>trip<Enter>",
        f"{yes}<Enter>", ":back<Enter>", "<Ctrl-U><Enter>",
        f"{leave}<Enter>",
    ]


class RoundUp(Case):
    name = "round-up"
    typed = {"en": steps("New bike", "€300", "yes", "quit"),
             "ru": steps("Новый велосипед", "300 €", "да", "выход")}
    # The one walk in colour: every role is in it. At 40 columns the pages have no room for their values beside the labels.
    views = ["80.dark.en", "80.no-color.ru", "80.plain.en", "80.ascii.en", "40.no-color.ru"]

    def test_its_screens(self):
        self.compare()


if __name__ == "__main__":
    unittest.main()
