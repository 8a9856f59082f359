"""Messages between the judge and the process of a candidate: a word, numbers and names as JSON, and bytes.

Nothing here makes objects of what it reads but JSON's own: who sends may be anybody.
"""

from __future__ import annotations

import json
import os
import struct
from typing import Any, NamedTuple

MARK = b"LWJ1"
_HEAD = struct.Struct("<4sQQ")
HEAD_BYTES = _HEAD.size
MOST_WORDS = 16 << 20


class Message(NamedTuple):
    word: str
    data: dict[str, Any]
    blob: bytes


class BadMessageError(Exception):
    """Nobody who speaks for us writes that."""


def packed(word: str, data: dict[str, Any], blob: bytes = b"", token: str = "") -> bytes:
    text = json.dumps({"word": word, "token": token, "data": data}).encode("utf-8", "surrogateescape")
    return _HEAD.pack(MARK, len(text), len(blob)) + text + blob


def sizes(head: bytes) -> tuple[int, int]:
    """Bytes of words and of what follows them."""
    mark, words, blob = _HEAD.unpack(head)
    if mark != MARK or words > MOST_WORDS:
        raise BadMessageError("bytes that are no message")
    return words, blob


def unpacked(text: bytes, blob: bytes, token: str) -> Message:
    try:
        said = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        raise BadMessageError("words that are no message") from None
    if not isinstance(said, dict) or said.get("token") != token:
        raise BadMessageError("a message without the token")
    if not isinstance(said.get("word"), str) or not isinstance(said.get("data"), dict):
        raise BadMessageError("a message without a word")
    return Message(said["word"], said["data"], blob)


def write(fd: int, message: bytes) -> None:
    left = memoryview(message)
    while left:
        left = left[os.write(fd, left) :]


def read(fd: int) -> Message | None:
    """One message, from somebody who is trusted; None: there are no more."""
    head = _exactly(fd, HEAD_BYTES)
    if head is None:
        return None
    words, blob = sizes(head)
    text, rest = _exactly(fd, words), _exactly(fd, blob)
    if text is None or rest is None:
        return None
    said = json.loads(text)
    return Message(said["word"], {**said["data"], "token": said["token"]}, rest)


def _exactly(fd: int, count: int) -> bytes | None:
    parts = []
    while count:
        part = os.read(fd, min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
