"""The open campaign, and the files it is read from."""
