"""The built command at a virtual terminal: types keys, and waits until it wants more of them."""

import fcntl
import os
import re
import struct
import sys
import termios
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "EndToEnd"))
import flowline  # noqa: E402
from emulator import Emulator  # noqa: E402

KEYS = {"Enter": "\r", "Tab": "\t", "Shift-Tab": "\x1b[Z", "Esc": "\x1b", "PageUp": "\x1b[5~", "Space": " ",
        "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D",
        "Backspace": "\x7f", "Home": "\x1b[H", "End": "\x1b[F",
        **{f"Ctrl-{letter}": chr(ord(letter) - 64) for letter in "ACDEKRSUWZ"}}


def keys(notation):
    """What `pers<Ctrl-U>:help<Enter>` types."""
    return re.sub(r"<([\w-]+)>", lambda match: KEYS[match[1]], notation)


class Session(flowline.Terminal):
    """The command at a virtual terminal."""

    def __init__(self, command, variables, folder, size):
        super().__init__(command, variables, folder, size)
        self.screen = Emulator(*size)

    def look(self):
        super().look()
        # Terminals are asked where their cursor is.
        answers = self.screen.take_answers()
        if answers:
            self.type(answers)

    def press(self, notation):
        """Types, and waits for what comes of it."""
        self.look()
        before = len(self.raw)
        self.type(keys(notation))
        self.rests(notation, before)

    def rests(self, notation="the start", before=0):
        """Waits until the command has written something, has done all there was to do and waits
        for keys, or has ended."""
        self.until(lambda: len(self.raw) > before and self._is_at_rest(), f"rest after {notation}")

    def _is_at_rest(self):
        if not self.child.isalive():
            self.look()
            return True
        seen = len(self.raw)
        if not (self._waits() and self._waits()):
            return False
        self.look()
        return len(self.raw) == seen

    def _waits(self):
        """Whether it reads keys, has taken all that were typed, and none of its threads runs."""
        try:
            terminal = os.open(f"/proc/{self.child.pid}/fd/0", os.O_RDWR | os.O_NOCTTY)
        except OSError:
            return False
        try:
            if termios.tcgetattr(terminal)[3] & termios.ICANON:
                return False
            queued = fcntl.ioctl(terminal, termios.FIONREAD, b"\0" * 4)
        finally:
            os.close(terminal)
        return struct.unpack("i", queued)[0] == 0 and all(
            state == "S" for state in self._states())

    def _states(self):
        try:
            for task in Path(f"/proc/{self.child.pid}/task").iterdir():
                # The name stands in brackets and may have blanks.
                yield (task / "stat").read_text().rsplit(")", 1)[1].split()[0]
        except (OSError, IndexError):
            yield "gone"
