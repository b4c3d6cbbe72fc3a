"""Files that come, go and change outside the editor, and games that were never saved."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.test_actions import FILES
from tests.support.editor import Editor


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("workspace")


@pytest.fixture(scope="module")
def editor(workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    editor = Editor(workspace, tmp_path_factory.mktemp("cache"))
    yield editor
    editor.close()


def put_game(folder: Path) -> Path:
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def open_text(editor: Editor, file: Path, text: str) -> None:
    """Open a file that the editor has otherwise than the disk."""
    editor._texts[file.as_uri()] = 1, text
    document = {"uri": file.as_uri(), "languageId": "yaml", "version": 1, "text": text}
    editor.tell("textDocument/didOpen", textDocument=document)


def close(editor: Editor, file: Path) -> None:
    editor.tell("textDocument/didClose", textDocument={"uri": file.as_uri()})
    editor._texts.pop(file.as_uri())


def tell_of(editor: Editor, file: Path, kind: int) -> None:
    changes = [{"uri": file.as_uri(), "type": kind}]
    editor.tell("workspace/didChangeWatchedFiles", changes=changes)


def codes(found: list[Any]) -> list[str]:
    return [one["code"] for one in found]


def test_a_file_that_changes_on_the_disk_is_looked_at(editor: Editor, workspace: Path) -> None:
    game = put_game(workspace / "one")
    editor.open(game / "beasts.yaml")
    editor.settle()
    layouts = game / "layouts.yaml"
    layouts.write_text(FILES["layouts.yaml"].replace("fill: sand", "fill: sannd"), "utf-8")
    tell_of(editor, layouts, 2)
    assert codes(editor.wait_for(layouts, "unknown-color")) == ["unknown-color"]
    layouts.write_text(FILES["layouts.yaml"], "utf-8")
    tell_of(editor, layouts, 2)
    assert editor.wait_for(layouts) == []
    close(editor, game / "beasts.yaml")


def test_a_game_that_is_gone_has_no_findings(editor: Editor, workspace: Path) -> None:
    game = put_game(workspace / "two")
    layouts, own = game / "layouts.yaml", game / "game.yaml"
    layouts.write_text(FILES["layouts.yaml"].replace("fill: sand", "fill: sannd"), "utf-8")
    editor.open(game / "beasts.yaml")
    editor.wait_for(layouts, "unknown-color")
    close(editor, game / "beasts.yaml")
    shutil.rmtree(game)
    tell_of(editor, own, 3)
    assert editor.wait_for(layouts) == []


def test_a_game_that_was_never_saved_is_checked(editor: Editor, workspace: Path) -> None:
    game = workspace / "three"
    for name, text in FILES.items():
        open_text(editor, game / name, text.replace("fill: sand", "fill: sannd"))
    assert "unknown-color" in codes(editor.wait_for(game / "layouts.yaml", "unknown-color"))
    close(editor, game / "game.yaml")
    assert editor.wait_for(game / "layouts.yaml") == []
    for name in FILES:
        if name != "game.yaml":
            close(editor, game / name)


def test_games_beside_each_other_do_not_mix(editor: Editor, workspace: Path) -> None:
    games = [put_game(workspace / name) for name in ("four", "five")]
    for game in games:
        editor.open(game / "layouts.yaml")
    wrong = FILES["layouts.yaml"].replace("fill: sand", "fill: sannd")
    editor.type(games[0] / "layouts.yaml", wrong)
    found = editor.settle()
    assert [Path(uri).parent.name for uri in found] == ["four"]
    editor.type(games[0] / "layouts.yaml", FILES["layouts.yaml"])
    assert editor.settle() == {}
    for game in games:
        close(editor, game / "layouts.yaml")


def test_a_file_of_no_game_is_left_alone(editor: Editor, workspace: Path) -> None:
    file = workspace / "notes.yaml"
    file.write_text("a: 1\n", "utf-8")
    document = {"uri": file.as_uri(), "languageId": "yaml", "version": 1, "text": "a: 1\n"}
    editor.tell("textDocument/didOpen", textDocument=document)
    for method in ("hover", "completion", "definition", "prepareRename"):
        assert editor.ask(f"textDocument/{method}", **place_in(file.as_uri())) is None
    untitled = {"uri": "untitled:Untitled-1", "languageId": "yaml", "version": 1, "text": "a: 1"}
    editor.tell("textDocument/didOpen", textDocument=untitled)
    assert editor.ask("textDocument/hover", **place_in("untitled:Untitled-1")) is None


def place_in(uri: str) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}}


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85"])
def test_what_ends_a_line_in_yaml_alone_moves_nothing(
    editor: Editor, workspace: Path, end: str
) -> None:
    """An editor goes on in the same line."""
    game = put_game(workspace / f"end-{ord(end)}")
    file = game / "layouts.yaml"
    open_text(editor, file, f"# a{end}# b\n" + FILES["layouts.yaml"].replace(": sand", ": sannd"))
    (found,) = editor.wait_for(file, "unknown-color")
    assert found["range"]["start"] == {"line": 5, "character": 37}
    close(editor, file)


def test_a_file_is_changed_as_its_editor_has_it(editor: Editor, workspace: Path) -> None:
    """Lines end where the protocol says, places beyond a line are at its end, halves of a
    character are one each; a file that was closed is not changed."""
    game = put_game(workspace / "seven")
    file = game / "beasts.yaml"
    open_text(editor, file, "# 🦊\ud83e\u2028x\n- {id: fox, name: Fox, copies: 2}\n")
    change(editor, file, 2, [(0, 6, 0, 99, "#"), (1, 31, 1, 32, "x"), (9, 0, 9, 9, "# end")])
    found = next(x for x in editor.wait_for(file, "bad-copies") if x["code"] == "bad-copies")
    assert found["range"]["start"] == {"line": 1, "character": 31}
    close(editor, file)
    change(editor, file, 3, [(0, 0, 0, 0, "- {name: Hen, copies: x}\n")])
    assert editor.wait_for(file) == []
    assert not editor.shown


def change(
    editor: Editor, file: Path, version: int, edits: list[tuple[int, int, int, int, str]]
) -> None:
    """Change ranges of a file: their lines and columns, and what is typed there."""
    changes = [
        {
            "range": {
                "start": {"line": first, "character": start},
                "end": {"line": last, "character": end},
            },
            "text": text,
        }
        for first, start, last, end, text in edits
    ]
    document = {"uri": file.as_uri(), "version": version}
    editor.tell("textDocument/didChange", textDocument=document, contentChanges=changes)


@pytest.mark.parametrize(("mark", "newline"), [("", "\r\n"), ("\ufeff", "\n"), ("\ufeff", "\r\n")])
def test_line_ends_and_byte_order_marks_move_nothing(
    editor: Editor, workspace: Path, mark: str, newline: str
) -> None:
    game = put_game(workspace / f"six-{len(mark)}-{len(newline)}")
    file = game / "layouts.yaml"
    text = FILES["layouts.yaml"].replace("fill: sand", "fill: sannd")
    file.write_bytes((mark + text.replace("\n", newline)).encode())
    open_text(editor, file, text.replace("\n", newline))
    (found,) = editor.wait_for(file, "unknown-color")
    line = text.split("\n")[4]
    start = {"line": 4, "character": line.index("sannd")}
    assert found["range"] == {
        "start": start,
        "end": {"line": 4, "character": start["character"] + 5},
    }
    close(editor, file)


def test_a_game_that_is_made_around_an_open_file_is_looked_at(
    editor: Editor, workspace: Path
) -> None:
    """`game.yaml` comes last, or comes back, while the layouts are open."""
    game = put_game(workspace / "eight")
    layouts, own = game / "layouts.yaml", game / "game.yaml"
    own.unlink()
    text = FILES["layouts.yaml"].replace("fill: sand", "fill: sannd")
    open_text(editor, layouts, text)
    own.write_text(FILES["game.yaml"], "utf-8")
    tell_of(editor, own, 1)
    assert codes(editor.wait_for(layouts, "unknown-color")) == ["unknown-color"]
    own.rename(game / "later.yaml")
    tell_of(editor, own, 3)
    assert editor.wait_for(layouts) == []
    (game / "later.yaml").rename(own)
    tell_of(editor, own, 1)
    assert codes(editor.wait_for(layouts, "unknown-color")) == ["unknown-color"]
    close(editor, layouts)


@pytest.mark.parametrize("name", ["100%41 # of it?", "mit Säge; (neu)", "狐"])
def test_folders_may_have_any_name(editor: Editor, workspace: Path, name: str) -> None:
    game = put_game(workspace / name)
    file = game / "layouts.yaml"
    open_text(editor, file, FILES["layouts.yaml"].replace("fill: sand", "fill: sannd"))
    assert codes(editor.wait_for(file, "unknown-color")) == ["unknown-color"]
    close(editor, file)


def test_findings_are_told_below_the_folder_that_was_opened(
    editor: Editor, workspace: Path
) -> None:
    """It may be a link, as `/tmp` is on a Mac: told elsewhere, they would stand there for ever."""
    game, link = put_game(workspace / "nine"), workspace / "linked"
    link.symlink_to(game)
    wrong = FILES["layouts.yaml"].replace("fill: sand", "fill: sannd")
    (game / "layouts.yaml").write_text(wrong, "utf-8")
    open_text(editor, link / "beasts.yaml", FILES["beasts.yaml"])
    assert codes(editor.wait_for(link / "layouts.yaml", "unknown-color")) == ["unknown-color"]
    close(editor, link / "beasts.yaml")
