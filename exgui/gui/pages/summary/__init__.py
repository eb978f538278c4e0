"""The page that sums up a fight and saves its results to the sheets."""
