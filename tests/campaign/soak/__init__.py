"""The long test of what must never be lost: programs killed, files spoilt, random steps, odds. `packaging/dev.py soak`."""
