"""Runs a program as a shell runs a job: leads the session, gives the terminal to the program and
takes it back when that stops. Each line of the FIFO `orders` brings the job to the foreground."""

import os
import signal
import sys
import termios

orders, told, *command = sys.argv[1:]


def tell(text):
    with open(told, "a", encoding="utf-8") as file:
        file.write(text + "\n")


# A shell may take the terminal from the background.
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
modes = termios.tcgetattr(0)
job = os.fork()
if job == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(command[0], command)
try:
    os.setpgid(job, job)
except OSError:
    pass
while True:
    _, status = os.waitpid(job, os.WUNTRACED)
    os.tcsetpgrp(0, os.getpgrp())
    if not os.WIFSTOPPED(status):
        tell(f"ended {os.waitstatus_to_exitcode(status)}")
        break
    held = termios.tcgetattr(0)
    tell("stopped " + ("restored" if held == modes else "changed"))
    with open(orders, encoding="utf-8") as file:
        file.readline()
    # As the shells do: the job finds the modes that it left.
    termios.tcsetattr(0, termios.TCSADRAIN, held)
    os.tcsetpgrp(0, job)
    os.killpg(job, signal.SIGCONT)
