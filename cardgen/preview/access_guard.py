"""Access control: requests from this machine's browser with the token, and no others.

In      a request.
Out     a refusal, or the request passed on; security headers on every response. What writes is
        passed on only if the designer allowed it (`--edit`).

A page on the web can make a browser send requests to 127.0.0.1, and a foreign name can
resolve to it (DNS rebinding). So the Host must be this machine, an Origin must be the
page's own, and every request carries the token that the terminal printed.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; object-src 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
TOKEN_HEADER = "x-cardgen-token"
_NAMES = ("127.0.0.1", "localhost")


class AccessGuard:
    """ASGI middleware that refuses requests from anything but the preview's own page."""

    def __init__(self, app: ASGIApp, *, token: str, port: int, edits: bool = False) -> None:
        self.app = app
        self.token = token
        self.edits = edits
        self.hosts = frozenset(f"{name}:{port}" for name in _NAMES)
        self.cookie = f"cardgen-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers, given = Headers(scope=scope), _read_tokens(scope)
        refusal = self._refusal(scope["method"], headers, given)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer[name] = value
                if given and refusal is None:
                    answer.append("set-cookie", self._cookie())
            await send(message)

        await (refusal or self.app)(scope, receive, guarded)

    def _refusal(
        self, method: str, headers: Headers, given: Iterable[str]
    ) -> PlainTextResponse | None:
        if headers.get("host", "").lower() not in self.hosts:
            return PlainTextResponse("The preview answers to its own address only.\n", 400)
        origin = headers.get("origin")
        if origin is not None and origin.removeprefix("http://") not in self.hosts:
            return PlainTextResponse("The preview answers to its own page only.\n", 403)
        if method == "POST" and self.edits:
            return self._refuse_foreign_write(headers)
        if method not in ("GET", "HEAD"):
            return PlainTextResponse("The preview only shows.\n", 405, {"allow": "GET, HEAD"})
        cookie = cookie_parser(headers.get("cookie", "")).get(self.cookie, "")
        if not any(_is_equal(one, self.token) for one in (*given, cookie)):
            told = "Open the address that `cardgen preview` printed: it carries the key.\n"
            return PlainTextResponse(told, 403)
        return None

    def _refuse_foreign_write(self, headers: Headers) -> PlainTextResponse | None:
        """What writes has the token in a header, which no form and no foreign page can send."""
        if _is_equal(headers.get(TOKEN_HEADER, ""), self.token):
            return None
        return PlainTextResponse("Only the preview's own page can write.\n", 403)

    def _cookie(self) -> str:
        return f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"


def _read_tokens(scope: Scope) -> list[str]:
    return parse_qs(scope["query_string"].decode("latin-1")).get("token", [])


def _is_equal(one: str, other: str) -> bool:
    """Compare two tokens in constant time."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())
