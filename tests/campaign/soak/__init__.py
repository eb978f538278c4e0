"""The long test of what must never be lost: programs killed or put to sleep, files spoilt, random steps, odds compared.

`packaging/dev.py soak` runs it.
"""
