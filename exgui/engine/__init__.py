"""The parts of any battle: records, zones, dice, asks, events, time, numbers that explain themselves.

No game is known here. The games (`exgui.systems`) write procedures with these modules; `exgui.play`, `exgui.scenario`
and `exgui.forecast` drive the procedures. Nothing but the standard library is imported.
"""
