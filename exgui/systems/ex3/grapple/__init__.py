"""Grappling (ex3-40): somebody holds another, for as long as they have control rounds.

- `state`: who holds whom, and what that means for what both do: control rounds, whoever is dragged along.
- `hold`: how a hold begins, lasts from turn to turn, and ends.
- `maneuvers`: restrain, savage, throw.

What a hold takes from both while it lasts stands in the table of `hindrances`; the gambit that begins one is a row of
`gambits`.
"""
