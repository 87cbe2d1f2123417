"""Ids that are made up."""

from __future__ import annotations

import pytest

from calumma.site.ids import new_id


def test_no_id_begins_with_a_dash_as_options_do(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(["-Zk3", "--k3", "Z-k3"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(made))
    assert new_id(3) == "Z-k3"
