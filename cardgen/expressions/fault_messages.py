"""What is wrong with an expression, in a designer's words.

In      what Jinja or Python raised while an expression was worked out.
Out     a message, and what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_KINDS = {
    "str": "a text", "int": "a number", "float": "a number", "NoneType": "nothing",
    "list": "a list", "tuple": "a list", "dict": "a mapping", "bool": "yes or no",
    "TemplateFunction": "a function", "builtin_function_or_method": "a function",
}  # fmt: skip
_NUMBER_ENTRY = "names of entries are texts: a number is looked up as in `pips[rank ~ '']`"
_SHORT_TEXT = "some text is shorter: `{{ name[:1] }}` may be empty"
_SHORT_LIST = "some list is shorter, or empty: write `{{ tags[0] if tags else '' }}`"
_SLICED = "write `name[:3]` for three letters, `name[::2]` for each second"
_LACKS = "some card has no value there: write `{{ cost or 0 }}`, or leave it out with `when:`"
_LACKS_LIST = (
    "some card has no value there: write `{{ (tags or [])|join(', ') }}`, or leave it out with "
    "`when:`"
)
_LACKS_ENTRY = (
    "some card has no value there: write `{{ stats.speed if stats else '' }}`, or leave it out "
    "with `when:`"
)
_LACKS_ENTRIES = "some card has no value there: write `'fire' in (tags or [])`"
_COMPARE = "compare it with `==`, or look in a list"
_TAKES = "give it the values that it takes, as in `{{ name|replace('a', 'b') }}`"
_JOIN = "write `~` between texts: `{{ name ~ cost }}`"

MAPPING_PRINTED = "a mapping is no text"
YES_NO_PRINTED = "a yes or no is no text"
NO_POWERS = "`**` is not worked out"
_ENTRY = (
    "write which of its entries is printed, as in `{{ stats.speed }}`; "
    "a text that begins with `{` stands in quotes"
)
_CHOICE = 'say what is printed: `{{ "rare" if cost > 3 else "" }}`'

Said = tuple[str, str]
_Words = Callable[[re.Match[str]], Said]


def _kind(name: str) -> str:
    return _KINDS.get(name.strip("'\"").removesuffix(" object"), "this value")


def _pair(verb: str) -> _Words:
    def said(found: re.Match[str]) -> Said:
        left, right = _kind(found["a"]), _kind(found["b"])
        pair = f"two values of the kind «{left}»" if left == right else f"{left} and {right}"
        hint = _LACKS if "nothing" in (left, right) else ""
        if not hint and verb == "added" and "a text" in (left, right):
            hint = _JOIN
        return f"{pair} cannot be {verb}", hint

    return said


def _container(found: re.Match[str]) -> Said:
    kind = _kind(found[1])
    return f"nothing is in {kind}", _LACKS_ENTRIES if kind == "nothing" else _COMPARE


def _operation(found: re.Match[str]) -> Said:
    verbs = {"+": "added", "-": "subtracted", "*": "multiplied", "/": "divided", "//": "divided"}
    return _pair(verbs.get(found["op"], f"combined by `{found['op']}`"))(found)


def _entry(found: re.Match[str]) -> Said:
    from cardgen.expressions.foreign_words import suggest_entry

    if found["a"] == "None":
        hint = _SHORT_LIST if re.fullmatch(r"-?\d+", found["name"]) else _LACKS_ENTRY
        return f"there is nothing that has an entry `{found['name']}`", hint
    message = f"{_kind(found['a'])} has no entry `{found['name']}`"
    if not re.fullmatch(r"-?\d+", found["name"]):
        return message, suggest_entry(found["name"])
    hints = {"a mapping": _NUMBER_ENTRY, "a text": _SHORT_TEXT, "a list": _SHORT_LIST}
    return message, hints.get(_kind(found["a"])) or suggest_entry(found["name"])


def _name_missing(found: re.Match[str]) -> Said:
    names = ", ".join(f"`{name}`" for name in re.findall(r"'(\w+)'", found["names"]))
    return f"{names} is missing", _TAKES


def _one(text: str, hint: str = "") -> _Words:
    return lambda found: (text.format(*map(_kind, found.groups())), hint)


_RULES: tuple[tuple[str, _Words], ...] = (
    (r"'?(?P<a>[\w ]+?)'? has no attribute '(?P<name>[^']*)'", _entry),
    (r"(?P<a>[\w.]+ object|None) has no element (?P<name>.*)", _entry),
    (
        r"unsupported operand type\(s\) for (?P<op>\S+?)=?: '(?P<a>\w+)' and '(?P<b>\w+)'",
        _operation,
    ),
    (r"can only concatenate (?P<a>\w+) \(not \"(?P<b>\w+)\"\) to \w+", _pair("added")),
    (
        r"'[<>=]+' not supported between instances of '(?P<a>\w+)' and '(?P<b>\w+)'",
        _pair("compared"),
    ),
    (r"bad operand type for unary \S+: '(\w+)'", _one("{0} has no sign", _LACKS)),
    (r"argument of type '(\w+)' is not iterable", _container),
    (r"argument of type '(\w+)' is not a container.*", _container),
    (r"'NoneType' object is not iterable", _one("nothing is no list", _LACKS_LIST)),
    (r"'(\w+)' object is not iterable", _one("{0} is no list", _LACKS)),
    (r"'NoneType' object is not reversible", _one("nothing is no list", _LACKS_LIST)),
    (r"'(\w+)' object is not reversible", _one("{0} is no list", _LACKS)),
    (r"No (first|last) item, sequence was empty\.",
     lambda m: (f"what is empty has no {m[1]} part", "leave it out with `when:`")),
    (r"No aggregated item, sequence was empty\.",
     _one("an empty list has no least and no greatest", "leave it out with `when:`")),
    (r"slice indices must be integers.*",
     _one("parts of texts and lists are counted in whole numbers", _SLICED)),
    (r"slice step cannot be zero", _one("a part in steps of 0 has no end", _SLICED)),
    (r"object of type 'CardsMarker' has no len\(\)",
     _one("the cards of a deck are no list", "write `count('deck')`")),
    (r"'(\w+)' object cannot be interpreted as an integer", _one("{0} is no whole number", _TAKES)),
    (r"object of type '(\w+)' has no len\(\)", _one("{0} has no length", _LACKS)),
    (r"'in <string>' requires string as left operand, not (\w+)",
     _one("only a text is in a text, not {0}", _COMPARE)),
    (r"'(\w+)' object is not subscriptable", _one("{0} has no parts")),
    (r"unhashable type: '(\w+)'", _one("{0} cannot be looked up")),
    (r"'(\w+)' object is not callable", _one("{0} is no function")),
    (r"(?:list|tuple|string) index out of range", _one("the list has no such entry")),
    (r"could not convert string to \w+: (.*)", lambda m: (f"{m[1]} is no number", "")),
    (r"invalid literal for int\(\).*: (.*)", lambda m: (f"{m[1]} is no number", "")),
    (r"(?:integer |float )?(?:division|modulo).* by zero|(?:division|modulo) by zero",
     _one("division by zero", "leave it out for such cards, or write `or 1` behind the divisor")),
    (MAPPING_PRINTED, _one(MAPPING_PRINTED, _ENTRY)),
    (YES_NO_PRINTED, _one(YES_NO_PRINTED, _CHOICE)),
    (re.escape(NO_POWERS), _one(NO_POWERS, "write `n * n` for a square")),
    (r"`%` works on plain numbers only",
     _one("`%` works on plain numbers only", "texts are joined by `~`: `{{ name ~ cost }}`")),
    (r"`\*` works on plain numbers only",
     _one("`*` works on plain numbers only", "an element has `repeat:`, an icon `{coin}*3`")),
    (r"(?:.* )?missing (?:a|\d+) required (?:\S+ )?arguments?: (?P<names>.*)", _name_missing),
    (r"(?:.* )?takes .*positional arguments? but .* given|too many positional arguments",
     _one("it is given more values than it takes", _TAKES)),
    (r"(?:.* )?got an unexpected keyword argument '(\w+)'",
     lambda m: (f"it takes no `{m[1]}`", _TAKES)),
    (r"(?:.* )?(?:multiple|got multiple) values for argument '(\w+)'",
     lambda m: (f"`{m[1]}` is given twice", _TAKES)),
    (r"type (\w+) doesn't define __round__ method", _one("{0} is no number", _LACKS)),
    (r".* is not safely callable", _one("this is no function that can be called")),
    (r"math domain error|cannot convert float (?:NaN|infinity).*", _one("this is no number")),
)  # fmt: skip


def describe_error(error: Exception) -> Said:
    """What an error says, and a hint, without a word of Python."""
    text = str(error)
    for pattern, words in _RULES:
        found = re.fullmatch(pattern, text)
        if found:
            return words(found)
    return text, ""


_EACH = '`map(costs, "item + 1")` works out an expression for each `item` of a list'
_SYNTAX = (
    (r"unexpected 'end of .*'", "a value is missing at the end", ""),
    (r"unexpected '(.*)', expected '(.*)'", "`{1}` is missing", ""),
    (r"expected token 'end of print statement', got '(.*)'",
     "`{0}` was not expected here", "put a text in quotes, and a sign such as `+` between values"),
    (r"expected token '(.*)', got 'end of print statement'",
     "`{0}` is missing", ""),
    (r"expected token '.*', got 'for'", "`for` was not expected here", _EACH),
    (r"expected token '(.*)', got '(.*)'", "expected `{0}`, not `{1}`", ""),
    (r"unexpected '(.*)'", "`{0}` was not expected here", ""),
    (r"unexpected char '(.*)' at \d+", "`{0}` means nothing here", ""),
    (r"unexpected char \"(.*)\" at \d+", "a quote is never closed", ""),
    (r"Expected an expression, got 'end of print statement'", "a value is missing", ""),
    (r"Expected an expression, got end of statement block", "a value is missing", ""),
    (r"Unexpected end of template.*", "a part is never closed", ""),
    (r"unexpected end of template.*", "a part is never closed", ""),
    (r"Missing end of raw directive", "a part is never closed", ""),
    (r"Encountered unknown tag '(.*)'.*", "there is no `{0}` here", ""),
    (r"chained unary .*|invalid syntax.*", "this is no expression", ""),
)  # fmt: skip


_OPERATORS = (
    (r"&&|\bAND\b|\bUND\b|(?<!&)&(?!&)", "`{0}` is `and` here; texts are joined by `~`"),
    (r"\|\||\bOR\b|\bODER\b", "write `or` for `{0}`"),
    (r"<>|!==|=/=", "write `!=` for `{0}`"),
    (r"=>", "write `>=` for `{0}`"),
    (r"=<", "write `<=` for `{0}`"),
    (r"(?<![=<>!])=(?!=)|===", "values are compared with `==`"),
    (r"!(?!=)|\bNOT\b", "write `not` for `{0}`"),
    (r"\?", "write `a if condition else b`"),
    (r"\^", "write `n * n` for a square"),
    (r"\$", "names stand without `$`"),
    (r"≥|⩾", "write `>=` for `{0}`"),
    (r"≤|⩽", "write `<=` for `{0}`"),
    (r"≠", "write `!=` for `{0}`"),
    (r"[×·∙]", "write `*` for `{0}`"),
    (r"÷", "write `/` for `{0}`"),
    (r"[−–—]", "write `-` for `{0}`"),
    (r"[“”„‘’‚«»]", "texts stand in straight quotes, as in `'a'`"),
    (r"''\w", "a text ends at its second quote: put one with an apostrophe in double quotes"),
    (r"\bf(?='')", "write `~` between texts: `{{{{ name ~ cost }}}}`"),
    (r"\b(?:contains?|includes?|has)\b", "write `'part' in name`"),
    (
        r"\b(?:begins?|starts?)[_ ]*with\b|\bbegins\b",
        "write `name[:1] == 'x'` for its first letter",
    ),
    (r"\bends?[_ ]*with\b", "write `name[-1:] == 'x'` for its last letter"),
    (r"\b(?:like|matches)\b|=~", "write `'part' in name`, or `name[:1] == 'x'` for a letter of it"),
    (r"\bbetween\b", "write `1 <= cost <= 4`"),
    (r"\bmod\b", "write `%` for `{0}`"),
    (r"\bdiv\b", "write `//` for `{0}`"),
    (r"\b(?:equals|eq)\b", "values are compared with `==`"),
    (r"\bis\s+(?:not\s+)?(?:equal\b|''|-?\d)", "values are compared with `==` and `!=`"),
    (r"(?<![\w.(\[,])(?<!, )\d+,\d+", "decimals stand behind a point, and `{0}` is two numbers"),
    (r";", "write `~` between texts, `,` between values, and nothing at the end"),
)
"""Signs of spreadsheets and other languages, and what to write here."""
_TEXTS = re.compile(r"'[^']*'|\"[^\"]*\"")
_NAMED = re.compile(r"([(,]\s*\w+)=(?!=)")
"""An argument by its name, which has such a sign rightly."""
_IN_TEMPLATE = "a value stands in `{{ … }}`, a condition in `{% if … %} … {% endif %}`"
_IN_EXPRESSION = "write a value between two signs, a text in quotes, and close each bracket"


def describe_syntax(text: str, source: str) -> Said:
    """What does not parse, in plain words.

    Args:
        text: What Jinja says.
        source: The template.
    """
    said, hint = text, ""
    for pattern, message, known in _SYNTAX:
        found = re.fullmatch(pattern, text, re.DOTALL)
        if found:
            said, hint = message.format(*found.groups()), known
            break
    alone = re.fullmatch(r"\{\{\s*[^\s}].*\}\}", source, re.DOTALL)
    if alone and re.match(r"\{\{\s*if\b", source):
        return said, "a condition stands without `if`; a choice is `a if condition else b`"
    return said, _suggest_operator(source) or hint or (_IN_EXPRESSION if alone else _IN_TEMPLATE)


def _suggest_operator(source: str) -> str:
    """What to write for the first sign in the expressions of a template that is none here."""
    expressions = " ".join(re.findall(r"\{[{%](.*?)[%}]\}", source, re.DOTALL))
    code = _NAMED.sub(r"\1 ", _TEXTS.sub("''", expressions))
    for pattern, hint in _OPERATORS:
        found = re.search(pattern, code)
        if found:
            return hint.format(found[0])
    return ""
