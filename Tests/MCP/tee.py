"""Passes standard input and output on to a program, and writes down what was said: tee.py LOG PROGRAM …"""

import os
import subprocess
import sys
import threading


def main(log, *command):
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    turn = threading.Lock()
    with open(log, "ab", buffering=0) as written:
        def copy(source, target, mark):
            for line in iter(source.readline, b""):
                with turn:
                    written.write(mark + line)
                try:
                    target.write(line)
                    target.flush()
                except OSError:
                    break
            target.close()

        back = threading.Thread(target=copy, args=(program.stdout, sys.stdout.buffer, b"< "))
        back.start()
        copy(sys.stdin.buffer, program.stdin, b"> ")
        back.join()
    os._exit(program.wait())


main(*sys.argv[1:])
