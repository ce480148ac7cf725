"""The five habitats (rule 1, terms) and the bit that stands for each where sets of habitats are needed."""

from enum import StrEnum


class Habitat(StrEnum):
    """What an area can be; an empty face has none (4.3)."""

    OCEAN = "ocean"
    FOREST = "forest"
    MOUNTAIN = "mountain"
    DESERT = "desert"
    GLACIER = "glacier"


HABITATS: tuple[Habitat, ...] = tuple(Habitat)
INDEX: dict[Habitat, int] = {habitat: n for n, habitat in enumerate(HABITATS)}
