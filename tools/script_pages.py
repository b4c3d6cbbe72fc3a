"""Set texts in many scripts with cardgen and with Chromium, beside each other, to be looked at.

    .venv/bin/python -m tools.script_pages FOLDER [--cjk NotoSansCJK.otf]

In      the samples of `tests/unit/text/test_whole_lines.py`; texts in Chinese, Japanese and
        Korean, if a font for them is named.
Out     FOLDER/LANGUAGE.png: on the left cardgen's lines, on the right the browser's, the same
        font, size and measure, ragged and not divided; Japanese and Chinese in vertical lines too.

Needs what the tests of pages need: playwright, and a Chromium (`CHROMIUM`, or on the path).
"""

from __future__ import annotations

import argparse
import base64
import html
import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
from PIL import Image
from playwright.sync_api import sync_playwright

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from tests.conftest import ROOT
from tests.unit.text.test_whole_lines import SAMPLES

PROGRAM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
SIZE, LEADING, MEASURE = 12.0, 1.6, 55.0
"""Points, times the size, millimeters."""
HEIGHTS = {"horizontal": 80.0, "vertical": 38.0}
"""Of the box, in millimeters."""
SCALE = 3.0
CJK = {
    "ja": "カードを2枚引き、プレイヤーを1人選びます。「手札」を1枚捨てます。Wordを作りましょう。",
    "zh-Hant": "抽兩張牌,然後選擇一名玩家,該玩家棄一張牌。「計分」時,每個字母得一分。",
    "zh-Hans": "抽两张牌，然后选择一名玩家，该玩家弃一张牌。“计分”时，每个字母得一分。",
    "ko": "카드 두 장을 뽑고 플레이어 한 명을 고릅니다. 그 플레이어는 카드 한 장을 버립니다.",
}
MORE = {
    ("he-niqqud", "tests/data/fonts/FrankRuhlLibre-subset.ttf"): (
        "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ. קחו 2 קלפים!"
    ),
}
"""Texts beside the samples, by language and font."""
VERTICAL = "-vertical"
SHIPPORI = "tests/data/games/japanese/fonts/ShipporiMincho-subset.woff2"
DOWN = (
    "旅人は、茶を休む。札を引き、「手持」に持つ。手札が森の道をこえたら（スーパーカード）捨てる。"
)


def set_by_cardgen(text: str, name: str, font: bytes, kind: str) -> Image.Image:
    """The card's page."""
    language, writing = parse_name(name)
    path = f"fonts/sample{kind}"
    files: dict[str, str | bytes] = {
        "game.yaml": f"game: Scripts\nlanguage: {language}\nfonts: {{text: {path}}}\n"
        "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n",
        "cards.yaml": f"- {{rule: {json.dumps(text, ensure_ascii=False)}}}\n",
        "layouts.yaml": "layouts: {face: {safe: [{text: '{{ rule }}', font: text, "
        f"size: {SIZE}pt, leading: {LEADING}em, align: start, smart: no, left: 0mm, top: 0mm, "
        f"width: {MEASURE}mm, height: {HEIGHTS[writing]}mm, writing: {writing}}}]}}}}\n",
        path: font,
    }
    report = Report()
    checked = check_game(MemoryGame(files), report, checks=())
    if checked is None:
        sys.exit("\n".join(finding.message for finding in report.findings))
    (face,) = checked.laid.scenes.values()
    file = PdfFile(checked.bound.pictures, title="Scripts")
    show_face(file, face)
    seen: Image.Image = pdfium.PdfDocument(file.save())[0].render(scale=SCALE).to_pil()
    return seen


def parse_name(name: str) -> tuple[str, str]:
    """The language of a page, and which way its lines run."""
    writing = "vertical" if name.endswith(VERTICAL) else "horizontal"
    return name.removesuffix(VERTICAL).removesuffix("-niqqud"), writing


def set_by_chromium(page: Any, text: str, name: str, font: bytes, file: Path) -> Image.Image:
    """The same words in a browser."""
    language, writing = parse_name(name)
    down = (
        f"writing-mode: vertical-rl; height: {HEIGHTS[writing]}mm;" if writing == "vertical" else ""
    )
    data = base64.b64encode(font).decode()
    page.set_content(
        f"<style>@font-face {{font-family: s; src: url(data:font/opentype;base64,{data})}}"
        f"body {{margin: 12pt}} p {{margin: 0; font: {SIZE}pt/{LEADING} s; width: {MEASURE}mm}}"
        f"p {{{down}}}</style><p dir=auto lang={language}>{html.escape(text)}"
    )
    page.evaluate("document.fonts.ready")
    page.screenshot(path=file)
    return Image.open(file).convert("RGB")


def list_cjk(font: Path) -> list[tuple[str, Path, str]]:
    """Chinese, Japanese and Korean, and the first two in vertical lines."""
    down = {f"{name}{VERTICAL}": text for name, text in CJK.items() if name != "ko"}
    return [(name, font, text) for name, text in (CJK | down).items()]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cjk", type=Path)
    asked = parser.parse_args()
    if PROGRAM is None:
        sys.exit("no Chromium was found; name it in CHROMIUM")
    asked.folder.mkdir(parents=True, exist_ok=True)
    texts = [(one.language, ROOT / one.font, one.text) for one in SAMPLES]
    texts += [(language, ROOT / font, text) for (language, font), text in MORE.items()]
    texts.append((f"ja{VERTICAL}", ROOT / SHIPPORI, DOWN))
    texts += list_cjk(asked.cjk) if asked.cjk else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": 330, "height": 330}, device_scale_factor=SCALE * 0.75
        )
        for name, path, text in texts:
            file = asked.folder / f"{name}.png"
            ours = set_by_cardgen(text, name, path.read_bytes(), path.suffix)
            theirs = set_by_chromium(page, text, name, path.read_bytes(), file)
            both = Image.new("RGB", (ours.width + theirs.width, max(ours.height, theirs.height)))
            both.paste(ours, (0, 0))
            both.paste(theirs, (ours.width, 0))
            both.crop((0, 0, both.width, both.height // 2)).save(file)
            print(file)


if __name__ == "__main__":
    main()
