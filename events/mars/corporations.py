"""The corporations, by number. The first is for beginners and is never dealt."""

from events.mars.card import Action, Corporation, Pay
from events.mars.nouns import Area, By, Kind, Module, Resource, Tag, Tile
from events.mars.passives import (
    BonusPlaced,
    CardPlayed,
    CityPlaced,
    Discount,
    GreeneryCost,
    HeatAsMoney,
    MetalValue,
    PaidFor,
    Shift,
    TagPlayed,
    When,
)
from events.mars.words import Draw, Gain, GainRating, Place, Produce

_ALL = (
    Corporation("beginner_corporation", 0, Module.BEGINNER, 42, free_cards=10),
    Corporation(
        "saturn_systems",
        3,
        Module.CORPORATE_ERA,
        42,
        tags=(Tag.JOVIAN,),
        production=Produce(titanium=1),
        passive=(When(TagPlayed((Tag.JOVIAN,), by=By.ANY), (Produce(megacredits=1),), own=True),),
    ),
    Corporation("credicor", 8, Module.BASE, 57, passive=(When(PaidFor(20), (Gain(megacredits=4),)),)),
    Corporation(
        "phobolog",
        9,
        Module.BASE,
        23,
        tags=(Tag.SPACE,),
        resources=Gain(titanium=10),
        passive=(MetalValue(titanium=1),),
    ),
    Corporation(
        "thorgate",
        13,
        Module.BASE,
        48,
        tags=(Tag.POWER,),
        production=Produce(energy=1),
        passive=(Discount(3, tag=Tag.POWER), Discount(3, project="power_plant")),
    ),
    Corporation(
        "ecoline",
        17,
        Module.BASE,
        36,
        tags=(Tag.PLANT,),
        production=Produce(plants=2),
        resources=Gain(plants=3),
        passive=(GreeneryCost(7),),
    ),
    Corporation("helion", 18, Module.BASE, 42, tags=(Tag.SPACE,), production=Produce(heat=3), passive=(HeatAsMoney(),)),
    Corporation(
        "interplanetary_cinematics",
        19,
        Module.BASE,
        30,
        tags=(Tag.BUILDING,),
        resources=Gain(steel=20),
        passive=(When(CardPlayed(Kind.EVENT), (Gain(megacredits=2),)),),
    ),
    Corporation(
        "mining_guild",
        24,
        Module.BASE,
        30,
        tags=(Tag.BUILDING, Tag.BUILDING),
        production=Produce(steel=1),
        resources=Gain(steel=5),
        passive=(When(BonusPlaced((Resource.STEEL, Resource.TITANIUM)), (Produce(steel=1),)),),
    ),
    Corporation("teractor", 30, Module.CORPORATE_ERA, 60, tags=(Tag.EARTH,), passive=(Discount(3, tag=Tag.EARTH),)),
    Corporation(
        "tharsis_republic",
        31,
        Module.BASE,
        40,
        tags=(Tag.BUILDING,),
        first=(Place(Tile.CITY, Area.CITY),),
        passive=(
            When(CityPlaced(on_mars=True), (Produce(megacredits=1),)),
            When(CityPlaced(by=By.SELF), (Gain(megacredits=3),)),
        ),
    ),
    Corporation(
        "united_nations_mars_initiative",
        32,
        Module.BASE,
        40,
        tags=(Tag.EARTH,),
        actions=(Action((GainRating(1),), pay=Pay(megacredits=3), if_rating_rose=True),),
    ),
    Corporation("inventrix", 43, Module.BASE, 45, tags=(Tag.SCIENCE,), first=(Draw(3),), passive=(Shift(2),)),
)

CORPORATIONS: dict[str, Corporation] = {corporation.id: corporation for corporation in _ALL}

BEGINNER = "beginner_corporation"
