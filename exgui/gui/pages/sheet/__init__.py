"""The page on which a sheet is edited."""
