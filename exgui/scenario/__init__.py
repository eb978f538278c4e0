"""Scenarios: battles written down as TOML files, played with known dice and checked."""
