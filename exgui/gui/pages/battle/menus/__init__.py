"""What can be done now with whatever lies under the right mouse button: somebody, a zone, a link, a moment, a line."""
