"""The picture of the number formats."""

from xml.etree import ElementTree

from generator.site.pictures.formats import BIT, draw


def test_fields_are_as_wide_as_their_bits(records):
    root = ElementTree.fromstring(draw(records.isa.types.values()))
    fractions = [element for element in root if element.get("class") == "fraction"]
    assert int(fractions[0].get("width")) == 52 * BIT - 1
    assert "e4m3: 1 sign bit, 4 exponent bits, 3 fraction bits" in root.get("aria-label")
    names = [element.text for element in root if element.get("class") == "name"]
    assert len(set(names)) == len(names)
    assert {"f64", "f16", "bf16", "ue8m0"} <= set(names)
