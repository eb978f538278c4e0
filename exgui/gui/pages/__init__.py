"""The pages in the middle of the window, shown one at a time; others may lie beneath.

To add a page, write a class that has what `page.Page` names, in a package of its own beside `battle` and `welcome`, and
a function that makes one, and name that in `navigation`: `Navigation` lays the page over the battle and goes back. The
window needs no change: it asks the page for its heading, hints and commands, for what Ctrl+Z undoes, and for what
its keys do. A page knows of the window what `page_context` gives it.
"""
