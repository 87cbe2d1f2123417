"""docs/adding_a_game.md, followed to the letter in a new environment outside the clone, from the first line to the browser."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from adding_a_game import Command, File, steps
from chromium import CHROMIUM

ROOT = Path(__file__).parents[2]
TYPED = {"breakthrough": "b2-b3\nquit\n", "kuhn": "quit\n"}  # by whoever plays
CLICKED = {"breakthrough": ("[data-cell='b2']", "[data-cell='b3']"), "kuhn": ()}


class Newcomer:
    """Somebody who reads the page and does what it says."""

    def __init__(self, folder: Path, wheel: Path, clean: Callable[..., dict[str, str]]) -> None:
        self.clean = clean
        self.home = self.folder = folder
        self.env = folder / "environment"
        self.bin = self.env / "bin"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.env], check=True)
        self.pip("install", "--quiet", "--no-deps", "--no-index", str(wheel))
        # The libraries of the clone's environment serve as those of this one; Calumma itself comes from the wheel.
        (packages,) = self.env.glob("lib/*/site-packages")
        (packages / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
        self.done: list[str] = []

    @property
    def surroundings(self) -> dict[str, str]:
        own = {"HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data"), "PYTHONDONTWRITEBYTECODE": "1"}
        return self.clean(PATH=f"{self.bin}:/usr/bin:/bin", PIP_NO_INDEX="1", **own)

    def pip(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self.run([sys.executable, "-m", "pip", "--python", str(self.bin / "python"), *words])

    def run(self, words: list[str], typed: str = "") -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            words, cwd=self.folder, env=self.surroundings, input=typed, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{' '.join(words)}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done

    def write(self, file: File) -> None:
        (self.folder / file.path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / file.path).write_text(file.text, encoding="utf-8")

    def type(self, command: Command) -> None:
        self.done.append(command.line)
        program, *words = shlex.split(command.line)
        if program == "cd":
            self.folder = (self.folder / words[0]).resolve()
        elif command.line == "calumma serve":
            self.serve()
        elif program == "pip":
            self.pip(*words)
        else:
            answer = self.run([str(self.bin / program), *words], TYPED.get(self.folder.name, ""))
            for line in command.shown:
                assert line in answer.stdout, f"{command.line}: {answer.stdout[-2000:]}"

    def serve(self) -> None:
        """Look at the game with a browser."""
        name = self.folder.name
        with serving(self) as address:
            assert name in urllib.request.urlopen(address).read().decode()
            guest = [sys.executable, str(ROOT / "examples" / "guest_bot.py"), address, name]
            assert "won" in self.run(guest).stdout
            if CHROMIUM:
                click(address, name, CLICKED[name], self.home)


@contextmanager
def serving(newcomer: Newcomer) -> Iterator[str]:
    words = [str(newcomer.bin / "calumma"), "serve", "--port", "0", "--db", "memory"]
    process = subprocess.Popen(
        words, cwd=newcomer.folder, env=newcomer.surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        said = ""
        while not (found := re.search(r"http://127\.0\.0\.1:\d+", said)):
            line = process.stdout.readline()
            assert line, said
            said += line
        yield found[0]
    finally:
        process.terminate()
        process.communicate(timeout=20)


def click(address: str, name: str, cells: tuple[str, ...], home: Path) -> None:
    """Open a table against a bot from the first page, and play there by clicking."""
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        own: dict[str, str | float | bool] = {**os.environ, "HOME": str(home), "PULSE_RUNTIME_PATH": str(home / "pulse")}
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"], env=own)
        page = browser.new_page(base_url=address)
        page.goto("/")
        page.locator(f"#game-{name} button.primary").click()
        page.wait_for_url("**/t/*")
        for cell in cells or ("#choices button >> nth=0",):
            page.locator(cell).first.click()
        expect(page.locator("#log li[data-ply]").first).to_be_visible()
        browser.close()


def test_the_page_about_games_of_ones_own_is_true_word_for_word(wheel: Path, clean_settings: Any, tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path, wheel, clean_settings)
    for step in steps():
        newcomer.write(step) if isinstance(step, File) else newcomer.type(step)
    compiled = tmp_path / "breakthrough" / "src" / "breakthrough"
    assert len(list(compiled.glob("*.so"))) == 1
    assert newcomer.done.count("calumma serve") == 2
