"""The browser of the tests: the shell without windows where there is one, which takes two thirds of the processor time."""

from __future__ import annotations

import shutil

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
