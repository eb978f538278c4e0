"""Changes to an encounter's data: each a function from one frozen encounter to the next, with a sentence for undo.

They know no window and no ruleset: a zone that is drawn, somebody who is put into it, a link that is cut. What a
ruleset has to say of the result is asked of `rulebook.setup.EncounterReader`.
"""
