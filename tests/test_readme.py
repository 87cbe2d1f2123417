"""The README's Python session is executed as it stands."""

import doctest
import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_python_session_of_the_readme_is_true():
    sessions = re.findall(r"```pycon\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    runner = doctest.DocTestRunner()
    for session in sessions:
        runner.run(doctest.DocTestParser().get_doctest(session, {}, "README", str(README), 0))
    assert runner.summarize(verbose=False).attempted >= 7
    assert runner.summarize(verbose=False).failed == 0
