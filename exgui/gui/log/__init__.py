"""The log of a battle: the rows of it (`model`), how a row is drawn (`delegate`), the list itself with its search
(`view`), and the log as a file (`export`)."""
