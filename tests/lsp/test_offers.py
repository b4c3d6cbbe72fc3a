"""What is offered where names of the game are known only by what stands around them."""

from __future__ import annotations

import pytest

from tests.support.open_games import OpenGame

FILES = {
    "game.yaml": """\
game: Typed
palette:
  sand: "#eeddaa"  # the ground
  ink: "#111111"
  veil: ink / 50%
fonts:
  text: {regular: fonts/EBGaramond-Regular.ttf, italic: fonts/EBGaramond-RegularItalic.ttf}
icons: {coin: {picture: coin.svg, aliases: [money]}}
decks:
  beasts:
    cards: [{file: beasts.yaml, set: {pack: base}}]
    join: {table: art.csv, on: name}
    size: mini
    front: front
    defaults: {kind: furry}
    fields:
      name: text
      kind: [furry, wet]
      cost: {type: integer, from: Kosten}
      price: {value: "{{ cost * 2 }}"}
      tags: list
      pack: text
      artist: text
  birds: {cards: birds.csv, size: mini, front: bird}
booklets: {rules: {text: rules.md, page: a6}}
checks:
  - {code: field-not-shown, level: off, reason: young}
""",
    "layouts.yaml": """\
styles:
  body: {font: text, size: 9pt, color: ink}
pieces:
  dot: {takes: {tint: sand}, draw: {shape: ellipse, fill: "{{ tint }}", width: 3mm, height: 3mm}}
layouts:
  front:
    bleed: [{name: ground, shape: rectangle, fill: sand}]
    safe:
      - {name: title, text: "{{ name }} {{ price }}", style: body}
  wet:
    extends: front
    set:
      ground: {fill: ink}
  bird:
    safe: [{text: "{{ name }}", style: body}, {piece: dot}]
""",
    "beasts.yaml": """\
- {name: Fox, Kosten: 1, tags: [fast]}
- name: Newt
  kind: wet
  layout:
    title: {size: 8pt}
""",
    "art.csv": "name,artist\nFox,Ann\nNewt,Bo\n",
    "birds.csv": 'sep=;\nname;song;place\nOwl;"Hoo;\n\nhoo";wood\nTit;Tee;\n',
    "composition.yaml": """\
beasts:
  total: 2
  unique: [name]
  count: {kind: {furry: 1, wet: 1}}
  rules:
    - that: cost < 9
birds: {total: 2}
""",
    "rules.md": """\
# Rules

{{ count("beasts", "kind == 'wet'") }} [beasts]{ink}, {{ table("beasts", columns="name") }}
""",
    "coin.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>
""",
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> OpenGame:
    folder = tmp_path_factory.mktemp("offers")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return OpenGame(folder)


@pytest.mark.parametrize(
    ("old", "new", "some", "none"),
    [
        ("that: cost < 9", "by: ^", {"kind", "cost"}, set()),
        ("that: cost < 9", "holds: {^}", {"kind", "cost"}, {"id", "copies"}),
        ("that: cost < 9", "holds: {kind: {^}}", {"furry", "wet"}, set()),
        ("unique: [name]", "unique: [^]", {"kind", "price"}, {"id", "copies", "Kosten"}),
        ("unique: [name]", "expect: {kind: [^]}", {"furry", "wet"}, set()),
        ("unique: [name]", 'share: {"^": [1%, 2%]}', {"kind", "letters"}, {"coin"}),
        ("unique: [name]", "equal: [[\"kind == '^'\"]]", {"furry", "wet"}, set()),
        ("birds: {total: 2}", "^", {"birds", "game"}, {"beasts"}),
        ("birds: {total: 2}", "game: {count: {^}}", {"name"}, {"kind", "song"}),
        ("that: cost < 9", "all: count(cards, \"kind == '^'\") == 1", {"furry"}, {"beasts"}),
    ],
)
def test_a_composition_is_offered_what_it_can_count(
    game: OpenGame, old: str, new: str, some: set[str], none: set[str]
) -> None:
    check(game, "composition.yaml", old, new, some, none)


@pytest.mark.parametrize(
    ("old", "new", "some", "none"),
    [
        ("from: Kosten", "from: ^", set(), {"sand", "ink"}),
        ("name: text", "name: ^", {"text", "integer", "list"}, set()),
        ("on: name", "on: ^", {"name", "kind"}, set()),
        ("set: {pack: base}", "set: {^}", {"pack", "kind"}, set()),
        ("defaults: {kind: furry}", "defaults: {kind: ^}", {"furry", "wet"}, set()),
        ("reason: young", "reason: young, card: ^", {"beasts/fox", "birds/owl"}, set()),
        ("reason: young", "reason: young, element: ^", {"title", "ground"}, set()),
        ("veil: ink / 50%", "veil: ^", {"sand", "ink"}, {"veil"}),
        ('ink: "#111111"', "ink: ^", {"sand"}, {"ink", "veil"}),
        ('ink: "#111111"', 'fog: ^\n  ink: "#111111"', {"sand"}, {"ink", "veil"}),
        ("picture: coin.svg,", "picture: ^,", {"coin.svg"}, {"rules.md"}),
        ("# the ground", "# ^", set(), {"sand", "game", "vars"}),
    ],
)
def test_parts_of_a_game_are_offered_what_is_theirs(
    game: OpenGame, old: str, new: str, some: set[str], none: set[str]
) -> None:
    check(game, "game.yaml", old, new, some, none)


@pytest.mark.parametrize(
    ("old", "new", "some", "none"),
    [
        ("ground: {fill: ink}", "^: {fill: ink}", {"ground", "title"}, {"name"}),
        ("ground: {fill: ink}", "ground: {^: ink}", {"fill", "radius"}, {"font", "name", "text"}),
        ("ground: {fill: ink}", "title: {^}", {"font", "align"}, {"gap", "name", "shape"}),
        ("takes: {tint: sand}", "takes: {tint: ^}", {"sand", "ink"}, set()),
        ("{{ price }}", "{{ count('beasts', \\\"kind == '^", {"furry", "wet"}, {"beasts", "fox"}),
        ("{{ price }}", "{{ count('^", {"beasts", "birds"}, {"fox", "name"}),
        ("{{ price }}", "{{ of('beasts', '^", {"kind"}, {"fox", "beasts"}),
        ("{{ price }}", "{{ of('beasts', 'kind', '^", {"furry", "wet"}, {"kind"}),
        ("{{ price }}", '{{ all(tags, \\"^', {"item", "tags"}, {"beasts"}),
        ("{{ price }}", '{{ total(name, \\"^', {"it"}, {"beasts"}),
    ],
)
def test_layouts_are_offered_elements_and_what_calls_take(
    game: OpenGame, old: str, new: str, some: set[str], none: set[str]
) -> None:
    check(game, "layouts.yaml", old, new, some, none)


@pytest.mark.parametrize(
    ("old", "new", "some", "none"),
    [
        ("[beasts]{ink}", "{^}", {"coin", "money"}, {"ink"}),
        ("kind == 'wet'", "^", {"kind", "price"}, {"fox", "beasts"}),
        ("kind == 'wet'", "kind == '^'", {"furry", "wet"}, {"fox", "name"}),
        ('columns="name"', 'columns="name, ^"', {"kind", "cost"}, {"fox"}),
        ('columns="name"', "by=\"kind == '^'\"", {"furry"}, {"fox"}),
        ('columns="name"', 'caption="^"', set(), {"fox", "name", "kind"}),
        ("# Rules", "# Rules {^}", {"coin"}, set()),
        ("# Rules", '# Rules of {{ count("^', {"beasts"}, {"fox"}),
        ("[beasts]{ink}", '{{ card("beasts/fox", side="^") }}', {"front", "back"}, {"fox"}),
        ("[beasts]{ink}", '{{ row("beasts", "fox", "^") }}', {"newt"}, {"name", "owl"}),
        ("[beasts]{ink}", '{{ row("birds/owl", "^") }}', {"beasts/fox"}, {"fox"}),
        ("[beasts]{ink}", '{{ field("beasts", "fox", "^") }}', {"name"}, {"fox"}),
        ("[beasts]{ink}", '{{ sum("beasts", "cost", "^") }}', {"fox"}, {"name"}),
    ],
)
def test_calls_in_rules_are_offered_what_they_take(
    game: OpenGame, old: str, new: str, some: set[str], none: set[str]
) -> None:
    check(game, "rules.md", old, new, some, none)


@pytest.mark.parametrize(
    ("file", "old", "new", "some", "none"),
    [
        ("beasts.yaml", "kind: wet", "^: wet", {"Kosten", "copies"}, {"cost", "price", "name"}),
        ("beasts.yaml", "kind: wet", "Kosten: ^", {"1"}, set()),
        ("beasts.yaml", "title: {size: 8pt}", "^: {size: 8pt}", {"ground", "title"}, {"kind"}),
        ("beasts.yaml", "title: {size: 8pt}", "title: {^}", {"font", "color"}, {"kind", "shape"}),
        ("beasts.yaml", "title: {size: 8pt}", "title: {color: ^}", {"sand"}, {"kind"}),
        ("art.csv", "name,artist", "name,^", {"artist", "Kosten"}, {"price", "cost"}),
        ("birds.csv", "Tee;", "Tee;^", {"wood"}, {"Tit", "Owl"}),
        ("birds.csv", 'hoo";wood', 'hoo";^', {"wood"}, {"Hoo"}),
        ("birds.csv", "Tee;", "Tee # {{ ^ }};", {"place"}, {"Tee"}),
        ("birds.csv", 'hoo";wood', 'hoo {^";wood', {"coin"}, {"wood"}),
        ("birds.csv", "name;song;place", "name;^;place", {"song", "id"}, {"name", "place"}),
    ],
)
def test_rows_are_offered_what_their_table_has(
    game: OpenGame, file: str, old: str, new: str, some: set[str], none: set[str]
) -> None:
    check(game, file, old, new, some, none)


def check(game: OpenGame, file: str, old: str, new: str, some: set[str], none: set[str]) -> None:
    offered = set(game.offer(file, old, new))
    assert some <= offered
    assert not none & offered


def test_what_is_taken_in_a_row_of_several_lines_is_written_there(game: OpenGame) -> None:
    made = game.offer("birds.csv", "Tee;", "Tee;w^")["wood"]
    assert made == FILES["birds.csv"].replace("Tee;", "Tee;wood")


def test_columns_of_a_table_are_written_one_by_one(game: OpenGame) -> None:
    made = game.offer("rules.md", 'columns="name"', 'columns="name, ki^"')["kind"]
    assert 'columns="name, kind"' in made
