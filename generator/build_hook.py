"""Hatch build hook: installing the package generates its modules and its database from the records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


class GenerateHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs the generator before the wheel is put together."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bring `ptxisa/_generated/` up to date; an error in the records stops the installation."""
        from generator.build import update

        if self.target_name == "wheel":
            update(say=self.app.display_info)
            self._add_manual_page(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Compress the wheel as well as its format allows."""
        from generator.wheel import compress

        if self.target_name == "wheel":
            compress(Path(artifact_path))

    def _add_manual_page(self, build_data: dict[str, Any]) -> None:
        """`man ptxisa` where the package is installed, as `share/man/man1/ptxisa.1.gz` of the environment."""
        from generator.manual_page import NAME, write

        page = write(Path(self.root) / "ptxisa" / "_generated")
        build_data["shared_data"][str(page)] = f"share/man/man1/{NAME}"
