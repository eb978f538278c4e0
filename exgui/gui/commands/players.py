"""Commands for what the players see: their screen, the curtain, pictures, who and what is shown to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from exgui.campaign.errors import CampaignError
from exgui.gui.commands import exporting
from exgui.gui.commands.battle import beside_battle, in_battle
from exgui.gui.commands.context import Context
from exgui.gui.commands.help import open_manual
from exgui.gui.table_control.turn_clock import LIMITS
from exgui.gui.window_command import WindowCommand

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgui.campaign.notes import Handout
    from exgui.engine.asks import Command as Step
    from exgui.gui.pages.battle.page import BattlePage

GROUP = "Players"
DOTS = "\N{HORIZONTAL ELLIPSIS}"
NO_STEP = "This game can’t reveal or hide combatants."
CLOSED = "The players’ screen is not open. F11 opens it."


def show_here(context: Context) -> None:
    """Show the battle of the page to the players, in place of the one that they saw."""
    context.table.show_here()
    context.show_message("The players now see this battle.")


def why_not_shown(context: Context) -> str | None:
    page, table = context.battle, context.table
    seen = page is not None and table.is_open and table.is_on(page.controller.play)
    return "The players already see this battle." if seen else None


def toggle_curtain(context: Context) -> None:
    """Draw the curtain on the players' screen, or open it."""
    context.table.toggle_curtain()
    covered = context.table.is_covered
    done = "The curtain is drawn: the players see nothing else." if covered else "The players see the map again."
    context.show_message(context.table.curtain.trouble or done)


def why_not_on_screen(context: Context) -> str | None:
    return None if context.table.is_open or context.table.is_covered else CLOSED


def choose_picture(context: Context) -> None:
    """Open the palette with handouts, the campaign's pictures and the portraits of combatants the players know."""
    found = {**_other_pictures(context), **_portraits(context)}
    own, others = _handouts(context)
    if not (found or own or others):
        context.show_message("This campaign has no pictures or handouts, and no one in sight has a portrait.")
        return
    shown = _shown(context)
    context.offer(
        [
            WindowCommand(
                f"handout/{number}", one.title, "", GROUP, partial(_hand_out, one), note=_handout_note(one, shown)
            )
            for number, one in enumerate((*own, *others))
        ]
        + [
            WindowCommand(f"picture/{id}", title, "", GROUP, partial(_splash, id, title, caption), note=note)
            for id, (title, caption, note) in found.items()
        ]
    )


def show_next_handout(context: Context) -> None:
    """Show the first handout of this encounter, or of the campaign's notes, that the players have not seen yet."""
    own, _others = _handouts(context)
    shown = _shown(context)
    following = next((one for one in own if one.title not in shown), None)
    if following is not None:
        _hand_out(following, context)
    elif own:
        context.show_message("The players have seen every handout of this encounter. Ctrl+F9 shows one again.")
    else:
        context.show_message("This encounter has no handouts. A heading “Handout: The letter” in its notes makes one.")


def _handouts(context: Context) -> tuple[list[Handout], list[Handout]]:
    """Return the handouts in the notes of this encounter and of the campaign, and all others."""
    from exgui.campaign.notes import handouts

    campaign, encounter = context.session.campaign, _encounter(context)
    own: list[Handout] = []
    others: list[Handout] = []
    try:
        for note in campaign.all_notes() if campaign is not None else ():
            is_own = note.kind == "campaign" or (note.kind == "encounter" and note.id == encounter)
            (own if is_own else others).extend(handouts(note.text))
    except CampaignError as error:
        context.show_message(str(error))
    return own, others


def _encounter(context: Context) -> str:
    """Return the id of the encounter that is shown, or from which the battle began; "" for none."""
    if context.page.kind == "encounter":
        return context.page.subject
    session = context.session
    battles = session.campaign.battles() if session.campaign is not None else ()
    return next((one.encounter for one in battles if one.id == session.battle_id), "")


def _shown(context: Context) -> Mapping[str, str]:
    campaign = context.session.campaign
    return campaign.notes.shown() if campaign is not None else {}


def _handout_note(handout: Handout, shown: Mapping[str, str]) -> str:
    return f"handout, shown {shown[handout.title][:10]}" if handout.title in shown else "handout"


def _hand_out(handout: Handout, context: Context) -> None:
    """Show a handout to the players, and remember that they have seen it."""
    picture = ""
    if handout.picture:
        named = {title.casefold(): id for id, (title, _caption, _note) in _other_pictures(context).items()}
        picture = named.get(handout.picture.casefold()) or named.get(handout.picture.casefold().rpartition(".")[0], "")
    if handout.picture and not picture:
        context.show_message(f"There is no picture “{handout.picture}” in this campaign.")
        return
    context.table.splash(picture, handout.title, "" if picture else handout.text)
    campaign = context.session.campaign
    if context.table.curtain.splashed and campaign is not None:
        try:
            campaign.notes.remember_shown(handout.title)
        except CampaignError as error:
            context.show_message(str(error))
            return
        context.show_message(f"The players see {handout.title}. F9 hides it.")


def _portraits(context: Context) -> dict[str, tuple[str, str, str]]:
    """Return the portraits of combatants the players know, by picture name: name, caption and note."""
    battle = context.table.battle
    people = battle.combatants.values() if battle is not None else ()
    return {
        context.table.pictures.real(one.portrait): (one.name, one.name, "portrait") for one in people if one.portrait
    }


def _other_pictures(context: Context) -> dict[str, tuple[str, str, str]]:
    """Return the campaign's, by their names: what the storyteller calls them, and what they are. Nothing is written
    below them: the name of a file is the storyteller's own."""
    campaign = context.session.campaign
    try:
        listed = campaign.pictures.all() if campaign is not None else ()
    except CampaignError as error:
        context.show_message(str(error))
        listed = ()
    return {picture.id: (picture.name.rpartition(".")[0] or picture.name, "", "picture") for picture in listed}


def _splash(picture: str, title: str, caption: str, context: Context) -> None:
    context.table.splash(picture, caption)
    if context.table.curtain.splashed:
        context.show_message(f"The players see {title}. F9 hides it.")


def turn_limits(_context: Context) -> tuple[WindowCommand[Context], ...]:
    return tuple(
        Command(f"turn_timer_{limit}", limit_words(limit), "", do=set_limit(limit), checked=has_limit(limit))
        for limit in LIMITS
    )


def limit_words(limit: int) -> str:
    return "Off" if not limit else f"{limit} seconds" if limit < 120 else f"{limit // 60} minutes"


def set_limit(limit: int) -> Callable[[Context], None]:
    def do(context: Context) -> None:
        context.table.clock.set_limit(limit)
        context.show_message(f"Turn timer: {limit_words(limit)}." if limit else "The turn timer is off.")

    return do


def has_limit(limit: int) -> Callable[[Context], bool]:
    return lambda context: context.table.clock.limit == limit


def toggle_timer(context: Context) -> None:
    set_limit(0 if context.table.clock.limit else 60)(context)


def toggle_sound(context: Context) -> None:
    clock = context.table.clock
    clock.set_sound(not clock.sound)
    context.show_message("A sound ends a timed turn." if clock.sound else "A timed turn ends without a sound.")


def open_settings(context: Context) -> None:
    from exgui.gui.table_control.settings_card import SettingsCard

    card = context.window.findChild(SettingsCard)
    read = partial(open_manual, context, "players_screen")
    (card or SettingsCard(context.window, context.session, context.table, read)).open()


def toggle_seen(page: BattlePage) -> None:
    """Reveal the selected combatant or zone to the players, or hide it."""
    step = _seen_step(page)
    if step is not None:
        page.controller.steps.dispatch(step)


def why_not_seen(page: BattlePage) -> str | None:
    """Return why nothing can be revealed or hidden: nothing selected, or a question open."""
    # Not above: the window's first picture does not wait for it.
    from exgui.gui.battle_control.refusal import STEP_IS_OPEN

    if "reveal" not in page.controller.rules.actions:
        return NO_STEP
    if page.controller.pending is not None:
        return STEP_IS_OPEN
    return None if _seen_step(page) is not None else "Choose a combatant or a zone on the map first."


def _seen_step(page: BattlePage) -> Step | None:
    from exgui.gui.pages.battle.menus.people import seen_steps

    steps = seen_steps(page.controller.battle, *_selected(page))
    return steps[0][1] if steps else None


def _selected(page: BattlePage) -> tuple[str, str]:
    battle = page.controller.battle
    kind, id = page.map.keyboard.at or ("", "")
    if (kind == "zone" and id in battle.zones) or (kind == "token" and id in battle.combatants):
        return kind, id
    return ("token", page.controller.shown) if page.controller.shown else ("", "")


PLAYERS = ("table", "tv", "screen", "monitor", "projector", "second")
Command = partial(WindowCommand[Context], group=GROUP)
COMMANDS = (
    Command(
        "table",
        "Players’ screen",
        "F11",
        do=lambda context: context.table.toggle(),
        checked=lambda context: context.table.is_open,
        synonyms=(*PLAYERS, "full", "show"),
    ),
    beside_battle(
        "table_here",
        "Show the players this battle",
        "Ctrl+F11",
        GROUP,
        do=show_here,
        why_not=why_not_shown,
        synonyms=(*PLAYERS, "players' screen"),
    ),
    Command(
        "curtain",
        "Curtain",
        "F9",
        do=toggle_curtain,
        why_not=why_not_on_screen,
        checked=lambda context: context.table.is_covered,
        synonyms=(*PLAYERS, "hide", "blank", "black", "pause"),
    ),
    Command(
        "splash",
        f"Show the players a picture or handout{DOTS}",
        "Ctrl+F9",
        do=choose_picture,
        why_not=why_not_on_screen,
        synonyms=(*PLAYERS, "portrait", "image", "letter", "notes"),
    ),
    Command(
        "next_handout",
        "Show the players the next handout",
        "Shift+F9",
        do=show_next_handout,
        why_not=why_not_on_screen,
        synonyms=(*PLAYERS, "picture", "letter", "text", "notes"),
    ),
    in_battle(
        "seen",
        "Reveal or hide",
        "F7",
        GROUP,
        do=toggle_seen,
        why_not=why_not_seen,
        synonyms=("hide", "show", "secret", "hidden", "ambush", "name", "known", "players"),
    ),
    beside_battle(
        "preview",
        "What the players see",
        "F8",
        GROUP,
        do=lambda context: context.table.toggle_preview(context.battle),
        checked=lambda context: context.table.previews,
        synonyms=(*PLAYERS, "preview", "look"),
    ),
    Command(
        "table_all",
        "Show the players everything again",
        "",
        do=lambda context: context.table.set_frame(None),
        synonyms=(*PLAYERS, "frame", "camera", "zoom", "whole"),
    ),
    beside_battle(
        "export_log",
        f"Export the log{DOTS}",
        "",
        GROUP,
        do=exporting.export_log,
        synonyms=("save", "print", "markdown", "pdf", "history", "file"),
    ),
    Command(
        "turn_timer",
        "Turn timer",
        "",
        do=toggle_timer,
        choices=turn_limits,
        synonyms=(*PLAYERS, "clock", "seconds", "countdown", "real time"),
        starts=True,
    ),
    Command(
        "turn_timer_sound",
        "Sound when a turn’s time is up",
        "",
        do=toggle_sound,
        checked=lambda context: context.table.clock.sound,
        synonyms=("turn timer", "clock", "bell", "beep"),
    ),
    Command("table_settings", f"Players’ screen settings{DOTS}", "", do=open_settings, synonyms=(*PLAYERS, "options")),
)
