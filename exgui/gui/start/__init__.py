"""How the program begins: the window, the demo and pictures of pages."""
