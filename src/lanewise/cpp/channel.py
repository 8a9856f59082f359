"""What a program says to whoever runs it: findings, and the rule that ended it (engine/runtime/channel.hpp).

It inherits one end of a socket. There is no file that it could remove and no variable that it could forget, and what it
has sent is here.
"""

from __future__ import annotations

import json
import socket
from functools import partial
from typing import TYPE_CHECKING

from lanewise.cpp.entries import Entry, entry

if TYPE_CHECKING:
    from lanewise.check.findings import Finding

_GREETING = b"lanewise: check "
_LARGEST = 1 << 20  # bytes of an entry
_MOST = 64 << 20  # bytes of all; a program that sends more has lost its findings in them


class Channel:
    def __init__(self, check: str = "") -> None:
        """`check` is what the program is to look for; empty: nothing."""
        self.check = check
        self._ours, self._theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LARGEST)
        self._ours.send(_GREETING + check.encode())
        self._ours.setblocking(False)
        self._entries: list[Entry] = []
        self._size = 0
        self._lost = False

    @property
    def end(self) -> int:
        """The descriptor of the program's end."""
        return self._theirs.fileno()

    def fileno(self) -> int:
        return self._ours.fileno()

    def started(self) -> None:
        """The program has its end."""
        self._theirs.close()

    def receive(self) -> bool:
        """One message, if there is one; whether more may come."""
        try:
            message = self._ours.recv(_LARGEST)
        except ConnectionResetError:  # told once, before what was sent: the program left the greeting unread
            return True
        except OSError:  # nothing is there
            return False
        if not message:
            return False
        self._size += len(message)
        found = entry(message)
        if found is None or self._size > _MOST:
            self._lost = True
        else:
            self._entries.append(found)
        return True

    def close(self) -> None:
        """Takes what is still there."""
        while self.receive():
            pass
        self._ours.close()
        self._theirs.close()

    def told_all(self) -> bool:
        """Whether the program has said, at its end, that there is nothing more."""
        opened = [process for kind, process, *_ in self._entries if kind == b"OPEN"]
        ended = {process for kind, process, *_ in self._entries if kind == b"ENDS"}
        return bool(opened) and opened[0] in ended and not self._lost

    def findings(self) -> list[Finding]:
        """In the order in which they were found."""
        from lanewise.check.parsing import parse_finding  # programs start without them
        from lanewise.cpp.checked import place_of_address
        from lanewise.cpp.launch_outputs import findings

        found = []
        for text, kernel, lines in findings(self._entries):
            try:
                found.append(parse_finding(text, partial(place_of_address, lines), kernel, cpp=True))
            except (ValueError, KeyError, TypeError, AttributeError):  # nothing that our runtime says
                self._lost = True
        return found

    def broken(self) -> Finding | None:
        """The rule that ended the program."""
        from lanewise.check.findings import Finding, Place, Severity

        for kind, _, _, _, text, kernel in self._entries:
            if kind != b"RULE":
                continue
            try:
                said = json.loads(text.decode(errors="surrogateescape"))
                fields = said["fields"]
                at = Place(fields["file"], int(fields["line"])) if fields["file"] else None
                what = str(fields["message"]).rstrip(".\n")
                return Finding(str(said["id"]), Severity.ERROR, what, "", at, kernel=kernel.decode(errors="replace"))
            except (ValueError, KeyError, TypeError, AttributeError):
                self._lost = True
        return None

