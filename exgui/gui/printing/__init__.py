"""Sheets on paper: how they are laid out on pages, and the ways to a printer, a PDF or a picture."""
