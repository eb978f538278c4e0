"""The parts of `BattleController`: the state of one battle in the window, and what can be done with it."""
