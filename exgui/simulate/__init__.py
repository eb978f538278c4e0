"""Simulated fights: how a battle would end, over and over, with policies and dice in everybody's place."""
