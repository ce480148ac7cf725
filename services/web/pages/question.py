"""A question as a form: numbered options to choose from, and one line to type the answer instead.

`read` turns what a browser sends back into the reply; `form` and `read` agree on the names of the fields.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

from events.choices import (
    Choice,
    Counted,
    Filled,
    Form,
    Laid,
    Lay,
    Number,
    Option,
    Pick,
    Picked,
    Reply,
    SentReply,
    Share,
    Shared,
    Typed,
    Unit,
    accepts,
    replies,
)
from events.texts import Say, Text
from events.typed import example, spell, split
from services.web.pages.frame import word
from services.web.pages.markup import Html, tag

Fields = Mapping[str, Sequence[str]]

LONGEST_LINE = 1000


def form(choice: Choice, default: Reply | None, say: Say, mark: str, entered: Fields | None = None) -> Html:
    """The inputs that answer a question, set to what was entered where it is put again.

    `mark` sets them apart from those of other questions on the page.
    """
    entered = entered or {}
    silence = None
    if default is not None:
        silence = tag("p", word(say, "silence"), " ", tag("b", spoken(choice, default, say)), class_="hint")
    return tag(
        "div",
        _inputs(choice, say, mark, entered),
        tag(
            "div",
            tag("label", word(say, "typed"), for_=f"{mark}-typed"),
            tag(
                "input",
                type="text",
                id=f"{mark}-typed",
                name="typed",
                maxlength=LONGEST_LINE,
                autocomplete="off",
                autocapitalize="off",
                spellcheck="false",
                placeholder=_example(choice, default),
                value=one(entered, "typed")[:LONGEST_LINE] or None,
            ),
            class_="typed",
        ),
        silence,
    )


def shown(choice: Choice, say: Say) -> Html:
    """The question as it is shown to somebody who cannot answer it: the options, numbered."""
    match choice:
        case Pick():
            return tag("div", _how_many(choice, say), _listed(choice.options, say))
        case Number():
            return tag("p", tag("small", f"{choice.least}–{choice.most}", class_="badge"))
        case Share():
            return tag(
                "div", tag("p", word(say, "share", total=choice.total), class_="hint"), _listed(choice.options, say)
            )
        case Lay():
            places = sorted({at for _, _, at in choice.spots}, key=_natural)
            where = tag("p", word(say, "at"), ": ", ", ".join(places), class_="hint")
            return tag("div", _listed(choice.pieces, say), where)
        case Form():
            return tag("div", [[tag("h3", say(one.choice.ask)), shown(one.choice, say)] for one in choice.fields])


def spoken(choice: Choice, reply: Reply, say: Say) -> str:
    """A reply to this question in words."""
    match choice, reply:
        case Pick(), Picked():
            return _row_of(_texts(choice, reply), say)
        case Number(), Counted():
            return str(reply.number)
        case Share(), Shared():
            units = [(unit.text, reply.amounts.get(unit.id, 0)) for unit in choice.options]
            return _row_of([Text("web.page.times", {"n": n, "what": text}) for text, n in units if n], say)
        case Lay(), Laid():
            piece = next(one.text for one in choice.pieces if one.id == reply.piece)
            key = "laid_turned" if len(choice.turns) > 1 else "laid"
            return word(say, key, piece=piece, at=reply.at, turn=reply.turn)
        case Form(), Filled():
            parts = [text for field in choice.fields for text in _texts(field.choice, reply.fields[field.id])]
            return _row_of(parts, say)
        case _:
            return spell(reply)


def _texts(choice: Pick, reply: Picked) -> list[Text]:
    known = {option.id: option.text for option in choice.options}
    return [known[name] for name in reply.ids]


def _row_of(texts: Sequence[Text], say: Say) -> str:
    return " · ".join(map(say, texts)) or word(say, "none")


def _listed(options: Sequence[Option], say: Say) -> Html:
    return tag("div", [_row("", None, place, option, say) for place, option in enumerate(options, 1)], class_="options")


def _inputs(choice: Choice, say: Say, mark: str, entered: Fields) -> Html:
    match choice:
        case Pick():
            return _pick(choice, say, mark, "pick", entered)
        case Number():
            return _number(f"{mark}-number", choice, word(say, "number"), one(entered, "number"))
        case Share():
            rows = [_unit(unit, place, say, mark, entered) for place, unit in enumerate(choice.options, 1)]
            return tag("div", tag("p", word(say, "share", total=choice.total), class_="hint"), rows, class_="options")
        case Lay():
            return _lay(choice, say, mark, entered)
        case Form():
            parts = [
                tag(
                    "fieldset",
                    tag("legend", say(field.choice.ask)),
                    _pick(field.choice, say, f"{mark}-{place}", f"field:{field.id}", entered),
                )
                for place, field in enumerate(choice.fields)
            ]
            return tag("div", parts)


def _pick(choice: Pick, say: Say, mark: str, name: str, entered: Fields) -> Html:
    now = entered.get(name, ())
    typed_only = choice.ordered and choice.most > 1
    kind = "radio" if choice.most == 1 else "checkbox"
    parts: list[Html] = []
    numbered = list(enumerate(choice.options, 1))
    for group, members in groupby(numbered, key=lambda one: one[1].group):
        if group is not None:
            parts.append(tag("h3", say(group), class_="group"))
        rows = []
        for place, option in members:
            field = None
            if not typed_only:
                shape = "radio" if option.aside and kind == "radio" else kind
                ident, chosen = f"{mark}-{place}", option.id in now
                field = tag("input", type=shape, id=ident, name=name, value=option.id, checked=chosen)
            rows.append(_row(f"{mark}-{place}", field, place, option, say))
        parts.append(tag("div", rows, class_="options"))
    return tag("div", _how_many(choice, say), parts)


def _how_many(choice: Pick, say: Say) -> Html | None:
    if choice.ordered and choice.most > 1:
        key = "ordered_exactly" if choice.least == choice.most else "ordered"
        return tag("p", word(say, key, least=choice.least, most=choice.most), class_="hint")
    if choice.most == 1:
        return None if choice.least else tag("p", word(say, "or_none"), class_="hint")
    key = "exactly" if choice.least == choice.most else "between"
    return tag("p", word(say, key, least=choice.least, most=choice.most), class_="hint")


def _row(ident: str, field: Html | None, place: int, option: Option, say: Say) -> Html:
    aside = tag("small", word(say, "aside"), class_="badge") if option.aside else None
    text = tag("span", say(option.text), class_="what")
    name = "label" if field else "div"
    return tag(
        name, field, tag("b", place, class_="place"), text, aside, class_="option", for_=ident if field else None
    )


def _unit(unit: Unit, place: int, say: Say, mark: str, entered: Fields) -> Html:
    ident, name = f"{mark}-{place}", f"share:{unit.id}"
    now = one(entered, name) or None
    return tag(
        "label",
        tag("b", place, class_="place"),
        tag("span", say(unit.text), class_="what"),
        tag("small", word(say, "unit", worth=unit.worth, cap=unit.cap), class_="badge"),
        tag("input", type="number", id=ident, name=name, min=0, max=unit.cap, value=now, inputmode="numeric"),
        class_="option unit",
        for_=ident,
    )


def _number(ident: str, choice: Number, label: str, entered: str) -> Html:
    least, most, now = choice.least, choice.most, entered or None
    return tag(
        "p",
        tag("label", label, for_=ident),
        " ",
        tag("input", type="number", id=ident, name="number", min=least, max=most, value=now, inputmode="numeric"),
        " ",
        tag("small", f"{least}–{most}", class_="badge"),
    )


def _lay(choice: Lay, say: Say, mark: str, entered: Fields) -> Html:
    laid = one(entered, "piece") or (choice.pieces[0].id if choice.pieces else "")
    pieces = [
        _row(
            f"{mark}-{place}",
            tag("input", type="radio", id=f"{mark}-{place}", name="piece", value=piece.id, checked=piece.id == laid),
            place,
            piece,
            say,
        )
        for place, piece in enumerate(choice.pieces, 1)
    ]
    places = list(dict.fromkeys(at for _, _, at in choice.spots))
    turn = None
    if len(choice.turns) > 1:
        turn = _select(f"{mark}-turn", "turn", choice.turns, word(say, "turn"), one(entered, "turn"))
    spot = _select(f"{mark}-at", "at", sorted(places, key=_natural), word(say, "at"), one(entered, "at"))
    return tag("div", tag("div", pieces, class_="options"), tag("div", spot, turn, class_="selects"))


def _select(ident: str, name: str, values: Sequence[str], label: str, now: str) -> Html:
    options = [tag("option", value, value=value, selected=value == now) for value in values]
    return tag("div", tag("label", label, for_=ident), tag("select", options, id=ident, name=name))


def _natural(name: str) -> tuple[str, int, str]:
    head = name.rstrip("0123456789")
    digits = name[len(head) :]
    return head, int(digits) if digits else -1, name


def _example(choice: Choice, default: Reply | None) -> str:
    """A line that would be an answer; for amounts the default's, where there is one."""
    match choice:
        case Pick():
            return _example_pick(choice)
        case Number():
            return str(choice.least)
        case Share():
            reply = default if default is not None and accepts(choice, default) else next(replies(choice), None)
            amounts = reply.amounts if isinstance(reply, Shared) else {}
            return " ".join(str(amounts.get(unit.id, 0)) for unit in choice.options)
        case Lay():
            return example(choice)
        case Form():
            return ", ".join(_example_pick(field.choice) for field in choice.fields)


def _example_pick(choice: Pick) -> str:
    """As many as must be chosen, at least one where that is possible. An option whose number is the id of another is
    written by its own id."""
    ids = {option.id for option in choice.options}
    places = [(str(place), option) for place, option in enumerate(choice.options, 1) if not option.aside]
    some = [option.id if place in ids else place for place, option in places[: min(max(choice.least, 1), choice.most)]]
    return " ".join(some) or "none"


def written(choice: Choice, reply: Reply) -> Fields:
    """The fields of a form in which this reply was sent; what `read` makes it of."""
    match reply:
        case Picked():
            if isinstance(choice, Pick) and choice.ordered and choice.most > 1:
                return {"typed": [" ".join(reply.ids)]}
            return {"pick": reply.ids}
        case Counted():
            return {"number": [str(reply.number)]}
        case Shared():
            return {f"share:{name}": [str(amount)] for name, amount in reply.amounts.items()}
        case Laid():
            return {"piece": [reply.piece], "turn": [reply.turn], "at": [reply.at]}
        case Filled():
            return {f"field:{name}": part.ids for name, part in reply.fields.items()}


def read(choice: Choice, fields: Fields, language: str) -> tuple[SentReply, tuple[SentReply, ...]]:
    """The reply in a sent form, and the replies that follow it. The typed line, where there is one, goes first.

    Nothing is judged here: what fits the question is the match's to say.
    """
    typed = split(one(fields, "typed")[:LONGEST_LINE])
    if typed:
        lines = [Typed(line, language) for line in typed]
        return lines[0], tuple(lines[1:])
    return _chosen(choice, fields), ()


def _chosen(choice: Choice, fields: Fields) -> SentReply:
    match choice:
        case Pick():
            return Picked(tuple(fields.get("pick", ())))
        case Number():
            number = _whole(one(fields, "number"))
            return Typed(one(fields, "number")) if number is None else Counted(number)
        case Share():
            amounts = {unit.id: _whole(one(fields, f"share:{unit.id}") or "0") for unit in choice.options}
            return Shared({name: -1 if amount is None else amount for name, amount in amounts.items() if amount != 0})
        case Lay():
            turn = one(fields, "turn") or choice.turns[0]
            return Laid(one(fields, "piece"), turn, one(fields, "at"))
        case Form():
            return Filled({field.id: Picked(tuple(fields.get(f"field:{field.id}", ()))) for field in choice.fields})


def one(fields: Fields, name: str) -> str:
    values = fields.get(name)
    return values[0].strip() if values else ""


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
