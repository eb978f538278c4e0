"""The battle in which single attacks are measured: two fighters of a shipped game, close to each other, 20 dice."""

from __future__ import annotations

from exgui.engine.asks import Command, Mod
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read_text

SCENE = """
format = "exgui-scenario/1"
title = "A large attack"
ruleset = "ex3"

[[zone]]
id = "yard"

[[combatant]]
id = "anna"
side = "a"
zone = "yard"
traits = { strength = 5, dexterity = 5, melee = 5 }
weapons = ["straight_sword"]
state = { initiative = 12 }

[[combatant]]
id = "bert"
side = "b"
zone = "yard"
traits = { dexterity = 4, dodge = 4, stamina = 4 }
state = { initiative = 8 }

[[close]]
members = ["anna", "bert"]

[[step]]
do = "start"
"""
DICE_MORE = {"withering": 8, "decisive": 10}
"""What brings the attack to 20 dice."""


def duel() -> Play:
    """The two fighters, on the first one's turn."""
    return play_scenario(read_text(SCENE)).play


def attack(mode: str, more: int = 0) -> Command:
    """Anna attacks Bert, with a modifier of this many dice."""
    mods = (Mod("anna.attack", dice=more),) if more else ()
    return Command("attack", "anna", Table(target="bert", weapon="straight_sword", mode=mode), mods)
