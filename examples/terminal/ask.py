#!/usr/bin/env python3
"""Asks the terminal that it runs in, and writes one line for each answer: NAME, a tab, what came.

Under Slurm and here alike: srun --pty examples/terminal/ask.py. A line "? WHAT" asks you to do something.
drive.py beside it is a terminal that does so by itself. Exits with 7.
"""
import fcntl
import os
import select
import signal
import struct
import sys
import termios
import tty

PATIENCE = 30  # seconds for each thing asked


def tell(name, answer):
    os.write(1, f"{name}\t{answer}\n".encode())


def ask(what):
    os.write(1, f"? {what}\n".encode())


def typed(count):
    got = b""
    while len(got) < count and select.select([0], [], [], PATIENCE)[0]:
        more = os.read(0, count - len(got))
        if not more:
            break
        got += more
    return got


def signalled(number, what):
    seen = []
    signal.signal(number, lambda *_: seen.append(number))
    ask(what)
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    select.select([reader], [], [], PATIENCE)
    signal.set_wakeup_fd(-1)
    signal.signal(number, signal.SIG_DFL)
    os.write(1, b"\n")  # behind the key as it is shown
    return "yes" if seen else "no"


def size():
    rows, columns, _, _ = struct.unpack("HHHH", fcntl.ioctl(0, termios.TIOCGWINSZ, bytes(8)))
    return f"{rows} {columns}"


def standing():
    tell("tty", " ".join("yes" if os.isatty(fd) else "no" for fd in range(3)))
    tell("one terminal", len({os.ttyname(fd) for fd in range(3)}))
    tell("leads a session", "yes" if os.getsid(0) == os.getpid() else "no")
    tell("in the foreground", "yes" if os.tcgetpgrp(0) == os.getpgrp() else "no")
    tell("TERM", os.environ.get("TERM", "none"))
    tell("size", size())
    modes = termios.tcgetattr(0)
    flags = {0: ["ICRNL", "IXON"], 1: ["OPOST", "ONLCR"], 3: ["ISIG", "ICANON", "ECHO", "IEXTEN"]}
    on = [name for place, names in flags.items() for name in names if modes[place] & getattr(termios, name)]
    tell("modes", " ".join(on))
    keys = ["VINTR", "VQUIT", "VERASE", "VEOF", "VSUSP"]
    tell("keys", " ".join(modes[6][getattr(termios, key)].hex() for key in keys))


def in_lines():
    ask("type a line")
    tell("line", os.read(0, 1000))
    ask("type abc, the erase key, a return")
    tell("erased", os.read(0, 1000))
    ask("type the end of input")
    tell("end of input", os.read(0, 1000))
    tell("Ctrl-C", signalled(signal.SIGINT, "type Ctrl-C"))
    tell("Ctrl-backslash", signalled(signal.SIGQUIT, "type Ctrl-backslash"))
    tell("window changed", signalled(signal.SIGWINCH, "change the size of the window"))
    tell("size then", size())


def in_raw():
    before = termios.tcgetattr(0)
    tty.setraw(0)
    try:
        os.write(1, b"? type all bytes\r\n")
        got = typed(256)
        os.write(1, b"? look at all bytes\r\n")
        os.write(1, bytes(range(256)))
        os.write(1, b"<end>\r\n")
        os.write(1, b"? type Ctrl-C\r\n")
        key = typed(1)
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)
    wrong = [value for value in range(256) if got[value : value + 1] != bytes([value])]
    tell("raw bytes typed", f"{len(got)}, wrong {wrong}")
    tell("raw Ctrl-C", key.hex())


def job_control():
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        ask("type Ctrl-Z")
        os.read(0, 1)
        os._exit(0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    _, status = os.waitpid(child, os.WUNTRACED)
    stopped = signal.Signals(os.WSTOPSIG(status)).name if os.WIFSTOPPED(status) else "not"
    os.tcsetpgrp(0, os.getpgrp())
    os.write(1, b"\n")
    tell("program stopped by", stopped)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


if __name__ == "__main__":
    standing()
    in_lines()
    in_raw()
    job_control()
    sys.exit(7)
