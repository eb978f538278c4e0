"""All text that Third Edition shows: log sentences, refusals, questions and reminders."""

from __future__ import annotations

from exgui.engine.sentences import Sentence

IN_COVER = Sentence("{who} [is|are] in {cover} cover.")
WRONG_COVER = Sentence("Cover is {levels}, not “{level}”.")
PUT_CLOSE = Sentence("The storyteller moves {who} to close range of {whom}.")

# Turns and actions

CRASH_NO_FULL_DEFENSE = Sentence("{who} [is|are] in Crash and can’t go on full defense.")
FULL_DEFENSE = Sentence("{who} [goes|go] on full defense.", "guard")
OFF_HAND_NO_WEAPON = Sentence("“{item}” is not a weapon that {who} [has|have] in hand.")
FLURRY_FULL_DEFENSE = "In a flurry, full defense can be combined only with social actions."
DOES_SOMETHING = Sentence("{who} [does|do] something else.")
DOES = Sentence("{who}: {what}", "kept")
DELAY_TICK = Sentence("The tick to delay to must be a number, not {tick}.")
TOO_LATE_TO_DELAY = Sentence("{who’s} turn has begun; it is too late to delay.")
TICK_NOT_LATER = Sentence("Choose a tick below {now}, not {tick}.")
INCAPACITATED = Sentence("{who} [is|are] incapacitated.", "down")
IS_ROUTED = Sentence("{who} [is|are] routed.")
CRASH_NO_PERILOUS = Sentence("{who} [is|are] in Crash and can’t use anything Perilous.")
ACTS_FIRST = Sentence("{who} [acts|act] first on this tick.")
NOT_IN_FLURRY = Sentence("The flurry consists of {actions}; {action} is not among the actions left.")
SIMPLE_USED = Sentence("{who} [has|have] already used this turn’s Simple action: {action}.")
MOVEMENT_USED = Sentence("{who} [has|have] already used a Movement action this turn.")
ROUND = Sentence("Round {n}.")
RESETS = Sentence("{who} [has|have] been in Crash for three turns and [who:resets|reset] to {n}.")
DELAYS_TO = Sentence("{who} [delays|delay] to tick {tick}.")
DELAYS = Sentence("{who} [delays|delay] and [who:waits|wait] for the right moment.")
UP_ON_TICK = Sentence("{who} [acts|act] on tick {now}, not on {tick}.")
HAS_NOT_DELAYED = Sentence("{who} [hasn’t|haven’t] delayed and can’t step in.")
MAY_STEP_IN = Sentence("{who} may step in on ticks {high} to {low}, not on {tick}.")

# Flurries

FLURRY_ONE_MOVEMENT = "A flurry can include only one Movement action."
FLURRY_LIST = Sentence('actions is {given}: write a list of two actions, such as [["attack", "aim"]].')
NOTHING_IN_IT = "nothing in it"
FLURRY_TABLE = Sentence(
    'Entry {n} of “actions” is a table ({keys}). Write only the action’s id, such as "aim"; its target is chosen '
    "when it is taken."
)
FLURRY_ENTRY = Sentence('Entry {n} of “actions” is {entry}: write the id of an action, such as "aim".')
FLURRY_TWO = "A flurry has two actions."
FLURRY_DIFFERENT = "The two actions of a flurry must be different."
NO_ACTION = Sentence("There is no action called {action}.")
NO_FLURRY = Sentence("{action} can’t be part of a flurry.")
IN_FLURRY = Sentence("{who} [is|are] already in a flurry.")
SIMPLE_TAKEN = Sentence("{who} [has|have] already used this turn’s Simple action.")
FLURRIES = Sentence("{who} [flurries|flurry]: {actions}.")
FLURRY_UNFINISHED = Sentence("{who} declared a flurry of {actions}; still to do: {missing}.")

# Aiming

AIM_AT_WHOM = "Choose a target to aim at."
MOVED_NO_AIM = Sentence("{who} [has|have] moved this turn and can’t aim.")
OUT_OF_RANGE_OF_ALL = Sentence("{whom} [is|are] out of range of every ready weapon.")
TOTAL_COVER = Sentence("{whom} [is|are] in total cover.")
AIMS = Sentence("{who} [aims|aim] at {whom}.", "aim")
AIM_WASTED = Sentence("{who’s} aim is wasted.")

# Attacking

ONLY_AFTER_SHIFT = Sentence("After the Shift, only {whom} may be attacked this turn.")
WRONG_MODE = Sentence("An attack is withering or decisive, not “{mode}”.")
ATTACK_WHOM = "Choose a target to attack."
NOT_THEMSELVES = "Combatants can’t attack themselves."
WEAPON_NOT_READY = Sentence("{The weapon} [isn’t|aren’t] ready.")
CRASH_NO_DECISIVE = Sentence("{who} [is|are] in Crash and can’t make decisive attacks.")
GROUP_WITHERING = Sentence("{who} [is|are] a battle group and can make only withering attacks.")
CONCEALED = Sentence("{whom} [is|are] concealed from {who}.")
OUT_OF_REACH_MOUNTED = Sentence("Riding {a mount}, {whom} [is|are] out of reach of {the weapon}.")
NO_WAY = Sentence("No path leads from {who} to {whom}.")
CLOSE_RANGE_ONLY = Sentence("{The weapon} [works|work] only at close range; {whom} [is|are] at {range} range.")
OUT_OF_RANGE = Sentence("{The weapon} [reaches|reach] only {reach} range; {whom} [is|are] at {range} range.")
MUST_AIM = Sentence("{who} must aim first: {whom} [is|are] at {range} range.")
ATTACK_ROLL = Sentence("{mode} attack")
NAME_AND_NUMBER = Sentence("{name} {n}")
LOWEST_OF_ALL = Sentence("{name}, the lowest of all ({all})")
HOW_DEFEND = Sentence("How [whom:does|do] {whom} defend?")
DEFENSE_OF = Sentence("{name} {n}")
WHO_IS_STRUCK = "Who does the attack strike?"
IN_THE_WAY = Sentence("{who} in the way")
MISSES = Sentence("{who} [misses|miss] {whom} with {a weapon}: {n} against {needed}.", "miss")
HITS_WITHERING = Sentence(
    "{who} [hits|hit] {whom} with {a weapon}, withering {n}: {whom} {before} → {after}; {who} {started} → {ended}.",
    "hit",
)
GROUP_HITS_WITHERING = Sentence(
    "{who} [hits|hit] {whom} with {a weapon}, withering {n}: {whom} {before} → {after}.", "hit"
)
CRASHES = Sentence("{whom} [is|are] thrown into Crash.", "crash")
LOSES_INITIATIVE = Sentence("{whom} [loses|lose] Initiative ({n}).")
HITS_DECISIVE = Sentence(
    "{who} [hits|hit] {whom} with {a weapon}, decisive: {dice} [die|dice], {n} {kind}. {who} [is|are] back to "
    "{initiative}.",
    "wound",
)
IS_HIT = Sentence("{whom} [is|are] hit: {n} {kind}.", "struck")
HITS_GROUP = Sentence("{who} [hits|hit] {whom} with {a weapon}, withering {n}: Magnitude {before} → {after}.", "hit")
GROUP_IS_HIT = Sentence("{whom} [is|are] hit: Magnitude {before} → {after}.", "struck")
FROM_TO = Sentence("{who’s} Initiative: {started} → {ended}.")
HITS_GROUP_DECISIVE = Sentence(
    "{who} [hits|hit] {whom} with {a weapon}, decisive, {dice} [die|dice]: {n} [success|successes] plus {more} for "
    "the dice; Magnitude {before} → {after}.",
    "wound",
)
BACK_TO = Sentence("{who} [is|are] back to {initiative}.")
HITS_CRASHED = Sentence("{who} [hits|hit] {whom}, who [is|are] in Crash, with {a weapon}: {n} {kind}.", "hit")
OWN_MOUNT = Sentence("{owner’s} {mount}")
SOAK_OF = Sentence("{who’s} soak")
WEAPON_MINIMUM = "at least the weapon’s minimum"
WITHERING_DAMAGE = "Withering damage"
HARDNESS_STOPS = Sentence("{who’s} Hardness {n} is not overcome")
DECISIVE_DAMAGE = "Decisive damage"
COUNTER_GIVEN = Sentence("Write a counterattack as {{ by, mode, weapon }}.")
NO_COUNTER_OF_OWN = Sentence("{who} can’t counterattack {who.their} own attack.")
CANNOT_COUNTER = Sentence("{who} can’t counterattack: {why}")
COUNTERATTACKS = Sentence("{who} [counterattacks|counterattack].")

# Clashes

CLASH_GIVEN = Sentence("Write a Clash as {{ mode, weapon }} or {{ gambit, weapon }}.")
NOT_ON_TICK = Sentence("{who} [doesn’t|don’t] act on this tick.")
IS_RESTRAINED = Sentence("{who} [is|are] restrained.")
MAY_ATTACK_ANOTHER = Sentence("After the Shift, {who} can attack only someone else this turn.")
MODE_ATTACK = Sentence("{mode} attack")
ASK_CLASH = Sentence("[who:Does|Do] {who} clash?")
CLASH_ROLL = Sentence("Clash, {mode}")
CLASH_TIED = Sentence("{who} and {whom} clash, {n} each: neither hits.", "clashed with {whom} in vain")
CLASH_WON = Sentence("{who} and {whom} clash, {n} against {other}: {winner} [wins|win].")
LOST_CLASH = "lost a Clash"

# Cover

COVER_SHARED = Sentence("{who’s} cover, shared")
TOTAL_COVER_NO_ATTACK = Sentence(
    "{who} [is|are] in total cover and can’t attack beyond close range without leaving it."
)
COVER_LEVEL = Sentence("Cover is light, heavy or total, not “{level}”.")
THIS_PLACE = "This place"
NO_COVER_HERE = Sentence("{where} offers no {level} cover; the storyteller may set a difficulty.")
TAKE_COVER = "Take cover"
TAKES_COVER = Sentence("{who} [takes|take] {level} cover: {n} against {difficulty}.", "took {level} cover")
FINDS_NO_COVER = Sentence("{who} [finds|find] no cover: {n} against {difficulty}.")

# Effects: Charms, spells, merits

EFFECT_FOR = Sentence("{effect} ({price})")
EFFECT_UP_TO = Sentence("{effect}, 1 to {most}")
EFFECT_UP_TO_EACH = Sentence("{effect}, 1 to {most} ({price} each)")
NO_EFFECT = Sentence("{who} [has|have] no effect called {effect}.")
DECLARE_FORM = Sentence('{wrong}. Write "{effect}", "{effect}:4" or "{effect}:4:personal".')
USED_ONCE = Sentence("{effect} can be used once, not {n} times.")
USED_UP_TO = Sentence("{effect} can be used 1 to {most} times, not {n}.")
NO_PART = Sentence("{who} [has|have] no part in this attack.")
FOR_ABILITY = Sentence("{effect} is only for attacks with {ability}.")
DECLARED_FORM = Sentence('Declare effects as [["keen_eye"]] or {{ volfer = [["keen_eye"]] }}.')
DECLARED_TWICE = Sentence("{who} [declares|declare] an effect twice.")
NOT_IN_ATTACK = Sentence("{effect} is an action and can’t be declared in an attack.")
FOR_ATTACKED = Sentence("{effect} is only for the target of an attack.")
FOR_ATTACKER = Sentence("{effect} is only for the attacker.")
WITHERING_ONLY = Sentence("{effect} is only for withering attacks.")
DECISIVE_ONLY = Sentence("{effect} is only for decisive attacks.")
PERILOUS = Sentence("{who} [is|are] in Crash, and {effect} is Perilous.")
IN_FORCE = Sentence("{effect} is already in force.")
USED_IN = Sentence("{who} [has|have] already used {effect} this {limit}.")
COSTS_MORE = Sentence("{effect} costs {n} {kind}; {who} [has|have] {left}.")
COSTS_MOTES = Sentence("{effect} costs {price}; {who} [has|have] {left}.")
COSTS_INITIATIVE = Sentence("{effect} costs {n} Initiative; {who} [has|have] none to pay with.")
COSTS_LIFE = Sentence("{effect} costs {n} health [level|levels]; paying would incapacitate {who}.")
NO_MOTES = Sentence("{effect} costs {price}; {who} [has|have] none.")
EFFECT_TIMES = Sentence("{effect} {n}")
USES = Sentence("{who} [uses|use] {effect}.", "use")
USES_FOR = Sentence("{who} [uses|use] {effect} for {price}.", "use")
USES_NOTED = Sentence("{who} [uses|use] {effect}: {note}", "use")
USES_FOR_NOTED = Sentence("{who} [uses|use] {effect} for {price}: {note}", "use")
MOTES = Sentence("{n} [mote|motes]")
MOTES_OF = Sentence("{n} {pool} [n:mote|motes]")
ANIMA = Sentence("{who’s} anima is {anima}.")
ANIMA_BONFIRE = Sentence("{who’s} anima is a bonfire.", "blazed with a bonfire of Essence")
MOTES_BACK = Sentence("Regain at least 1 mote at a time, not {n}.")
MOTE_POOL = "Motes return to the personal or the peripheral pool."
HAS_NO_MOTES = Sentence("{who} [has|have] no mote pools.")
REGAINS = Sentence("{who} [regains|regain] {motes}.")
NO_MOTES_BACK = "no motes"
BONFIRE = "a bonfire"
WHICH_EFFECT = "Choose an effect."
EFFECT_TARGET = Sentence("Choose a target for {effect}.")
NOT_HERE = Sentence("{who} [is|are] not here.")
NOT_GATHERED = Sentence("{effect} is not ready: {who} [has|have] gathered {n} of {need} [mote|motes].")
DECLARED_IN_ATTACK = Sentence("{effect} is declared during an attack.")
INVOKE = Sentence("{effect} is an action: invoke it.")
NO_ACTION_EFFECT = Sentence("{effect} is not an action.")
NO_SHAPED_SPELL = Sentence("{effect} is not a spell to shape.")
RELEASE_IT = Sentence("{effect} is ready: release it.")
SHAPE = Sentence("Shape {effect}")
SHAPES = Sentence("{who} [shapes|shape] {effect}: {n} of {need}.")
SHAPES_READY = Sentence("{who} [shapes|shape] {effect}: {n} of {need}; it is ready.", "finished shaping {effect}")
NOT_IN_FORCE = Sentence("{effect} is not in force on {who}.")
LETS_END = Sentence("{who} [ends|end] {effect}.")
LETS_END_FREE = Sentence("{who} [ends|end] {effect}; {n} [mote is|motes are] free again.")

# Defending another

ON = Sentence("on {label}")
NO_DEFENSE = "neither Parry nor Evasion applies"
DEFEND_WHOM = "Choose an ally to defend."
NOT_ALLY = Sentence("{whom} [is|are] not an ally.")
NOT_CLOSE = Sentence("{whom} [is|are] not at close range.")
DEFENDS = Sentence("{who} [defends|defend] {whom}.", "defend")
DEFENDS_NO_LONGER = Sentence("{who} no longer [defends|defend] {whom}.")

# Gambits

NO_GAMBIT = Sentence("There is no gambit called {gambit}; choose from {gambits}.")
SPAN = Sentence("{low} to {high}")
GAMBIT_DIFFICULTY = Sentence("The difficulty of {gambit} is {span}, not {n}.")
NOTHING_TO_DISARM = Sentence("{whom} [has|have] no weapon in hand to lose.")
NOT_READY = Sentence("{whom} [has|have] no {weapon} ready.")
NO_ALLY = Sentence("{who} [has|have] no ally.")
WHICH_ALLY = "Choose the ally who gains from Distract."
NO_ALLY_CALLED = Sentence("No ally is called {ally}.")
ALLY_NOT_HERE = Sentence("{whom} [is|are] not an ally on the battlefield.")
GROUP_INITIATIVE = Sentence("{whom} [is|are] a battle group, whose Initiative never changes.")
IN_CRASH = Sentence("{whom} [is|are] in Crash.")
DISTRACTED_FOR = Sentence("{whom} already [has|have] the benefit of a Distract.")
NOT_RIDING = Sentence("{whom} [isn’t|aren’t] riding.")
GAMBIT_NEEDS_DIFFICULTY = "A gambit of the storyteller’s own needs a difficulty."
UNHORSED = Sentence("{whom} [is|are] thrown from the saddle.", "unhorsed")
DISTRACTS = Sentence("{who} [gains|gain] {n} and must attack {whom} next turn.")
GAMBIT_SUCCEEDS = "it succeeds"
GAMBIT_DONE = Sentence("The gambit works: {what}. The storyteller decides what follows.")
DISARMS = Sentence("{who} [disarms|disarm] {whom}: {the weapon} [flies|fly] out of reach.", "disarmed {whom}")
IS_DISARMED = Sentence("{whom’s} {weapon} [flies|fly] out of reach.", "[who:was|were] disarmed")
GAMBIT = "Gambit"
ANY_GAMBIT = "gambit"
GAMBIT_CALLED = Sentence("{label} gambit")
GAMBIT_TRIED = Sentence("{who’s} {gambit} succeeds against {whom}: {n} [success|successes], difficulty {difficulty}.")
GAMBIT_FAILED = Sentence("{who’s} {gambit} fails against {whom}: {n} [success|successes], difficulty {difficulty}.")
DID_NOT_ATTACK = Sentence("{who} did not attack {whom} and [who:loses|lose] {n}.")
THE_OPPONENT = "the opponent"

# Grappling

GRAPPLING_ALREADY = Sentence("{who} [is|are] already in a grapple.")
HAS_FALLEN = Sentence("{whom} [is|are] already down.")
CRASH_NO_HOLD = Sentence("{who} [is|are] in Crash and can’t hold {whom}.")
ENGAGES = Sentence("{who} [engages|engage] {whom}.")
HOLDS_FOR = Sentence("{who} [holds|hold] {whom}: {n} control [round|rounds].", "seized {whom}")
IS_HELD_FOR = Sentence("{whom} [is|are] held: {n} control [round|rounds].", "[who:was|were] seized")
IS_FREE = Sentence("{whom} [is|are] free.")
ESCAPES = Sentence("{who} [escapes|escape] the grapple.", "broke free")
LETS_GO = Sentence("{who} [lets|let] go of {whom}.")
CRASH_LOSES_HOLD = Sentence("{who} [is|are] in Crash and [who:loses|lose] the hold.")
HOLDS_NO_LONGER = Sentence("{who} no longer [holds|hold] {whom}.")
NO_LONGER_HELD = Sentence("{whom} [is|are] no longer held.")
HELD_BY_ANOTHER = Sentence("{who} [holds|hold] {whom}; {other} [doesn’t|don’t].")
HELD_HOLDS_NOBODY = Sentence("{whom} [is|are] held by {who} and can’t hold anyone.")
HOLDS_NOBODY = Sentence("{who} [isn’t|aren’t] holding anyone.")
HOLDS_ON = Sentence("{who} [holds|hold] on to {whom}.")
STILL_HELD = Sentence("{whom} [is|are] still held.")
WRONG_MANEUVER = Sentence("Choose a maneuver ({kinds}), not “{kind}”.")
GROUP_SAVAGES = Sentence(
    "{who} [is|are] a battle group: in a grapple {who.they} can only savage, with a withering attack."
)
MANEUVER_USED = Sentence("{who} [has|have] already used a maneuver this turn.")
NO_CONTROL_ROUND = Sentence("{who} [has|have] no control rounds left.")
RESTRAIN_COSTS = Sentence("Restraining costs 2 control rounds; {who} [has|have] {n}.")
MANEUVER_MODE = Sentence("{Kind} is withering or decisive, not “{mode}”.")
ONLY_RESTRAIN_DRAGS = "Only Restrain drags the target along."
KIND_DECISIVE = Sentence("{kind}, decisive")
WHICH_MANEUVER = "Which maneuver?"
RESTRAINS = Sentence("{who} [restrains|restrain] {whom}.", "restrained {whom}")
BECOMES_RESTRAINED = Sentence("{whom} [is|are] restrained.", "[who:was|were] restrained")
THROWS = Sentence("{who} [throws|throw] {whom}.", "threw {whom} down")
IS_THROWN = Sentence("{whom} [is|are] thrown.", "[who:was|were] thrown down")
SAVAGES = Sentence("{who} [savages|savage] {whom}.", "savaged {whom}")
IS_SAVAGED = Sentence("{whom} [is|are] savaged.", "[who:was|were] savaged")
THROWN_FREE = Sentence("{whom} [is|are] thrown down and free.")
DRAGS = Sentence("{who} [drags|drag] {whom} along.", "dragged {whom} along")

# Battle groups

NO_GROUP_TO_SPREAD = Sentence("{who} [is|are] not a battle group that could spread out.")
REACHES_WHEN_SPREAD = Sentence("{who} [reaches|reach] others in the zone only when spread thin.")
ANOTHER_ZONE = Sentence("{whom} [is|are] in a different zone from {who}.")
SAME_SIDE = Sentence("{whom} [is|are] on the same side as {who}.")
SIZE_NOW = "Size now"
SPREAD_THIN = "spread thin"
DRILL = Sentence("{drill} drill")
WHICH_GROUP = "Choose a battle group."
NO_GROUP = Sentence("{what} is not a battle group.")
DOES_NOT_FOLLOW = Sentence("{whom} [doesn’t|don’t] follow {who}.")
ROLLED_WITH = Sentence("This is rolled with {traits}, not {trait}.")
ROUTED_NO_ACTIONS = Sentence("{who} [is|are] routed and [who:takes|take] no actions.")
NO_FAILED_CHECK = Sentence("{who} [hasn’t|haven’t] failed a rout check.")
PERFECT_MORALE_NO_RALLY = Sentence("{who} [has|have] perfect morale and can’t be rallied for numbers.")
RALLY_FIRST = Sentence("{who} [is|are] routed and must be rallied first.")
NO_MAGNITUDE_LOST = Sentence("{who} [has|have] lost no Magnitude.")
RALLIED_ALREADY = Sentence("{who} [has|have] been rallied for numbers since last losing Size.")
ORDER_LOST = Sentence("{who’s} order is lost on {whom}.")
ORDERS = Sentence("{who} [orders|order] {whom}: +{n} [die|dice] next turn.", "urged {whom} on")
CANNOT_RALLY = Sentence("{who} can’t rally {whom}: {n} against {difficulty}.")
RALLIES = Sentence("{who} [rallies|rally] {whom}.", "rallied {whom}")
BRINGS_NOBODY_BACK = Sentence("{who} [rallies|rally] no one back to {whom}.")
RALLIES_TO = Sentence("{who} [rallies|rally] {whom}: Magnitude {n}.", "rallied {whom}")
GROUP_OF_TWO = "A battle group is formed of two or more fighters, each named once."
GROUP_ALREADY = Sentence("{who} [is|are] already a battle group.")
CANNOT_ACT = Sentence("{who} can’t act.")
NOT_TOGETHER = Sentence("{who} [isn’t|aren’t] on the same side and in the same zone as {whom}.")
IN_GRAPPLE = Sentence("{who} [is|are] in a grapple.")
FORM_GROUP = Sentence("{who} [fights|fight] as one battle group, {group}.", "kept")
GROUP_OF = Sentence("{name} group")
LEAVE_WHICH_GROUP = "Choose the battle group to leave."
HAS_DISSOLVED = Sentence("{whom} [has|have] dissolved.")
NOT_IN_GROUP = Sentence("{who} [is|are] not in {group}.")
LEAVES_GROUP = Sentence("{who} [leaves|leave] {group}.")
FIGHTER_OF = Sentence("{group} fighter")
ID_TAKEN = Sentence("The id {id} is already taken or not valid.")
BREAKS = Sentence("{who} [breaks|break] and will dissolve at the start of {who.their} next turn.", "waver")
BREAK_GAINS = Sentence("Break: {who} [gains|gain] {n}.")
SIZE_LOST = "Size lost"
ROUT_CHECK = "rout check"
POOR_DRILL = "poor drill"
AREA_EFFECT = "supernatural area effect"
ALLIES_DISSOLVED = "an allied group has dissolved"
LEADER_FALLEN = "a leader or hero has fallen"
PERFECT_MORALE = Sentence("{who} [has|have] perfect morale and [who:holds|hold] firm.")
ROUT_ROLL = "Rout check"
ROUT_PASSED = Sentence("{who’s} rout check: {n} against {difficulty}, passed.")
ROUT_FAILED = Sentence("{who’s} rout check: {n} against {difficulty}, failed.")
FALLS_TO_SIZE = Sentence("{who} [falls|fall] to Size {n}.")
DISSOLVES = Sentence("{who} [dissolves|dissolve].", "scatter")

# Hindrances

AIMED_NO_MOVE = Sentence("{who} [has|have] aimed this turn and can’t move.")
HELD_NO_MOVE = Sentence("{who} [is|are] held in a grapple and can’t move.")
PRONE_MUST_RISE = Sentence("{who} [is|are] prone and must rise first.")
GRAPPLE_NO_FLURRY = Sentence("{who} [is|are] in a grapple and can’t flurry.")
GRAPPLE_ENDS_FLURRY = Sentence("{who} [has|have] begun a grapple, which ends the flurry.")
RESTRAINED_REFLEXIVE = Sentence("{who} [is|are] restrained and can take only Reflexive actions this turn.")

# Holding at bay

GROUP_NO_THREAT = Sentence("{who} [is|are] a battle group and can’t threaten a decisive attack.")
NO_AMBUSH = Sentence("{whom} would not be surprised: no ambush.")
HELD_AT_BAY = "held at bay"
HOLDING_AT_BAY = "holding at bay"
HOLDS_AT_BAY = Sentence("{who} [holds|hold] {whom} at bay for {n} [round|rounds].", "held {whom} at bay")
CANNOT_STRIKE = Sentence("{who} can’t strike at {whom}.")
TRIES_TO_ESCAPE = Sentence("{who} [tries|try] to escape.")
HOLD_OVER = Sentence("The hold is over; {who} [is|are] quicker ({n} against {other}).")
NO_LONGER_AT_BAY = Sentence("{whom} [is|are] no longer held at bay.")

# Initiative

PAYS_INTO_CRASH = Sentence("{who} [crashes|crash] by paying the cost and [who:loses|lose] 5 more: {n}.", "crash")
BREAK = Sentence("Break: {who} [gains|gain] 5.")
SHIFT = Sentence("Shift: {who} [turns|turn] the tables; Initiative {n}.", "turned the tables")
JOIN_BATTLE = "Join Battle"

# Mounts

MOUNT_HURT = Sentence("{text} It has {n} of {most} health levels filled.")
SPEED_OF = Sentence("{mount’s} speed")
MOUNT_STAYS = Sentence("{The mount} [stays|stay].")
MOUNT_BOLTS = Sentence("{The mount} [bolts|bolt].")
RIDES = Sentence("{who} [rides|ride] {a mount}.")
LED = Sentence("{mount}, led by {who}, without a rider.")
WITHOUT_RIDER = Sentence("{mount}, without a rider. Anyone in this zone can mount it.")
RIDES_ALREADY = Sentence("{who} [is|are] already riding.")
LEADS = Sentence("{who} [leads|lead] {a mount}.")
MOUNT_IN = Sentence("{mount} is in {where}.")
MOUNT_NOWHERE = Sentence("{mount} is in no zone.")
NOTHING_TO_MOUNT = Sentence("There is no {mount} here to mount.")
GET_OFF = Sentence("Get off {mount}")
MOUNT = Sentence("Mount {mount}")
CLIMB_UP = Sentence("Climb up to {who}")
CLIMBS_UP = Sentence("{who} [climbs|climb] up to {whom}.", "climbed up to {whom}")
MOUNTS = Sentence("{who} [mounts|mount] {the mount}.", "mounted {mount}")
DISMOUNTS = Sentence("{who} [dismounts|dismount].", "dismounted")
IS_OFF = Sentence("{who} [is|are] off {the mount}.")
ON_GROUND = Sentence("{who} [is|are] back on the ground.")
MOUNT_ID = Sentence("mount must be the id of a mount, not {value}.")
NO_MOUNT = Sentence("mount: no mount is called {value}.")
ATTACK_AT = Sentence("An attack is aimed at the target or at the {mount}, not at “{what}”.")
GAMBIT_ON_RIDER = "Gambits are tried on the rider, not on the mount."
GROUP_ONE_TARGET = Sentence("{whom} [is|are] a battle group: riders and mounts are one target.")
GROUP_HITS_PEOPLE = Sentence("{who} [is|are] a battle group and can’t attack mounts.")
HARDNESS_OF = Sentence("{mount’s} Hardness")
MOUNT_FALLS = Sentence("{The mount} falls, and {who} [is|are] thrown down with it.", "unhorsed")

# Moving

MOVE_WHERE = "Choose a zone to move to, or someone to approach."
CLOSE_TO = Sentence("{who} [is|are] at close range with {names}.")
NO_GROUP_THROUGH = Sentence("{who} [is|are] not a battle group you can move through.")
THROUGH_TO_ZONE = "A battle group is crossed on the way to another zone."
GROUP_NOT_ON_WAY = Sentence("{whom} [isn’t|aren’t] on the way.")
ONLY_SINGLE_THROUGH = Sentence("{who} [is|are] a battle group; only single fighters move through one.")
CLOSE_ALREADY = Sentence("{who} [is|are] already at close range with {whom}.")
LEAVE_CLOSE_FIRST = Sentence("{who} must leave close range first.")
IN_ZONE_ALREADY = Sentence("{who} [is|are] already in {where}; moving within a zone takes no action.")
LEAVE_CLOSE_TO_GO = Sentence("{who} must leave close range before going to another zone.")
NOT_ONE_LINK = Sentence("{where} is more than one link away.")
WALL_BEFORE = Sentence("A wall blocks the way to {where}.")
OBSTACLE = Sentence("{obstacle} blocks the way to {where}: crossing it takes a roll or the storyteller’s permission.")
CLOSES_WITH = Sentence("{who} [closes|close] with {whom}.", "close")
STEPS_OUT = Sentence("{who} [steps|step] out of close range.")
MAKES_WAY = Sentence("{who} [forces|force] a way through {whom}.", "forced a way through {whom}")
MAKES_FOR = Sentence("{who} [heads|head] for {where}: {n} of {need} through difficult terrain.")
MOVES = Sentence("{who} [moves|move] to {where}.", "move")
NOT_PRONE = Sentence("{who} [isn’t|aren’t] prone.")
FAILS_TO_RISE = Sentence("{who} [fails|fail] to rise: {n} against 2.")
RISES = Sentence("{who} [rises|rise].")

# Pursuit and retreat

DIFFICULT_TERRAIN = "difficult terrain"
NO_LONGER_CHASES = Sentence("{who} no longer [pursues|pursue] {whom}.")
DOES_NOT_FOLLOW_MOVE = Sentence("{who} [doesn’t|don’t] follow {whom}.")
FOLLOWS_CLOSE = Sentence("{who} [follows|follow] {whom} to close range.", "close")
FOLLOWS = Sentence("{who} [follows|follow] {whom}.")
FALLS_BACK = Sentence("{who} [falls|fall] back from {whom}.")
STAY_PUT = "stay put"
FALL_BACK_WHERE = Sentence("Where [who:does|do] {who} fall back to?")
FALLS_BACK_TO = Sentence("{who} [falls|fall] back to {where}.", "fell back to {where}")
NO_OPPONENT_CLOSE = Sentence("{who} [has|have] no opponent at close range.")
NOT_OPPONENT_CLOSE = Sentence("{whom} [isn’t|aren’t] an opponent at close range.")
FAILS_TO_DISENGAGE = Sentence("{who} [fails|fail] to disengage.")
DISENGAGES = Sentence("{who} [disengages|disengage].", "broke away")
RUSH_WHOM = "Choose a target to rush."
NOT_SHORT_RANGE = Sentence("{whom} must be at short range, but [whom:is|are] {range}.")
OUT_OF_REACH = "out of reach"
RANGE_IN_WORDS = Sentence("at {range} range")
RUSHES = Sentence("{who} [rushes|rush] {whom}: {n} against {against}, and will follow.", "rushed {whom}")
CANNOT_CATCH = Sentence("{who} can’t catch {whom}: {n} against {against}.")
AT_RANGE = Sentence("{whom} [is|are] at {range} range; withdrawing takes medium range or more.")
WITHDRAWS = Sentence("{who} [withdraws|withdraw]: {n} of {goal}.")
LEAVES_FIELD = Sentence("{who} [leaves|leave] the battlefield.", "leave")
NOWHERE_TO_WITHDRAW = Sentence("{who} [has|have] nowhere to withdraw to.")
WITHDRAW_WHERE = Sentence("Where [who:does|do] {who} withdraw to?")
WITHDRAWS_TO = Sentence("{who} [withdraws|withdraw] to {where}.", "withdrew to {where}")

# Stealth and surprise

IN_COMBAT = "in combat"
IS_SEEN = Sentence("{who} [is|are] seen by {names}.", "[who:was|were] seen by {names}")
STAYS_HIDDEN = Sentence("{who} [stays|stay] hidden.")
NOBODY_KNOWS = Sentence("No opponent is aware of {who}.")
NOWHERE_TO_HIDE = Sentence("{who} [finds|find] nowhere to hide.")
HIDES_FROM = Sentence("{who} [hides|hide] from {names}.", "hid from {names}")
NOT_CONCEALED = Sentence("{who} [isn’t|aren’t] concealed from {names}.")
IS_FOUND = Sentence("{who} [is|are] found by {names}.", "[who:was|were] found by {names}")
GOES_TO_GROUND = Sentence("{who} [goes|go] to ground, {n} of 3.")
GONE_TO_GROUND = Sentence("{who} [has|have] gone to ground and can’t be found.", "slipped out of sight")

# The storyteller

JOINS_BATTLE = Sentence("{who} [joins|join] battle: {n}.", "join")
BATTLE_BEGINS = Sentence("The battle begins. Round 1.")
COMES_BACK = Sentence("{who} [returns|return] to the fight at -10.", "came back into the fight")
IS_THERE = Sentence("{who} [is|are] ready to join battle.")
JOINS_THE_BATTLE = Sentence("{who} [joins|join] the battle: {n}.", "join")
JOINS_AHEAD = Sentence("{who} [joins|join] the battle ahead of every opponent: {n}.", "join")
NUMBER_OF_LEVELS = Sentence("{Kind} must be a number of levels, not {n}.")
HEALS = Sentence("{who} [heals|heal].")
NOT_SELF_CRASHED = "No one has crashed by paying a cost."
NOT_RESPONSIBLE = Sentence("{who} can’t be responsible for {who.their} own Crash.")
LEFT_CRASH = Sentence("{who} left Crash this round or last round.")
BROUGHT_ABOUT = Sentence("{who} caused it and [gains|gain] 5.")

# States shown

BADGE_CRASH = "In Crash: no decisive attacks, Hardness 0"
BADGE_ONSLAUGHT = Sentence("Onslaught: -{n} Defense")
BADGE_IN_FORCE = Sentence("In force: {effects}")
BADGE_SHAPING = Sentence("Shaping {effect}: {progress}")
BADGE_DEFENDED = Sentence("Defended: {who} [meets|meet] attacks with {who.their} Parry")
SHAPING = "Shaping a spell"
SIZE = Sentence("{label} {n}")
RANGE_AIM = Sentence("{range} · Aim")
FIGHTS_IN = Sentence("fighting in {group}")
OFF_FIELD_NOW = "not on the battlefield"
WAITING = "waiting to join"
ACTS_NOW = "acting now"
WAITS_TO_STEP_IN = "can step in"
HAS_ACTED = "has acted"
CRASHED = "in Crash"
FORMED_OF = Sentence("formed of {names}")
CLOSE = "close to"
TURNS_IN_CRASH = Sentence("{who}: {n} of 3 turns in Crash")
TURNS_IN_CRASH_RESETS = Sentence("{who}: {n} of 3 turns in Crash; resets next turn")
HOLDS_REMINDER = Sentence("{who} [holds|hold] {whom}: {n} control [round|rounds]")
DELAYED = Sentence("{who} [has|have] delayed and [who:hasn’t|haven’t] acted")
BAY_ENDS = Sentence("{who’s} hold at bay ends with this round")
WITHDRAWING = Sentence("{who} [is|are] withdrawing: {n} of 10, lost without a roll this round")
MUST_ATTACK = Sentence("{who} must attack {whom} next turn")
REGAINS_FIVE = Sentence("{who} [regains|regain] 5 motes")
IS_SHAPING = Sentence("{who} [is|are] shaping {effect}: {n} of {need}")
HAS_SHAPED = Sentence("{who} [is|are] shaping {effect}: ready")
TIMER_THIS_ROUND = Sentence("{label}: this round")
TIMER_NEXT_ROUND = Sentence("{label}: next round")
CONTROL_ROUNDS = "control rounds"
