"""What several games share: the storyteller's own steps, and reading traits and gear."""
