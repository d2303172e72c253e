"""A program at a pseudo-terminal, whose screen a script reads. Needs the package pyte."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

import pyte


class Terminal:
    """Starts a program at a terminal of its own and keeps the screen that it draws."""

    def __init__(self, arguments, environment, folder, columns=80, rows=24):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            arguments, cwd=folder, env=environment | {"TERM": "xterm-256color"}, stdin=follower, stdout=follower,
            stderr=follower, start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(follower)
        self.written = b""

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def has_ended(self):
        return self.process.poll() is not None

    def read(self, seconds=0.02):
        """Takes what the program writes within some seconds, or at once if there is something. Returns whether there was."""
        if not select.select([self.leader], [], [], seconds)[0]:
            return False
        try:
            written = os.read(self.leader, 65536)
        except OSError:
            time.sleep(seconds)
            return False
        self.written += written
        self.stream.feed(written)
        return True

    def wait(self, what, seconds=30.0):
        """Reads until a condition holds. A text is a condition: it is on the screen."""
        holds = what if callable(what) else lambda: what in self.text
        limit = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > limit or (self.has_ended and not self.read(0)):
                raise TimeoutError(f"{what} did not come within {seconds} s; the screen:\n{self.text}")
            self.read()

    def type(self, keys):
        os.write(self.leader, keys.encode())

    def end(self, seconds=30.0):
        """Waits for the end of the program and returns its status."""
        self.wait(lambda: self.has_ended, seconds)
        while self.read(0.05):
            pass
        os.close(self.leader)
        return self.process.wait()
