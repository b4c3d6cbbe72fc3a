"""A PDF's metadata in XMP, as its readers look for it: a packet in plain text.

In      the title, and what a kind of PDF has to say of itself.
Out     the bytes of the packet.

Source  ISO 16684-1:2019 (XMP), section 7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

_NAMESPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
}
_PACKET = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    {namespaces}>
   {properties}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""


def format_packet(title: str, properties: Sequence[str], namespaces: Mapping[str, str]) -> bytes:
    """Return the packet.

    Args:
        title: As it is typed.
        properties: Further elements, each as XML.
        namespaces: Prefixes in them besides `dc`, `pdf` and `xmp`.
    """
    known = sorted({**_NAMESPACES, **namespaces}.items())
    named = f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(title, quote=False)}</rdf:li></rdf:Alt>'
    first = ("<dc:format>application/pdf</dc:format>", f"<dc:title>{named}</dc:title>")
    return _PACKET.format(
        namespaces="\n    ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in known),
        properties="\n   ".join((*first, *properties)),
    ).encode("utf-8")
