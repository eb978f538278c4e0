"""The page of one battle under way: tick bar, map, turn panel and log."""
