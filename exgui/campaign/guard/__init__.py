"""What stands between a campaign file and SQLite: the lock, our record of what is open, journals of others, and the
checks that a file passes before anything in it is believed."""
