"""How a walk through `create-goal` looks: refusals, help, back, the summary, the end."""

import unittest

from screens import Case


def steps(name, more, bad, good):
    return [
        "9<Enter>", "<Ctrl-U>:help<Enter>", "per<Enter>",
        f"{name}<Enter>",
        "<Enter>", f"{bad}<Enter>", "<Ctrl-U>:why<Enter>", "<Shift-Tab>",
        f"{more}<Enter>",
        f"{good}<Enter>", "<Shift-Tab>", "<Enter>",
        ":review<Enter>", "maybe", "<Ctrl-C>", ":bakc<Enter>", "<Ctrl-U>y<Enter>",
    ]


class CreateGoal(Case):
    name = "create-goal"
    arguments = ["run", "create-goal", "--session", "11111111-aaaa-4000-8000-000000000001"]
    typed = {"en": steps("Bike", " two", "12.505", "1,250.5"),
             "ru": steps("Велосипед", " синий", "12,505", "1 250,5")}
    views = ["80.no-color.en", "80.no-color.ru", "80.plain.en"]

    def test_its_screens(self):
        self.compare()


if __name__ == "__main__":
    unittest.main()
