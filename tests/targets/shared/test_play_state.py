"""The table to play on, as a model: moves, chances, addresses, cards that come and go."""

# ruff: noqa: E501  (statements of JavaScript)

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from cardgen.targets.shared.page_modules import join_modules, play_folder
from tests.support.pages import chromium

STOCK = """{decks: [
  {name: 'beasts', title: 'Beasts', cards: [
    {key: 'beasts/fox', name: 'Fox', copies: 3, size: [63, 88], back: true},
    {key: 'beasts/owl', name: 'Owl', copies: 9, size: [63, 88], back: true}]},
  {name: 'coins', title: 'Coins', cards: [{key: 'coins/one', name: 'One', copies: 4, size: [25, 25], back: false}]},
  {name: 'board', title: 'Board', cards: [{key: 'board/sea', name: 'Sea', copies: 1, size: [320, 120], back: false}]},
]}"""

Run = Callable[[str], Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def run(browser: Browser) -> Iterator[Run]:
    """Run statements over the modules; `table` is the one of seed `a` for 3 players."""
    page = browser.new_page()
    modules = ("play_state", "play_code", "play_layout", "numbers")
    names = (
        "setUp, apply, restock, findPile, MOVES",
        "encodeTable, decodeTable",
        "listPieces",
        "numbers",
    )
    imports = "\n".join(
        f"const {{ {own} }} = {join_modules(play_folder(), module)};"
        for own, module in zip(names, modules, strict=True)
    )
    page.evaluate(
        f"""() => {{
        {imports}
        const stock = {STOCK};
        const move = (state, name, given) => apply(state, name, given, stock);
        const where = (state) => [...state.piles.map((p) => p.cards), ...state.hands].flat().map(({{ n }}) => n);
        const deck = (state, name) => state.piles.find((p) => listPieces(stock)[p.cards[0].n].deck === name);
        const table = setUp(stock, 'a', 3);
        window.run = (text) => eval(`(() => {{ ${{text}} }})()`);
    }}"""
    )
    yield lambda text: page.evaluate("(text) => window.run(text)", text)
    page.close()


def test_decks_with_backs_lie_face_down_and_mixed_others_face_up_in_order(run: Run) -> None:
    seen = run("return table.piles.map((p) => [p.cards.length, p.cards.every((c) => c.up)])")
    assert sorted(seen) == [[1, True], [4, True], [12, False]]
    assert run("return deck(table, 'beasts').cards.map(({ n }) => n)") != list(range(12))
    assert run("return where(table).sort((a, b) => a - b)") == list(range(17))


def test_the_same_seed_and_moves_make_the_same_table_and_another_seed_another(run: Run) -> None:
    played = """const play = (seed) => {
        let s = setUp(stock, seed, 3);
        for (const [name, given] of [['deal', { pile: deck(s, 'beasts').id, count: 2 }], ['die', { sides: 20, x: 1, y: 1 }]]) s = move(s, name, given);
        return JSON.stringify(s);
    };"""
    assert run(f"{played} return play('b') === play('b')")
    assert run(f"{played} return play('b') !== play('c')")


def test_a_state_is_never_changed(run: Run) -> None:
    assert run("""const before = JSON.stringify(table);
        const pile = deck(table, 'beasts').id;
        for (const name of ['flip', 'shuffle', 'draw', 'deal', 'spread', 'discard', 'turn', 'take'])
          move(table, name, { pile, hand: 0, count: 2 });
        return JSON.stringify(table) === before""")


def test_cards_are_dealt_one_to_each_player_in_turn(run: Run) -> None:
    top, hands, left = run("""const pile = deck(table, 'beasts');
        const after = move(table, 'deal', { pile: pile.id, count: 2 });
        return [pile.cards.slice(-6).map(({ n }) => n).reverse(), after.hands.map((h) => h.map(({ n }) => n)),
          deck(after, 'beasts').cards.length]""")
    assert hands == [[top[0], top[3]], [top[1], top[4]], [top[2], top[5]]]
    assert left == 6


def test_a_deal_of_more_than_there_is_ends_with_the_pile(run: Run) -> None:
    sizes = run("""const after = move(table, 'deal', { pile: deck(table, 'beasts').id, count: 5 });
        return [...after.hands.map((h) => h.length), after.piles.length]""")
    assert sizes == [4, 4, 4, 2]


def test_a_pile_turned_over_has_its_bottom_on_top(run: Run) -> None:
    bottom, top, ups = run("""const pile = deck(table, 'beasts');
        const after = findPile(move(table, 'flip', { pile: pile.id }), pile.id);
        return [pile.cards[0].n, after.cards.at(-1).n, after.cards.every(({ up }) => up)]""")
    assert bottom == top
    assert ups is True


def test_discards_lie_face_up_beside_their_deck(run: Run) -> None:
    count, up, apart = run("""const pile = deck(table, 'beasts');
        let after = move(table, 'draw', { pile: pile.id, hand: 0, count: 1 });
        after = move(after, 'discardHeld', { hand: 0, n: after.hands[0][0].n });
        after = move(after, 'discard', { pile: pile.id });
        const heap = after.piles.at(-1);
        return [heap.cards.length, heap.cards.every(({ up }) => up), Math.abs(heap.x - pile.x)]""")
    assert (count, up) == (2, True)
    assert apart == pytest.approx(63 + 7)


def test_who_leaves_gives_the_hand_to_the_discards(run: Run) -> None:
    hands, count = (
        run("""let after = move(table, 'draw', { pile: deck(table, 'beasts').id, hand: 2, count: 3 });
        after = move(after, 'players', { count: 2 });
        return [after.hands.length, where(after).length]""")
    )
    assert (hands, count) == (2, 17)


def test_a_move_of_what_is_not_there_changes_nothing(run: Run) -> None:
    assert run("""return Object.keys(MOVES).filter((name) => !['die', 'counter', 'players'].includes(name))
        .every((name) => JSON.stringify(move(table, name, { pile: 99, hand: 9, n: 99, id: 99, onto: 99, to: 9 })) === JSON.stringify(table))""")


def test_random_play_loses_no_card_and_its_address_holds_the_table(run: Run) -> None:
    """300 tables of 60 moves, of any kind, on any pile."""
    faults = run("""const faults = [];
        for (let game = 0; game < 300; game += 1) {
          const next = numbers(`game ${game}`);
          const upTo = (n) => Math.floor(next() * n);
          const names = Object.keys(MOVES);
          let s = setUp(stock, `seed ${game}`, 1 + upTo(8));
          for (let i = 0; i < 60; i += 1) {
            const hand = upTo(s.hands.length);
            const held = s.hands[hand][upTo(s.hands[hand].length)]?.n;
            const pile = s.piles[upTo(s.piles.length)]?.id;
            const id = s.things[upTo(s.things.length)]?.id;
            const name = names[upTo(names.length)];
            const given = { pile, hand, n: held, id, onto: s.piles[upTo(s.piles.length)]?.id, to: upTo(s.hands.length), x: upTo(600), y: upTo(600),
              up: next() < .5, by: [90, -90][upTo(2)], sides: [2, 6, 20][upTo(3)], ...(next() < .5 ? { count: 1 + upTo(8) } : {}) };
            if (name === 'count') given.by = upTo(9) - 4;
            if (name === 'players') given.count ??= 3;
            s = move(s, name, given);
            if (new Set(where(s)).size !== 17 || where(s).length !== 17) faults.push([game, i, name, 'cards']);
            if (s.piles.some(({ cards }) => !cards.length)) faults.push([game, i, name, 'empty pile']);
          }
          const text = encodeTable(s, stock);
          const back = decodeTable(text, stock);
          const content = ({ seed, chances, piles, hands, things }) => JSON.stringify([seed, chances, piles.map(({ cards }) => cards), hands, things.map(({ sides, value }) => [sides, value])]);
          if (!back || content(back) !== content(s) || encodeTable(back, stock) !== text) faults.push([game, 'address', text]);
        }
        return faults.slice(0, 5)""")
    assert faults == []


def test_an_untouched_table_has_a_short_address_and_any_seed(run: Run) -> None:
    assert run("return encodeTable(table, stock)") == "3.a"
    odd = "x~y_z,%.ä \\n"
    assert run(f"return decodeTable(encodeTable(setUp(stock, '{odd}', 2), stock), stock).seed") == (
        odd.replace("\\n", "\n")
    )


@pytest.mark.parametrize(
    "text",
    ["", "a", "9.a", "0.a", "2.", "2.a~", "2.a~b~0~~~", "2.%E0", "2.a~b", "2.a~~~~~~~~"],
)
def test_an_address_that_is_none_is_no_table(run: Run, text: str) -> None:
    assert run(f"return decodeTable({text!r}, stock)") is None


def test_an_address_with_cards_twice_lacking_or_of_another_game_is_no_table(run: Run) -> None:
    assert run("""const text = encodeTable(move(table, 'flip', { pile: deck(table, 'beasts').id }), stock);
        const [head, code, chances, piles, hands, things] = text.split('~');
        const bad = [piles.replace(/(\\w+)\\.(\\w+)/, '$1.$1'), piles.replace(/\\.\\w+/, ''), piles.replace(/,\\w+\\./, ',zzzz.')];
        const other = { decks: stock.decks.slice(0, 1) };
        return [decodeTable(text, stock) !== null, decodeTable(text, other),
          ...bad.map((one) => decodeTable([head, code, chances, one, hands, things].join('~'), stock))]""") == [
        True, None, None, None, None,
    ]  # fmt: skip


def test_a_card_that_is_new_lies_under_its_deck_and_one_that_is_gone_is_taken_off(run: Run) -> None:
    bottom, held, deck = run("""const more = JSON.parse(JSON.stringify(stock));
        more.decks[0].cards[0].copies = 0;
        more.decks[0].cards.push({ key: 'beasts/yak', name: 'Yak', copies: 1, size: [63, 88], back: true });
        const dealt = move(table, 'deal', { pile: deck(table, 'beasts').id, count: 2 });
        const after = restock(dealt, stock, more);
        const names = (cards) => cards.map(({ n }) => listPieces(more)[n].key);
        const all = [...after.piles.flatMap(({ cards }) => names(cards)), ...after.hands.flatMap(names)];
        const pile = after.piles.find(({ cards }) => names(cards).includes('beasts/yak'));
        return [names(pile.cards)[0], all.includes('beasts/fox'), all.length]""")
    assert (bottom, held, deck) == ("beasts/yak", False, 17 - 3 + 1)


# --- modules as one script -----------------------------------------------------------------------


def module(folder: Path, text: str) -> Traversable:
    (folder / "one.js").write_text(text, "utf-8")
    return folder


def test_modules_are_joined_in_the_order_of_their_imports(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "two.js").write_text("const own = 1;\nexport const two = () => own + 1;\n", "utf-8")
    folder = module(
        tmp_path,
        "import { two } from './two.js';\nconst own = 40;\nexport const [a, b] = [own, two()];\n",
    )
    page = browser.new_page()
    assert page.evaluate(f"() => {join_modules(folder, 'one')}") == {"a": 40, "b": 2}
    page.close()


def test_the_same_modules_are_joined_alike_in_every_process(tmp_path: Path) -> None:
    """They stand as they are imported, not as a set of their names happens to be ordered."""
    names = ["pine", "oak", "elm", "ash", "yew", "fir", "box"]
    for name in names:
        (tmp_path / f"{name}.js").write_text(f"export const {name} = 1;\n", "utf-8")
    text = "".join(f"import {{ {name} }} from './{name}.js';\n" for name in names)
    joined = join_modules(module(tmp_path, text + "export const all = 7;\n"), "one")
    assert re.findall(r"const module_(\w+)", joined) == [*names, "one"]


def test_a_form_of_import_that_cannot_be_joined_is_an_error(tmp_path: Path) -> None:
    for text in ("import a from './two.js';\n", "export default 1;\n", "export { a };\n"):
        with pytest.raises(ValueError, match=r"one\.js: .* is not a form that can be joined"):
            join_modules(module(tmp_path, text), "one")
