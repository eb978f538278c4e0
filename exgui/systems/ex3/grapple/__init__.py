"""Grappling (ex3-40): one combatant holds another while they have control rounds.

- `state`: who holds whom, and its consequences for both: control rounds, dragged captives.
- `hold`: how a hold begins, lasts from turn to turn, and ends.
- `maneuvers`: restrain, savage, throw.

The penalties of a hold for both sides are in the table of `hindrances`; the gambit that begins one is a row of
`gambits`.
"""
