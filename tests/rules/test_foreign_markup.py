"""Markup of other programs: what is found, and what to write instead."""

from __future__ import annotations

from time import process_time

import pytest

from cardgen.check.rules.wording.booklet_texts import BookletText
from cardgen.check.rules.wording.foreign_markdown import _BLANKED, find_in_booklets
from cardgen.check.rules.wording.foreign_marks import list_foreign_markup, suggest_replacement
from cardgen.check.rules.wording.foreign_markup import (
    find_foreign_markup,
    find_foreign_placeholders,
    find_in_own_texts,
)
from cardgen.check.rules.wording.unread_html import NO_MARKUP, find_unread_html
from tests.rules.test_consistency import subject
from tests.rules.test_reading import changed
from tests.support.processor_time import processor_time_below


@pytest.mark.parametrize(
    ("text", "marks", "hint"),
    [
        ("a <b>bold</b> word", ["<b>", "</b>"], "write `**bold**`"),
        ("a <EM>word</EM>", ["<EM>", "</EM>"], "write `*italic*`"),
        ("one<br>two", ["<br>"], "break the line in the text itself"),
        ("one<br />two", ["<br />"], "break the line in the text itself"),
        ("<p class='x'>one</p>", ["<p class='x'>", "</p>"], "break the line in the text itself"),
        ('<font color="red">x', ['<font color="red">'], "write `[words]{style}`"),
        ("salt &amp; pepper", ["&amp;"], "write `&`"),
        ("1&nbsp;mm", ["&nbsp;"], "write a no-break space"),
        ("&#8212;", ["&#8212;"], "write `—`"),
        ("&#x2014;", ["&#x2014;"], "write `—`"),
        ("one\\ntwo", ["\\n"], "break the line in the text itself"),
        ("one\\r\\ntwo", ["\\r\\n"], "break the line in the text itself"),
        ("a _small_ word", ["_small_"], "write `*italic*`"),
        ("a __big word__.", ["__big word__"], "write `*italic*` or `**bold**`"),
        ("a ~~wrong~~ word", ["~~wrong~~"], "write `[words]{strike}`"),
        ("play `pass` now", ["`pass`"], "leave these marks out"),
        ("| a | b |\n|---|:--:|\n| 1 | 2 |", ["|---|:--:|"], "place its cells as texts"),
        ("a | b\n--- | ---\n1 | 2", ["--- | ---"], "place its cells as texts"),
        ("## Tide\nWait.\n### Low", ["##", "###"], "write `**words**`"),
        ("#(if 1 == @[n] then x)# y", ["#(if 1 == @[n] then x)#"], "let the layout do it"),
        ("Take @[count] cards", ["@[count]"], "let the layout do it"),
        ("Pay <img=coin.png;.90>", ["<img=coin.png;.90>"], "write `{icon}`"),
        ("one\\13\\two", ["\\13\\"], "break the line in the text itself"),
        ("Pay :gold_coin:.", [":gold_coin:"], "write `{gold_coin}`, an icon"),
        ('see <img src="a.jpg">', ['<img src="a.jpg">'], "write `{icon}`"),
        ("perro [sound:perro.mp3]", ["[sound:perro.mp3]"], "take it out"),
        ("Yo {{c1::tengo::have}} sed", ["{{c1::tengo::have}}"], "write the word itself"),
        (
            "<anki-mathjax>x</anki-mathjax>",
            ["<anki-mathjax>", "</anki-mathjax>"],
            "write the formula in letters",
        ),
    ],
)
def test_markup_is_found_with_what_to_write_instead(text: str, marks: list[str], hint: str) -> None:
    found = list(list_foreign_markup(text))
    assert [one[0] for one in found] == marks
    if found:
        assert suggest_replacement(found[0]).startswith(hint)


@pytest.mark.parametrize(
    "text",
    [
        "# of cards: 3",
        "Wait ## here",
        "one\n---\ntwo",
        "#2 goes --- then | bar",
        "a < b and b > c",
        "x <b or b> y",
        "R&D; Q&A",
        "<3",
        "AT&T",
        "<ship> flies",
        "{coin} **x**",
        "snake_case_name",
        "at 10:30:15, std::name:, a:b:c",
        "quoted'' and a ` b `",
        "____",
        "a _ b _ c",
        "fill in ___ and ___",
        "~~ 3 ~~",
        "_x",
        "card #(3)",
        "mail@[]",
    ],
)
def test_characters_that_only_look_like_markup_are_left_alone(text: str) -> None:
    assert list(list_foreign_markup(text)) == []


def test_a_text_is_one_finding_with_a_note_for_each_further_mark() -> None:
    game = changed("cards.yaml", "Take a card.", "Take <b>a</b> card.")
    (found,) = find_foreign_markup(subject(game))
    assert found.message == "`<b>` in `rule` is printed as it stands, and 1 other in this text"
    assert [note.message for note in found.notes] == ["`</b>`"]


def layout(text: str) -> dict[str, str]:
    """The good game with a piece that is handed a text, and a text of its own."""
    piece = (
        'pieces:\n  label: {takes: {words: x}, draw: {text: "{{ words }}", style: body}}\nlayouts:'
    )
    game = changed("layouts.yaml", "layouts:", piece)
    safe = game["layouts.yaml"].replace("    safe:", f"    safe:\n      - {text}", 1)
    return {**game, "layouts.yaml": safe}


@pytest.mark.parametrize(
    ("files", "mark"),
    [
        (layout("{text: 'a &amp; b', style: body}"), "&amp;"),
        (layout("{text: '<i>{{ name }}</i>', style: body}"), "<i>"),
        (layout("{piece: label, with: {words: 'one<br>two'}}"), "<br>"),
        (changed("game.yaml", "decks:", "vars: {maker: 'Fox &amp; Co'}\ndecks:"), "&amp;"),
        (changed("game.yaml", "back: reverse", "back: reverse, "
         "fields: {name: text, cost: integer, rule: text, line: {value: '<u>{{ name }}</u>'}}"),
         "<u>"),
    ],
    ids=["text", "around an expression", "given to a piece", "constant", "computed field"],
)  # fmt: skip
def test_texts_of_the_game_itself_are_looked_at_too(files: dict[str, str], mark: str) -> None:
    (found,) = find_in_own_texts(subject(files))
    assert found.message.startswith(f"`{mark}` in ")
    assert found.span
    assert files[found.span.file].splitlines()[found.span.line - 1][
        found.span.column - 1 : found.span.end_column - 1
    ] == mark  # fmt: skip


@pytest.mark.parametrize(
    ("written", "count"),
    [
        ("{{ rule | replace(':coin:', 'a coin') }}", 0),
        ('{{ rule | replace(":co", "co") | upper }}', 0),
        ("{{ rule | replace(':gem:', 'a gem') }}", 1),
    ],
)
def test_what_a_layout_replaces_is_no_markup(written: str, count: int) -> None:
    files = changed("cards.yaml", "rule: Look at a hand.", 'rule: "Pay :coin: a hand."')
    layouts = changed("layouts.yaml", "{{ rule }}", written.replace('"', '\\"'))
    files |= {"layouts.yaml": layouts["layouts.yaml"]}
    assert len(list(find_foreign_markup(subject(files)))) == count


def test_what_a_layout_replaces_in_another_field_is_markup() -> None:
    files = changed("cards.yaml", "rule: Look at a hand.", 'rule: "Pay :coin: a hand."')
    files |= changed("layouts.yaml", "{{ name }}", "{{ name | replace(':coin:', 'a coin') }}")
    (found,) = find_foreign_markup(subject(files))
    assert found.message.startswith("`:coin:` in `rule`")


def test_expressions_are_no_markup() -> None:
    breaks = """{text: '{{ name ~ "\\n" }} < {{ cost }}', style: body}"""
    assert "\\n" in layout(breaks)["layouts.yaml"]
    assert not list(find_in_own_texts(subject(layout(breaks))))


def test_a_field_whose_markup_is_html_may_hold_what_is_taken_and_no_more() -> None:
    fields = "fields: {name: text, cost: integer, rule: {type: text, markup: html}}"
    game = changed("game.yaml", "back: reverse", f"back: reverse, {fields}")
    good = changed("cards.yaml", "Take a card.", "Take<br>a &amp; keep.")
    assert not list(find_foreign_markup(subject(game | good)))
    odd = changed("cards.yaml", "Take a card.", "Take <table>a</table>.")
    (found,) = find_foreign_markup(subject(game | odd))
    assert "`<table>`" in found.message


@pytest.mark.parametrize("left", ["[sound:a.mp3]", "\\13\\"])
def test_what_html_leaves_as_it_stands_is_found_in_a_field_of_html_too(left: str) -> None:
    fields = "fields: {name: text, cost: integer, rule: {type: text, markup: html}}"
    game = changed("game.yaml", "back: reverse", f"back: reverse, {fields}")
    cards = changed("cards.yaml", "rule: Take a card.", f"rule: '<i>Take</i> {left} two.'")
    (found,) = find_foreign_markup(subject(game | cards))
    assert found.message.startswith(f"`{left}` in `rule` is printed as it stands")


def test_the_hint_says_how_html_can_stay() -> None:
    (found,) = find_foreign_markup(
        subject(changed("cards.yaml", "Take a card.", "<b>Take</b> it."))
    )
    assert found.hint == (
        "write `**bold**`; or let the HTML be read: "
        "`rule: {markup: html}` under the deck's `fields:`"
    )


@pytest.mark.parametrize(
    ("element", "body"),
    [
        ("style: body, markup: no", ""),
        ("style: body", ", markup: no"),
        ("style: small", ", markup: no"),
    ],
    ids=["text", "style", "extended style"],
)
def test_html_in_a_text_that_reads_no_markup_is_found(element: str, body: str) -> None:
    (found,) = find_unread_html(subject(html_in(element, body)))
    assert found.message.startswith("`rule` is HTML, and this text reads no markup")
    assert found.span
    assert found.span.file == "layouts.yaml"
    assert "markup: no" in html_in(element, body)["layouts.yaml"].splitlines()[
        found.notes[0].span.line - 1 if found.notes[0].span else 0
    ]  # fmt: skip


def test_html_in_a_text_that_reads_markup_is_sound() -> None:
    assert not list(find_unread_html(subject(html_in("style: body", ""))))
    assert not list(find_unread_html(subject(html_in("style: small, markup: yes", ", markup: no"))))


@pytest.mark.parametrize(
    ("typed", "mark", "hint"),
    [
        ("<i>Take</i> {coin} two.", "{coin}", NO_MARKUP),
        ("Take [two]{small}.", "[two]{small}", NO_MARKUP),
        ("Take **two**.", "**two**", "write `<b>bold</b>`"),
    ],
)
def test_markup_of_cards_in_a_field_of_html_is_told_as_printed(
    typed: str, mark: str, hint: str
) -> None:
    game = html_in("style: body", "")
    icons = game["game.yaml"].replace("decks:", "icons: {coin: coin.svg}\ndecks:")
    cards = changed("cards.yaml", "rule: Take a card.", f"rule: '{typed}'")
    drawing = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>"
    )
    files = {**game, **cards, "game.yaml": icons, "coin.svg": drawing}
    (found,) = find_unread_html(subject(files))
    assert found.message == f"`{mark}` in `rule` is printed as it stands: the field is HTML"
    assert found.hint == hint


@pytest.mark.parametrize("typed", ["{T}: Take one.", "2 ** 3 ** 4", "a {{ b }}", "[one] of {two}"])
def test_stars_and_braces_of_html_that_are_no_markup_are_letters(typed: str) -> None:
    cards = changed("cards.yaml", "rule: Take a card.", f"rule: '{typed}'")
    assert not list(find_unread_html(subject({**html_in("style: body", ""), **cards})))


def test_what_needs_the_markup_of_cards_says_so_in_a_field_of_html() -> None:
    cards = changed("cards.yaml", "rule: Take a card.", "rule: 'Take :coin: two.'")
    (found,) = find_foreign_markup(subject({**html_in("style: body", ""), **cards}))
    assert found.hint.endswith(f"for that {NO_MARKUP}")


def html_in(element: str, body: str) -> dict[str, str]:
    """A game whose rules are HTML, in a text and styles that say so much of markup."""
    fields = "fields: {name: text, cost: integer, rule: {markup: html}}"
    game = changed("game.yaml", "back: reverse", f"back: reverse, {fields}")
    layouts = changed("layouts.yaml", '"{{ rule }}", style: body', f'"{{{{ rule }}}}", {element}')
    styles = f"color: ink{body}}}\n  small: {{extends: body, size: 9pt}}"
    text = layouts["layouts.yaml"].replace("color: ink}", styles, 1)
    return {**game, "layouts.yaml": text}


def test_an_escape_in_a_booklet_is_found_and_one_in_code_is_not() -> None:
    book = changed("game.yaml", "decks:", "booklets: {rules: {text: rules.md, page: a5}}\ndecks:")
    text = "# Rules\n\nDraw.\\nThen `\\n` and {{ name }} R&amp;D.\n"
    (found,) = find_in_booklets(subject({**book, "rules.md": text.replace("{{ name }}", "keep")}))
    assert str(found.span) == "rules.md:3:6"
    assert "`\\n` in this text is printed" in found.message


def booklet(text: str) -> dict[str, str]:
    book = changed("game.yaml", "decks:", "booklets: {rules: {text: rules.md, page: a5}}\ndecks:")
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    return {**book, "rules.md": f"# Rules\n\n{text}\n", "map.svg": drawn}


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("A ~~wrong~~ word.", "rules.md:3:3", "write `[words]{strike}`"),
        ("A word[^1].", "rules.md:3:7", "put the note into the text, or into brackets"),
        ("- [ ] Shuffle.", "rules.md:3:3", "leave the brackets out"),
        ("A ==marked== word.", "rules.md:3:3", "write `[words]{style}`"),
        ("Drink H~2~O.", "rules.md:3:8", "write the character itself, as in `H₂O`"),
        ("Five x^2^ cards.", "rules.md:3:7", "write the character itself, as in `x²`"),
        ("Trump\n: the highest card", "rules.md:4:1", "write `**Word:** what it is`"),
        ("| a | b |\n|---|\n| 1 | 2 |", "rules.md:4:1", "leave a line free above"),
        ("| a | b |\n| 1 | 2 |", "rules.md:3:1", "write a line of dashes below its head"),
        ("> [!two words] Aside\n> Words.", "rules.md:3:3", "write one word, and the title"),
        ("- item\n| a | b |\n|:--|--:|\n| 1 | 2 |", "rules.md:5:1", "leave a line free above"),
        ("a. one\nb. two", "rules.md:3:1", "begin them with `- ` or `1. `"),
        ("• one\n• two", "rules.md:3:1", "begin them with `- ` or `1. `"),
        ("Then:\n2. two\n3. three", "rules.md:4:1", "begin them with `- ` or `1. `"),
        ("- one:\n  – two\n  – three", "rules.md:4:3", "begin them with `- ` or `1. `"),
        ("##Setup", "rules.md:3:1", "write `## Setup`"),
        ("See [[Scoring]].", "rules.md:3:5", "write `[words](#heading)`"),
        ("![[map.png]]", "rules.md:3:1", "write `![caption](picture.png)`"),
        ("![Map|300](map.svg)", "rules.md:3:1", "write the width behind the file"),
        ("Words %%hidden%%.", "rules.md:3:7", "write `<!-- words -->`"),
        ("It is $x^2 + y$ here.", "rules.md:3:7", "write the formula in letters"),
        ("\\newpage", "rules.md:3:1", "write `{{ page_break() }}`"),
        ("[TOC]", "rules.md:3:1", "write `{{ contents() }}`"),
        ("A word^[with a note].", "rules.md:3:7", "put the note into the text"),
        ("As in [@smith2020].", "rules.md:3:7", "name the source in words"),
        ("> [!note]- Aside\n> Words.", "rules.md:3:10", "take the sign away"),
        ("::: note\nWords.\n:::", "rules.md:3:1", "write a box: `> [!note] Its title`"),
        ("Words. ^a1b2c3", "rules.md:3:8", "take it away, or name a heading"),
        ("| one line\n| and another", "rules.md:3:1", "take the bars away"),
        ("a    b\n\n---  ---\n\n1    2", "rules.md:5:1", "write its rows as"),
    ],
)
def test_what_other_markdown_knows_is_found_in_a_booklet(text: str, place: str, hint: str) -> None:
    (found,) = find_in_booklets(subject(booklet(text)))
    assert str(found.span) == place
    assert found.hint.startswith(hint)


@pytest.mark.parametrize(
    "text",
    [
        "A _small_ word, 2*3*4.",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "> [!note] Aside\n> Words.",
        "From ~5 to ~6 cards, ~5/~6; a == b == c, 2^10 and 2^11; (^_^).",
        "Two words:\n\n: alone",
        "Draw `~~` and `[^1]`; [words]{strike}.",
        "above\n\n---\n\nbelow",
        "```\n|---|---|\n```",
        "```\n| a | b |\n| 1 | 2 |\n```",
        "| alone |\nor | so |",
        "> [!note] Aside [!]\n> Words.",
        "a. one\\\nb. two",
        "• alone\nand more",
        "$5 to $10, $5/$10; #1 and #2.",
        "~~~\n- [ ] ~~code~~\n~~~\n\n    - [ ] indented",
        "<!-- - [ ] to do: ~~old~~\n- [ ] more -->\n\nWords <!-- ~~gone~~ --> end.",
        "| #one | b |\n|---|---|\n| #two | 2 |",
        "- - -\n\n* * *",
        "---\n\nabove: words\n\n---\n",
    ],
)
def test_what_a_booklet_knows_itself_is_left_alone(text: str) -> None:
    assert not list(find_in_booklets(subject(booklet(text))))


def test_a_long_line_that_begins_as_a_formula_is_looked_at_in_time() -> None:
    start = process_time()
    assert not list(find_in_booklets(subject(booklet("$" + "= " * 20_000))))
    assert process_time() - start < 5  # each `=` for each other took 20 s and more


def test_fields_of_other_programs_before_a_booklet_are_found() -> None:
    book = booklet("")
    text = "---\ntitle: Rules\ntags:\n  - one\n---\n\n# Rules\n"
    (found,) = find_in_booklets(subject({**book, "rules.md": text}))
    assert str(found.span) == "rules.md:1:1"
    assert found.hint.startswith("take them away")


@pytest.mark.parametrize("mark", ["a {{\n", "a <!--\n", "a {{ <!--\n"])
def test_what_has_no_end_in_a_booklet_is_looked_through_once(mark: str) -> None:
    text = mark * (80_000 // len(mark))
    with processor_time_below(1):
        assert not _BLANKED.search(text)


@pytest.mark.parametrize("text", ["a\n" + " " * 20_000 + "b", "a\n| " + " " * 20_000 + "b"])
def test_an_indent_in_a_booklet_is_looked_through_once(text: str) -> None:
    game = subject(booklet(text))
    with processor_time_below(2):
        assert not list(find_in_booklets(game))


@pytest.mark.parametrize("mark", ["{{", "<!--", "](", "{", "`"])
def test_no_mark_of_a_booklet_is_looked_for_from_each_one_before_it(mark: str) -> None:
    typed = mark * (99_999 // len(mark))
    with processor_time_below(1):
        assert len(BookletText("rules.md", 1, typed).text) == len(typed)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<<name>>", "{{ name }}"), ("« Rule »", "{{ rule }}"), ("%rule%", "{{ rule }}"),
        ("$name", "{{ name }}"), ("@name@", "{{ name }}"), ("<<other>>", ""), ("$5", ""),
        ("<<other>> <<name>>", "{{ name }}"), ("$5 or %cost%", "{{ cost }}"),
        ("Une carte « Name » au choix", ""), ("« other » «rule»", "{{ rule }}"),
        ("{{ name }} costs $2", ""), ("50% of %", ""),
    ],
)  # fmt: skip
def test_fields_as_other_programs_name_them_are_told(text: str, found: str) -> None:
    game = subject(changed("layouts.yaml", '"{{ rule }}"', f"'{text}'"))
    told = list(find_foreign_placeholders(game))
    assert [one.hint for one in told] == [f"write `{found}` for that field of the card"] * bool(
        found
    )


@pytest.mark.parametrize(("label", "told"), [("«Name»", 0), ("« Name »", 0), ("«Rule»", 1)])
def test_a_label_in_french_quotes_beside_the_field_it_names_is_a_label(
    label: str, told: int
) -> None:
    game = changed("layouts.yaml", '"{{ rule }}"', f"'{label} {{{{ name }}}}'")
    assert len(list(find_foreign_placeholders(subject(game)))) == told


def test_a_field_in_double_angles_is_told_as_a_field_alone() -> None:
    """Quotation marks as typists write them look the same, but for the name."""
    game = changed("layouts.yaml", '"{{ rule }}"', "'<< name >> <<rule>> << words >>'")
    (found,) = find_in_own_texts(subject(game))
    assert found.message.startswith("`<< words >>`")
    (found,) = find_foreign_placeholders(subject(game))
    assert found.hint == "write `{{ name }}` for that field of the card"
