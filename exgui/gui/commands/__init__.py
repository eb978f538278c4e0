"""Everything the window can be told to do: commands by what they serve, and the one table of them all."""
