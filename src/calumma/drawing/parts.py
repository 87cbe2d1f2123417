"""The parts of pieces: things with a light on them and a shadow under them, each drawn once and used as often as it comes."""

from __future__ import annotations

from dataclasses import replace

from calumma.drawing.figures import FIGURES, SPOTS, THIN, Layer
from calumma.drawing.marks import HOLLOW, emblem, marks, outlined, pattern
from calumma.drawing.markup import Brush, element, length, number
from calumma.drawing.palette import COLOURS, colour, variables
from calumma.drawing.patterns import TILED
from calumma.drawing.scene import Cell, Part, Piece, Prop
from calumma.drawing.shapes import FLAT, POLYGONS, Outline, circle, part_outline, rectangle, scaled

SMALLEST_PATTERN, SMALLEST_RING = 0.2, 0.4  # of parts; on smaller ones there is no room
SMALLEST_SHADOW = 0.12
SMALLEST_SOCKET = 0.36
OWN_COLOURS = ("red", "green", "bark")  # of details that are always the same: tongues, leaves, wood
SLABS = tuple(name for name in POLYGONS if name.startswith("slab-"))
Attributes = dict[str, str | None]


def piece(brush: Brush, piece: Piece, cell: Cell) -> str:
    """Return a piece on its cell."""
    place = f"translate({length(cell.x + piece.dx)} {length(cell.y + piece.dy)})"
    source = " ".join(map(length, piece.source)) if piece.source and brush.live else None
    return element(
        "g", *parts(brush, piece.parts), data_piece=piece.id, data_on=piece.cell, data_from=source,
        data_rests="true" if piece.rests and brush.live else None, transform=place, pointer_events="none", aria_hidden="true",
    )  # fmt: skip


def prop(brush: Brush, prop: Prop) -> str:
    """Return what lies beside the board."""
    return element("g", *parts(brush, prop.parts), transform=f"translate({length(prop.x)} {length(prop.y)})")


def parts(brush: Brush, all_parts: tuple[Part, ...]) -> list[str]:
    """Return the parts of a thing, from the back to the front."""
    return [_part(brush, all_parts, i) for i in range(len(all_parts))]


def _part(brush: Brush, all_parts: tuple[Part, ...], index: int) -> str:
    part = all_parts[index]
    place = f"translate({length(part.dx)} {length(part.dy)})" if part.dx or part.dy else None
    if part.shape in FIGURES:  # one drawing for all sizes: they have many strokes
        place = f"{place or ''}scale({round(part.size, 3):g})"
        part = replace(part, size=1.0)
    if part.shape == "text":
        return element("g", brush.write(part.letter, 0, 0, part.size, _text_ink(part.colour)), transform=place)
    here = (part.dx, part.dy)
    above = (later.size for later in all_parts[index + 1 :] if (later.dx, later.dy) == here and later.shape != "text")
    covered = max(above, default=part.size - 2 * part.band if part.band else 0.0)
    if part.shape in HOLLOW:
        covered = part.size - 2 * (part.band or part.size / 6) if part.shape == "ring" else 0.0
    stacked = index > 0 and all_parts[index - 1].shape in (*SLABS, "hoop")
    inlaid = stacked or any((earlier.dx, earlier.dy) == here and earlier.shape != "text" for earlier in all_parts[:index])
    looks = (part.shape, part.colour, part.second, part.size, part.band, part.letter, part.plain)
    key = (*looks, round(covered, 3), inlaid, index if covered else 0)
    return brush.sprite(key, lambda: "".join(_drawn(brush, part, covered, index, inlaid)), transform=place)


def _text_ink(name: str) -> str:
    return name if name in COLOURS or name in variables("light") else colour(name).name


def _drawn(brush: Brush, part: Part, covered: float, index: int, inlaid: bool) -> list[str]:
    known = colour(part.colour)
    outline = part_outline(part.shape, part.size, part.band) if part.shape not in FIGURES else circle(part.size * 0.7)
    body: list[str] = []
    if not inlaid and part.size >= SMALLEST_SHADOW and part.shape not in THIN:
        body += _shadow(brush, part, outline)
    elif part.size >= SMALLEST_SOCKET and part.shape not in ("hoop", *FIGURES):
        body.append(outlined(outline, {"fill": "none", "stroke": "#000", "stroke_opacity": "0.3", "stroke_width": "7"}))
    body += BODIES.get(part.shape, _solid)(brush, part, outline) if part.shape not in FIGURES else _creature(brush, part)
    if brush.shown("strong") and not part.plain and part.size >= (SMALLEST_PATTERN if known.pattern in TILED else SMALLEST_RING):
        ink, wide = f"{known.name}-ink", part.size * 0.5
        body += pattern(
            brush,
            known.pattern,
            ink,
            outline,
            wide,
            opacity="0.45",
            shape="disc" if part.shape in FIGURES else part.shape,
            band=part.band,
        )
    return body + marks(brush, part, covered, index)


def _shadow(brush: Brush, part: Part, outline: Outline) -> list[str]:
    """Two layers: a soft wide one, and a dark narrow one where the thing touches the ground."""
    s = part.size * 100
    if part.shape in FIGURES:
        return [
            element("ellipse", cx=number(s * 0.04), cy=number(s * 0.2), rx=number(s * 0.46), ry=number(s * 0.3),
                    fill=brush.light("shadow"), opacity="0.55"),
        ]  # fmt: skip
    if part.shape == "disc":
        wide = element("circle", cx=number(s * 0.045), cy=number(s * 0.075), r=number(s * 0.57), fill=brush.light("shadow"))
        return [wide, element("circle", cx=number(s * 0.015), cy=number(s * 0.03), r=number(s * 0.5), fill="#000", opacity="0.4")]
    if part.shape == "cube":  # it falls from the sides, which lie to the lower right
        outline = rectangle(part.size * 0.88, part.size * 0.88, part.size * 0.05)
        wide, near = f"translate({number(s * 0.2)} {number(s * 0.22)})", f"translate({number(s * 0.16)} {number(s * 0.17)})"
        return [outlined(outline, {"fill": "#000", "opacity": "0.16", "transform": place}) for place in (wide, near)]
    return [
        outlined(outline, {"fill": "#000", "opacity": "0.13", "transform": f"translate({number(s * 0.07)} {number(s * 0.09)})"}),
        outlined(outline, {"fill": "#000", "opacity": "0.3", "transform": f"translate({number(s * 0.025)} {number(s * 0.035)})"}),
    ]


def _painted(brush: Brush, part: Part, outline: Outline, light: str) -> list[str]:
    """A colour, the light on it, and a thin edge."""
    edge: Attributes = {"stroke": "#000", "stroke_width": "1.2", "stroke_opacity": "0.45", "stroke_linejoin": "round"}
    return [
        outlined(outline, brush.paint(colour(part.colour).name)),
        outlined(outline, edge | {"fill": brush.light(light)}),
    ]


def _solid(brush: Brush, part: Part, outline: Outline) -> list[str]:
    return _painted(brush, part, outline, "sheen")


def _disc(brush: Brush, part: Part, outline: Outline) -> list[str]:
    """Lacquer: a dome, a turned groove, and a window in it."""
    s = part.size * 100
    found = _painted(brush, part, outline, "dome")
    if part.size < 0.3:
        return found
    groove: Attributes = {"fill": "none", "stroke_width": number(max(1, s * 0.018))}
    gloss: Attributes = {"rx": number(s * 0.2), "ry": number(s * 0.085), "fill": brush.light("gloss")}
    return [
        *found,
        element("circle", r=number(s * 0.455), **(groove | {"stroke": "#fff", "stroke_opacity": "0.28"})),
        element("circle", r=number(s * 0.435), **(groove | {"stroke": "#000", "stroke_opacity": "0.2"})),
        element("ellipse", transform=f"translate({number(-s * 0.19)} {number(-s * 0.3)})rotate(-32)", opacity="0.7", **gloss),
    ]


def _ring(brush: Brush, part: Part, outline: Outline) -> list[str]:
    return _painted(brush, part, outline, "dome")


def _hoop(brush: Brush, part: Part, outline: Outline) -> list[str]:
    """A ring that lies: its band bends out of the light, its upper rim lies in it."""
    s, r = part.size, length(part.size / 2)
    top: Attributes = {"rx": r, "ry": length(s * FLAT / 2)}
    rim: Attributes = {"stroke": "#fff", "stroke_opacity": "0.4", "stroke_width": "1.4"}
    hole: Attributes = {"rx": length(s * 0.25), "ry": length(s * FLAT * 0.24)}
    return [
        *_painted(brush, part, outline, "tube"),
        element("ellipse", **(top | brush.paint(part.colour))),
        element("ellipse", fill=brush.light("glaze"), **(top | rim)),
        element("ellipse", fill="#000", opacity="0.42", **hole),
    ]


def _cube(brush: Brush, part: Part, outline: Outline) -> list[str]:
    """A die seen from above and a little from the lower right: its face, and two sides that turn away from the light."""
    s = part.size * 100
    a, b = number(s * 0.44), number(s * 0.58)
    short = number(s * 0.3)
    sides = (
        (f"M{a} -{a}L{b} -{short}V{b}L{a} {a}Z", "0.34"),
        (f"M-{a} {a}H{a}L{b} {b}H-{short}Z", "0.52"),
    )
    face = rectangle(part.size * 0.88, part.size * 0.88, part.size * 0.05)
    edge: Attributes = {"fill": "none", "stroke": "#000", "stroke_opacity": "0.5", "stroke_width": "1.4"}
    shine: Attributes = {"fill": "none", "stroke": "#fff", "stroke_opacity": "0.45", "stroke_width": "1.8"}
    return [
        *(
            element("path", d=d, **paint, stroke_linejoin="round")
            for d, shade in sides
            for paint in (brush.paint(colour(part.colour).name), {"fill": "#000", "opacity": shade})
        ),
        outlined(face, brush.paint(colour(part.colour).name)),
        outlined(face, {"fill": brush.light("glaze"), "opacity": "0.75"}),
        outlined(face, edge),
        outlined(rectangle(part.size * 0.83, part.size * 0.83, part.size * 0.04), shine),
    ]


def _tile(brush: Brush, part: Part, outline: Outline) -> list[str]:
    """Linen over card: a thread, a soft light, and the thickness of the card below."""
    s = part.size * 100
    down: Attributes = {"transform": f"translate(0 {number(s * 0.035)})"}
    edge: Attributes = {"fill": "none", "stroke": "#fff", "stroke_opacity": "0.3", "stroke_width": "1.5"}
    inner = rectangle(part.size * 0.965, part.size * 0.965, part.size * 0.085)
    return [
        outlined(outline, brush.paint(part.colour) | down),
        outlined(outline, down | {"fill": "#000", "opacity": "0.4"}),
        outlined(outline, brush.paint(part.colour)),
        outlined(outline, {"fill": brush.light("linen")}),
        outlined(outline, {"fill": brush.light("sheen"), "opacity": "0.6"}),
        outlined(inner, edge),
    ]


def _die(brush: Brush, part: Part, outline: Outline) -> list[str]:
    s = part.size
    spots = ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)) if not part.letter else ()
    paint = brush.paint(f"{part.colour}-ink")
    return _solid(brush, part, outline) + [
        element("circle", cx=length(x * s * 0.26), cy=length(y * s * 0.26), r=length(s * 0.08), **paint) for x, y in spots
    ]


def _creature(brush: Brush, part: Part) -> list[str]:
    layers = [_layer(brush, part, layer) for layer in FIGURES[part.shape]]
    if part.shape == "snake" and not part.plain:  # its skin is too narrow for an emblem: it carries a shield
        s = part.size
        at = f"translate({length(0.33 * s)} {length(0.33 * s)})"
        shield = part_outline("disc", s * 0.36)
        layers.append(element("g", *_painted(brush, part, shield, "dome"), transform=at, **brush.seen_at("subtle")))
        layers.append(emblem(brush, part.colour, 0.33 * s, 0.33 * s, s * 0.24, f"{part.colour}-ink", 0.85))
    return layers


def _layer(brush: Brush, part: Part, layer: Layer) -> str:
    skins = {"skin": part.colour, "second": part.second or part.colour, "ink": f"{part.colour}-ink"} | {
        name: name for name in ("red", "green", "bark")
    }
    paint: Attributes
    if layer.paint in skins:
        name = skins[layer.paint]
        paint = brush.paint(stroke=name) if layer.width else brush.paint(name)
    else:
        tone = {"dark": "#14100c", "light": "#fff"}[layer.paint]
        paint = {"fill": "none", "stroke": tone} if layer.width else {"fill": tone}
    if layer.width:
        paint |= {"stroke_width": number(layer.width * part.size), "stroke_linecap": "round", "stroke_linejoin": "round"}
    elif layer.edged:
        paint |= {"stroke": "#14100c", "stroke_width": "0.7" if part.shape in THIN else "2.6", "stroke_opacity": "0.8"}
    if layer.opacity < 1:
        paint["opacity"] = f"{layer.opacity:g}"
    return element("path", d=scaled(layer.path, part.size), **paint)


def _slab(brush: Brush, part: Part, outline: Outline) -> list[str]:
    """A foot: its upper face in the light, its front edge in shade."""
    lower: Attributes = {"transform": f"translate(0 {number(part.size * 7)})"}
    return [
        outlined(outline, brush.paint(part.colour) | lower),
        outlined(outline, lower | {"fill": "#000", "opacity": "0.42"}),
        *_painted(brush, part, outline, "sheen"),
        outlined(outline, brush.paint(stroke="edge") | {"stroke_width": "2.2"}),  # a black foot on a dark ground keeps its edge
    ]


BODIES = {"disc": _disc, "ring": _ring, "hoop": _hoop, "cube": _cube, "tile": _tile, "die": _die} | dict.fromkeys(SLABS, _slab)

__all__ = ["SPOTS", "parts", "piece", "prop"]
