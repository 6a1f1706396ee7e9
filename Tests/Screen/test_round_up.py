"""How a walk from the prompt through `round-up` looks: a page, a default, a flow inside another."""

import unittest

from screens import Case


def steps(name, wrong, yes, leave):
    return [
        "rund-up<Enter>", "round-up<Enter>",
        "P<Enter>",
        "<Enter>",
        "<Enter>",
        "new<Enter>", f"{name}<Enter>", f"{wrong}<Enter>", "<Ctrl-U>:cancel<Enter>",
        "trip<Enter>",
        ":review 2<Enter>", "<Ctrl-U>2<Enter>", "<Shift-Tab>", "<Ctrl-U>1<Enter>",
        "1<Enter>", "<Ctrl-U><Enter>",
        "<Ctrl-U>trip<Enter>",
        f"{yes}<Enter>", ":back<Enter>", "<Ctrl-U><Enter>",
        f"{leave}<Enter>",
    ]


class RoundUp(Case):
    def test_its_screens(self):
        self.walks(
            "round-up", [],
            {"en": steps("New bike", "€300", "yes", "quit"),
             "ru": steps("Новый велосипед", "300 €", "да", "выход")},
            {40: ["dark", "plain"], 80: ["dark", "light", "no-color", "plain", "ascii"],
             120: ["light", "plain"]})


if __name__ == "__main__":
    unittest.main()
