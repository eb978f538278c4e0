"""The possible results of an action: exact odds, and policies for effects."""
