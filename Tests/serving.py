"""A server with records of its own, and the list of what went wrong, for the scripts about the listener's page."""

import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

programs = pathlib.Path(sys.argv[1]).resolve()
work = pathlib.Path(tempfile.mkdtemp(prefix="serve-"))
problems = []


def check(is_right, what):
    if not is_right and what not in problems:
        problems.append(what)
        print("WRONG:", what, flush=True)


class Server:
    """`peach-serve` with records of its own."""

    def __init__(self, name, *arguments, home=None, port=0):
        self.home = home or work / name
        self.home.mkdir(exist_ok=True)
        self.arguments = list(arguments)
        self.begin(port)

    def begin(self, port=0):
        self.process = subprocess.Popen(
            [programs / "peach-serve", "--port", str(port), *self.arguments], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PEACH_HOME": str(self.home)}, cwd=work)
        self.links = {}
        for _ in range(self.expected_links()):
            name, address = self.process.stdout.readline().split()
            self.links[name] = address
        self.port = int(re.search(r":(\d+)/", next(iter(self.links.values()))).group(1))

    def expected_links(self):
        listeners = self.arguments.count("--listener")
        anyone = self.arguments.count("--anyone")
        has_lab = any(str(a).endswith("study.yaml") for a in self.arguments)
        return (listeners or (0 if anyone else 1)) + anyone + has_lab

    def end(self):
        self.process.terminate()
        check(self.process.wait(20) == 0, "the server did not end after SIGTERM")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.begin(self.port)

    def rows(self, query):
        with sqlite3.connect(f"file:{self.home}/peach.sqlite?mode=ro", uri=True) as database:
            return database.execute(query).fetchall()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end()
