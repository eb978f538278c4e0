#!/bin/sh
# Makes the disk image for macOS in the folder dist. It takes Python 3.11 or newer from python.org, and a network for the
# first time. Double-click this file.
cd "$(dirname "$0")/../.." || exit 1
if ! command -v python3 >/dev/null; then
    echo "Install Python 3.11 or newer from python.org first."
    exit 1
fi
exec python3 packaging/dev.py package --format dmg
