"""What keys send."""

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
BACKSPACE, ENTER, TAB, SHIFT_TAB = "\x7f", "\r", "\t", "\x1b[Z"
CTRL_LEFT, CTRL_RIGHT = "\x1b[1;5D", "\x1b[1;5C"
DELETE, HOME, END = "\x1b[3~", "\x1b[H", "\x1b[F"
CTRL_C, CTRL_D, CTRL_R, CTRL_U, CTRL_Z = "\x03", "\x04", "\x12", "\x15", "\x1a"


def pasted(text):
    """What a terminal sends for a paste once it was asked to mark them."""
    return f"\x1b[200~{text}\x1b[201~"
