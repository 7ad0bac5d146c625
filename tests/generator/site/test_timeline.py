"""The picture of versions and targets."""

from xml.etree import ElementTree

from generator.site.pictures.timeline import LEFT, STEP, draw


def test_every_target_begins_at_its_version(records):
    versions = list(records.versions)
    root = ElementTree.fromstring(draw(versions, records.targets, lambda name: f"{name}.html"))
    links = {element.get("href"): element for element in root if element.tag == "a"}
    assert set(links) == {f"{name}.html" for name in records.targets}
    for target in records.targets.values():
        (dot,) = links[f"{target.name}.html"].findall("circle")
        assert int(dot.get("cx")) == LEFT + STEP * versions.index(target.introduced)
    assert "sm_90a since PTX 8.0" in root.get("aria-label")
