"""The long test of what must never be lost: programs killed or suspended, damaged files, random steps, odds compared.

`packaging/dev.py soak` runs it.
"""
