#!/usr/bin/env python3
"""Puts load on the server of the listener's page, with sockets of its own and no browser.

Argument: the folder of the programs `peach` and `peach-serve`. PEACH_LOAD_PARTS names the parts to run, PEACH_LOAD_LISTENERS and
PEACH_LOAD_SECONDS state the load (200 and 60), PEACH_LOAD_REQUESTS the number of random requests (1000000), and PEACH_LOAD_SEED
their seed.

- `listeners`: many simulated listeners hear, think and answer, next to 1000 connections that send nothing. No request fails, 99 % of
  the answers are acknowledged within 100 ms, and memory stays flat.
- `requests`: random methods, paths, bodies, encodings, sizes and slow clients. No response is a 500, the server lives, and its memory
  is bounded.
- `start`: with 100 000 stored trials, the server is usable within one second.
"""

import asyncio
import json
import os
import random
import re
import sqlite3
import sys
import time

sys.dont_write_bytecode = True
from serving import Server, check, problems


def memory(server):
    """Resident memory in MB."""
    with open(f"/proc/{server.process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Client:
    """A connection that stays open, as that of a browser."""

    def __init__(self, port, token):
        self.port, self.token = port, token
        self.reader = self.writer = None

    async def call(self, method, path, body=None):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = b"" if body is None else json.dumps(body).encode()
        self.writer.write(
            f"{method} /api/{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n"
            f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
        status = int((await self.reader.readline()).split()[1])
        length = 0
        while (line := await self.reader.readline()).strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return status, await self.reader.readexactly(length) if length else b""

    def close(self):
        if self.writer:
            self.writer.close()


async def listen(client, end, delays, errors, seed):
    """One listener: hears a trial, loads what may come next, thinks, and answers."""
    randomly = random.Random(seed)
    await asyncio.sleep(randomly.uniform(0, 3))
    try:
        status, reply = await client.call("POST", "session", {"mode": "comparison", "rate": 48000})
        if status != 200:
            return errors.append(f"a session begins with {status}")
        shown = json.loads(reply)["next"]
        await client.call("GET", "sounds/" + shown["trial"]["sound"]["id"])
        while time.monotonic() < end:
            trial = shown["trial"]
            began = time.monotonic()
            status, names = await client.call("GET", f"ahead/{shown['sequence']}")
            for name in json.loads(names):
                status, sound = await client.call("GET", "sounds/" + name)
                if status != 200 or not sound:
                    errors.append(f"a sound gives {status}")
            thinking = randomly.uniform(0.2, 0.8)
            await asyncio.sleep(max(0, began + trial["duration"] + thinking - time.monotonic()))
            sent = time.monotonic()
            status, reply = await client.call(
                "PUT", f"answers/{trial['session']}/{trial['number']}",
                {"key": trial["key"], "answer": randomly.choice(["higher", "lower"]), "seconds": round(thinking, 6)})
            delays.append(time.monotonic() - sent)
            if status != 200:
                return errors.append(f"an answer gives {status}")
            shown = json.loads(reply)["next"]
            await asyncio.sleep(0.4)
        await client.call("POST", "leave", {})
    except (OSError, asyncio.IncompleteReadError, KeyError, ValueError, IndexError) as error:
        errors.append(f"{type(error).__name__}: {error}")
    finally:
        client.close()


async def keep_silent(port, count, end):
    """Connections that send nothing. The server closes them after a while, and they come again."""
    async def one():
        while time.monotonic() < end:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.wait_for(reader.read(), max(0.1, end - time.monotonic()))
                writer.close()
            except (OSError, asyncio.TimeoutError):
                await asyncio.sleep(0.5)

    await asyncio.gather(*(one() for _ in range(count)))


def listeners(count, seconds, silent, seed):
    names = [f"P{number:03}" for number in range(count)]
    arguments = [word for name in names for word in ("--listener", name)]
    with Server("load", *arguments, "--sessions", str(count)) as server:
        delays, errors, sizes = [], [], []

        async def run():
            end = time.monotonic() + seconds
            people = [
                listen(Client(server.port, server.links[name].split("#")[1]), end, delays, errors, f"{seed} {name}")
                for name in names]

            async def weigh():
                while time.monotonic() < end:
                    sizes.append(memory(server))
                    await asyncio.sleep(1)

            await asyncio.gather(*people, weigh(), keep_silent(server.port, silent, end))

        asyncio.run(run())
        stored = server.rows("SELECT COUNT(*) FROM comparison")[0][0]
        late = quantile(delays, 0.99) * 1000
        print(f"listeners: {count} for {seconds} s next to {silent} silent connections: {len(delays)} answers, "
              f"median {quantile(delays, 0.5) * 1000:.1f} ms, 99 % {late:.1f} ms, longest {max(delays) * 1000:.0f} ms, "
              f"{len(errors)} errors, memory {sizes[len(sizes) // 2]:.0f} MB at half time, {sizes[-1]:.0f} MB at the end; "
              f"load of the machine {os.getloadavg()[0]:.1f}", flush=True)
        check(not errors, f"errors: {sorted(set(errors))[:5]}")
        check(stored == len(delays), f"{stored} of {len(delays)} answers are stored")
        check(late < 100, f"99 % of the answers take {late:.1f} ms")
        check(sizes[-1] < 1.1 * sizes[len(sizes) // 2] + 10, f"memory grows: {[round(size) for size in sizes[::5]]} MB")


METHODS = ["GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "get", "\x01", "CONNECT"]
WORDS = ["api", "session", "answers", "1", "-1", "sounds", "settings", "gap", "study", "study.tar", "..", "%2e%2e", "%00", "page.html",
         "\u00e4", "a" * 3000, "ahead", "turn", "again", "leave", "profile.svg", "start", "main.js", "//", "?", "lang=de", "%ff", "*"]
BODIES = ["", "{}", "[]", "null", '{"mode": "comparison", "rate": 1e308}', '{"mode": "matching"}', '{"sequence": 1, "turn": "next"}',
          '{"sequence": 1, "turn": "louder"}', '{"sequence": 1, "reason": "late"}', '{"sequence": 1, "reason": "repeat"}',
          '{"sequence": 9223372036854775807}', '{"value": "\u0000"}', '{"value": "0.5"}', "\x00\xff", "[" * 10000,
          '{"key": "", "answer": "higher", "seconds": 1e400}', '{"key": "", "missed": true, "seconds": 1}',
          '{"key": "", "answer": "higher", "seconds": 1, "confidence": {"rating": 99999999999999999999, "seconds": 1}}']


NUMBERS = [0, 1, -1, 0.5, 44100, 44100.5, 1e308, -1e308, 5e-324, 1e19, 1 << 63, -(1 << 63), (1 << 63) - 1, 86400, 86401, "1", None, [], True]


def knowing(randomly, known):
    """The method, path and body of a request that knows the present trial, with some numbers that no page sends."""

    def number(right):
        return right if randomly.random() < 0.7 else randomly.choice(NUMBERS)

    session, trial, sequence = (number(known.get(name, 1)) for name in ("session", "number", "sequence"))
    answer = {"key": known.get("key", ""), "seconds": number(0.5)}
    if known.get("isHeld"):
        answer["moves"] = [[number(0.1), number(0.5)] for _ in range(randomly.randrange(4))]
    else:
        answer["answer"] = randomly.choice(["higher", "lower", "", 1])
    if randomly.random() < 0.2:
        answer["page"] = {name: number(0.01) for name in ("onset", "base", "output", "rate", "visible", "changes")}
    if randomly.random() < 0.1:
        answer[randomly.choice(["missed", "confidence"])] = randomly.choice([True, 1, {"rating": number(1), "seconds": number(1)}])
    method, path, body = randomly.choice([
        ("PUT", f"answers/{session}/{trial}", answer), ("PUT", f"answers/{session}/{trial}", answer),
        ("POST", "again", {"sequence": sequence, "reason": randomly.choice(["gap", "late", "repeat", None, 1])}),
        ("POST", "turn", {"sequence": sequence, "turn": randomly.choice(["next", "back", "louder", "softer", "declined", "left", "answered", 1]),
                          "answer": randomly.choice(["", "1", "x" * 1000, 1])}),
        ("POST", "session", {"mode": randomly.choice(["comparison", "matching", "intervalComparison", ""]), "rate": number(48000),
                             "resume": number(session), "vibrates": randomly.choice([True, 1])}),
        ("GET", f"ahead/{sequence}", ""), ("POST", "leave", {}) if randomly.random() < 0.1 else ("GET", "session", ""),
        ("PUT", "settings/" + randomly.choice(["duration", "gap", "level", "note-range", "limits", "sound", "language"]),
         {"value": str(number(1))}),
    ])
    return method, "/api/" + path, json.dumps(body) if body != "" else ""


def learn(known, response):
    """Keeps what a response says of the present trial."""
    for name in ("session", "number", "sequence"):
        if found := re.findall(rb'"%b":(\d+)' % name.encode(), response):
            known[name] = int(found[-1])
    if found := re.findall(rb'"key":"([0-9a-f]{32})"', response):
        known["key"] = found[-1].decode()
        known["isHeld"] = b'"held":{' in response


def request(randomly, token, known):
    """A request that no page sends."""
    method = randomly.choice(METHODS)
    path = "/" + "/".join(randomly.choice(WORDS) for _ in range(randomly.randint(0, 4)))
    if randomly.random() < 0.6:
        path = "/api/" + "/".join(randomly.choice(WORDS) for _ in range(randomly.randint(1, 3)))
    body = randomly.choice(BODIES).encode("utf-8", "surrogateescape")
    if randomly.random() < 0.5:
        method, path, body = knowing(randomly, known)
        data = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        return data.encode()
    if randomly.random() < 0.01:
        body = b"x" * randomly.choice([1000, 100_000, 300_000])
    headers = ["Host: localhost"]
    if randomly.random() < 0.1:
        headers = [f"Host: {randomly.choice(['127.0.0.1', 'localhost:1', 'evil.example', ''])}"]
    if randomly.random() < 0.8:
        headers.append(f"Authorization: Bearer {token}")
    if randomly.random() < 0.1:
        headers.append(randomly.choice(["Content-Encoding: gzip", "Accept-Encoding: br", "Expect: 100-continue", "Upgrade: h2c", "Range: bytes=0-"]))
    headers.append(randomly.choice(
        [f"Content-Length: {len(body)}"] * 6 + ["Transfer-Encoding: chunked", "Content-Length: -1", "X: " + "y" * 20000]))
    data = "\r\n".join([f"{method} {path} HTTP/1.1", *headers, "", ""]).encode("utf-8", "surrogateescape") + body
    if randomly.random() < 0.1:
        data = data[:randomly.randrange(len(data))]
    if data and randomly.random() < 0.1:
        place = randomly.randrange(len(data))
        data = data[:place] + bytes([randomly.randrange(256)]) + data[place + 1:]
    return data


async def send(port, data, is_slow, known):
    """The status of the response to some bytes; `none` if there is none."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        if is_slow:
            for place in range(0, min(len(data), 40)):
                writer.write(data[place:place + 1])
                await writer.drain()
                await asyncio.sleep(0.01)
            data = data[40:]
        writer.write(data)
        await writer.drain()
        writer.write_eof()
        start = await asyncio.wait_for(reader.read(-1 if b"\r\nConnection: close\r\n" in data else 65536), 10)
    except (OSError, asyncio.TimeoutError):
        start = b""
    finally:
        writer.close()
    learn(known, start)
    return start[9:12].decode("ascii", "replace") if start.startswith(b"HTTP/1.1 ") else "none"


def requests(count, silent, seed):
    print(f"requests: {count}, seed {seed}", flush=True)
    names = [f"P{number:02}" for number in range(200)]
    with Server("requests", *[word for name in names for word in ("--listener", name)]) as server:
        tokens = [server.links[name].split("#")[1] for name in names]
        statuses, sizes, known = {}, [], {token: {} for token in tokens}

        async def work_off(first):
            randomly = random.Random(f"{seed} {first}")
            for number in range(first, count, 32):
                token = randomly.choice(tokens)
                data = request(randomly, token, known[token])
                try:
                    status = await send(server.port, data, randomly.random() < 0.001, known[token])
                except OSError as error:
                    status = type(error).__name__
                    await asyncio.sleep(0.1)
                statuses[status] = statuses.get(status, 0) + 1
                check(not status.startswith("5") or status == "503", f"request {number}: {status} to {data[:100]}")
                if server.process.poll() is not None:
                    return check(False, f"the server ended with status {server.process.poll()} near request {number}: {data[:200]}")
                if number % 10_000 == 0:
                    sizes.append(memory(server))
                if number % 100_000 == 0:
                    print(f"requests: {number} after {time.monotonic() - start:.0f} s, {sizes[-1]:.0f} MB", flush=True)

        async def run():
            quiet = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(silent)]
            await asyncio.gather(*(work_off(first) for first in range(32)))
            for _, writer in quiet:
                writer.close()
            status, _ = await Client(server.port, tokens[0]).call("GET", "start")
            check(status in (200, 429), f"the page after all requests: {status}")

        start = time.monotonic()
        asyncio.run(run())
        stored = server.rows("SELECT COUNT(*) FROM comparison")[0][0], server.rows("SELECT COUNT(*) FROM matching")[0][0]
        check(min(stored) > 0, f"the requests reached no trial: {stored}")
        print(f"requests: {stored[0]} comparisons and {stored[1]} matchings stored, {dict(sorted(statuses.items()))} in {time.monotonic() - start:.0f} s, memory {sizes[0]:.0f} MB at first, "
              f"at most {max(sizes):.0f} MB, {memory(server):.0f} MB at the end", flush=True)
        check(max(sizes) < 500, f"the server has {max(sizes):.0f} MB")
        check(max(sizes) < 1.2 * sizes[len(sizes) // 2] + 50, f"memory grows: {[round(size) for size in sizes[::5]]} MB")


def start(trials):
    """The time from the start of the process to the listener's first sound, with many stored trials."""
    with Server("start") as server:
        async def train():
            client = Client(server.port, server.links["me"].split("#")[1])
            shown = json.loads((await client.call("POST", "session", {"mode": "comparison", "rate": 48000}))[1])["next"]
            for _ in range(100):
                trial = shown["trial"]
                reply = (await client.call("PUT", f"answers/{trial['session']}/{trial['number']}",
                                           {"key": trial["key"], "answer": "higher", "seconds": 0.5}))[1]
                shown = json.loads(reply)["next"]
            await client.call("POST", "leave", {})

        asyncio.run(train())
        home = server.home
    with sqlite3.connect(home / "peach.sqlite") as database:
        def columns(table, but):
            names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            return ", ".join(name for name in names if name not in but)

        first = database.execute("SELECT id FROM session").fetchone()[0]
        sessions, rows = columns("session", {"id", "number"}), columns("comparison", {"session"})
        for number in range(2, trials // 100 + 1):
            new = database.execute(
                f"INSERT INTO session (number, {sessions}) SELECT {number}, {sessions} FROM session WHERE id = {first}").lastrowid
            database.execute(f"INSERT INTO comparison (session, {rows}) SELECT {new}, {rows} FROM comparison WHERE session = {first}")
    began = time.monotonic()
    with Server("start", home=home) as server:
        times = {"link": time.monotonic() - began}

        async def use():
            client = Client(server.port, server.links["me"].split("#")[1])
            for name, *words in (("start", "GET", "start"), ("session", "POST", "session", {"mode": "comparison", "rate": 48000}),
                                 ("profile", "GET", "profile.svg?size=preview")):
                status, _ = await client.call(*words)
                check(status == 200, f"{name}: {status}")
                times[name] = time.monotonic() - began

        asyncio.run(use())
        stored = server.rows("SELECT COUNT(*) FROM comparison")[0][0]
        print(f"start: with {stored} trials " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in times.items())
              + f"; load of the machine {os.getloadavg()[0]:.1f}", flush=True)
        check(stored == trials, f"{stored} trials are stored")
        check(times["session"] < 1, f"the first trial is there after {times['session']:.2f} s")


def main():
    seed = os.environ.get("PEACH_LOAD_SEED", str(random.randrange(1 << 30)))
    parts = os.environ.get("PEACH_LOAD_PARTS", "start listeners requests").split()
    if "start" in parts:
        start(100_000)
    if "listeners" in parts:
        listeners(int(os.environ.get("PEACH_LOAD_LISTENERS", "200")), int(os.environ.get("PEACH_LOAD_SECONDS", "60")), 1000, seed)
    if "requests" in parts:
        requests(int(os.environ.get("PEACH_LOAD_REQUESTS", "1000000")), 500, seed)
    if problems:
        sys.exit(f"{len(problems)} problems")
    print("the server bears the load")


main()
