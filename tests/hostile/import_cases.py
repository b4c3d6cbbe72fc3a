# ruff: noqa: E501 - a case is a line
"""What `cardgen import` may be given, and workbooks that a deck names."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.hostile.decks import Case, Content, Prepare, game, png

EITHER = -1
_SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ODS = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="A">{}</table:table></office:spreadsheet></office:body>'
    "</office:document-content>"
)
_ODS_HEAD = (
    "<table:table-row><table:table-cell><text:p>name</text:p></table:table-cell></table:table-row>"
)


def archive(parts: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return out.getvalue()


def ods(rows: str, *, head: str = "") -> bytes:
    return archive({"content.xml": (head + _ODS.format(rows)).encode()})


def xlsx(
    cells: str, *, sheets: tuple[str, ...] = ("A",), more: Mapping[str, bytes] | None = None
) -> bytes:
    """A workbook of sheets that all hold the same rows."""
    listed = "".join(
        f'<sheet name="{name}" sheetId="{i}" r:id="r{i}"/>' for i, name in enumerate(sheets, 1)
    )
    related = "".join(
        f'<Relationship Id="r{i}" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet{i}.xml"/>'
        for i in range(1, len(sheets) + 1)
    )
    types = "".join(
        f'<Override PartName="/xl/worksheets/sheet{i}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
        for i in range(1, len(sheets) + 1)
    )
    sheet = f'<worksheet xmlns="{_SPREADSHEET}"><sheetData>{cells}</sheetData></worksheet>'.encode()
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>{types}</Types>'.encode(),
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>'.encode(),
        "xl/workbook.xml": f'<workbook xmlns="{_SPREADSHEET}" xmlns:r="{_RELATIONS}"><sheets>{listed}</sheets></workbook>'.encode(),
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">{related}</Relationships>'.encode(),
        **{f"xl/worksheets/sheet{i}.xml": sheet for i in range(1, len(sheets) + 1)},
    }
    return archive(parts | dict(more or {}))


def text_row(number: int, text: str) -> str:
    return f'<row r="{number}"><c r="A{number}" t="inlineStr"><is><t>{text}</t></is></c></row>'


TWO_ROWS = text_row(1, "name") + text_row(2, "One")


def _beside(files: Mapping[str, Content]) -> Prepare:
    """Files beside the games, where an import finds them."""

    def prepare(project: Path) -> None:
        for name, content in files.items():
            file = project / "in" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())

    return prepare


def _with_link(files: Mapping[str, Content], name: str) -> Prepare:
    def prepare(project: Path) -> None:
        _beside(files)(project)
        (project / "in").mkdir(exist_ok=True)
        (project / "in" / name).symlink_to(project.parent / "canary" / "secret.txt")

    return prepare


def _with_pipe(project: Path) -> None:
    (project / "in").mkdir()
    os.mkfifo(project / "in" / "a.png")


def _with_large_workbook(project: Path) -> None:
    _beside({"t.xlsx": xlsx(TWO_ROWS, more={"xl/big.xml": bytes(400_000_000)})})(project)


def imported(source: str) -> tuple[str, ...]:
    return ("import", f"in/{source}", "new")


def imports() -> Iterator[Case]:
    picture, order = png(9, 9), "<order><fronts>{}</fronts></order>"
    card = "<card><id>a</id><slots>0</slots><name>a.png</name></card>"
    out = "leads out"
    for name, source, prepare, says in (
        ("a table's picture is a link", "t.csv", _with_link({"t.csv": "name,art\nOne,a.png\n"}, "a.png"), out),
        ("a picture is a link", ".", _with_link({"b.png": picture}, "a.png"), out),
        ("an order's picture is a link", "o.xml", _with_link({"o.xml": order.format(card)}, "a.png"), out),
        ("a picture is a pipe", ".", _with_pipe, "nothing reads"),
        ("an order declares a billion laughs", "o.xml", _beside({"o.xml": '<!DOCTYPE o [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + order.format(card)}), "entities"),
        ("an order of 100,000 cards", "o.xml", _beside({"o.xml": order.format(card * 100_000)}), "at most"),
        ("an order of nothing", "o.xml", _beside({"o.xml": order.format("")}), "no order"),
        ("a table of 17 MB", "t.csv", _beside({"t.csv": "name\n" + "x" * 17_000_000}), "16 MB"),
        ("a workbook that is none", "t.xlsx", _beside({"t.xlsx": b"PK\3\4" + bytes(90)}), "no Excel"),
        ("an old workbook that is none", "t.xls", _beside({"t.xls": b"\xd0\xcf\x11\xe0" * 90}), "no Excel"),
        ("an old workbook of nothing", "t.xls", _beside({"t.xls": b""}), "no Excel"),
        ("a workbook that unpacks to 400 MB", "t.xlsx", _with_large_workbook, "120 MB"),
        ("a layout that doubles 60 times", "l.yml", _beside({"cards.csv": "a60\nOne\n", "l.yml": "a0: {x: 1}\n" + "".join(f"a{i}: {{extends: [a{i - 1}, a{i - 1}]}}\n" for i in range(1, 61))}), ""),
        ("a layout that extends 5,000 times", "l.yml", _beside({"cards.csv": "a0\nOne\n", "l.yml": "".join(f"a{i}: {{extends: a{i + 1}}}\n" for i in range(5_000))}), "extends more than"),
        ("a layout that extends a number", "l.yml", _beside({"cards.csv": "a\nOne\n", "l.yml": "a: {extends: 5, x: .inf, y: 1e999, width: nan, font: 7}\n"}), ""),
        ("a layout with a font of 200,000 digits", "l.yml", _beside({"cards.csv": "a\nOne\n", "l.yml": f"a: {{font: x{'1' * 200_000}x, x: {'9' * 5_000}}}\n"}), ""),
        ("pictures with endless names", "t.csv", _beside({"t.csv": "name,art\nOne," + "x" * 5_000 + ".png\nTwo,../../../canary/secret.png\n"}), ""),
        ("a picture's name with a zero", "t.csv", _beside({"t.csv": "name,art\nOne,a\0b.png\n"}), ""),
        ("a table of deep JSON", "t.json", _beside({"t.json": "[" * 100_000}), ""),
        ("columns named by templates", "t.csv", _beside({"t.csv": '"{{ 9**9 }}","a"":b","}}"\n1,2,3\n'}), ""),
        ("two sheets of one name", "t.xlsx", _beside({"t.xlsx": xlsx(TWO_ROWS, sheets=("A b", "A-b", "a B!"))}), ""),
    ):  # fmt: skip
        yield Case(f"import: {name}", command=imported(source), says=says, code=2 if says else EITHER, prepare=prepare)  # fmt: skip
    for name in ("..", "/", "in", "/dev/null/x", "CON", "a" * 300, "\x1b[2J", ".", "-x"):
        shown = name if len(name) < 20 else "a long name"
        yield Case(f"import into {shown!r}", command=("import", "in/t.csv", "--", name)[: 2 if name == "-x" else 4],
                   code=EITHER, prepare=_beside({"t.csv": "name\nOne\n"}))  # fmt: skip


def workbooks() -> Iterator[Case]:
    far = '<table:table-row table:number-rows-repeated="{}"><table:table-cell table:number-columns-repeated="{}"><text:p>a</text:p></table:table-cell></table:table-row>'
    entity = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
    secret = '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    error = "".join(f'<row r="{i}"><c r="A{i}" t="e"></c></row>' for i in range(1, 8_000))
    hidden = "".join(
        f'<row r="{i}" hidden="1"><c r="A{i}"><v>1</v></c></row>' for i in range(1, 8_000)
    )
    formats = f'<styleSheet xmlns="{_SPREADSHEET}"><numFmts>{{}}</numFmts></styleSheet>'
    rows = "".join(text_row(i, "One") for i in range(2, 5_000))
    for number, (name, data, says) in enumerate((
        ("t.ods", ods(_ODS_HEAD + far.format(2**31, 1)), ""),
        ("t.ods", ods(_ODS_HEAD + far.format(1, 2**31)), ""),
        ("t.ods", ods(_ODS_HEAD + far.format("9" * 5_000, "-1")), ""),
        ("t.ods", ods(_ODS_HEAD, head=entity), "entities"),
        ("t.ods", ods(_ODS_HEAD.replace("name", "&a;"), head=secret), "entities"),
        ("t.ods", ods(_ODS_HEAD + "<a/>" * 5_000_000), "elements"),
        ("t.ods", ods(_ODS_HEAD + "<a>" * 400_000 + "</a>" * 400_000), ""),
        ("t.ods", ods(_ODS_HEAD)[:-60], "unreadable-file"),
        ("t.ods", ods(_ODS_HEAD).replace(b"content.xml", b"contemt.xml"), "unreadable-file"),
        ("t.ods", ods(_ODS_HEAD)[:60] + b"\xff" * 9 + ods(_ODS_HEAD)[69:], "unreadable-file"),
        ("t.xlsx", xlsx(error), "table-cell"),
        ("t.xlsx", xlsx(text_row(1, "name") + hidden), ""),
        ("t.xlsx", xlsx(TWO_ROWS + '<row r="9999999"><c r="ZZZ9999999"><v>1</v></c></row>'), "too far"),
        ("t.xlsx", xlsx(TWO_ROWS, more={"xl/styles.xml": entity.encode()}), "entities"),
        ("t.xlsx", xlsx(TWO_ROWS, more={"xl/styles.xml": formats.format("<a/>" * 3_000_000).encode()}), "elements"),
        ("t.xlsx", xlsx(TWO_ROWS, more={"xl/styles.xml": formats.format('<numFmt numFmtId="164" formatCode="' + "#," * 50_000 + '"/>').encode()}), ""),
        ("t.xlsx", xlsx(TWO_ROWS, sheets=tuple(f"s{i}" for i in range(3_000))), ""),
        ("t.xlsx", xlsx(TWO_ROWS, more={"../../../../canary/secret.txt": b"x", "/etc/x": b"y"}), ""),
        ("t.xlsx", xlsx(text_row(1, "name") + rows), ""),
    ), 1):  # fmt: skip
        yield Case(f"workbook {number} {name}", {name: data, "game.yaml": game(**{"cards.yaml": name})["game.yaml"]},
                   says=says, code=1 if says else EITHER, command=("check", "trap"))  # fmt: skip
