"""Addresses in Markdown: what a name in one was typed as.

In      the address of a link or a picture, as the parser gives it.
Out     the name of a heading or a file.

The parser writes spaces and letters of other alphabets as `%20` and `%C3%BC`, as addresses on the
web need them; headings and files have them as they are.
"""

from __future__ import annotations


def decode_address(address: str) -> str:
    """An address with all its characters as they are."""
    if "%" not in address:
        return address
    from urllib.parse import unquote  # 6 ms, and few addresses need it

    return unquote(address)
