"""The kinds of edit that are tried, in the order they are tried in."""

from __future__ import annotations

from benchmarks.mutation.card_edits import (
    break_quote,
    change_copies,
    change_letter,
    change_mark,
    change_points,
    delete_row,
    drop_brace,
    duplicate_row,
    misspell_name,
    rename_field,
    swap_effects,
)
from benchmarks.mutation.layout_edits import (
    change_count,
    change_size,
    misspell_color,
    misspell_font,
    misspell_key,
    misspell_layout,
    misspell_style,
    misspell_template,
    move_box,
    other_font,
    remove_fonts,
    shrink_picture,
)
from benchmarks.mutation.novelty_text import Kind

KINDS = (
    Kind("delete a row", delete_row, True),
    Kind("duplicate a row", duplicate_row, True),
    Kind("change copies", change_copies, True),
    Kind("change a letter", change_letter, True),
    Kind("change points", change_points),
    Kind("change a mark", change_mark, True),
    Kind("swap two effects", swap_effects),
    Kind("misspell a word in a name", misspell_name, True),
    Kind("rename a field", rename_field),
    Kind("break a quote's end", break_quote),
    Kind("drop a bracket or brace", drop_brace),
    Kind("shrink a picture", shrink_picture),
    Kind("move a box by 3 mm", move_box),
    Kind("slip in a size or leading", change_size),
    Kind("misspell a style", misspell_style),
    Kind("misspell a font", misspell_font),
    Kind("misspell a colour", misspell_color),
    Kind("misspell a layout", misspell_layout),
    Kind("misspell a field in a template", misspell_template),
    Kind("misspell a property", misspell_key),
    Kind("take another font", other_font),
    Kind("change a composition count", change_count, True),
    Kind("remove a font's entry", remove_fonts),
)
