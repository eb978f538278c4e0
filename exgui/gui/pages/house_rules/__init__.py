"""The page on which rulesets are looked at, and the user's own house rules are made and changed."""
