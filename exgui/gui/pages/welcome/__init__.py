"""The page shown when nothing else is: what to do next, or what went wrong."""
