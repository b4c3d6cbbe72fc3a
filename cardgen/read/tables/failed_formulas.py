"""Words that spreadsheet programs show where a formula failed, or was not worked out yet.

In      the cells of a row, as they are printed.
Out     a warning at each that holds such a word and nothing else.

An exported table holds what its cells showed, and so does a workbook into which values were pasted:
the word is a text like any other there. Each program writes it in the language of its user.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from cardgen.core.findings import Finding
from cardgen.read.syntax.nodes import ScalarNode

MOST_TOLD = 100
"""So many cells of a table with the same word are told one by one."""
_ERRORS = frozenset(
    """
    #REF! #N/A #DIV/0! #VALUE! #NAME? #NUM! #NULL! #ERROR! #SPILL! #CALC! #FIELD! #BLOCKED!
    #UNKNOWN! #CONNECT! #BUSY! #DATA! #TIMEOUT! #PYTHON! #EXTERNAL! #GETTING_DATA
    #BEZUG! #NV #WERT! #ZAHL! #ÜBERLAUF! #KALK! #NUL! #VALEUR! #NOM? #NOMBRE! #EPARS! #CALCUL!
    #¡REF! #N/D #¡DIV/0! #¡VALOR! #¿NOMBRE? #¡NUM! #¡NULO! #¡DESBORDAMIENTO! #¡CALC!
    #RIF! #VALORE! #NOME? #NULLO! #ESPANSIONE! #VALOR! #NÚM! #NULO! #DESPEJAR!
    #VERW! #N/B #DEEL/0! #WAARDE! #NAAM? #GETAL! #LEEG! #OVERLOOP!
    #ADR! #N/D! #DZIEL/0! #ARG! #NAZWA? #LICZBA! #ZERO! #ROZLANIE!
    #REFERENS! #SAKNAS! #DIVISION/0! #VÄRDEFEL! #NAMN? #OGILTIGT! #SKÄRNING!
    #REFERENCE! #I/T #VÆRDI! #NAVN? #VERDI! #OVERFLYT!
    #VIITTAUS! #PUUTTUU! #JAKO/0! #ARVO! #NIMI? #LUKU! #TYHJÄ!
    #ODKAZ! #NENÍ_K_DISPOZICI #DĚLENÍ_NULOU! #HODNOTA! #NÁZEV? #ČÍSLO!
    #HIV! #HIÁNYZIK #ZÉRÓOSZTÓ! #ÉRTÉK! #NÉV? #SZÁM! #NULLA!
    #ССЫЛКА! #Н/Д #ДЕЛ/0! #ЗНАЧ! #ИМЯ? #ЧИСЛО! #ПУСТО!
    #BAŞV! #YOK #SAYI/0! #DEĞER! #AD? #SAYI! #BOŞ!
    """.split()
)
"""Of Excel, Google Sheets and LibreOffice."""
_NUMBERED = re.compile(r"(?:Err ?|Error|Fehler|Erreur ?|Hiba):5\d\d")
"""As LibreOffice counts its errors."""
_WORKING = frozenset(
    ("Loading...", "Wird geladen...", "Chargement...", "Cargando...", "Carregando...",
     "Caricamento...", "Laden...", "Ładowanie...", "Загрузка...")
)  # fmt: skip
"""What Google Sheets shows meanwhile."""
_NARROW = re.compile(r"#{3,}")
_BEGINNINGS = frozenset(word[0] for word in (*_ERRORS, *_WORKING, *"EFH"))
"""Most cells begin otherwise."""


class FailedFormulas:
    """The warnings of one table; of a word that very many cells hold the first cells, and how
    many more there are."""

    def __init__(self) -> None:
        self._found: dict[str, list[Finding]] = {}
        self._more: Counter[str] = Counter()

    def look_at(self, cells: Sequence[ScalarNode]) -> None:
        for cell in cells:
            if cell.text[:1] in _BEGINNINGS and (fault := _fault_of(cell.text)):
                self._add(cell, *fault)

    def _add(self, cell: ScalarNode, message: str, hint: str) -> None:
        found = self._found.setdefault(cell.text, [])
        if len(found) < MOST_TOLD:
            found.append(Finding("failed-formula", message, cell.span, "warning", hint=hint))
        else:
            self._more[cell.text] += 1

    def findings(self) -> Iterator[Finding]:
        """In the order of the cells, for each word."""
        for word, found in self._found.items():
            yield from found[:-1]
            more = self._more[word]
            message = found[-1].message + (f"; so do {more:,} more below" if more else "")
            yield replace(found[-1], message=message)


def _fault_of(text: str) -> tuple[str, str] | None:
    """What is wrong with what a cell shows, and what to do about it."""
    if text in _ERRORS or _NUMBERED.fullmatch(text):
        message = f"this cell holds `{text}`, the error of a formula"
        return message, "mend the formula in the spreadsheet program, and export the table again"
    if text.replace("…", "...") in _WORKING:
        message = f"this cell holds `{text}`, which stands where a formula is not worked out yet"
        return message, "wait until the spreadsheet shows its value, and export the table again"
    if _NARROW.fullmatch(text):
        message = f"this cell holds `{text}`, which stands where a column is too narrow"
        return (
            message,
            "make the column wider in the spreadsheet program, and export the table again",
        )
    return None
