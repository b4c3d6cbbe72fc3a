"""Which texts are translated."""

import pytest

from cardgen.read.translation.held_parts import _TEMPLATE
from cardgen.read.translation.longest import _UNSEEN
from cardgen.read.translation.messages import has_words
from cardgen.read.translation.pseudo import _HELD
from tests.support.processor_time import processor_time_below


def test_a_template_alone_has_no_words() -> None:
    assert not has_words("{{ name }} {% if cost %}{{ cost }}{% endif %}")
    assert has_words("{{ name }} costs {{ cost }}")


@pytest.mark.parametrize("mark", ["{{", "{%", "{{ {% "])
def test_a_template_that_has_no_end_is_looked_through_once(mark: str) -> None:
    text = mark * (60_000 // len(mark))
    with processor_time_below(1):
        has_words(text)
        assert not _TEMPLATE.search(text)
        assert not _UNSEEN.sub("", text).strip("{% ")
        assert not _HELD.search(text)
