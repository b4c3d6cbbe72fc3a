"""The text of a table, and doubts whether its letters are those that were typed.

In      the bytes of a file, the encoding that the game states.
Out     its text; warnings with a word by which they can be judged.
Not here  which encoding it is (`text_encoding`), how spoiled letters are known (`spoiled_letters`).
"""

from __future__ import annotations

from cardgen.core.findings import Finding, Span
from cardgen.read.tables.spoiled_letters import describe_spoiled, find_spoiled
from cardgen.read.tables.text_encoding import Guess, decode_table


def decode_and_doubt(data: bytes, encoding: str, path: str) -> tuple[str, list[Finding]]:
    """The text of a table, and what is doubtful about its letters.

    Raises:
        UnreadableError: it is text in no encoding, or not in the one that is stated.
    """
    decoded = decode_table(data, encoding)
    doubts = []
    if decoded.guess is not None:
        doubts.append(_doubt_encoding(decoded.text, decoded.guess, path))
    spoiled = doubt_letters(decoded.text, path, "the table")
    return decoded.text, doubts if spoiled is None else [*doubts, spoiled]


def _doubt_encoding(text: str, guess: Guess, path: str) -> Finding:
    """That a table does not say its encoding, and a word by which the guess is judged."""
    known = f"this file is not UTF-8; it is read as {guess.encoding}, in which this is"
    hint = f"if that is right, save it as UTF-8, or state `encoding: {guess.encoding}` for the"
    hint += " table; if not, state the one in which it was saved"
    if guess.other:
        hint += f" (`{guess.other_word}` in {guess.other})"
    span = span_of(text, guess.start, guess.word, path)
    message = f"{known} `{guess.word}`"
    return Finding("guessed-encoding", message, span, severity="warning", hint=hint)


def doubt_letters(text: str, path: str, what: str) -> Finding | None:
    """The first word of a text whose letters another program spoiled; `what` is what it is of."""
    word = find_spoiled(text)
    if word is None:
        return None
    return describe_spoiled(word, span_of(text, word.start, word.text, path), what)


def span_of(text: str, start: int, word: str, path: str) -> Span:
    before = text[:start].replace("\r\n", "\n").replace("\r", "\n")
    column = len(before) - before.rfind("\n")
    return Span(path, before.count("\n") + 1, column, column + len(word))
