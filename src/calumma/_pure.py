"""`CALUMMA_PURE=1`: run the sources as they are, past any compiled core beside them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType


class SourceOnly:
    """A finder that answers for the modules of calumma, and of packages that offer games to it, with their sources."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of a module's source in place of its compiled twin."""
        if path is None or not _is_ours(name.partition(".")[0]):
            return None
        found = PathFinder.find_spec(name, path)
        if found is None or found.origin is None or found.submodule_search_locations is not None:
            return found
        source = Path(found.origin).parent / (name.rpartition(".")[2] + ".py")
        if not source.exists():
            return found
        return spec_from_file_location(name, source, loader=SourceFileLoader(name, str(source)))


def _is_ours(package: str) -> bool:
    outside = sys.modules.get("calumma.core.outside")
    return package == "calumma" or (outside is not None and package in outside.PACKAGES)


def use_sources() -> None:
    """Install the finder, once, before anything of calumma is imported."""
    if SourceOnly not in sys.meta_path:
        sys.meta_path.insert(0, SourceOnly)  # type: ignore[arg-type]
