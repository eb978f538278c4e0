"""The page on which an encounter is prepared: its battlefield drawn, people added and placed, begun from here."""
