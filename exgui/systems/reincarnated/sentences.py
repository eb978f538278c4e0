"""Every sentence of Reincarnated: the log, refusals, questions and reminders."""

from __future__ import annotations

from exgui.engine.sentences import Sentence

# Defeat and time

DEFEATED = Sentence("{who} [is|are] defeated and at {who.their} opponents’ mercy.", "down")
GAINS_LIMIT = Sentence("{who} [gains|gain] 1 Limit from the humiliation.")
SURVIVAL = Sentence("{who} now [thinks|think] only of survival: surrender or flee.", "waver")
SURRENDER_OR_FLEE = Sentence("{who}: surrender or flee?")
SURRENDERS = Sentence("{who} [surrenders|surrender].", "surrender")
WANTS_AWAY = Sentence("{who} [turns|turn] to flee.")
NOT_THINKING_OF_SURVIVAL = Sentence("{who} [isn’t|aren’t] thinking of survival.")
FIGHTS_ON = Sentence("{who} [fights|fight] on.")
NOT_DEFEATED = Sentence("{who} [isn’t|aren’t] defeated.")
CHEATING_COSTS = Sentence("Cheating death costs one of these: {costs}.")
COST_LENGTH = Sentence("Describe the cost in at most {n} letters.")
COST_NEEDED = "Cheating death always has a cost: choose one."
CHEATS_DEATH = Sentence("{who} [cheats|cheat] death. The cost: {cost}.", "cheated death")
COST_IN_WORDS = Sentence("{kind} ({note})")
CHEATS_DEATH_SEEN = Sentence("{who} [cheats|cheat] death.", "cheated death")
HOW_LONG = "Enter the time in hours or nights."
TIME_NUMBER = Sentence("{name} must be a whole number from 0 to {most}, not {n}.")
NO_TIME = "Enter at least an hour or a night."
UNDISTURBED = "undisturbed must be true or false."
REGAINS = Sentence("{who} [regains|regain] {n} Health")
TIME_PASSES = Sentence("Time passes: {changes}.")
UNHURT = Sentence("{who} [is|are] unhurt.")
FULL_NIGHTS, HOURS = Sentence("{n} full [night|nights]"), Sentence("{n} [hour|hours]")
FULL_HEALTH = "full Health"
TO_BE_DECIDED = "to be decided"
FIGHT_ON, SURRENDER, FLEE = "Fight on", "Surrender", "Flee"

# The environment

ENVIRONMENT_LEVEL = Sentence("Choose a level for the environment: {levels}, not “{level}”.")
WHICH_ZONE = "Choose a zone."
HARMLESS_ZONE = Sentence("Nothing in this zone does harm. Choose a level: {levels}.")
HARMED_BY_ZONE = Sentence(
    "{who} [takes|take] {n} damage from the environment in {where} ({level}).", "suffered in {where}"
)

# Who acts

CANNOT_ACT = Sentence("{who} can’t act.")
ROLL_DECIDES = "In a static order the roll decides who begins."
BATTLE_BEGINS = Sentence("The battle begins.")
WHO_BEGINS = "Who begins?"
ACTS_FIRST = Sentence("{who} [acts|act] first.")
ACTS_ON = Sentence("{who} [acts|act] on {n}.")
WHICH_MANEUVER = "Choose the maneuver that goes with the strike."
TWO_ACTIONS = "A maneuver and a strike together take two actions."
NO_TICKS = "This game has no ticks to act on."
NOT_NAMED_YET = Sentence("It is not {who’s} turn: no one has named {who.them} yet.")
ACTS_BEFORE = Sentence("{who} [acts|act] before that, and must end {who.their} turn first.")
MORE_ACTIONS = Sentence("More than {n} [action requires|actions require] a bonus action.")
MOST_ACTIONS = Sentence("A turn can’t have more than {n} [action|actions], whatever grants them.")
STRIKE_MADE = Sentence("{who} [has|have] already made this turn’s strike.")
WAITED_IN_VAIN = Sentence("What {who} waited for did not happen: {who.their} actions are lost.")
ROUND_BEGINS = Sentence("Round {n} begins.")
WHO_IS_NEXT = "Choose who acts next."
NOBODY_TO_NAME = "No one has to be named."
FIXED_ORDER = "The order is fixed."
HAS_ACTED = Sentence("{who} [has|have] acted this round.")
NAMES_NEXT = Sentence("{who} acted last and [who:names|name] who acts next.")
NOT_ON_SIDE = Sentence("It is the turn of {who’s} side, but {whom} [isn’t|aren’t] on it.")
ACTS = Sentence("{who} [acts|act].")
HAS_SURRENDERED = Sentence("{who} [has|have] surrendered.")
IS_DEFEATED = Sentence("{who} [is|are] defeated.")
NO_ACTION_LEFT = Sentence("{who} [has|have] no action left this turn.")
ONE_ACTION_LEFT = Sentence("{who} [has|have] only one action left this turn.")
NAMED_AFTERWARDS = Sentence("It is {who’s} turn. Name who acts next when it ends.")
BATON_STAYS = Sentence("{who} [goes|go] first: the baton stays on a side until everyone on it has acted.")
BATON_STAYS_WITH = Sentence("{n} others go first: the baton stays on a side until everyone on it has acted.")
WHO_ACTS_NEXT = "Who acts next?"
STORYTELLER_NAMES = "The storyteller decides. Click a token, or type its number."
SIDE_WHO_ACTS = Sentence("{side}: who acts?")
SIDE_WHO_NEXT = Sentence("{side}: who is next?")
NAME_ONE_OF_SIDE = "It is this side’s turn. Click a token, or type its number."
PASSES_BATON = Sentence("{who} [passes|pass] the baton. Click a token, or type its number.")
CHOOSES_FIRST_OF = Sentence("{who} [chooses|choose] who begins for {side}")
ALL_HAVE_ACTED = Sentence("Everyone in {side} has acted. Click a token, or type its number.")
ROLL_FOR_IT = "Roll for it"
COIN = "Coin: 2 is heads"
TURN_ORDER = "Turn order"

# Gear

STORE_OR_FETCH = "Choose one thing to store or to fetch."
NOT_EXALTED = Sentence("{who} [isn’t|aren’t] Exalted and can’t reach Elsewhere.")
NO_ELSEWHERE = Sentence("{The item} can’t be put Elsewhere.")
ELSEWHERE_ALREADY = Sentence("{The item} [is|are] already Elsewhere.")
ON_GROUND = Sentence("{The item} [is|are] lying on the ground.")
NOT_ELSEWHERE = Sentence("{The item} [isn’t|aren’t] Elsewhere.")
CHOOSE_WEAPON = "Choose a weapon."
IN_HAND = Sentence("{The weapon} [is|are] already in hand.")
FETCH_TAKES_ACTION = Sentence("{The weapon} [is|are] Elsewhere; fetching takes an action.")
READIES = Sentence("{who} [readies|ready] {the weapon}.")
HAS_NOTHING_CALLED = Sentence("{who} [has|have] nothing called {thing}.")
PICK_UP_AFTER = Sentence(
    "{The weapon} [was|were] struck away and can be picked up only after {who’s} turn in round {n}."
)

# Waiting

WAIT_FOR_WHAT = "Describe what they are waiting for."
WAIT_LENGTH = Sentence("Describe it in at most {n} letters.")
WAITS = Sentence("{who} [waits|wait] for something.")
WAITS_UNTIL = Sentence("{who} [waits|wait] for “{event}”.")
BEFORE = "before must be true or false."
WHAT_HAPPENS = "Describe what happens."
NOTHING_IS_AWAITED = "No one is waiting for that."
ANOTHER_IS_AWAITED = Sentence("No one is waiting for that, only for “{events}”.")

# Maneuvers

WALL_SHATTERED = Sentence("The wall before {where} is shattered.", "kept")
INTO_WHICH_ZONE = Sentence("Into which zone [whom:does|do] {whom} go?")
KEEPS_PACE = Sentence("{who} [keeps|keep] pace with {whom}.")
IN_COVER = Sentence("{who} [is|are] in cover: {level} Defense Advantage.")
DEFENDS = Sentence("{who} [defends|defend] {whom}.", "defend")
BUILDS_POWER = Sentence("{who} [builds|build] Power: {n}.")
LEVEL = Sentence("A level is minor, moderate or major, not “{level}”.")
WHO_OPPOSES = "Choose a target to oppose it."
MORE_THAN_ONE_ZONE = Sentence("{where} is more than one zone away from {whom}.")
WALL_BETWEEN = Sentence("A wall separates {whom} from {where}.")
NATURAL = Sentence("{The weapon} [is a natural weapon|are natural weapons].")
CANNOT_DISARM = Sentence("{The weapon} can’t be struck away.")
NOT_IN_HAND = Sentence("{who} [doesn’t|don’t] have {the weapon} in hand.")
NO_WEAPON_IN_HAND = Sentence("{who} [has|have] no weapon in hand.")
NATURAL_STAYS = "Natural weapons can’t be struck away."
DEFENDED_ELSEWHERE = Sentence("{who} [is|are] in another zone and can be defended only there.")
NOTHING_TO_RECOVER = Sentence("{who} [has|have] no Disadvantage to recover from.")
NO_COVER = Sentence("{who} [isn’t|aren’t] in cover.")
COVER_LEVELS = "Cover gives a Minor or Moderate Advantage."
NO_MANEUVER = Sentence("{game} has no maneuver called {maneuver}.")
AGAINST_WHAT = Sentence("Choose what the maneuver goes against: {values}.")
OUT_OF_REACH = Sentence("{who} [is|are] out of reach: enter {who.their} zone, or use a weapon that reaches it.")
OPPOSE, RECOVER = "Oppose", "Recover"
THEIR_ROLL = "their roll"
GRAPPLING_WITH = Sentence("{weapon}, grappling")
TO_SEE_A_WEAKNESS, TO_RECOVER = "to see a weakness", "to recover"
COVER_THERE, NO_OBSTACLE = "cover there", "no obstacle"

# Moving

WHERE_TO = "Choose where to go."
IN_ZONE_ALREADY = Sentence("{who} [is|are] already in {where}; moving within it takes no action.")
NOT_ON_MAP = Sentence("{who} [isn’t|aren’t] on the map.")
NOT_NEXT_TO = Sentence("{where} is not next to {here}.")
WALL_BEFORE = Sentence("A wall blocks the way to {where}.")
NOT_THEIR_OWN_WAY = "Combatants can’t block their own way."
NOT_IN_THE_WAY = Sentence("{who} [is|are] neither here nor in {where} and can’t block the way.")
AN_OBSTACLE = "an obstacle"
DEFENSE_OF = Sentence("{who’s} Defense")
BREAK_FREE = "Break free"
THROUGH_THE_WALL = Sentence("{where}, through the wall")
KEEPS_PACE_TO = Sentence("{who} [keeps|keep] pace and [who:moves|move] to {where}.", "move")

# Strikes

NOT_IN_THEIR_HAND = Sentence("{The weapon} [isn’t|aren’t] in {who’s} hand.")
STRUCK_AWAY = Sentence("{The weapon} [was|were] struck from {who’s} hand.", "[who:was|were] disarmed")
SAME_ZONE_ONLY = Sentence("{The weapon} [strikes|strike] only within the same zone.")
WALL_BETWEEN_THEM = Sentence("A wall separates {who} and {whom}.")
STRIKE_WHOM = "Choose a target to strike."
STRIKE_AGAINST = "A strike targets Defense, Block or Evasion."
STRIKE_AGAINST_DEFENSE = Sentence("A strike targets Defense, not {value}.")
TOO_FAR = Sentence("{whom} [is|are] {n} [boundary|boundaries] away; {the weapon} [crosses|cross] at most {reach}.")
NO_WEAKNESS_KNOWN = Sentence("{who} [knows|know] of no weakness in {whom}.")
AGAINST_WHICH = Sentence("{who’s} weakness is exposed. Which value is the strike against?")
STRIKE, ONE_MORE = "Strike", "one more to hit"
VALUE_AND_NUMBER = Sentence("{value} {n}")
VALUE_OF = Sentence("{who’s} {value}")
AT_LEAST_ESSENCE, NEVER_BELOW_0, PROTECTION = "at least Essence", "never below 0", "protection"
MAGNITUDE, MAGNITUDE_ACCURACY = "Magnitude", "Magnitude, accuracy"

# Powers

DECLARE_FORM = Sentence('“{text}” is not understood. Write "{power}" or "{power}:2".')
USED_ONCE = Sentence("{power} can be used once, not {n} times.")
USED_UP_TO = Sentence("{power} can be used 1 to {most} times, not {n}.")
TOO_LITTLE_POWER = Sentence("That costs {n} Power; {who} [has|have] {left}.")

# The storyteller

ADVANTAGE_SPAN = Sentence("advantages.{source} must be a level from -{most} to {most} other than 0, not {n}.")
WRONG_COVER = Sentence("Cover is none, minor or moderate, not “{level}”.")

# States shown

THINKS_OF_SURVIVAL = Sentence("{who} [thinks|think] of survival: surrender or flee?")
DIE_OR_CHEAT = Sentence("{who} [is|are] defeated. Die or cheat death?")
MUST_FLEE = Sentence("{who} must flee and [hasn’t|haven’t] moved.")

BADGE_WAITS = Sentence("Waiting for “{event}”")
HOLDER = Sentence("{who} ({n} to break free)")
BADGE_HELD = Sentence("Held by {who}")
BADGE_EXPOSED = Sentence("A weakness is known to {who}")
BADGE_DISARMED = Sentence("On the ground: {things}")
SAME_ZONE = "same zone"
BOUNDARIES = Sentence("{n} [boundary|boundaries]")
BOUNDARIES_TOO_FAR = Sentence("{n} [boundary|boundaries] · too far")
WHO_NEXT = "who is next?"
WAITING, OFF_FIELD_NOW = "waiting to join", "not on the battlefield"
SURRENDERED, OUT = "surrendered", "defeated"
ACTS_NOW, ACTS_NOW_NONE_LEFT = Sentence("acting now, {n} [action|actions] left"), "acting now, no actions left"
WAITING_UNTIL = Sentence("waiting for “{event}”")
ACTED, TO_ACT, BESIDE = "has acted", "to act", "beside"
WAITS_REMINDER = Sentence("{who} [is|are] waiting for “{event}”")
WEAPON_LIES = Sentence("{who’s} {weapon} [is|are] lying on the ground and can be picked up")
WEAPON_LIES_UNTIL = Sentence(
    "{who’s} {weapon} [is|are] lying on the ground until {who.their} turn in round {n} is over"
)
ADVANTAGE, DISADVANTAGE = "Advantage", "Disadvantage"
LEVEL_OF = Sentence("{level} {kind} ({source})")
MAGNITUDE_OF, HEALTH = Sentence("Magnitude {n}"), "Health"

# What comes of an action

MISSES = Sentence("{who} [misses|miss] {whom} with {a weapon}: {n} [success|successes] against {value} {goal}.", "miss")
HITS = Sentence(
    "{who} [hits|hit] {whom} with {a weapon}, {n} [success|successes] against {value} {goal}: "
    "{damage} damage ({parts}).",
    "hit",
)
IS_HIT = Sentence("{whom} [is|are] hit: {damage} damage.", "struck")
SIDES_IN_TURN = Sentence("The sides take turns: {sides}.")
PUTS_ELSEWHERE = Sentence("{who} [puts|put] {the item} Elsewhere.")
FETCHES = Sentence("{who} [fetches|fetch] {the item} from Elsewhere.")
ACTS_BEFORE_IT = Sentence("{Event}: {who} [acts|act] before it.")
ACTS_AFTER_IT = Sentence("{Event}: {who} [acts|act] after it.")
PULLS_ABOUT = Sentence("{who} [pulls|pull] {whom} around.")
KNOCKS_ABOUT = Sentence("{who} [knocks|knock] {whom} around.")
PULLS = Sentence("{who} [pulls|pull] {whom} into {where}.", "pulled {whom} into {where}")
KNOCKS = Sentence("{who} [knocks|knock] {whom} into {where}.", "knocked {whom} into {where}")
IS_PULLED = Sentence("{whom} [is|are] pulled into {where}.", "[who:was|were] pulled into {where}")
IS_KNOCKED = Sentence("{whom} [is|are] knocked into {where}.", "[who:was|were] knocked into {where}")
HOLDS = Sentence("{who} [holds|hold] {whom}: {n} [success|successes] needed to break free.", "seized {whom}")
IS_HELD = Sentence("{whom} [is|are] held: {n} [success|successes] needed to break free.", "[who:was|were] seized")
GIVES_DISADVANTAGE = Sentence("{who} [gives|give] {whom} a {level} Disadvantage ({kind}).", "hinder")
HAS_DISADVANTAGE = Sentence("{whom} [has|have] a {level} Disadvantage ({kind}).")
NO_RECOVERY = Sentence("{who} [fails|fail] to recover: {n} [success|successes] of {needed}.")
RECOVERS = Sentence("{who} [recovers|recover]: Disadvantages drop by {n} [level|levels].")
SMASHES = Sentence("{who} [smashes|smash] the scenery.", "smashed scenery")
SMASHES_NOTED = Sentence("{who} [smashes|smash] the scenery: {note}.", "smashed scenery")
TAKES_COVER_OF = Sentence("{who} [destroys|destroy] {whom’s} cover.")
DISARMS = Sentence("{who} [strikes|strike] {the weapon} from {whom’s} hand.", "disarmed {whom}")
EXPOSES = Sentence("{who} [exposes|expose] {whom’s} weakness.", "expose")
EXPOSES_TO = Sentence("{who} [exposes|expose] {whom’s} weakness to {friend}.", "expose")
SUCCEEDS = Sentence("{who’s} maneuver succeeds.")
SUCCEEDS_NAMED = Sentence("{who} [succeeds|succeed]: {name}.")
HAS_LEVEL = Sentence("{who} [has|have] a {level} {kind} ({name}).")
GAVE_LEVEL = Sentence("{giver} [gives|give] {who} a {level} {kind} ({name}).")
FAILS_TO_REACH = Sentence("{who} [fails|fail] to reach {where}: {n} [success|successes] of {goal}.")
MOVE_TO = Sentence("Move to {where}")
MOVES = Sentence("{who} [moves|move] to {where}.", "move")
NOT_FREE = Sentence("{who} [fails|fail] to break free of {whom}: {n} [success|successes] of {goal}.")
BREAKS_FREE = Sentence("{who} [breaks|break] free of {whom} for this move.")
HOLD_OF = Sentence("{who’s} hold")
DEFENDS_NO_LONGER = Sentence("{who} no longer [defends|defend] {whom}.")
PASSES = Sentence("{who} [passes|pass] the turn to {whom}.")
USES = Sentence("{who} [uses|use] {power}.", "use")
USES_FOR = Sentence("{who} [uses|use] {power} for {price}.", "use")
FAILS = Sentence("{What}: {who} [fails|fail], {n} [success|successes] of {goal}.")
