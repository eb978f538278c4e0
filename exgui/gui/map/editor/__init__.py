"""Drawing a battlefield by hand: what is selected, tools, gestures, snapping, and the view that has them all.

Gestures end in calls of `Battlefield`, which edits an encounter that is being prepared, or by steps a battle under way.
"""
