"""Simulated fights: how a battle would end, over and over, with policies and dice in everyone's place."""
