"""Every sentence of Skirmish: its log, its refusals, questions and reminders."""

from __future__ import annotations

from exgui.engine.sentences import Sentence

# Rounds and activations

BATTLE_BEGINS = Sentence("The battle begins. Round 1.")
ROUND_BEGINS = Sentence("Round {n} begins.")
ACTIVATES = Sentence("{who} [activates|activate].")
WHO_ACTIVATES = Sentence("{side}: who activates?")
CHOOSE_WHO = "Click a combatant, or type the number on the token."
NO_SIDE = Sentence("There is no side called {side}. Choose from {sides}.")
NO_TICKS = "This game has no ticks to act on."
IS_A_THING = Sentence("{who} [is a thing|are things] and can’t act.")
HAS_ACTIVATED = Sentence("{who} [has|have] already activated this round.")
IS_ACTIVE = Sentence("{who} [is|are] active and [hasn’t|haven’t] finished.")
TURN_OF_SIDE = Sentence("It is the {side’s} turn.")
ROUND_ACTION_TAKEN = Sentence("{who} [has|have] already taken a round action in this activation.")
FLEEING_NO_FIGHT = Sentence("{who} [is|are] fleeing and can’t fight.")
ALREADY_MOVED = Sentence("{who} [has|have] already moved in this activation.")
HAS_SURRENDERED = Sentence("{who} [has|have] surrendered.")
JOINS = Sentence("{who} [joins|join] the battle.", "join")
MUST_FLEE = Sentence("{who} must flee and [hasn’t|haven’t] moved.")
NOT_RELOADED = Sentence("{who} [hasn’t|haven’t] reloaded: {things}.")

# Moving

MOVES = Sentence("{who} [moves|move] to {where}.", "move")
WHERE_TO = "Choose where to go."
NOWHERE = Sentence("{who} [isn’t|aren’t] in any zone.")
IS_THERE = Sentence("{who} [is|are] already there.")
NOT_NEXT_TO = Sentence("{where} is not next to {here}.")
WALL_BETWEEN = Sentence("A wall separates {who} from {where}.")
OBSTACLE = Sentence("{obstacle} blocks the way. The storyteller decides how to cross it.")
ENTANGLED_NO_MOVE = Sentence("{who} [is|are] entangled by {whom} and can’t move.")

# Attacking

MISSES = Sentence("{who} [misses|miss] {whom} with {a weapon}.", "miss")
HITS = Sentence("{who} [hits|hit] {whom} with {a weapon}: {damage}.", "hit")
HITS_IN_VAIN = Sentence("{who} [hits|hit] {whom} with {a weapon}, to no effect.", "vain")
IS_HIT = Sentence("{whom} [is|are] hit: {damage}.", "struck")
IS_HIT_IN_VAIN = Sentence("{whom} [is|are] hit, to no effect.")
DAMAGE = Sentence("{n} damage")
DAMAGE_OF_KIND = Sentence("{n} damage ({kinds})")
WITHSTANDS_POISON = Sentence("{who} [withstands|withstand] the poison.")
SUFFERS_POISON = Sentence("{who} [suffers|suffer] the poison’s effect: {effect}.", "suffered from poison")
DAMAGE_OF = Sentence("Damage: {source}")
WRONG_KIND = Sentence("Choose one kind of attack: {kinds}. “{kind}” is not one of them.")
WRONG_HAND = "Choose the main or the off hand."
WITH_WHAT = "Choose a weapon to attack with."
NO_WEAPON = Sentence("{who} [has|have] no weapon called {weapon}.")
WHICH_ZONE = Sentence("Choose which zone {the weapon} hits.")
WHOM = "Choose a target to attack."
ONLY_BLAST = Sentence("Only a blast weapon can target a zone; {the weapon} can’t.")
NOT_THEMSELVES = "Combatants can’t attack themselves."
ALREADY_DESTROYED = Sentence("{who} [is|are] already destroyed.")
ONLY_DAMAGED = Sentence("{who} [is a thing|are things] and can only be damaged.")
NOT_NEARBY = Sentence("{who} [is|are] not nearby.")

# Weapons

IS_DESTROYED = Sentence("{The weapon} [is|are] destroyed.")
NOT_IN_HAND = Sentence("{who} [doesn’t|don’t] have {the weapon} in hand.")
RELOAD_FIRST = Sentence("{The weapon} must be reloaded first.")
ONCE_IN_A_STRETCH = Sentence("{The weapon} can be used only once per stretch.")
OFF_HAND_ALONE = Sentence("{The weapon} [needs|need] both hands, so the off hand alone isn’t enough.")
BOTH_HANDS = Sentence("{The weapon} [needs|need] both hands, but {who} [has|have] only one free.")
OFF_HAND_TAKEN = Sentence("{who’s} off hand is not free.")
NO_FREE_HAND = Sentence("{who} [has|have] no free hand for {the weapon}.")
NO_WAY = Sentence("No path leads from {who} to {to}.")
UNSEEN = Sentence("{who} can’t see {whom} and [who:isn’t|aren’t] nearby.")
TOO_FAR_TO_TOUCH = Sentence("{to} [is|are] at {band} range; {the weapon} can only hit nearby targets.")
OUT_OF_RANGE = Sentence("{to} [is|are] at {band} range; {the weapon} [reaches|reach] only {reach} range.")
MOVED_NO_RANGED = Sentence("{who} [has|have] moved and can’t use {the weapon} after moving.")
TAKES = Sentence("{who} [takes|take] {the weapon}.", "took {weapon}")
READIES = Sentence("{who} [readies|ready] {the weapon}.")
PUTS_AWAY = Sentence("{who} [puts|put] away {the weapon}.")
RELOADS = Sentence("{who} [reloads|reload] {the weapon}.")
NOTHING_TO_RELOAD = Sentence("{who} [has|have] nothing to reload.")
WHICH_WEAPON = "Choose a weapon."
NONE_LIES_HERE = Sentence("{who} [has|have] no weapon called {weapon}, and none by that name is lying here.")
HAS_IN_HAND = Sentence("{who} already [has|have] {the weapon} in hand.")
LIES_ELSEWHERE = Sentence("{The weapon} [is|are] lying in {where}.")
NOT_HELD = Sentence("{who} [doesn’t|don’t] have that in hand.")
OWNED = Sentence("{weapon} ({owner’s})")

# Reactions and duels

WHO_REACTS = Sentence("{who} [is|are] under attack. Does anyone react?")
NOBODY_REACTS = "No one reacts"
NOBODY_REACTS_FOR = Sentence("{who}: no one reacts")
DODGE = Sentence("Dodge: AGI {n}")
COUNTER = Sentence("Counter: {how}")
GUARDED_BY = Sentence("Guarded by {who}")
TRIES_TO_DODGE = Sentence("{who} [tries|try] to dodge.")
FAILS_TO_DODGE = Sentence("{who} [fails|fail] to dodge.")
DODGES = Sentence("{who} [dodges|dodge] and [who:takes|take] no harm.", "dodge")
GUARDS = Sentence("{who} [guards|guard] {whom} and [who:takes|take] the attack instead.", "shielded {whom}")
COUNTERS = Sentence("{who} [counters|counter]: a duel.")
COUNTERS_WITH = Sentence("{who} [counters|counter] with {a weapon}: a duel.")
IMPOSSIBLE_REACTION = Sentence("“{kind}” can’t answer this attack; choose from “{kinds}”")
IMPOSSIBLE_REACTOR = Sentence("“{by}” can’t answer this attack with “{kind}”; choose from “{kinds}”")
IMPOSSIBLE_COUNTER = Sentence("a counter can’t be “{does}” here; choose from “{kinds}”")
IMPOSSIBLE_WEAPON = Sentence("“{weapon}” can’t counter this attack; choose from “{kinds}”")
WRONG_REACTION = Sentence("choose a reaction ({kinds}), not “{kind}”")
REACTION_OF = Sentence("{whom}: {wrong}.")
ONE_COUNTER = "Only one target of an attack may counter it."
NOBODY_CAN = Sentence("“{kind}” is not possible against this attack.")
TOGETHER = Sentence("Both blows land at the same time.")
COIN = "a coin"
COIN_ROLL = "Coin: on 1 the attacker strikes first"

# Attacks without harm

RESISTS_DISARM = Sentence("{whom} [resists|resist] {who’s} attempt to disarm {whom.them}.")
RESISTS_SHOVE = Sentence("{whom} [resists|resist] {who’s} attempt to shove {whom.them}.")
RESISTS_GRAB = Sentence("{whom} [resists|resist] {who’s} attempt to grab {whom.them}.")
HOLDS = Sentence("{who} [holds|hold] {whom}.", "seized {whom}")
LETS_GO = Sentence("{who} [lets|let] {whom} go.")
FREE_AGAIN = Sentence("{who} [is|are] free again.")
DISARMS = Sentence("{who} [disarms|disarm] {whom}, who [whom:drops|drop] {the weapon}.", "disarmed {whom}")
DROPS = Sentence("{whom} [drops|drop] {the weapon}.", "dropped {weapon}")
SHOVES = Sentence("{who} [shoves|shove] {whom}.", "shoved {whom} back")
SHOVES_INTO = Sentence("{who} [shoves|shove] {whom} into {where}.", "shoved {whom} into {where}")
IS_SHOVED = Sentence("{whom} [is|are] shoved.", "[who:was|were] shoved back")
IS_SHOVED_INTO = Sentence("{whom} [is|are] shoved into {where}.", "[who:was|were] shoved into {where}")
HAZARD_OF = Sentence("the hazard in {where}")
DAMAGE_OF_HAZARD = Sentence("Damage from {hazard}")
PUSHED_INTO = Sentence("{whom} [is|are] pushed into {hazard}: {n} damage.", "[who:was|were] pushed into {hazard}")
ASK_HOLD = Sentence("[who:Does|Do] {who} hold on to {whom}?")
HOLD_ON, ONLY_HURT = "hold on", "only hurt"
ASK_DROP = Sentence("What [whom:does|do] {whom} drop?")
ASK_TAKE = Sentence("[who:Does|Do] {who} take {the weapon}?")
TAKE_IT, LEAVE_IT = "take it", "leave it"
ALREADY_HOLDS = Sentence("{who} already [holds|hold] {whom}.")
NO_HAND_TO_HOLD = Sentence("{who} [has|have] no free hand to hold {whom}.")
NO_WEAPON_IN_HAND = Sentence("{whom} [has|have] no weapon in hand.")
NOT_IN_THEIR_HAND = Sentence("{whom} [has|have] no {item} in hand.")
NO_HAND_TO_TAKE = Sentence("{who} [has|have] no free hand to take the dropped weapon.")
MORE_THAN_A_ZONE = Sentence("{where} is more than one zone away.")
CANNOT_SHOVE_THERE = Sentence("The way from {who} to {where} is blocked.")
ENTANGLED_NO_SHOVE = Sentence("{who} [is|are] entangled and can’t follow to {where}.")
DOES_NOT_HOLD = Sentence("{who} [isn’t|aren’t] holding {whom}.")
HOLDS_NOBODY = Sentence("{who} [isn’t|aren’t] holding anyone.")

# Blasts

BLAST_HITS = Sentence("{who’s} {weapon} [hits|hit] everyone in {where}.")
BLAST_MISSES = Sentence("{who} [misses|miss]: the blast goes off in {where}.")
WHERE_MISS_GOES = Sentence("Where the miss lands: {zones}")

# Harm, wear, repair

CRITICAL = Sentence("{who} [takes|take] critical damage and can’t be used until repaired.", "[who:was|were] wrecked")
BEYOND_REPAIR = Sentence("{who} [is|are] destroyed beyond repair.", "down")
INCAPACITATED = Sentence("{who} [is|are] incapacitated.", "down")
ITEM_DAMAGED = Sentence("{who’s} {weapon} [is|are] damaged.")
ITEM_DESTROYED = Sentence("{who’s} {weapon} [is|are] destroyed.")
ITEM_REPAIRED = Sentence("{who’s} {weapon} [is|are] repaired.")
THING_REPAIRED = Sentence("{who} [is|are] repaired: structure {n} of {most}.")
HEALS = Sentence("{who} [heals|heal]: {n} of {most} health.")
REPAIR_AMOUNT = Sentence("A repair restores 1 to {most}, not {n}.")
UNDAMAGED = Sentence("{what} [is|are] undamaged.")
NOTHING_TO_REPAIR = Sentence("Nothing called {what} can be repaired.")
WHO_HEALS = "Choose who heals."
HEALTH_AMOUNT = Sentence("Healing restores 1 to {most} health, not {n}.")
HAS_NO_TRACK = Sentence("{who} [has|have] no {track}.")
PASSED = Sentence("{who} [rolls|roll] {score}: passed.")
FAILED = Sentence("{who} [rolls|roll] {score}: failed.")
BEHIND_COVER = Sentence("{who} [is|are] behind {cover}.")
WRONG_COVER = Sentence("Cover is “none” or “cover”, not “{level}”.")
PUT_BESIDE = Sentence("The storyteller moves {who} next to {whom}.")

# Animals and riders

STAYS_CALM = Sentence("{who} [stays|stay] calm.")
SPOOKED = Sentence("{who} [is|are] spooked and [bolts|bolt].", "flee")
STAYS_ON = Sentence("{who} [stays|stay] in the saddle.")
FALLS = Sentence("{who} [falls|fall] from the saddle.", "unhorsed")

# Morale

MORALE_CHECKED = Sentence("Round {n} ends: morale check for {who}.")
BAND_CHECKED = Sentence("Round {n} ends: morale check for {band}.")
MORALE_ROLL = "Morale: WIT"
MORALE_ROLL_FOR = Sentence("Morale: WIT, {goals} or less")
STANDS_FIRM = Sentence("{who} [stands|stand] firm on a roll of {n}.")
MORALE_BREAKS = Sentence("A roll of {n} breaks {who’s} morale.", "waver")
FLEE_OR_SURRENDER = Sentence("[who:Does|Do] {who} flee or surrender?")
FLEES = Sentence("{who} [flees|flee].", "flee")
SURRENDERS = Sentence("{who} [surrenders|surrender].", "surrender")
MORALE_DUE = Sentence("Morale check for {who} at the end of this round")
BAND_DUE = Sentence("Morale check for {band} at the end of this round")

# States shown

OUT_OF_ORDER = Sentence("{who} can’t be used until repaired")
MUST_RELOAD = Sentence("{who} must reload: {things}")
IS_FLEEING = Sentence("{who} [is|are] fleeing")
TIMES_DAMAGED = Sentence("{item} {n} of {most}")
DAMAGED = Sentence("Damaged: {things}")
DAMAGED_GEAR = "Damaged gear"
MORALE_BROKEN = "Morale broken"
FIRM = "Stands firm"
IMMUNE = "Immune to morale checks for the scene"
TO_RELOAD = Sentence("To reload: {things}")
SPENT = Sentence("Used up for this stretch: {things}")
MUST_ROLL = Sentence("{band} · WIT to hit")
OFF_FIELD = "not on the battlefield"
WAITING = "waiting to join"
DESTROYED, CRITICALLY_DAMAGED = "destroyed", "out of order"
SURRENDERED, DOWN = "surrendered", "incapacitated"
ACTS_NOW = "acting now"
QUICK_ACTIONS_LEFT = "has acted; quick actions still possible"
ACTIVATED, TO_ACTIVATE = "has activated", "can activate or react"
