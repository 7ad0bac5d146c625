"""Hatch build hook: installing the package generates its modules, its database and its manual page from the records.

The source tree may be read-only, so a wheel takes the generated files from a temporary folder. An editable install
imports the package from the source tree and therefore generates into that tree.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


class GenerateHook(BuildHookInterface):  # type: ignore[type-arg]
    """Run the generator before hatchling collects the files of the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the package; an error in the records stops the installation."""
        from generator import build_cache, manual_page
        from generator.build import PACKAGE, build, update

        if self.target_name != "wheel":
            return
        # Deleted with this object, after hatchling has written the wheel.
        self.folder = tempfile.TemporaryDirectory(prefix="ptxisa-build-")
        if version == "editable":
            update(say=self.app.display_info)
        else:
            generated = Path(self.folder.name) / PACKAGE
            build(generated, say=self.app.display_info)
            (generated / build_cache.STAMP).unlink()  # Describes a source tree, which an installation has not.
            build_data["force_include"][str(generated)] = PACKAGE.as_posix()
        page = manual_page.write(Path(self.folder.name))
        build_data["shared_data"][str(page)] = f"share/man/man1/{page.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the temporary folder."""
        if self.target_name == "wheel":
            self.folder.cleanup()
