"""The picture: well-formed, every thing named, nothing hidden in it, ink on the PNG."""

from math import dist, isclose
from xml.etree import ElementTree as ET

import pytest

from events import registry
from events.hidden import redact
from events.planet import RECORD
from events.planet.animals import ANIMALS, value
from events.planet.core import EDGES, FACES, across
from events.planet.ink import MARK, cut, fit, flow, wide
from events.planet.net import FLOWERS, corner, outer
from events.texts import LANGUAGES, MISSING, speaker
from services import pictures
from services.planet import REFEREE
from tests.events.planet.matches import left_over, position, views
from tests.facts.planet import oracle

registry.load()
SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "g", "rect", "polygon", "line", "circle", "path", "text", "use", "defs"}


def drawn(view, language="en", names=()):
    return RECORD.draw(view, speaker(language, names))


def test_every_position_is_drawn_well_formed_in_plain_elements():
    for state, viewer in views():
        root = ET.fromstring(drawn(redact(state, viewer)))
        for element in root.iter():
            assert element.tag.removeprefix(SVG) in ALLOWED
            assert not {"style", "class", "font-family"} & element.attrib.keys()
            assert not any(name.startswith("on") for name in element.attrib)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_text_is_missing(seats, language):
    for number in (1, 7, 13):
        for variant in (0, 3):
            words = drawn(redact(position(seats, number, variant), 0), language)
            assert MISSING not in words
            assert "{" not in words


def test_what_the_question_is_about_is_in_the_picture():
    for number in (1, 6, 12):
        state = position(4, number)
        (ask,) = REFEREE.pending(state)
        words = drawn(redact(state, ask.seat))
        for piece in REFEREE.choice(state, ask).pieces:
            assert f'data-about="{piece.about}"' in words
        for seat in range(4):
            for face in range(FACES):
                assert words.count(f'data-about="face:{seat}:{face}"') == 1


def test_every_open_card_is_in_the_picture_with_every_seats_value():
    """R3, 3.7, 3.8: the only best one is marked, deferred cards by an arrow."""
    late = alone = 0
    for number in (3, 7, 8, 12):
        state = position(3, number)
        things = {g.get("data-about"): g for g in ET.fromstring(drawn(redact(state, 0))).iter(f"{SVG}g")}
        for judged, column in enumerate(state.columns, 1):
            for place, card in enumerate(column):
                mark, *_, a, x, b, y, c, z, _name = (text.text for text in things[f"card:{card}"].iter(f"{SVG}text"))
                had = [value(ANIMALS[card], seat.planet) for seat in state.seats]
                assert (a, b, c) == ("1", "2", "3")
                assert [x, y, z] == [str(one) for one in had]
                deferred = place >= oracle.fact("setup")["layout"][judged - 1]["animal_cards"]
                assert mark == (f"{judged}→" if deferred else str(judged))
                best = max(had) > 0 and had.count(max(had)) == 1
                marked = [rect for rect in things[f"card:{card}"].iter(f"{SVG}rect") if rect.get("stroke") == MARK]
                assert len(marked) == best
                late, alone = late + deferred, alone + best
    assert late and alone


def test_only_the_owners_picture_shows_an_objective():
    """R19."""
    state = position(2, 5)
    mine, watching = (drawn(redact(state, viewer)) for viewer in (0, None))
    assert mine.count("Objective hidden") == 1
    assert watching.count("Objective hidden") == 2
    assert "Objective hidden" not in drawn(redact(position(2, 13), None))
    assert "Objective" not in drawn(redact(position(2, 5, 1), 0))


def test_the_picture_shows_an_owner_what_its_objective_pays():
    """2.4, R25."""
    state = position(2, 5)
    for seat, viewer, brackets in ((0, 0, 4), (1, 0, 0), (1, 1, 4), (0, None, 0)):
        root = ET.fromstring(drawn(redact(state, viewer)))
        (card,) = (g for g in root.iter(f"{SVG}g") if g.get("data-about") == f"objective:{seat}")
        assert "".join(text.text or "" for text in card.iter(f"{SVG}text")).count("+ = ") == brackets


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_name_leaves_room_for_notes_and_points(language):
    """The start player, asked to place, with points: three things beside the name."""
    state = position(2, 9, 1)
    root = ET.fromstring(drawn(state, language, ("W" * 60, "海" * 60)))
    for g in root.iter(f"{SVG}g"):
        if (g.get("data-about") or "").startswith("seat:"):
            at = 0.0
            *line, total = list(g.iter(f"{SVG}text"))[1:]
            for text in line:
                assert float(text.attrib["x"]) >= at
                at = float(text.attrib["x"]) + wide(text.text or "", float(text.attrib["font-size"]))
            assert float(total.attrib["x"]) - wide(total.text or "", float(total.attrib["font-size"])) >= at


def test_a_name_cannot_break_out_of_the_picture():
    root = ET.fromstring(drawn(position(2, 3), names=("<script>alert(1)</script>", '"&<')))
    assert not list(root.iter(f"{SVG}script"))


def test_who_left_is_marked_and_compared_no_more():
    """R28: a card shows one chip for each seat still in."""
    assert "resigned" in drawn(left_over())
    for state, chips in ((left_over(), 2), (position(3, 6), 3)):
        things = {g.get("data-about"): g for g in ET.fromstring(drawn(state)).iter(f"{SVG}g")}
        for column in state.columns:
            for card in column:
                assert len(list(things[f"card:{card}"].iter(f"{SVG}circle"))) == chips


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_picture_stays_inside_its_frame(seats):
    root = ET.fromstring(drawn(redact(position(seats, 9), 0)))
    high = float(root.get("height") or 0)
    for x, y in _places(root, 0, 0):
        assert 0 < x < 800
        assert 0 < y < high


def _places(element, x, y):
    """Where texts stand, groups' translations added up."""
    if element.tag == f"{SVG}g" and "transform" in element.attrib:
        right, down = element.attrib["transform"].removeprefix("translate(").removesuffix(")").split()
        x, y = x + float(right), y + float(down)
    if element.tag == f"{SVG}text":
        yield x + float(element.attrib["x"]), y + float(element.attrib["y"])
    for child in element:
        yield from _places(child, x, y)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_ink_on_the_png(language):
    svg = drawn(redact(position(3, 7), 0), language)
    blank = ET.fromstring(svg)
    for parent in list(blank.iter()):
        for child in list(parent):
            if child.tag == f"{SVG}text":
                parent.remove(child)
    ET.register_namespace("", SVG[1:-1])
    with_words = pictures.png(svg, language, 800)
    without = pictures.png(ET.tostring(blank, encoding="unicode"), language, 800)
    assert with_words.startswith(b"\x89PNG")
    assert len(with_words) > len(without) + 5000


def test_neighbours_in_a_flower_share_an_edge():
    for flower in FLOWERS:
        for face, spread in flower.items():
            for edge in range(EDGES):
                other, mate = across(face, edge)
                here = corner(spread, edge), corner(spread, (edge + 1) % EDGES)
                if edge in outer(face):
                    assert other not in flower
                    continue
                there = corner(flower[other], (mate + 1) % EDGES), corner(flower[other], mate)
                gaps = [dist(a, b) for a, b in zip(here, there, strict=True)]
                if face in (0, 11) or other in (0, 11):
                    assert all(isclose(gap, 0, abs_tol=1e-9) for gap in gaps)
                else:
                    assert min(gaps) < 1e-9 < max(gaps)


def test_ten_faces_border_the_other_flower_by_two_edges_each():
    assert [len(outer(face)) for face in range(FACES)] == [0] + [2] * 10 + [0]


def test_words_are_cut_and_shrunk_to_fit():
    assert cut("Walrus", 12, 100) == "Walrus"
    assert cut("Great white shark", 12, 60).endswith("…")
    assert wide("海洋", 10) == 20
    words, size = fit("Great white shark", 12, 90)
    assert words == "Great white shark"
    assert 9 <= size < 12
    assert fit("x" * 90, 12, 60)[0].endswith("…")
    assert flow([("a", 60.0), ("b", 50.0), ("c", 10.0)], 100) == [[("a", 0.0)], [("b", 0.0), ("c", 50.0)]]
