"""What the players may know of a battle, and nothing else.

`PublicView` follows a battle under way and gives a `PublicBattle`: records of their own, made only of what may be
seen. Whatever shows something to the players is given a `PublicBattle` and never the battle.

- `records`: the `PublicBattle` and what it is made of, also as plain data; the settings.
- `sight`: who and what is seen, whether the battle stands at a moment that is kept from the players, and the clock as
  they see it, where somebody hidden was the first on it.
- `names`: ids and names of the players' own.
- `sentences`: what is said of a step.
- `known`: all that the players have been shown so far, step by step.
- `picture`: the `PublicBattle` of what is known.
- `view`: the same for a battle under way.

Somebody hidden who only takes their turns leaves no trace in it. What they change by the rules is seen, and whoever
knows the rules can tell from it that somebody is there:

- `ex2-03`: the reaction count is that of the fastest of all. Among those who are seen somebody may be nearer than their
  successes say (nobody begins more than 6 ticks after the first of all), and whoever joins late may come later than
  theirs say.
- `ex3-05b`, `ex3-05a`: whoever delays, steps in or rises above the clock comes after somebody hidden who was first.
- `re-12`, `re-13`: whoever begins is not always the best of those who are seen, nor is a side that has somebody hidden;
  of dice that break a tie none are shown.
- What somebody hidden does to others (a hold, a wound, an order to a band) is seen in what becomes of these;
  a zone into which they drag somebody is seen at once.
- If the one whose turn it was is taken out and somebody hidden is next, it is nobody's turn for a while.
"""

from exgui.play.public.known import Known, begin, follow
from exgui.play.public.picture import public
from exgui.play.public.records import PublicBattle, PublicSettings, public_data
from exgui.play.public.view import PublicView

__all__ = ["Known", "PublicBattle", "PublicSettings", "PublicView", "begin", "follow", "public", "public_data"]
