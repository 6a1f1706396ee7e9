"""Every recorded script that a sample bank does, by clicks and typing in Chromium with its script: the
record and the words of the end are those of a browser without one."""

import scripts
from chrome import Case, Chromium


class Scripts(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browsers = {}

    def browser(self, language):
        """One Chromium for all the scripts of a language."""
        if language not in self.browsers:
            self.browsers[language] = Chromium(self.server, language=language)
            self.addClassCleanup(self.browsers[language].close)
        return self.browsers[language]

    def test_every_script_makes_the_same_record(self):
        for script in scripts.of_sample():
            with self.subTest(script=script.name):
                self.assertFalse(script.told, "the walker does not know how to do this")
                chromium = self.browser(script.language)
                people = (scripts.WithoutScript(self.server, script.language),
                          scripts.WithChromium(chromium))
                for person in people:
                    scripts.walk(script, person)
                    self.assertTrue(person.is_end, person.text)
                plain, scripted = people
                self.assertEqual(scripted.outcome, plain.outcome)
                self.assertTrue(plain.outcome)
                records = [scripts.comparable(person.journal()) for person in people]
                self.assertEqual(*(record.splitlines() for record in records))
                self.look_back(chromium)
