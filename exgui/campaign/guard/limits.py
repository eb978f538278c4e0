"""How large a campaign can be."""

LARGEST_FILE = 1 << 30
"""Bytes."""
LARGEST_VALUE = 32 << 20
"""Bytes in one text or picture."""
MOST_ROWS = 10_000
"""Rows of any table but the journal, which only the size of the file bounds."""
LONGEST_SQL = 4_000
"""Characters of a statement, our own and those in a file's schema."""
