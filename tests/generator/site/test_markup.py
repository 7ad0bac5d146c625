"""HTML without what nothing reads."""

import pytest

pytest.importorskip("sphinx")

from generator.site.builder import _PLAIN, _lean_classes


@pytest.mark.parametrize(
    ("tag", "lean"),
    [
        ('<a class="reference internal" href="x">', '<a href="x">'),
        ('<a class="reference external" href="x">', '<a class="external" href="x">'),
        ('<table class="ptx-table docutils align-default">', '<table class="ptx-table">'),
        ('<div class="highlight-ptx notranslate">', '<div class="highlight-ptx">'),
    ],
)
def test_classes_that_mean_nothing_are_dropped(tag, lean):
    assert _lean_classes(tag) == lean


def test_tokens_in_the_color_of_text_need_no_element():
    code = '<span></span><span class="nf">add</span><span class="w"> </span><span class="n">d</span>'
    assert _PLAIN.sub(lambda match: match.group(1) or "", code) == '<span class="nf">add</span> d'
