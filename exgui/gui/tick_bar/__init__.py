"""The tick bar: who acts when, for every game's way of counting time."""
