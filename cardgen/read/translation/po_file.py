"""Read gettext's `.po` files, with the place of each translation.

In      the text of a file.
Out     a `Catalog`: its entries by message; findings for what is no `.po`.
Not here  writing them (`translation.catalog_update`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct, field

from cardgen.core.findings import Finding, Note, Report, Severity, Span
from cardgen.files.game_files import SAVE_AS_TEXT, GameFiles, UnreadableError, find_remedy
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.tables.cards import CONTROL
from cardgen.read.tables.spoiled_letters import describe_spoiled, find_spoiled
from cardgen.read.translation.messages import Message

if TYPE_CHECKING:
    import polib

_LINE = re.compile(r"\(line (\d+)\)")
_COMMENTS = (
    (re.compile(r"^#~\|", re.MULTILINE), "#|"),
    (re.compile(r"^(#[,.:|])(?=\S)", re.MULTILINE), r"\1 "),
    (re.compile(r"^#~(?=[m\"])", re.MULTILINE), "#~ "),
    (re.compile(r"^#(?=[^\s#,.:|~])", re.MULTILINE), "# "),
)
"""Comments as gettext and others write them, and as polib reads them. `#~|` begins the words that
an entry had before it went; polib would pass over them."""
_OTHER_ENDS = re.compile(r"[\v\f\x1c-\x1e\x85\u2028\u2029]")
"""What ends a line for Python, and for no program of translators."""
_STRING = re.compile(
    r'(?:(?P<word>msgctxt|msgid_plural|msgid|msgstr)(?:\[\d+\])?\s*)?"(?:[^"\\]++|\\[ntrvbf"\\])*+"'
)
_FOLLOWS = {
    "": ("msgctxt", "msgid"),
    "msgctxt": ("msgid",),
    "msgid": ("msgid_plural", "msgstr"),
    "msgid_plural": ("msgstr",),
    "msgstr": ("msgstr", "msgctxt", "msgid"),
}
"""What may stand below what."""
_CHARSET = re.compile(r"charset=([\w.:-]+)")
_UTF8 = ("utf-8", "utf8", "charset")
"""What a header may say of a file in UTF-8; templates say `CHARSET`."""
_FORM = re.compile(r"msgstr(\[\d+\])?\s")
MAX_LINES = 500_000
MAX_ENTRIES = 100_000
MAX_COMMENTS = 2_000
"""Lines of comments in a row; polib takes quadratic time for those of one entry."""


def usual_files(language: str) -> tuple[str, ...]:
    """Where the translation of a language is looked for: as BCP 47 writes its tag, and as
    gettext does, `pt_BR.po`."""
    names = dict.fromkeys((language, language.replace("-", "_")))
    return tuple(f"translations/{name}.po" for name in names)


def usual_file(language: str, files: GameFiles) -> str:
    """Which of those it is: one that is there, or else the first."""
    names = usual_files(language)
    return next((name for name in names if files.exists(name)), names[0])


class PoEntry(Struct, frozen=True):
    """A translation as it stands in a file; `text` is "" where there is none yet."""

    message: Message
    text: str
    fuzzy: bool
    span: Span
    """Of its `msgstr`."""


class Catalog(Struct):
    """The translations of one language, out of one or several files."""

    entries: dict[Message, PoEntry] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    used: set[Message] = field(default_factory=set)
    languages: dict[str, str] = field(default_factory=dict)
    """What each file says that it is in."""
    lost: bool = False
    """Whether a file could not be read: that texts lack a translation is no news."""

    def find(self, message: Message) -> PoEntry | None:
        """The entry of a message, which counts as used from now on."""
        self.used.add(message)
        return self.entries.get(message)


def read_catalog(files: GameFiles, paths: list[ScalarNode], report: Report) -> Catalog:
    """Read all files of an edition's translation."""
    catalog = Catalog()
    for path in paths:
        try:
            text = files.text(path.text)
        except UnreadableError as error:
            message = f"`{path.text}` {error.reason}"
            hint = "`cardgen translate update` makes it" if "exist" in error.reason else ""
            hint = find_remedy(error.reason, hint)
            if hint == SAVE_AS_TEXT:
                hint = "save it as UTF-8, and write `charset=UTF-8` in its header"
            report.add(Finding("unreadable-file", message, path.span, hint=hint))
            catalog.lost = True
            continue
        add_file(catalog, text, path.text, report)
    return catalog


def add_file(catalog: Catalog, text: str, file: str, report: Report) -> polib.POFile | None:
    """Add the entries of a file to a catalog; gives it as parsed, None if it is no `.po`."""
    catalog.files.append(file)
    parsed = parse_po(text, file, report)
    if parsed is None:
        catalog.lost = True
        return None
    lines = text.splitlines()
    catalog.languages[file] = parsed.metadata.get("Language", "").strip()
    _check_charset(parsed.metadata.get("Content-Type", ""), text, file, report)
    for entry in parsed:
        if entry.obsolete or entry.msgid == "":
            continue
        message = Message(entry.msgctxt or "", entry.msgid)
        span = _place(entry.linenum, lines, file)
        if entry.msgid_plural:
            report.add(_refuse_plural(message, span))
            catalog.lost = True
            continue
        control = CONTROL.search(entry.msgstr)
        if control:
            sentence = f"the character U+{ord(control[0]):04X} prints nothing"
            report.add(Finding("control-character", sentence, span, hint="delete it"))
        spoiled = find_spoiled(entry.msgstr)
        if spoiled is not None:
            report.add(describe_spoiled(spoiled, span, "the translation"))
        words = entry.msgstr if entry.msgstr.strip() else ""
        found = PoEntry(message, words, entry.fuzzy, span)
        first = catalog.entries.setdefault(message, found)
        if first is not found:
            notes = (Note("the first is", first.span),)
            hint = "remove one of the two"
            sentence = f"{message} is translated twice in `{message.context}`"
            report.add(Finding("bad-translation-file", sentence, span, hint=hint, notes=notes))
    return parsed


def _refuse_plural(message: Message, span: Span) -> Finding:
    """An entry with `msgid_plural`: a game has no such texts, and would print none of its forms."""
    said = f"{message} has plural forms here, and one text in the game"
    hint = "write one `msgstr`; words beside a number are `{{ plural(n, …) }}` in the text itself"
    return Finding("bad-translation-file", said, span, hint=hint)


def _check_charset(content_type: str, text: str, file: str, report: Report) -> None:
    """Files are read as UTF-8, whatever they say; programs of translators believe them."""
    found = _CHARSET.search(content_type)
    if found and found[1].casefold() not in _UTF8 and not text.isascii():
        message = f"the file is UTF-8, and its header says `{found[1]}`"
        hint = "write `charset=UTF-8` there, or every program of translators garbles it"
        place = header_place(text, "Content-Type", file)
        report.add(Finding("bad-translation-file", message, place, hint=hint))


def check_languages(catalog: Catalog, files: GameFiles, language: str, report: Report) -> None:
    """Report files that say they are in another language than the edition."""
    for file, said in catalog.languages.items():
        other = base_language(said) != base_language(language)
        if said and (other or _are_of_two_regions(said, language)):
            message = f"the file is in `{said}`, and the edition in `{language}`"
            hint = "name another file, or correct `Language` in its header"
            place = header_place(files.text(file), "Language", file)
            severity: Severity = "error" if other else "warning"
            report.add(Finding("bad-translation-file", message, place, severity, hint=hint))


def _are_of_two_regions(one: str, other: str) -> bool:
    """Whether two tags of a language both go on, and otherwise: `pt_PT` and `pt-BR`."""
    rest = [re.split(r"[-_@.]", tag.casefold(), maxsplit=1)[1:] for tag in (one, other)]
    return all(rest) and rest[0] != rest[1]


def base_language(tag: str) -> str:
    """A language without its region and script."""
    return re.split(r"[-_@]", tag.casefold())[0]


def header_place(text: str, key: str, file: str) -> Span:
    """The line of a file's header that begins with a key."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(f'"{key}:'):
            return Span(file, number, 2, max(3, len(line)))
    return Span(file, 1, 1, 2)


def parse_po(text: str, file: str, report: Report) -> polib.POFile | None:
    """Parse a file; None, and a finding, if it is no `.po` or too much of one."""
    import polib

    for pattern, written in _COMMENTS:
        text = pattern.sub(written, text)
    lines = text.splitlines()
    excess = _find_excess(lines, file) or _find_other_end(text, file)
    if excess:
        report.add(excess)
        return None
    number = find_broken_line(lines)
    if number:
        _report_broken(text, number, file, report)
        return None
    try:
        return polib.pofile(_with_newline(text), wrapwidth=78)
    except (OSError, ValueError, UnicodeError, IndexError, KeyError) as error:
        found = _LINE.search(str(error))
        _report_broken(text, int(found[1]) if found else 1, file, report)
        return None


def _find_excess(lines: Sequence[str], file: str) -> Finding | None:
    """What is wrong with a file that is too much to parse."""
    runs = (len(list(run)) for comment, run in groupby(lines, _is_comment) if comment)
    for count, most, what in (
        (len(lines), MAX_LINES, "lines"),
        (sum("msgid " in line[:9] for line in lines), MAX_ENTRIES, "entries"),
        (max(runs, default=0), MAX_COMMENTS, "lines of comments in a row"),
    ):
        if count > most:
            message = f"the file has {count:,} {what}; at most {most:,} are read"
            return Finding("over-budget", message, Span(file, 1, 1, 2), hint="divide it")
    return None


def _find_other_end(text: str, file: str) -> Finding | None:
    """A character that other programs put at the ends of lines, and polib divides a text at."""
    found = _OTHER_ENDS.search(text)
    if found is None:
        return None
    before = text[: found.start()]
    column = found.start() - before.rfind("\n")
    span = Span(file, before.count("\n") + 1, column, column + 1)
    message = f"the character U+{ord(found[0]):04X} ends a line where a `.po` file has `\\n`"
    return Finding("bad-translation-file", message, span, hint="delete it, or write `\\n`")


def _is_comment(line: str) -> bool:
    return line.startswith("#") and not line.startswith(("#~", "#:"))


def _report_broken(text: str, number: int, file: str, report: Report) -> None:
    lines = text.splitlines()
    line = lines[number - 1] if number <= len(lines) else ""
    message = "this is not written as in a gettext `.po` file"
    if line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
        message += ": a merge left its marks"
    hint = "`msgfmt --check` and editors such as Poedit say what is wrong"
    span = Span(file, number, 1, max(2, len(line) + 1))
    report.add(Finding("bad-translation-file", message, span, hint=hint))


def find_broken_line(lines: Sequence[str]) -> int:
    """The first line, from 1, that is not as the format has it; 0 if all are.

    polib lets pass what is not closed, and loses a letter of it.
    """
    before = ""
    for number, line in enumerate(lines, 1):
        text = line.removeprefix("#~").strip() if line.startswith("#~") else line.strip()
        if not text or text.startswith("#"):
            if before and before != "msgstr" and not text:
                return number
            before = "" if not text else before
            continue
        found = _STRING.fullmatch(text)
        if not found:
            return number
        word = found["word"] or before
        if word not in _FOLLOWS.get(before if found["word"] else word, ()) and found["word"]:
            return number
        if not word:
            return number
        before = word
    return len(lines) if before and before != "msgstr" else 0


def _with_newline(text: str) -> str:
    """polib takes a text without a line break for the name of a file."""
    return text if text.endswith("\n") else text + "\n"


def _place(number: int | None, lines: list[str], file: str) -> Span:
    """The first line of a `msgstr` that has something in it, from the entry's line on."""
    number = number or 1
    index = number - 1
    while index < len(lines) and not _FORM.match(lines[index]):
        index += 1
    if index >= len(lines):
        return Span(file, number, 1, 2)
    line = lines[index]
    if line.rstrip().endswith('""') and index + 1 < len(lines) and lines[index + 1].startswith('"'):
        index, line = index + 1, lines[index + 1]
    start = line.find('"')
    return Span(file, index + 1, start + 2, max(start + 3, len(line.rstrip())))


def header(language: str, game: str) -> Mapping[str, str]:
    """The header of a new file."""
    return {
        "Project-Id-Version": game,
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Generator": "cardgen",
    }
