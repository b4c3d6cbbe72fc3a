"""What is settled with an editor when a session begins.

In      what the editor says that it can do.
Out     columns in UTF-16, whatever else it offers; files on the disk that it watches for us.

Every editor must know UTF-16. Some would rather have bytes, but then every place in every answer
would have to be counted twice, and an editor that runs another server for the same file mixes both.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

WATCHED = "**/*.{yaml,yml,csv,tsv,md,json,po,xls,xlsx,ods,svg,png,jpg,jpeg,webp,ttf,otf,woff,woff2}"
"""What a game is made of. An editor that saves one of these, or a `git checkout`, is heard of."""


class EditorProtocol(LanguageServerProtocol):  # type: ignore[misc]
    """The protocol, with columns in UTF-16 alone, and without memory of what was answered."""

    @lsp_method(types.INITIALIZE)  # type: ignore[untyped-decorator]
    def lsp_initialize(
        self, params: types.InitializeParams
    ) -> Generator[Any, Any, types.InitializeResult]:
        general = params.capabilities.general
        if general is not None:
            general.position_encodings = None
        result: types.InitializeResult = yield from super().lsp_initialize(params)
        return result

    def handle_message(self, message: Any) -> None:
        """Handle a message. The library holds on to every notification that was handled: a session
        of a day would hold tens of thousands."""
        super().handle_message(message)
        done = [key for key, future in self._request_futures.items() if future.done()]
        for key in done:
            del self._request_futures[key]


async def watch_files(server: LanguageServer) -> None:
    """Ask an editor that can to tell which files change on the disk."""
    workspace = server.client_capabilities.workspace
    watched = workspace.did_change_watched_files if workspace else None
    if watched is None or not watched.dynamic_registration:
        return
    options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(WATCHED)])
    method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    one = types.Registration("cardgen-files", method, options)
    server.client_register_capability(types.RegistrationParams([one]), lambda _: None)
