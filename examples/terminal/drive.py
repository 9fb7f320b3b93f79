#!/usr/bin/env python3
"""A terminal of 37 rows and 101 columns with a person before it: runs COMMAND ask.py and does what ask.py asks.

Prints what ask.py was told and what this side sees, one line each: NAME, a tab, what came. So two commands can be compared:
  examples/terminal/drive.py srun --pty | diff examples/terminal/slurm-22.05.tsv -
"""
import fcntl
import os
import pty
import select
import struct
import sys
import termios

PATIENCE = 120  # seconds in which something must come
ASKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ask.py")
KEYS = {
    b"type a line": b"hello\r",
    b"type abc, the erase key, a return": b"abc\x7fd\r",
    b"type the end of input": b"\x04",
    b"type Ctrl-C": b"\x03",
    b"type Ctrl-backslash": b"\x1c",
    b"type Ctrl-Z": b"\x1a",
    b"type all bytes": bytes(range(256)),
}


def flags(modes):
    names = {0: ["ICRNL"], 1: ["OPOST"], 3: ["ISIG", "ICANON", "ECHO"]}
    on = [n for place, of in names.items() for n in of if modes[place] & getattr(termios, n)]
    return " ".join(on) or "none"


def resize(master, rows, columns):
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Person:
    """Who reads the screen."""

    def __init__(self, master):
        self.master, self.seen, self.read_to = master, b"", 0

    def more(self):
        if not select.select([self.master], [], [], PATIENCE)[0]:
            raise SystemExit(f"Expected more within {PATIENCE} s, but got only {self.seen!r}.")
        try:
            got = os.read(self.master, 65536)
        except OSError:  # how Linux tells that the other side is gone
            return False
        self.seen += got
        return bool(got)

    def questions(self):
        while True:
            start = self.seen.find(b"? ", self.read_to)
            end = self.seen.find(b"\n", start)
            if start >= 0 and end >= 0:
                self.read_to = end
                yield self.seen[start + 2 : end].strip()
            elif not self.more():
                return

    def until(self, text):
        while text not in self.seen[self.read_to :]:
            if not self.more():
                break
        start = self.read_to + 1
        end = self.seen.find(text, start)
        self.read_to = end
        return self.seen[start:end]


def main():
    os.environ["TERM"] = "vt220"
    master, slave = pty.openpty()
    resize(master, 37, 101)
    before = termios.tcgetattr(slave)
    child = os.fork()
    if child == 0:
        os.close(master)
        login(slave)
        os.execvp(sys.argv[1], sys.argv[1:] + ["python3", ASKER])
    person = Person(master)
    local, shown = set(), b""
    for question in person.questions():
        local.add(flags(termios.tcgetattr(slave)))
        if question == b"change the size of the window":
            resize(master, 50, 132)
        elif question == b"look at all bytes":
            shown = person.until(b"<end>")
        else:
            os.write(master, KEYS[question])
        if question == b"type Ctrl-Z":
            break
    after = None
    os.set_blocking(master, False)
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if select.select([master], [], [], 0.1)[0]:
            person.more()
        elif ended:
            after = termios.tcgetattr(slave)
            break
    report(person, local, shown, before == after, status)


def login(slave):
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for fd in range(3):
        os.dup2(slave, fd)


def report(person, local, shown, restored, status):
    lines = person.seen.replace(shown, b"").split(b"\n")
    for line in lines:
        if b"\t" in line:
            print(line.rstrip(b"\r").decode("latin-1"))
    first = next(line for line in lines if line.startswith(b"tty\t"))
    print(f"end of a line\t{(first[len(first.rstrip(bytes([13]))):] + bytes([10])).hex()}")
    print(f"typed line seen\t{person.seen.count(b'hello' + bytes([13, 10]))} time")
    print(f"raw bytes shown\t{wrong(shown)}")
    print(f"modes here meanwhile\t{', '.join(sorted(local))}")
    print(f"modes here afterwards\t{'as before' if restored else 'others'}")
    print(f"exit code\t{os.waitstatus_to_exitcode(status)}")


def wrong(shown):
    if shown == bytes(range(256)):
        return "as written"
    return f"{len(shown)} bytes, {shown[8:13].hex()} about the end of line"


if __name__ == "__main__":
    main()
