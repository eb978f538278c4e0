"""Every sentence of Second Edition: the log, refusals, questions and reminders."""

from __future__ import annotations

from exgui.engine.sentences import Sentence

# Ticks and turns

HELD_INACTIVE = Sentence("{who} [is|are] held in a clinch and can’t act.")
HAS_ACTED = Sentence("{who} [has|have] already acted on this tick.")
SEVERAL_ARE_FLURRY = "Several actions on one tick are a flurry and must be declared together."
UP_ON_TICK = Sentence("{who} [acts|act] on tick {now}, not on {tick}.")
NOT_WAITING = Sentence("{who} [is|are] neither aiming nor guarding and can’t act on another tick.")
MAY_STEP_IN = Sentence("{who} may act on ticks {low} to {high}, not on {tick}.")
MAY_STEP_IN_ON = Sentence("{who} may act on tick {low}, not on {tick}.")
PASSED_OVER = Sentence("{who} [is|are] held and [who:does|do] nothing.")
ON_GUARD = Sentence("{who} [is|are] on guard.")
DOES_NOTHING = Sentence("{who} [does|do] nothing.")
DOES_SOMETHING = Sentence("{who} [does|do] something else.")
USES_CHARM = Sentence("{who} [uses|use] a Charm.")
DOES = Sentence("{who}: {what}", "kept")
NUMBER_SPAN = Sentence("{name} must be a whole number from {least} to {most}, not {n}.")
LIES_ON_GROUND = Sentence("{The weapon} [is|are] lying on the ground; fetch {weapon.them} first.")
AIM_AT_WHOM = "Choose a target to aim at."
NOT_AT_THEMSELVES = "Combatants can’t aim at themselves."
AIMS = Sentence("{who} [aims|aim] at {whom}.", "aim")
AIM_LOST = Sentence("{who’s} aim is lost.")

# Attacks

ATTACK_WHOM = "Choose a target to attack."
NOT_THEMSELVES = "Combatants can’t attack themselves."
NO_SPEED = Sentence("{The weapon} [has|have] no Speed: set one before attacking with {weapon.them}.")
NO_RATE = Sentence("{The weapon} [has|have] Rate 0 and can’t be used to attack.")
CLOSE_COMBAT_ONLY = Sentence(
    "{The weapon} [works|work] only in close combat; {who} [isn’t|aren’t] engaged with {whom}."
)
NO_WAY = Sentence("No path leads from {who} to {whom}.")
OUT_OF_RANGE = Sentence(
    "{whom} [is|are] {n} [yard|yards] away; {the weapon} [has|have] a range of {range} [yard|yards], {most} at most."
)
NO_SHIELD = Sentence("There is no shield called {shield}.")
OFF_HAND = "off hand"
DV_OF = Sentence("{who’s} DV")
ONE_MORE = "one more to hit"
ATTACK = "Attack"
ATTACK_WITH_SHOT = Sentence("Attack, {shot}")
DISTANCE_AND_SIGHT = Sentence("distance and sight to {who}")
CLINCH = "Clinch"
PARRY, DODGE = Sentence("Parry {n}"), Sentence("Dodge {n}")
HOW_DEFEND = Sentence("How [whom:does|do] {whom} defend?")
ROLL_AGAIN = Sentence("[who:Does|Do] {who} roll again?")
NO, KEEP_BETTER, KEEP_NEW = "No", "Yes, and keep the better roll", "Yes, and keep the new roll"
MORE = Sentence("+{n}")
IMPROVE_DV = Sentence("By how much [who:does|do] {who} improve {who.their} DV?")
MISSES = Sentence(
    "{who} [misses|miss] {whom} with {a weapon}: {n} [success|successes] against DV {dv}, {needed} needed.", "miss"
)
BOTCHES = Sentence("{who} [botches|botch]: DV -2 until {who.their} next action.")
COUNTER_GIVEN = Sentence("Write a counterattack as {{ by, weapon }}.")
NO_COUNTER_OF_OWN = Sentence("{who} can’t counterattack {who.their} own attack.")
CANNOT_ACT = Sentence("{who} can’t act.")
CANNOT_COUNTER = Sentence("{who} can’t counterattack: {why}")
COUNTERATTACKS = Sentence("{who} [counterattacks|counterattack].")
BROKE_AIM = "broke off an aim"

# Called shots

NO_SHOT = Sentence("There is no called shot “{shot}”; choose from {shots}.")
SHOWING_OFF = "Showing off costs 1 to 4 successes."
NOTHING_TO_DISARM = Sentence("{whom} [has|have] no weapon in hand to lose.")
NET_SUCCESSES = "net successes"
KEEP_HOLD = Sentence("Keep hold of {the weapon}")
KEEPS_HOLD = Sentence("{who} [keeps|keep] hold of {the weapon}.")
DISARMS = Sentence("{who} [disarms|disarm] {whom}: {the weapon} [flies|fly] {n} [foot|feet] away.", "disarmed {whom}")
IS_DISARMED = Sentence("{whom’s} {weapon} [flies|fly] {n} [foot|feet] away.", "[who:was|were] disarmed")
NOTHING_TO_FETCH = Sentence("{who} [has|have] no weapon to fetch.")
LIES_IN = Sentence("{who’s} {weapon} [is|are] lying in {where}.")
FETCH = Sentence("Fetch {the weapon}")
BOTCHES_FETCH = Sentence("{who} [botches|botch] and [who:fails|fail] to pick up {the weapon}.")
FAILS_TO_FETCH = Sentence("{who} [fails|fail] to pick up {the weapon}.")
FETCHES = Sentence("{who} [picks|pick] up {the weapon}.", "picked up {weapon}")
KILLED_OR_MAIMED = Sentence("[who:Is|Are] {who} killed or maimed?")
IS_MAIMED = Sentence("{who} [is|are] maimed for good instead of killed.", "[who:was|were] maimed")

# Coordinated attacks

COORDINATE_WHOM = "Choose a target to attack together."
NOT_ON_THEMSELVES = "Combatants can’t coordinate an attack on themselves."
WHO_TAKES_PART = "Choose who takes part in the coordinated attack: with = [ids]."
TARGET_TAKES_NO_PART = Sentence("{whom} can’t take part in an attack on {whom.themself}.")
CANNOT_TAKE_PART = Sentence("{who} can’t take part.")
HALF_THE_PARTICIPANTS = "half the participants"
COORDINATE = "Coordinate attack"
FAILS_TO_COORDINATE = Sentence("{who} [fails|fail] to coordinate an attack on {whom}.")
COORDINATES = Sentence(
    "{who} [coordinates|coordinate] an attack on {whom}: DV -{n} on tick {at}.", "coordinated an attack on {whom}"
)
COORDINATES_IN_VAIN = Sentence("{who} [coordinates|coordinate] an attack on {whom}, with no penalty to DV.")
COORDINATED_BY = Sentence("coordinated by {who}")

# Damage

SUCCESSES_LEFT = "successes left"
HARDNESS_STOPS = Sentence("{who’s} Hardness {n} is not overcome")
NO_DAMAGE = "no damage"
SOAK_OF = Sentence("{who’s} soak")
AT_LEAST = Sentence("at least {what}")
DAMAGE = "Damage"
HITS = Sentence("{who} [hits|hit] {whom} with {a weapon}: raw damage {raw}, {dice} [die|dice], {n} {kind}.", "hit")
IS_HIT = Sentence("{whom} [is|are] hit: {n} {kind}.", "struck")
INCAPACITATED = Sentence("{who} [is|are] incapacitated.", "down")
BEYOND_STAMINA = "damage beyond Stamina"
RESIST_STUN, RESIST_KNOCKDOWN = "Resist stunning", "Resist knockdown"
IS_STUNNED = Sentence("{who} [is|are] stunned.", "stunned")
FALLS_PRONE = Sentence("{who} [falls|fall] prone.", "prone")

# Charms declared

DECLARE_FORM = Sentence('“{text}” is not understood. Write "{effect}", "{effect}:4" or "{effect}:4:personal".')
USED_ONCE = Sentence("{effect} can be used once, not {n} times.")
USED_UP_TO = Sentence("{effect} can be used 1 to {most} times, not {n}.")
TOO_FEW_MOTES = Sentence("{effect} costs {n} [mote|motes]; {who} [has|have] too few.")
EFFECT_TIMES = Sentence("{effect} {n}")
USES = Sentence("{who} [uses|use] {effect}.", "use")
USES_FOR = Sentence("{who} [uses|use] {effect} for {price}.", "use")

# Flurries

FLURRY_EXAMPLE = '{ do = "attack", target = "kesh" }'
FLURRY_LIST = Sentence("actions is {given}. Write a list of actions, such as {example}.")
FLURRY_ENTRY = Sentence("Entry {n} of “actions” is {entry}. Write an action, such as {example}.")
FLURRY_NO_DO = Sentence("Entry {n} of “actions” has no “do”. Write which action it is, such as {example}.")
FLURRY_WRONG_DO = Sentence("Entry {n} of “actions” has do = {do}. Write which action it is, such as {example}.")
FLURRY_WRONG_KEY = Sentence("Entry {n} of “actions”: {action} takes no {wrong}, only {keys}.")
FLURRY_NO_KEYS = Sentence("Entry {n} of “actions”: {action} takes no {wrong}.")
FLURRY_COUNT = Sentence("A flurry has {least} to {most} actions, not {n}.")
NO_ACTION = Sentence("No action called “{action}” can be part of a flurry.")
NO_FLURRY = Sentence("{action} can’t be part of a flurry.")
OVER_RATE = Sentence("{The weapon} [has|have] Rate {rate}: {n} [attack is|attacks are] too many for one flurry.")
FLURRY, SPEED, DV_PENALTY = "Flurry", "Speed", "DV penalty"
DICE_OF = Sentence("{thing} dice")
FLURRIES = Sentence("{who} [flurries|flurry]: {actions}.")
LEAVES_OUT = Sentence("{who} [skips|skip] {action}: {why}")
CANNOT_GO_ON = Sentence("{who} can’t go on.")
SPARES = Sentence("{whom} [has|have] fallen: {who} [spares|spare] {whom.them} the rest.")
ACTION_AT = Sentence("{action}: {target}")
ACTION_WITH = Sentence("{action} with {the weapon}")
SEVERAL_ACTIONS = "several actions"

# Clinches

SEIZE_WHOM = "Choose a target to seize."
NOT_SEIZE_THEMSELVES = "Combatants can’t seize themselves."
CLINCH_ATTRIBUTE = Sentence("A clinch uses Dexterity or Strength, not {attribute}.")
NO_MANEUVER = Sentence("There is no maneuver called {maneuver}; choose from {maneuvers}.")
WRONG_THROW = Sentence("A throw is prone or yards, not {throw}.")
HOLDS_ANOTHER = Sentence("{who} [is|are] holding someone else.")
HELD_ALREADY = Sentence("{who} [is|are] already held.")
NOT_ENGAGED = Sentence("{who} [isn’t|aren’t] engaged with {whom}.")
CANNOT_HELP = Sentence("{who} can’t help.")
HELPER_CANNOT_ACT = Sentence("{who} can’t act, so {who.they} can’t help.")
HELPER_NOT_UP = Sentence("{who} [doesn’t|don’t] act on this tick, and helping takes an action.")
HELPER_HAS_ACTED = Sentence("{who} [has|have] already acted on this tick and can’t help.")
LOSES_HOLD = Sentence("{who} [loses|lose] {who.their} hold.")
CLINCHES = Sentence("{who} [has|have] {whom} in a clinch.", "seized {whom}")
IS_CLINCHED = Sentence("{whom} [is|are] held in a clinch.", "[who:was|were] seized")
HELPERS = "helpers"
RENEW, RESIST = "Renew the clinch", "Resist the clinch"
KEEPS = Sentence("{who} [keeps|keep] {whom} in the clinch, {n} against {other}.")
IS_KEPT = Sentence("{whom} [is|are] kept in the clinch.")
TURNS_AROUND = Sentence(
    "{whom} [reverses|reverse] the clinch, {n} against {other}, and [whom:holds|hold] {who}.", "kept"
)
IS_TURNED_AROUND = Sentence("{whom} [reverses|reverse] the clinch.", "kept")
HOLD, CRUSH = "Hold", "Crush"
BREAK_PRONE, BREAK_AWAY = "Break the hold and throw prone", "Break the hold and throw clear"
WHAT_WITH_HOLD = Sentence("How [who:does|do] {who} use the hold?")
CRUSHING_HOLD = "crushing hold"
HOLDS_FAST = Sentence("{who} [holds|hold] {whom} fast.", "held {whom} fast")
IS_HELD_FAST = Sentence("{whom} [is|are] held fast.", "[who:was|were] held fast")
THROWS = Sentence("{who} [throws|throw] {whom}.", "threw {whom} down")
IS_THROWN = Sentence("{whom} [is|are] thrown.", "[who:was|were] thrown down")
FLIES = Sentence("{who} [flies|fly] {n} [yard|yards].")
IS_FREE = Sentence("{whom} [is|are] free.")
LETS_GO = Sentence("{who} [lets|let] go of {whom}.")
HOLDS_NO_LONGER = Sentence("{who} no longer [holds|hold] {whom}.")

# Healing

HOW_MANY_HOURS = "Enter how many hours pass."
HOURS_WHOLE = Sentence("hours must be a whole number, not {n}.")
HOURS_SPAN = Sentence("Enter 1 to {most} hours, not {n}.")
REST = Sentence("rest must be true or false, not {value}.")
NO_WOUNDS = Sentence("{who} [has|have] no wounds.")
HOURS_PASS = Sentence("{n} [hour passes|hours pass]")
DAYS_PASS = Sentence("{n} [day passes|days pass]")
WEEKS_PASS = Sentence("{n} [week passes|weeks pass]")
AT_REST = Sentence("{time} at rest: {changes}.")
WITHOUT_REST = Sentence("{time} without rest: {changes}.")
LEVELS = Sentence("{n} {kind}")
HEALS = Sentence("{who} [heals|heal] {levels}")
HEALS_BUT = Sentence("{who} [heals|heal] {levels} (the others heal only at rest)")
HEALS_NOTHING = Sentence("{who} [heals|heal] no damage")
MUST_REST = Sentence("{who} [heals|heal] no damage (only rest would help)")
IS_UNHURT = Sentence("{who} [is|are] unhurt")
TOWARD_NEXT = Sentence("{heals}; {done} of {hours} toward the next: {level}")
LEVEL_AT = Sentence("{kind} at {penalty}")
TIME_OF_LEVEL, TIME_OF_LEVELS = Sentence("{level}, {hours}"), Sentence("{level}, {hours} each")
ONE_HOUR, HOURS = "1 hour", Sentence("{n} hours")

# Moving

TICKS_LEFT = Sentence("{who} [has|have] {n} [tick|ticks] of movement left before {who.their} next action.")
NO_TICKS_LEFT = Sentence("{who} can’t move any farther before {who.their} next action.")
DASH_TICKS = Sentence("A Dash covers at most {n} [tick|ticks] of movement.")
CLIMB_TICKS = Sentence("Climbing or swimming covers at most {n} [tick|ticks] of movement.")
TICKS_USED = Sentence("{who} [has|have] already moved during these ticks: {n} of {most} moves left.")
WHERE_TO = "Choose a zone to go to, or someone to engage."
TICKS = Sentence("ticks must be a whole number, 1 or more, not {n}.")
NOT_ENGAGE_THEMSELVES = "Combatants can’t engage themselves."
ENGAGED_ALREADY = Sentence("{who} [is|are] already engaged with {whom}.")
IN_ZONE_ALREADY = Sentence("{who} [is|are] already in {where}; moving within a zone takes no time.")
NO_LINK = Sentence("No path leads straight to {where}.")
WALL_BEFORE = Sentence("A wall blocks the way to {where}.")
OBSTACLE = Sentence("{obstacle} on the way to {where} must be climbed, unless the storyteller allows it.")
BOTCHES_CLIMB = Sentence("{who} [botches|botch] and [who:gets|get] nowhere: {n} against {difficulty}.")
FAILS_CLIMB = Sentence("{who} [gets|get] nowhere: {n} against {difficulty}.")
CLIMBS_YARDS = Sentence("{who} [climbs|climb] {n} [yard|yards].")
SWIMS_YARDS = Sentence("{who} [swims|swim] {n} [yard|yards].")
MOVES_TO = Sentence("{who} [moves|move] to {where}.", "move")
DASHES_TO = Sentence("{who} [dashes|dash] to {where}.", "move")
CLIMBS_TO = Sentence("{who} [climbs|climb] to {where}.", "move")
SWIMS_TO = Sentence("{who} [swims|swim] to {where}.", "move")
MOVES_TOWARD = Sentence("{who} [moves|move] {n} [yard|yards] toward {where}: {done} of {need}.")
DASHES_TOWARD = Sentence("{who} [dashes|dash] {n} [yard|yards] toward {where}: {done} of {need}.")
CLIMBS_TOWARD = Sentence("{who} [climbs|climb] {n} [yard|yards] toward {where}: {done} of {need}.")
SWIMS_TOWARD = Sentence("{who} [swims|swim] {n} [yard|yards] toward {where}: {done} of {need}.")
MOVES_TO_ENGAGE = Sentence("{who} [moves|move] to engage {whom}.", "close")
DASHES_TO_ENGAGE = Sentence("{who} [dashes|dash] to engage {whom}.", "close")
CLIMBS_TO_ENGAGE = Sentence("{who} [climbs|climb] to engage {whom}.", "close")
SWIMS_TO_ENGAGE = Sentence("{who} [swims|swim] to engage {whom}.", "close")
MOVES_CLEAR = Sentence("{who} [moves|move] clear of the fray.")
DASHES_CLEAR = Sentence("{who} [dashes|dash] clear of the fray.")
CLIMBS_CLEAR = Sentence("{who} [climbs|climb] clear of the fray.")
SWIMS_CLEAR = Sentence("{who} [swims|swim] clear of the fray.")
JUMPS = Sentence("{who} [jumps|jump].")
NOT_PRONE = Sentence("{who} [isn’t|aren’t] prone.")
RISES = Sentence("{who} [rises|rise].")

# What changes a roll or DV

IMPAIRED_SENSES, MOUNTED_WITHOUT_RIDE = "impaired senses", "mounted without Ride"
INVISIBLE_TARGET, NO_VISIBILITY, POOR_VISION = "invisible target", "no visibility", "poor vision"
TWICE_THE_RANGE, THREE_TIMES_THE_RANGE = "up to twice the range", "up to three times the range"
NOT_BELOW_ESSENCE, NEVER_BELOW_0 = "not below Essence", "never below 0"
COVER_OF = Sentence("{level}% cover")
LOWER_GROUND, HIGHER_GROUND, UNSTABLE_GROUND = "lower ground", "higher ground", "unstable ground"
LAST_ACTION, BOTCHED_ATTACK = "last action", "botched attack"
NOTHING_TO_PARRY_WITH, NO_DV = "nothing to parry with", "no DV applies"

# The storyteller

BEHIND_COVER = Sentence("{who} [is|are] behind {cover}% cover.")
WRONG_COVER = Sentence("Cover is {levels}, not “{level}”.")
ENGAGED = Sentence("The storyteller moves {who} into close combat with {whom}.")
ZONE_TOO_SMALL = Sentence("{where} is {n} [yard|yards] across; a zone must be at least 1.")
JOINS_BATTLE = Sentence("{who} [joins|join] battle with {n} [success|successes]: tick {at}.", "join")
JOINS_WITH_BOTCH = Sentence("{who} [joins|join] battle with a botch: tick {at}.", "join")
BATTLE_BEGINS = Sentence("The battle begins.")
BATTLE_BEGINS_AT = Sentence("The battle begins. The reaction count is {n}.")
IS_THERE = Sentence("{who} [is|are] ready to join battle.")
JOINS_ON = Sentence("{who} [joins|join] the battle and [who:acts|act] on tick {at}.", "join")
JOINS_AT = Sentence("{who} [joins|join] the battle: tick {at}.", "join")

# States shown

BADGE_LAST_ACTION = Sentence("Last action: -{n} DV")
BADGE_ONSLAUGHT = Sentence("Onslaught: -{n} DV")
YARDS = Sentence("{n} [yard|yards]")
YARDS_LESS = Sentence("{n} [yard|yards] · -{less} at this range")
YARDS_TOO_FAR = Sentence("{n} [yard|yards] · out of range")
OVER = "Over"
WAITING, OFF_FIELD_NOW = "waiting to join", "not on the battlefield"
ACTS_NOW, OUT, HELD, MAY_BREAK_OFF = "acting now", "incapacitated", "held", "can break off to act"
ACTS_ON = Sentence("acting on tick {n}")
ENGAGED_WITH = "engaged with"
MUST_RENEW = Sentence("{who} must renew the clinch on {whom}")
SOMEONE = "someone"
ATTACK_COORDINATED = Sentence("{who’s} attack on {whom}: DV -{n} on tick {at}")
AIMS_AND_MAY_BREAK_OFF = Sentence("{who} [is|are] aiming and may break off to act")
GUARDS_AND_MAY_BREAK_OFF = Sentence("{who} [is|are] on guard and may break off to act")
MAY_ACT_EARLIER = Sentence("{who} may still act on an earlier tick, from tick {low} on")
WEAPON_LIES = Sentence("{who’s} {weapon} [is|are] lying on the ground")
TIMER_AT = Sentence("{label}: tick {tick}")
