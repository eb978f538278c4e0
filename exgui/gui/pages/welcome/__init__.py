"""The page that stands there while nothing else does: what to do next, or what went wrong."""
