"""Checks callers of Latchkey locally: a client in one file, with nothing but the standard library.

The protocol is in docs/guides/check-callers-locally.md. This client asks one node, from one thread at a time.
"""

import hashlib
import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Unavailable(Exception):
    """Latchkey can't be asked: answer 503, never let the request through."""


def moment():
    return time.monotonic(), time.time()


def age(since):
    """In milliseconds, by the clock that moved further: one stands still in sleep, the other can be set."""
    monotonic, wall = moment()
    return 1000 * max(monotonic - since[0], abs(wall - since[1]))


class Latchkey:
    def __init__(self, url, key, max_staleness_ms=1000, max_entries=10_000):
        self.url, self.key = url.rstrip("/"), key
        self.max_staleness_ms, self.max_entries = max_staleness_ms, max_entries
        self.lock, self.closed = threading.Lock(), threading.Event()
        self.entries, self.changed = {}, {}  # by hash; when each subject last changed
        self.order, self.reset_at = 0, None  # counts what was applied; the last reset among it
        self.cursor, self.complete, self.refused = None, None, False
        self.hits = self.calls = 0
        threading.Thread(target=self._follow, daemon=True).start()

    def authenticate(self, token, organization_id=None):
        """The caller as GET /api/auth/me returns it, or None if the token isn't good."""
        headers = {"authorization": f"Bearer {token}"}
        if organization_id is not None:
            headers["x-organization-id"] = organization_id
        readable = re.fullmatch(r"[\w.~+/=-]+", token, re.ASCII)
        if not readable or (organization_id is not None and not UUID.fullmatch(organization_id)):
            return self._ask(headers)[0]
        text = "\n".join(f"{name} {len(value)} {value}" for name, value in headers.items())
        entry_key = hashlib.sha256(text.encode()).digest()
        with self.lock:
            entry = self.entries.get(entry_key)
            if entry and self._is_current() and age(entry["sent"]) < entry["valid_ms"]:
                self.hits += 1
                return json.loads(entry["caller"])
            sent, order = moment(), self.order
        caller, check = self._ask(headers)
        with self.lock:
            if check and self.reset_at is not None and order >= self.reset_at:
                if all(self.changed.get(each, 0) <= order for each in check["subjects"]):
                    while len(self.entries) >= self.max_entries:
                        self.entries.pop(next(iter(self.entries)))
                    kept = {"sent": sent, "valid_ms": check["validForMs"], "caller": json.dumps(caller)}
                    self.entries[entry_key] = {**kept, "subjects": frozenset(check["subjects"])}
        return caller

    def close(self):
        self.closed.set()
        with self.lock:
            self._drop()
            self.complete = self.reset_at = None

    def _is_current(self):
        return not self.refused and self.complete is not None and age(self.complete) <= self.max_staleness_ms

    def _ask(self, headers):
        self.calls += 1
        try:
            answer = self._get("/api/auth/me?check=true", headers, 5)
        except urllib.error.HTTPError as error:
            if error.code in (401, 403, 404):
                return None, None
            raise Unavailable from error
        except (OSError, ValueError) as error:
            raise Unavailable from error
        return answer, answer.pop("check", None)

    def _get(self, path, headers, seconds):
        request = urllib.request.Request(self.url + path, headers=headers)
        with urllib.request.urlopen(request, timeout=seconds) as response:
            return json.load(response)

    def _follow(self):
        failures, third_ms = 0, self.max_staleness_ms / 3
        while not self.closed.is_set():
            sent = moment()
            try:
                self._apply(self._get(self._feed_path(), {"authorization": f"Bearer {self.key}"}, 3), sent)
                pause, failures = max(0, third_ms - age(sent)), 0
            except (OSError, ValueError, KeyError) as error:
                self.refused = self.refused or getattr(error, "code", 0) in (401, 403, 404)
                pause = 10_000 if self.refused else max(third_ms, min(5000, 100 * 2**failures))
                failures += 1
            self.closed.wait(pause / 1000)

    def _feed_path(self):
        behind = age(self.complete) if self.complete else self.max_staleness_ms
        wait_ms = max(0, min(1000, int(self.max_staleness_ms - 200 - behind)))
        query = {"waitMs": wait_ms, "maxStalenessMs": self.max_staleness_ms}
        if self.cursor is not None:
            query["after"] = self.cursor
        return "/api/checks/changes?" + urllib.parse.urlencode(query)

    def _apply(self, news, sent):
        cursor, held, changes = news["cursor"], news["heldMs"], set(news["changes"])
        if held > 1000 * (time.monotonic() - sent[0]):
            raise ValueError("an answer is said to be older than its request")
        with self.lock:
            self.order += 1
            if news["reset"] or self.cursor is None:
                self._drop()
            for subject in changes:
                self.changed[subject] = self.order
            for each in [key for key, entry in self.entries.items() if entry["subjects"] & changes]:
                del self.entries[each]
            if len(self.changed) > 100_000:
                self._drop()
            self.cursor, self.refused = cursor, False
            self.complete = (sent[0] + held / 1000, sent[1] + held / 1000)

    def _drop(self):
        self.entries.clear()
        self.changed.clear()
        self.reset_at = self.order
