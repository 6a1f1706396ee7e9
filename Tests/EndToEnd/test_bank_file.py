"""What can happen to the bank's file: it is held, said, and gone on with once it is mended."""

import os
import resource
import sqlite3
import sys
import unittest

from flowline import BINARY, CTRL_C, ENGLISH, RUSSIAN, Case, Terminal

GOAL = [word for answer in ["account=personal", "name=Bike", "target=250"]
        for word in ("--answer", answer)]
FOLDER = ".local/share/flowline"
# The superuser may write everything: such a test runs the command as nobody.
NOBODY = 65534
AS_NOBODY = ("import os, sys; os.setgid(int(sys.argv[1])); os.setuid(int(sys.argv[1])); "
             "os.execv(sys.argv[2], sys.argv[2:])")
# A file may be only so long, as on a full disk.
LIMITED = ("import os, resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
           "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY)); "
           "os.execv(sys.argv[2], sys.argv[2:])")
ROOM = 40960


class BankFile(Case):
    def setUp(self):
        super().setUp()
        self.bank = self.path(f"{FOLDER}/bank.sqlite")
        self.assertEqual(self.flowline("run", "accounts", *ENGLISH, "--answer", "account=done",
                                       "--no-input").code, 0)

    def connect(self):
        bank = sqlite3.connect(self.bank, isolation_level=None)
        self.addCleanup(bank.close)
        return bank

    def goals(self):
        bank = sqlite3.connect(self.bank)
        count = bank.execute("SELECT count(*) FROM goal WHERE name = 'Bike'").fetchone()[0]
        bank.close()
        return count

    def wrapped(self, code, argument, *arguments):
        """The command at a terminal, begun by a Python program."""
        t = Terminal([sys.executable, "-c", code, str(argument), BINARY, *arguments],
                     self.variables(), self.home, (24, 400))
        self.addCleanup(t.close)
        return t

    def confirmed(self, t):
        """Orders the goal."""
        t.says("£250.00", "Create this goal?")
        t.says(":help")
        t.enter("yes")
        return t


class InUse(BankFile):
    def test_an_order_says_so_and_waits(self):
        for locale, plain, word in [(ENGLISH, [], "in use by another program"),
                                    (ENGLISH, ["--plain"], "in use by another"),
                                    (RUSSIAN, ["--plain"], "занят другой программой")]:
            before = self.goals()
            other = self.connect()
            t = self.terminal("run", "create-goal", *locale, *GOAL, *plain, size=(24, 400))
            t.says("Bike", "250")
            t.until(lambda: t.text.rstrip(" ").endswith((":help", "Answer:", "Ответ:")), "the line")
            other.execute("BEGIN IMMEDIATE")
            t.enter("да" if locale == RUSSIAN else "yes")
            t.says(word)
            other.execute("ROLLBACK")
            self.assertEqual(t.ended(), 0, t.text)
            self.assertNotIn("network", t.text)
            self.assertEqual(self.goals(), before + 1)

    def test_a_read_waits_and_can_be_stopped(self):
        other = self.connect()
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        t = self.terminal("run", "accounts", *ENGLISH)
        t.says("in use by another program")
        t.type(CTRL_C)
        self.assertEqual(t.ended(), 130, t.text)
        t = self.terminal("run", "accounts", *ENGLISH)
        t.says("in use by another program")
        other.execute("ROLLBACK")
        other.close()
        t.says("Personal", "Done").enter("done")
        self.assertEqual(t.ended(), 0, t.text)

    def test_a_bank_that_is_written_can_be_read(self):
        self.connect().execute("BEGIN IMMEDIATE")
        run = self.flowline("run", "accounts", *ENGLISH, "--answer", "account=done", "--no-input")
        self.assertEqual((run.code, run.err), (0, ""))


class Faults(BankFile):
    def held(self, t, *words):
        t.says("! ", *words, "What would you like to do?", "Try again",
               "Later; your answers are saved")
        t.says(":help")
        self.assertEqual(self.flowline("sessions").out.count("create-goal"), 1)
        return t

    def test_a_file_that_is_gone_for_a_while(self):
        t = self.terminal("run", "create-goal", *ENGLISH, *GOAL, size=(24, 400))
        t.says("£250.00", "Create this goal?", "> ")
        os.rename(self.path(FOLDER), self.path("elsewhere"))
        t.enter("yes")
        self.held(t, "was moved", "is there").enter("again")
        t.says("Tried again, with the same result.")
        # No new bank is made in its place.
        self.assertFalse(os.path.exists(self.bank))
        os.rename(self.path("elsewhere"), self.path(FOLDER))
        t.enter("again")
        self.assertEqual(t.ended(), 0, t.text)
        self.assertEqual(self.goals(), 1)

    def test_a_file_that_may_not_be_written(self):
        if os.geteuid() == 0:
            for folder, names, files in os.walk(self.home):
                for name in [folder, *(os.path.join(folder, one) for one in names + files)]:
                    os.chown(name, NOBODY, NOBODY)
        user = NOBODY if os.geteuid() == 0 else os.geteuid()
        t = self.wrapped(AS_NOBODY, user, "run", "create-goal", *ENGLISH, *GOAL)
        t.says("£250.00", "Create this goal?", "> ")
        t.type(CTRL_C)
        self.assertEqual(t.ended(), 130)
        os.chmod(self.bank, 0o400)
        t = self.wrapped(AS_NOBODY, user, "resume", "last", *ENGLISH)
        self.held(self.confirmed(t), "may not write it", "you alone can read and write")
        t.enter("later")
        t.says("The session is saved")
        self.assertEqual(t.ended(), 5)
        t = self.wrapped(AS_NOBODY, user, "resume", "last", *ENGLISH)
        self.held(t, "may not write it")
        os.chmod(self.bank, 0o600)
        t.enter("again")
        self.assertEqual(t.ended(), 0, t.text)
        self.assertEqual(self.goals(), 1)

    def test_a_full_disk(self):
        # A reader keeps what was written from being moved into the file, so that more is added to it.
        reader, writer = self.connect(), self.connect()
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM goal").fetchone()
        writer.execute("CREATE TABLE filler (bytes)")
        writer.execute("INSERT INTO filler VALUES (zeroblob(?))", (2 * ROOM,))
        t = self.wrapped(LIMITED, ROOM, "run", "create-goal", *ENGLISH, *GOAL)
        self.held(self.confirmed(t), "It is not known whether")
        t.enter("again")
        t.says("Tried again, with the same result.")
        resource.prlimit(t.child.pid, resource.RLIMIT_FSIZE,
                         (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        t.enter("again")
        self.assertEqual(t.ended(), 0, t.text)
        self.assertEqual(self.goals(), 1)


if __name__ == "__main__":
    unittest.main()
