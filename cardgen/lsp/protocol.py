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
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import RPCRequest

from cardgen.bind.pictures import PICTURE_FILES
from cardgen.lsp.value_names import FONT_FILES
from cardgen.read.tables.reading import KINDS as TABLES

_ENDS = (*TABLES, ".md", ".po", *PICTURE_FILES, *FONT_FILES)
WATCHED = f"**/*.{{{','.join(end[1:] for end in _ENDS)}}}"
"""What a game is made of. An editor that saves one of these, or a `git checkout`, is heard of."""


class EditorProtocol(LanguageServerProtocol):  # type: ignore[misc]
    """The protocol, with columns in UTF-16 alone, an answer to every request, and without memory of
    what was answered."""

    _was_initialized = False

    @lsp_method(types.INITIALIZE)  # type: ignore[untyped-decorator]
    def lsp_initialize(
        self, params: types.InitializeParams
    ) -> Generator[Any, Any, types.InitializeResult]:
        general = params.capabilities.general
        if general is not None:
            general.position_encodings = None
        result: types.InitializeResult = yield from super().lsp_initialize(params)
        self._was_initialized = True
        return result

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)  # type: ignore[untyped-decorator]
    def lsp_text_document__did_change(
        self, params: types.DidChangeTextDocumentParams
    ) -> Generator[Any, Any, None]:
        """Hand over what was changed. The library's own copy of the text would be changed in other
        lines than the editor's: `str.splitlines` ends one at U+2028 and at form feeds too."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return a message as it was meant. A request that cannot be read is answered so, or its
        editor would wait for ever; gives None."""
        try:
            return super().structure_message(data)
        except JsonRpcException as fault:
            if "id" not in data or "method" not in data:
                raise
            self._send_response(data["id"], None, fault.to_response_error())
            return None

    def handle_message(self, message: Any) -> None:
        """Handle a message. The library holds on to every notification that was handled: a session
        of a day would hold tens of thousands."""
        if message is None:
            return
        fault = self._find_fault(message) if isinstance(message, RPCRequest) else None
        if fault is not None:
            self._send_response(message.id, None, fault.to_response_error())
            return
        super().handle_message(message)
        done = [key for key, future in self._request_futures.items() if future.done()]
        for key in done:
            del self._request_futures[key]

    def _find_fault(self, message: RPCRequest) -> JsonRpcException | None:
        """Why a request comes at the wrong time. The library gives those after the shutdown no
        answer at all."""
        if self._shutdown:
            return JsonRpcInvalidRequest("the server was shut down")
        if not self._was_initialized and message.method != types.INITIALIZE:
            return JsonRpcServerNotInitialized("`initialize` comes first")
        return None


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
