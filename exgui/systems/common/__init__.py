"""What several games share: the storyteller's steps, effects, hazards, health, and reading traits and gear."""
