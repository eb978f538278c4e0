"""Changes to an encounter's data: each is a function from one frozen encounter to the next, with a sentence for undo.

They do not depend on a window or a ruleset: a zone is drawn, a combatant placed in it, a link removed.
`rulebook.setup.EncounterReader` checks the result against the ruleset.
"""
