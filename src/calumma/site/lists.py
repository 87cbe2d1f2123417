"""Tables in lists: those of a guest, those that wait for anybody, those that may be watched."""

from __future__ import annotations

from calumma.site import set_aside
from calumma.site.messages import Summary
from calumma.site.services import Services
from calumma.site.summary import summary
from calumma.site.viewers import Viewer


async def summaries(services: Services, tables: list[str], viewer: Viewer) -> list[Summary]:
    """Return tables in a few words each; one that is set aside says so."""
    found: list[Summary] = []
    for name in tables:
        table = await services.tables.find(name)
        if table is not None:
            async with table.lock:
                found.append(summary(table, viewer))
        elif stored := await services.tables.aside(name):
            found.append(set_aside.brief(stored))
    return found


async def listed_summaries(services: Services, most: int, viewer: Viewer) -> tuple[list[Summary], list[Summary]]:
    """Return the listed tables with a free seat, and those of others that may be watched."""
    found = [await services.tables.find(table) for table in await services.store.open_tables(2 * most)]
    waiting = [table.id for table in found if table and table.free_seats and table.status == "waiting"]
    playing = [
        table.id
        for table in found
        if table and table.status == "playing" and table.may_look(viewer.guest) and not table.seats_of(viewer.guest)
    ]
    free = [each for each in playing if each not in waiting]
    return await summaries(services, waiting[:most], viewer), await summaries(services, free[:most], viewer)
