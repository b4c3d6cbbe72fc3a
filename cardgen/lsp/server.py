"""The language server: what an editor asks, and who answers.

In      the Language Server Protocol, on stdin and stdout.
Out     the same.

A game is looked at a moment after the last keystroke, in one thread, so that answers to other
questions do not wait; a look that is overtaken by typing is not told. Questions about names are
answered from the last look that could read the game. What paints (PDFium knows one thread) or
looks at the game again waits for that thread.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO, TextIO, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from cardgen.check.engine.registry import find_explanation
from cardgen.core.findings import Finding
from cardgen.lsp import answers
from cardgen.lsp.actions import EXPLAIN, list_actions
from cardgen.lsp.diagnostics import make_diagnostic
from cardgen.lsp.documents import Documents, OpenDocument
from cardgen.lsp.live_game import Buffers, LiveGame, LookResult
from cardgen.lsp.positions import make_range, path_of
from cardgen.lsp.progress import WorkProgress
from cardgen.lsp.protocol import EditorProtocol, watch_files
from cardgen.lsp.renaming import RenameRefused
from cardgen.pipeline.edition_checks import EditionFindings, merge_findings
from cardgen.report.program_faults import describe_fault
from cardgen.version import __version__

PAUSE = 0.06
"""Seconds without a keystroke after which a game is looked at."""
LONG_PAUSE = 0.6
"""After so many its editions are looked at too."""


class EditorSession:
    """An editor's session."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.documents = Documents()
        self.progress = WorkProgress(server)
        self.findings: dict[LiveGame, Sequence[Finding]] = {}
        self._told: dict[LiveGame, Mapping[str, Sequence[types.Diagnostic]]] = {}
        """What was told of each game, by URI; games may include the same file."""
        self._turns: dict[LiveGame, int] = {}
        self._faults: dict[LiveGame, str] = {}
        """Faults of cardgen itself that were told."""
        self.was_shut_down = False
        self._thread = ThreadPoolExecutor(1)
        self._tasks: set[asyncio.Task[None]] = set()

    def shut_down(self) -> None:
        """The editor is about to end; nobody waits for what is not begun."""
        self.was_shut_down = True
        self._thread.shutdown(wait=False, cancel_futures=True)

    # --- what is typed ---------------------------------------------------------------------

    def open(self, params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        self.documents.put(document.uri, document.text, document.version)
        self._follow_all(document.uri)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        self.documents.change(document.uri, params.content_changes, document.version)
        self._follow_all(document.uri)

    def close(self, params: types.DidCloseTextDocumentParams) -> None:
        self.documents.drop(params.text_document.uri)
        self._follow_all(params.text_document.uri)
        self._forget_lost_games()

    def save(self, params: types.DidSaveTextDocumentParams) -> None:
        self._follow_all(params.text_document.uri)

    def change_on_disk(self, params: types.DidChangeWatchedFilesParams) -> None:
        """Files that another program wrote, moved or deleted."""
        paths = [path for one in params.changes if (path := path_of(one.uri)) is not None]
        self._forget_lost_games()
        self.documents.find_new_games()
        for game in self.documents.list_games():
            if any(self.documents.concerns(path, game) for path in paths):
                self._follow(game)

    def _forget_lost_games(self) -> None:
        """Games whose `game.yaml` is gone, or was never saved and is closed, have no findings."""
        for game in self.documents.drop_lost_games():
            for uri in self._told.pop(game, ()):
                self._publish(uri)
            for kept in (self.findings, self._faults, self._turns):
                kept.pop(game, None)

    def _follow_all(self, uri: str) -> None:
        """Look at every game that a file is part of."""
        for document in self.documents.find_all(uri):
            self._follow(document.game)

    def _follow(self, game: LiveGame | None) -> None:
        if game is None:
            return
        turn = self._turns[game] = self._turns.get(game, 0) + 1
        task = asyncio.get_running_loop().create_task(self._look(game, turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, game: LiveGame, turn: int) -> None:
        """Look at a game, soon as it is and later its editions, unless somebody types on."""
        await asyncio.sleep(PAUSE)
        if self._is_current(game, turn) and not self.was_shut_down:
            async with self.progress.show(f"checking {game.folder.name}"):
                try:
                    await self._look_and_tell(game, turn)
                    self._faults.pop(game, None)
                except Exception as error:  # the findings that stand there are old: say so
                    self._show_fault(game, error)

    def _show_fault(self, game: LiveGame, error: Exception) -> None:
        """Say that a game could not be looked at, once and not at every keystroke."""
        text = describe_fault(error)
        if self._faults.get(game) != text:
            self._faults[game] = text
            text = f"{game.folder.name} was not checked: a fault in cardgen itself: {text}"
            self.server.window_show_message(types.ShowMessageParams(types.MessageType.Error, text))

    async def _look_and_tell(self, game: LiveGame, turn: int) -> None:
        buffers = self.documents.buffers
        result = await self.work(self._look_now, game, turn, buffers)
        if result is None or not self._is_current(game, turn):
            return
        if _has_missed(game, buffers, self.documents.buffers):
            self._follow(game)
            return
        self._tell(game, result.findings)
        editions = game.list_editions()
        if not editions:
            return
        await asyncio.sleep(LONG_PAUSE)
        found: list[EditionFindings] = [game.name_look(result)]
        for name in editions:  # each a piece of work of its own, so that hovers come between
            if not self._is_current(game, turn):
                return
            found.append(await self.work(game.look_at_edition, buffers, name))
        if self._is_current(game, turn):
            self._tell(game, merge_findings(found).findings)
            if _has_missed(game, buffers, self.documents.buffers):
                self._follow(game)

    def _look_now(self, game: LiveGame, turn: int, buffers: Buffers) -> LookResult | None:
        """Look at a game; not where somebody typed on while this waited for the thread, or looks
        that nobody is told of would keep those after them waiting."""
        return game.look(buffers) if self._is_current(game, turn) else None

    def _is_current(self, game: LiveGame, turn: int) -> bool:
        """Whether nothing was typed since, and the game is still there."""
        return turn == self._turns.get(game)

    async def work(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do something in the thread that looks at games."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)

    def _tell(self, game: LiveGame, findings: Sequence[Finding]) -> None:
        """Publish findings by file; files that have none any more are told so."""
        self.findings[game] = findings
        by_file: dict[str, list[Finding]] = {
            one.file: [] for one in self.documents.open_files(game)
        }
        for finding in findings:
            file = finding.span.path if finding.span else "game.yaml"
            by_file.setdefault(file, []).append(finding)
        before, told = self._told.get(game, {}), dict[str, Sequence[types.Diagnostic]]()
        for file, own in by_file.items():
            lines = self.documents.lines_of(game.folder / file)
            told[self.documents.uri_of(game, file)] = [
                make_diagnostic(one, lines, self.documents, game) for one in own
            ]
        self._told[game] = told
        for uri in {**before, **told}:
            self._publish(uri)
        self._refresh_counts()

    def _publish(self, uri: str) -> None:
        """Tell what all games have found in a file, each finding once."""
        found: list[types.Diagnostic] = []
        for told in self._told.values():
            found += [one for one in told.get(uri, ()) if one not in found]
        params = types.PublishDiagnosticsParams(uri, found, self.documents.version_of(uri))
        self.server.text_document_publish_diagnostics(params)

    def _refresh_counts(self) -> None:
        """Have an editor ask anew for the counts beside a composition: by itself it does so only
        when that very file is typed in."""
        workspace = self.server.client_capabilities.workspace
        hints = workspace.inlay_hint if workspace else None
        if hints is not None and hints.refresh_support:
            self.server.workspace_inlay_hint_refresh(None)

    # --- what can be done ------------------------------------------------------------------

    def act(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        found: list[types.CodeAction] = []
        for document in self.documents.find_all(params.text_document.uri):
            for finding in self._find_near(document, params.range):
                diagnostic = make_diagnostic(finding, document.lines, self.documents, document.game)
                more = list_actions(finding, diagnostic, document.game, self.documents)
                found += [one for one in more if one not in found]
        return found

    def _find_near(self, document: OpenDocument, asked: types.Range) -> list[Finding]:
        """The findings at a place; where there are none, those in its lines: of several alike in a
        line, each would be offered the same edit at other words."""
        in_lines, touched = [], []
        for finding in self.findings.get(document.game, ()):
            if finding.span is None or finding.span.path != document.file:
                continue
            place = make_range(finding.span, document.lines)
            if place.start.line <= asked.end.line and asked.start.line <= place.end.line:
                in_lines.append(finding)
            if place.start <= asked.end and asked.start <= place.end:
                touched.append(finding)
        return touched or in_lines

    def show(self, text: str) -> None:
        """Show why something that was asked for is not done."""
        params = types.ShowMessageParams(types.MessageType.Warning, text)
        self.server.window_show_message(params)

    def explain(self, code: str) -> str:
        """Show what a code means."""
        explanation = find_explanation(code)
        if explanation is None:
            return ""
        text = f"{explanation.code}: {explanation.sentence} {explanation.why} {explanation.fix}"
        params = types.ShowMessageParams(types.MessageType.Info, text)
        self.server.window_show_message(params)
        return text


def _has_missed(game: LiveGame, looked_at: Buffers, now: Buffers) -> bool:
    """Whether somebody typed in a file before a look found out that the game includes it."""
    return any(looked_at.get(path) != now.get(path) for path in game.shared)


def make_server() -> tuple[LanguageServer, EditorSession]:
    """A server that is ready to start, and the session that it will serve."""
    server = LanguageServer("cardgen", __version__, protocol_cls=EditorProtocol)
    session = EditorSession(server)

    def ask(answer: Any) -> Any:
        def handle(params: Any) -> Any:
            document: OpenDocument | None = session.documents.find(params.text_document.uri)
            return None if document is None else answer(document, params, session.documents)

        return handle

    def ask_later(answer: Any) -> Any:
        async def handle(params: Any) -> Any:
            try:
                return await session.work(ask(answer), params)
            except RenameRefused as refusal:
                session.show(str(refusal))
                return None

        return handle

    async def start_watching(_: types.InitializedParams) -> None:
        await watch_files(server)

    feature = server.feature
    feature(types.TEXT_DOCUMENT_DID_OPEN)(lambda params: session.open(params))
    feature(types.TEXT_DOCUMENT_DID_CHANGE)(lambda params: session.change(params))
    feature(types.TEXT_DOCUMENT_DID_CLOSE)(lambda params: session.close(params))
    feature(types.TEXT_DOCUMENT_DID_SAVE)(lambda params: session.save(params))
    feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(lambda params: session.change_on_disk(params))
    feature(types.INITIALIZED)(start_watching)
    feature(types.SHUTDOWN)(lambda *_: session.shut_down())
    triggers = types.CompletionOptions(trigger_characters=[":", " ", '"', "{", "["])
    feature(types.TEXT_DOCUMENT_COMPLETION, triggers)(ask(answers.complete_at))
    feature(types.TEXT_DOCUMENT_HOVER)(ask_later(answers.hover_at))
    feature(types.TEXT_DOCUMENT_DEFINITION)(ask(answers.find_definition))
    feature(types.TEXT_DOCUMENT_REFERENCES)(ask(answers.find_references))
    feature(types.TEXT_DOCUMENT_PREPARE_RENAME)(ask(answers.prepare_rename))
    renames = types.RenameOptions(prepare_provider=True)
    feature(types.TEXT_DOCUMENT_RENAME, renames)(ask_later(answers.rename_at))
    feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(ask(answers.list_document_symbols))
    feature(types.TEXT_DOCUMENT_DOCUMENT_COLOR)(ask(answers.list_document_colors))
    feature(types.TEXT_DOCUMENT_COLOR_PRESENTATION)(ask(answers.present_color))
    feature(types.TEXT_DOCUMENT_INLAY_HINT)(ask(answers.list_inlay_hints))
    kinds = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)(lambda params: session.act(params))
    server.command(EXPLAIN)(lambda code: session.explain(str(code)))
    return server, session


def serve() -> int:
    """Serve one editor until it ends. What is no message is answered as such; the library's log
    of it, which shows its own code, is for nobody. It closes what it is given at the end: not the
    process's own streams, or the process would end as one that could not write.

    Returns:
        The exit code: 0 if the editor asked to shut down, 1 if it went without, as the protocol
        wants it.
    """
    logging.getLogger("pygls").addHandler(logging.NullHandler())
    server, session = make_server()
    server.start_io(_copy(sys.stdin, "rb"), _copy(sys.stdout, "wb"))
    return 0 if session.was_shut_down else 1


def _copy(stream: TextIO, mode: str) -> BinaryIO:
    return cast("BinaryIO", os.fdopen(os.dup(stream.fileno()), mode))
