"""`CALUMMA_PURE=1`: run the sources as they are, past any compiled core beside them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType


class SourceOnly:
    """A finder that answers for calumma's modules with their sources, all of them or none."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of a module's source in place of its compiled twin."""
        if not name.startswith("calumma.") or path is None:
            return None
        found = PathFinder.find_spec(name, path)
        if found is None or found.origin is None or found.submodule_search_locations is not None:
            return found
        source = Path(found.origin).parent / (name.rpartition(".")[2] + ".py")
        return spec_from_file_location(name, source, loader=SourceFileLoader(name, str(source)))


def use_sources() -> None:
    """Install the finder, once, before anything of calumma is imported."""
    if SourceOnly not in sys.meta_path:
        sys.meta_path.insert(0, SourceOnly)  # type: ignore[arg-type]
