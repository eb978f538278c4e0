"""What the players may know of a battle, and nothing else.

`PublicView` follows a battle in progress and gives a `PublicBattle`: separate records, made only of what may be seen.
Everything that shows something to the players gets a `PublicBattle` and never the battle.

- `records`: the `PublicBattle` and its parts, also as plain data; the settings.
- `sight`: who and what is seen, whether the present moment is kept from the players, and the clock as they see it if a
  hidden combatant was the first on it.
- `names`: the players' own ids and names.
- `sentences`: what the players read about a step.
- `known`: everything that the players have been shown so far, step by step.
- `picture`: the `PublicBattle` made from what is known.
- `view`: the same for a battle in progress.

A hidden combatant who only takes their turns leaves no trace in it. What they change under the rules is seen, and
anyone who knows the rules can infer from it that a hidden combatant exists:

- `ex2-03`: the reaction count is that of the fastest of all. A visible combatant may come sooner than their successes
  imply (no one begins more than 6 ticks after the first of all), and a late arrival may come later than theirs imply.
- `ex3-05b`, `ex3-05a`: a combatant who delays, steps in or rises above the clock comes after the hidden combatant who
  was first.
- `re-12`, `re-13`: the first to act is not always the best of the visible combatants, nor is a side that has a hidden
  one; dice that break a tie are not shown.
- What a hidden combatant does to others (a hold, a wound, an order to a band) is seen in its effect on them; a zone
  into which they drag a visible combatant is seen at once.
- If the combatant whose turn it was is taken out and a hidden one is next, it is no one's turn for a while.
"""

from exgui.play.public.known import Known, begin, follow
from exgui.play.public.picture import public
from exgui.play.public.records import PublicBattle, PublicSettings, public_data
from exgui.play.public.view import PublicView

__all__ = ["Known", "PublicBattle", "PublicSettings", "PublicView", "begin", "follow", "public", "public_data"]
