"""`python -m exgui`."""

import sys

from exgui.cli import main

if __name__ == "__main__":
    sys.exit(main())
