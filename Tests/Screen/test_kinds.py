"""How a question of every kind looks, through the sample program that asks them all."""

import os
import shutil
import subprocess
import unittest

from screens import Case, flowline
from session import Session

ONBOARDING = os.path.join(os.path.dirname(flowline.BINARY), "Onboarding")
LOCALES = {"en": "en_GB.UTF-8", "ru": "ru_RU.UTF-8"}


def steps(date, country, income, yes, share, wrong_share, *, plain=False):
    # Where what was understood cannot stand beside the line, Enter takes it; and elsewhere a
    # warning is declined once.
    warned = [f"{income}<Enter>", "<Enter>", *([] if plain else ["<Enter>"]), f"{yes}<Enter>"]
    return [
        "open-account<Enter>",
        "A<Enter>", "<Ctrl-U>Ada Lovelace<Enter>",
        "grace<Enter>", "<Ctrl-U>ada<Enter>",
        "31.02.1990<Enter>", f"<Ctrl-U>{date}<Enter>",
        f"{country}<Enter>", "<Ctrl-U>FR<Enter>", "12345<Enter>",
        "two<Enter>", "<Ctrl-U>2<Enter>",
        "1,9<Enter>", "<Ctrl-U>1,3-4<Enter>",
        *warned,
        f"{wrong_share}<Enter>", f"<Ctrl-U>{share}<Enter>",
        "One line<Enter>", "and another<Enter>", ".<Enter>",
        f"{yes}<Enter>", "nowhere.txt<Enter>", "<Ctrl-U>pass<Tab>", "<Enter>",
        "short<Enter>", "correct horse<Enter>", "correct hose<Enter>", "correct horse<Enter>",
        "correct horse<Enter>", ":review<Enter>", f"{yes}<Enter>", "<Enter>",
    ]


# What opens an account, line by line.
GRACE = """open-account
Grace Hopper
grace
1906-12-09
GB


1
1
.
n
correct horse
y

"""


ENGLISH = ("10/12/1985", "united", "25k", "yes", "12.5", "12.345")
RUSSIAN = ("10.12.1985", "виргинские", "25 тыс", "да", "12,5", "12,345")


class Kinds(Case):
    name = "kinds"
    typed = {"en": steps(*ENGLISH), "ru": steps(*RUSSIAN),
             ("plain", "en"): steps(*ENGLISH, plain=True),
             ("plain", "ru"): steps(*RUSSIAN, plain=True)}
    # Sentences of plain mode are put together of words in each language; at 40 columns menus, marks
    # under a fault and what was understood have little room.
    views = ["80.no-color.en", "80.no-color.ru", "80.plain.en", "80.plain.ru", "40.no-color.ru"]

    def setUp(self):
        super().setUp()
        self.taken = self.path("taken")
        subprocess.run([ONBOARDING], input=GRACE.encode(), capture_output=True, check=True,
                       timeout=flowline.DEADLINE, env=self.variables(XDG_DATA_HOME=self.taken))

    def session(self, columns, look, language, home):
        folder = self.path(home)
        os.mkdir(folder)
        self.write(f"{home}/passport.pdf", "%PDF-1.7\n" + "x" * 2048)
        shutil.copytree(self.taken, f"{folder}/data")
        variables = self.variables(**look.variables)
        variables.update(HOME=folder, LANG=LOCALES[language], XDG_DATA_HOME=f"{folder}/data",
                         ACCESSIBLE="1" if "--plain" in look.arguments else "")
        session = Session([ONBOARDING, *flowline.WORLD], variables, folder, (24, columns))
        self.addCleanup(session.close)
        return session

    def test_their_screens(self):
        self.compare()


if __name__ == "__main__":
    unittest.main()
