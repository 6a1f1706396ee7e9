"""What keys send."""

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
BACKSPACE, ENTER, TAB, SHIFT_TAB = "\x7f", "\r", "\t", "\x1b[Z"
CTRL_LEFT, CTRL_RIGHT = "\x1b[1;5D", "\x1b[1;5C"
DELETE, HOME, END = "\x1b[3~", "\x1b[H", "\x1b[F"
PAGE_UP, PAGE_DOWN, ESCAPE = "\x1b[5~", "\x1b[6~", "\x1b"
CTRL_C, CTRL_D, CTRL_R, CTRL_S, CTRL_U, CTRL_Z = "\x03", "\x04", "\x12", "\x13", "\x15", "\x1a"
CTRL_F, CTRL_G, CTRL_K, CTRL_L, CTRL_N, CTRL_P = "\x06", "\x07", "\x0b", "\x0c", "\x0e", "\x10"
CTRL_W, CTRL_Y = "\x17", "\x19"
ALT_BACKSPACE = "\x1b\x7f"


def pasted(text):
    """What a terminal sends for a paste once it was asked to mark them."""
    return f"\x1b[200~{text}\x1b[201~"
