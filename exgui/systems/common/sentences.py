"""Sentences for the steps that every game has, and for those that several games share."""

from __future__ import annotations

from exgui.engine.sentences import Sentence

# Who and where

NOBODY_CALLED = Sentence("No combatant is called {who}.")
WHO_IS_MEANT = "Choose a combatant."
NO_ZONE = Sentence("There is no zone called {zone}.")
OFF_FIELD = Sentence("{who} [is|are] not on the battlefield.")
NO_TRAIT = Sentence("There is no trait called {name}.")
IDS = Sentence("{name} must be an id or a list of ids.")

# The battle as a whole

NOT_BEGUN = "The battle has not begun."
NOT_UNDER_WAY = "The battle is not under way."
OVER = "The battle is over."
OVER_ALREADY = "The battle is already over."
STARTED_ALREADY = "The battle has already started."
NOBODY_YET = "Add combatants first: there is no one to fight yet."
IN_BATTLE_ALREADY = Sentence("{who} [is|are] already in the battle.")
NOT_TURN = Sentence("It is not {who’s} turn.")
NOT_THEIR_TURN = Sentence("It is not {who’s} turn; it is {whom’s}.")
JOINS = Sentence("{who} [joins|join] the battle.", "join")
NO_STEP = Sentence("There is no step called {step}.")
MODIFIER_FOR = Sentence("A modifier is meant for {who}, but no combatant is called that.")
THIS = "This"
NOT_THE_STORYTELLERS = Sentence("{step} is not a step of the storyteller.")
WHAT_TOGETHER = Sentence("List the steps: parts = [{{ do = … }}, …].")
SETTING_WRONG = Sentence("{key} {wrong}.")
NO_TARGET = Sentence("{action}: no target in range.")
NOT_POSSIBLE = Sentence("{action}: not possible here.")

# Rolls

NEEDS_POOL = "A roll needs a pool: a number of dice, or traits."
POOL_SIZE = Sentence("A pool has 0 to {most} dice, not {n}.")
DIFFICULTY = Sentence("The difficulty must be a number, not {n}.")
ROLL = "Roll"
ROLLS = Sentence("{who} [rolls|roll] {n} [die|dice]: {score}.")
SUCCEEDS = Sentence("{who} [rolls|roll] {n} [die|dice]: {score} against {difficulty}, a success.")
FAILS = Sentence("{who} [rolls|roll] {n} [die|dice]: {score} against {difficulty}, a failure.")

# Timers and hazards

NO_TIMER = "There is no such timer."
TIMER_NEEDS_LABEL = "Describe in a few words what happens when the timer is up."
TIMER_NEEDS_MOMENT = "A timer needs a round or a tick."
TIMER_SET = Sentence("Timer set: {label}.")
TIMER_NOW = Sentence("Now: {label}.", "kept")
TIMER_DUE = Sentence("{label}: round {n}")
TOO_LATE = "That moment has passed. Choose a later one."
WHOLE_NUMBER = Sentence("{name} must be a whole number up to 100,000, not {n}.")
NO_HAZARD = "There is no such hazard."
HAZARD_NEEDS_LABEL = "Describe the hazard in a few words, such as “Fire in the barn”."
HAZARDS_AT_MOST = Sentence("There are already {n} hazards. Remove one first.")
HAZARD_OVER = Sentence("Hazard over: {hazard}.")
HAZARD_SET = Sentence("Hazard: {hazard} – {described}.")
HAZARD_IN = Sentence("{what} in {where}")
HAZARD_AVOIDED = Sentence("{hazard}: {who} [avoids|avoid] it.")
HAZARD_HARMS = Sentence("{hazard}: {who} [takes|take] {damage}.", "suffered from {hazard}")
RESIST = Sentence("Resist {hazard}")
NO_DAMAGE = "no damage"
DAMAGE, DAMAGE_OF_TYPE = Sentence("{n} damage"), Sentence("{n} {type} damage")
DICE_OF_DAMAGE = Sentence("{n} [die|dice] of damage")
DICE_OF_DAMAGE_TYPE = Sentence("{n} [die|dice] of {type} damage")
EVERYONE_IN, NO_ONE = Sentence("everyone in {where}"), "no one"
EACH_ROUND = Sentence("{whom}: {damage} each round")
EACH_TURN = Sentence("{whom}: {damage} each turn")
ONCE = Sentence("{whom}: {damage} once")
HAZARD_TIME = Sentence("A hazard strikes each round, each turn or once, not “{when}”.")
NO_ROUNDS = "This game has no rounds: a hazard strikes each turn, or once at a tick."
ONCE_NEEDS_MOMENT = "A hazard that strikes once needs a round or a tick."
HAZARD_NUMBER = Sentence("{name} must be a number from 0 to {most}, not {n}.")
DICE_OR_DAMAGE = "A hazard deals either dice of damage or a fixed amount. Give one of the two."
DAMAGE_TYPE = Sentence("The damage is {types}, not “{type}”.")
PEOPLE_OR_ZONE = "A hazard harms people or a zone. Choose one of the two."
HAZARD_DIFFICULTY = Sentence("The difficulty must be a number from 0 to {most}, not {n}.")

# Seen by the players

SEEN_ALREADY = Sentence("The players already see {who}.")
HIDDEN_ALREADY = Sentence("{who} [is|are] already hidden from the players.")
IS_HIDDEN = Sentence("{who} [is|are] hidden from the players.")
COMES_INTO_VIEW = Sentence("{who} [comes|come] into view.", "came into view")
IT_IS = Sentence("It is {who}.")
SO_ALREADY = "That is already so."
SHOWN_BY_ACTING = Sentence("{who} [is|are] shown to the players by acting.")
SHOWN_BY_YOU = Sentence("{who} [is|are] shown to the players only when you reveal {who.them}.")
ALL_SHOWN_BY_ACTING = "Hidden combatants are shown to the players by acting."
ALL_SHOWN_BY_YOU = "Hidden combatants are shown to the players only when you reveal them."
SOMEONE_OR_ZONE = "Choose a combatant or a zone."

# Coming and going

WHO_COMES = Sentence("Describe the newcomer: combatant = {{ name = … }}, as in a scenario’s [[[[combatant]]]].")
WHICH_SIDE = "Choose the side they fight on."
THIS_COMBATANT = "This combatant"
IN_BATTLE = Sentence("{who} [is|are] in the battle.")
IN_BATTLE_IN = Sentence("{who} [is|are] in the battle, in {where}.")
ABOUT_TO_JOIN = Sentence("{who} [is|are] about to join.")
ABOUT_TO_JOIN_IN = Sentence("{who} [is|are] about to join, in {where}.")
FROM_TO = Sentence("{first} to {last}")
COUNT = Sentence("Bring in 1 to {most} combatants at a time, not {n}.")
COMBATANTS_AT_MOST = Sentence("A battle has at most {n} combatants.")
IDS_FOR_ALL = "Give one id for each newcomer."
ID_TAKEN = Sentence("The id {id} is already taken.")
TAKEN_OUT = Sentence("{who} [is|are] removed from the battle.")

# The battlefield

ZONES_AT_MOST = Sentence("A battlefield has at most {n} zones.")
LINKS_AT_MOST = Sentence("A battlefield has at most {n} links.")
THE_ZONE, THE_PICTURE = "The zone", "The picture"
NEW_ZONE = Sentence("{zone} is now part of the battlefield.")
ZONE_RENAMED = Sentence("{before} is now called {zone}.")
ZONE_CHANGES = Sentence("{zone} changes: {changes}.")
WHAT_IT_DOES = "its effects"
COVER_LEVELS, NO_COVER = Sentence("cover {levels}"), "no cover"
DIFFICULT, NOT_DIFFICULT = "difficult terrain", "no longer difficult terrain"
HIDDEN, SEEN = "hidden from the players", "visible to the players"
YARDS_ACROSS = Sentence("{n} [yard|yards] across")
NO_ZONE_TO_GO_TO = Sentence("There is no zone called {zone} to move to.")
MUST_GO_SOMEWHERE = Sentence("Choose where {names} must go.")
AND_OTHERS = Sentence("{names} and others")
LAST_ZONE = "This is the last zone, and someone is in it."
ZONE_GONE = Sentence("{zone} is gone.")
TWO_ZONES = "A link joins two different zones of the battle."
BARRIER = Sentence("Choose one kind of barrier: {barriers}.")
NOTHING_LEADS = Sentence("No path leads from {zone} to {other} any longer.")
PATH_LEADS = Sentence("A path leads from {zone} to {other}.")
PATH_LEADS_BARRED = Sentence("A path leads from {zone} to {other}, blocked by {barrier}.")
PATH_CLEAR = Sentence("The path between {zone} and {other} is clear.")
PATH_BARRED = Sentence("The path between {zone} and {other} is blocked by {barrier}.")
BARRIER_OF_DIFFICULTY = Sentence("{barrier} (difficulty {n})")
WALL, OBSTACLE = "a wall", "an obstacle"
PLACE_ON_MAP = Sentence("{name} = {value} is not a place on the map.")
ZONE_SIZE = Sentence("A zone must be at least 40 wide and 40 high, not {n}.")

# Set by the storyteller

RULING = Sentence("Storyteller’s ruling for {who} – {changes}.")
WOUNDED = Sentence("{who} [takes|take] {damage} (Storyteller).")
HEALED = Sentence("{who} [heals|heal] {damage} (Storyteller).")
REGAINS = Sentence("{who} [regains|regain] {n} {track} (Storyteller).")
PUT_IN = Sentence("The storyteller moves {who} to {where}.")
OUT_OF_COVER = Sentence("{who} [is|are] out of cover.")
SHEET_CHANGED = Sentence("{who’s} sheet has changed.")
SHEET_CHANGED_IN = Sentence("{who’s} sheet has changed: {changes}.")
AND_MORE = Sentence("{changes} and more")
BY_THE_RULES = Sentence("{name} by the rules")
NAME_AND_VALUE = Sentence("{name} {value}")
NAME_AND_WORDS = Sentence("{name}: {words}")
NO_LONGER_HAS = Sentence("no {thing}")
WHAT_IS_IN_HAND = "what is in hand"
SHEET_NOT_RIGHT = Sentence("The sheet still has an error. {wrong}")
NO_SHEET_CHANGE = "This does not change a sheet: use sheet, things, gone, taken or tracks."
WHAT_TO_SET = Sentence("Choose what to set: set = {{ path = value }}")
IN_ANOTHER_ZONE = Sentence("{who} [is|are] in another zone.")
MUST_BE_WHOLE = Sentence("{path} must be a whole number up to {most}, not {value}.")
AT_LEAST = Sentence("{path} must be at least {least}, not {value}.")
SET_BY_PARTS = Sentence("{path} is set by its parts.")
CANNOT_BE_SET = Sentence("{path} can’t be set to {value}.")
NO_CLOSE_RANGE = Sentence("{game} has no close range: everyone in a zone is near everyone else there.")
LIST_OF_IDS = Sentence("{path} must be a list of ids.")
TRUE_OR_FALSE = Sentence("{path} must be true or false.")
NOT_TRUE_OR_FALSE = Sentence("{path} must be true or false, not {value}.")
NOTHING_CALLED = Sentence("Nothing is called {path}.")
NOTHING_CALLED_BUT = Sentence("Nothing is called {path}. Did you mean {near}?")
RULES_DECIDE = Sentence("{path} can’t be set: only the rules decide it.")
PATH_NOBODY = Sentence("{path}: no combatant is called {who}.")
LIST_OF_COMBATANTS = Sentence("{path} must be a list of combatants.")
NOT_THEMSELVES = Sentence("{path} can’t name {who}: it must be someone else.")
PATH_HAS_NO = Sentence("{path}: {who} [has|have] no {kind} called {thing}.")
LIST_OF_THINGS = Sentence("{path} must be a list of things that {who} [has|have].")
NUMBERS_OF_THINGS = Sentence("{path} must give a number for each thing that {who} [has|have].")
WHOLE = Sentence("{path} must be a whole number, not {value}.")
NO_LONGER = Sentence("no longer {state}")
NONE = "none"
NOT_CLOSE_TO_THEMSELVES = "Combatants can’t be at close range of themselves."
WHERE_TO_PLACE = Sentence("Choose where to place {who}.")

# Weapons in hand

CHOOSE_WEAPON = "Choose a weapon to ready or to put away."
NO_WEAPON = Sentence("{who} [has|have] no weapon called {weapon}.")
ALWAYS_READY = Sentence("{The weapon} [is|are] always ready.")
READY_ALREADY = Sentence("{The weapon} [is|are] already ready.")
NOT_READY = Sentence("{The weapon} [isn’t|aren’t] ready.")
READIES = Sentence("{who} [readies|ready] {things}.")
PUTS_AWAY = Sentence("{who} [puts|put] away {things}.")
READIES_AND_PUTS_AWAY = Sentence("{who} [readies|ready] {things} and [who:puts|put] away {others}.")
