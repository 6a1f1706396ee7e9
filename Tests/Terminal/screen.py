"""A terminal's screen: what a user would see."""

import pyte


class Screen:
    """Takes output piece by piece and says what stands where."""

    def __init__(self, rows=24, columns=80):
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)

    def feed(self, text):
        self._stream.feed(text)

    def resize(self, rows, columns):
        self._screen.resize(rows, columns)

    @property
    def row(self):
        """The row of the cursor."""
        return self._screen.cursor.y

    @property
    def column(self):
        """The column of the cursor."""
        return self._screen.cursor.x

    def text(self):
        """The lines without the empty ones at the end."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip("\n")
