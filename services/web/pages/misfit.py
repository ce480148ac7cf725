"""Why a reply is no answer to its question, in words a player can act on: what can be told from the question alone."""

from events.choices import (
    Choice,
    Counted,
    Filled,
    Form,
    Laid,
    Lay,
    Number,
    Pick,
    Picked,
    SentReply,
    Share,
    Shared,
    Typed,
    accepts,
)
from events.texts import Text, speaker
from events.typed import Unreadable, parse


def misfit(choice: Choice, sent: SentReply) -> Text | None:
    """Why this is no answer, None if it is one or the reason is not known here."""
    reply = sent
    if isinstance(sent, Typed):
        try:
            reply = parse(choice, sent.text, speaker(sent.lang))
        except Unreadable as error:
            return error.text
    if accepts(choice, reply):
        return None
    match choice, reply:
        case Pick(), Picked():
            return _pick(choice, reply)
        case Number(), Counted():
            return Text("web.misfit.number", {"least": choice.least, "most": choice.most})
        case Share(), Shared():
            return _share(choice, reply)
        case Lay(), Laid():
            return _lay(choice, reply)
        case Form(), Filled():
            return _form(choice, reply)
        case _:
            return None


def _pick(choice: Pick, reply: Picked) -> Text | None:
    asides = {option.id for option in choice.options if option.aside}
    chosen = len(reply.ids)
    if chosen > 1 and asides.intersection(reply.ids):
        aside = next(option.text for option in choice.options if option.id in asides.intersection(reply.ids))
        return Text("web.misfit.aside", {"what": aside})
    if len(set(reply.ids)) < chosen:
        return Text("web.misfit.twice")
    if choice.least <= chosen <= choice.most:
        return None
    if choice.least == choice.most:
        return Text("web.misfit.exactly", {"n": choice.least, "given": chosen})
    if chosen < choice.least:
        return Text("web.misfit.least", {"n": choice.least, "given": chosen})
    return Text("web.misfit.most", {"n": choice.most, "given": chosen})


def _share(choice: Share, reply: Shared) -> Text | None:
    for unit in choice.options:
        if not 0 <= reply.amounts.get(unit.id, 0) <= unit.cap:
            return Text("web.misfit.amount", {"what": unit.text, "cap": unit.cap})
    units = {unit.id: unit for unit in choice.options}
    if not units.keys() >= reply.amounts.keys():
        return None
    paid = sum(amount * units[name].worth for name, amount in reply.amounts.items())
    if choice.exact:
        return Text("web.misfit.total", {"total": choice.total, "given": paid})
    if paid < choice.total:
        return Text("web.misfit.too_little", {"total": choice.total, "given": paid})
    over = next(unit for unit in choice.options if reply.amounts.get(unit.id) and paid - unit.worth >= choice.total)
    return Text("web.misfit.too_much", {"total": choice.total, "given": paid, "what": over.text})


def _lay(choice: Lay, reply: Laid) -> Text | None:
    piece = next((piece.text for piece in choice.pieces if piece.id == reply.piece), None)
    if piece is None:
        return Text("web.misfit.no_piece")
    if reply.at not in {at for _, _, at in choice.spots}:
        return Text("web.misfit.no_place")
    turned = len(choice.turns) > 1
    return Text("web.misfit.lay_turned" if turned else "web.misfit.lay", {"piece": piece, "at": reply.at})


def _form(choice: Form, reply: Filled) -> Text | None:
    for field in choice.fields:
        why = misfit(field.choice, reply.fields.get(field.id, Picked()))
        if why is not None:
            return Text("web.misfit.field", {"ask": field.choice.ask, "why": why})
    return None
