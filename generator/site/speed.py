"""Work of Sphinx and docutils that cannot change a page of this site, left out.

Measured on the whole site: states of nested parsers were 8 % of a build, transforms without an effect 5 %.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils.parsers.rst import states

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from docutils.statemachine import State
    from sphinx.application import Sphinx

WITHOUT_EFFECT = {
    "sphinx.transforms.i18n": {  # The site has one language.
        "AddTranslationClasses",
        "Locale",
        "PreserveTranslatableMessages",
        "RemoveTranslatableInline",
        "TranslationProgressTotaliser",
    },
    "sphinx.transforms": {  # The site has neither footnotes, module directives nor Sphinx's glossary.
        "AutoIndexUpgrader",
        "DoctestTransform",
        "ExtraTranslatableNodes",
        "GlossarySorter",
        "MoveModuleTargets",
        "SphinxSmartQuotes",
        "UnreferencedFootnotesDetector",
    },
    "sphinx.transforms.post_transforms.images": {"DataURIExtractor", "ImageDownloader"},  # Images are local files.
    "sphinx.transforms.post_transforms.code": {"TrimDoctestFlagsTransform"},
    "sphinx.builders.latex.transforms": {"FootnoteDocnameUpdater"},  # Only the LaTeX builder reads its result.
    "sphinx.domains.c": {"AliasTransform"},
    "sphinx.domains.cpp": {"AliasTransform"},
    "sphinx.domains.citation": {"CitationDefinitionTransform", "CitationReferenceTransform"},
}
"""Transforms, by module, that search each page for nodes that no page has."""


class StatesOnDemand(dict[str, "State[Any]"]):
    """States of a parser by name, made when the parser first enters them."""

    def __init__(self, machine: LazyStateMachine, classes: Mapping[str, type[State[Any]]]) -> None:
        super().__init__()
        self.machine, self.classes = machine, classes

    def __missing__(self, name: str) -> State[Any]:
        """Make a state; the parser initializes its states when it starts, so a later one is initialized here."""
        state = self.classes[name](self.machine, self.machine.debug)
        self[name] = state
        if hasattr(self.machine, "memo"):
            state.runtime_init()
        return state


class LazyStateMachine(states.NestedStateMachine):
    """A nested parser with the states that it needs.

    docutils compiles the transitions of all 15 states for each of 27,000 lists, cells and directives of the site; most
    of these need one or two states.
    """

    def add_states(self, state_classes: Iterable[type[Any]]) -> None:
        """Note the classes of the states."""
        self.states = StatesOnDemand(self, {class_.__name__: class_ for class_ in state_classes})


def leave_out_needless_work(app: Sphinx) -> None:
    """Parse with states on demand, and without transforms that have no effect."""
    states.RSTState.nested_sm = LazyStateMachine
    for transforms in (app.registry.transforms, app.registry.post_transforms):
        transforms[:] = [
            transform
            for transform in transforms
            if transform.__name__ not in WITHOUT_EFFECT.get(transform.__module__, ())
        ]
