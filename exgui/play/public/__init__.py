"""What the players may know of a battle, and nothing else.

`PublicView` follows a battle under way and gives a `PublicBattle`: records of their own, made only of what may be
seen. Whatever shows something to the players is given a `PublicBattle` and never the battle.

- `records`: the `PublicBattle` and what it is made of; the settings.
- `sight`: who and what is seen, and whether the battle stands at a moment that is kept from the players.
- `names`: ids and names of the players' own.
- `sentences`: what is said of a step.
- `clock`: the clock as they see it, where somebody hidden was the first on it.
- `known`: all that the players have been shown so far, step by step.
- `picture`: the `PublicBattle` of what is known.
- `view`: the same for a battle under way.
- `data`: a `PublicBattle` as plain data.
"""

from exgui.play.public.data import public_data
from exgui.play.public.known import Known, begin, follow
from exgui.play.public.picture import public
from exgui.play.public.records import PublicBattle, PublicSettings
from exgui.play.public.view import PublicView

__all__ = ["Known", "PublicBattle", "PublicSettings", "PublicView", "begin", "follow", "public", "public_data"]
