"""The long test of what must never be lost: programs killed, files spoilt, random steps, odds compared.

`packaging/dev.py soak` runs it.
"""
