"""The guards between a campaign file and SQLite: the lock, our record of open campaigns, stray journals, and the
checks that a file must pass before anything in it is trusted.
"""
