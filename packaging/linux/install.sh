#!/bin/sh
# Installs exgui for the user who runs this, from the folder that this file is in. Nothing is fetched from a network.
#   sh install.sh [--older]     --older: also over a newer version
set -u
umask 022

here=$(cd "$(dirname "$0")" && pwd -P) || exit 1
data=${XDG_DATA_HOME:-$HOME/.local/share}
place=$HOME/.local/lib/exgui
fresh=$place.new
old=$place.old
command=$HOME/.local/bin/exgui

tell() { # a sentence in the terminal; where there is none, in a window too
    echo "$1"
    if [ ! -t 1 ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
        for shown in "zenity --info --no-markup --title=exgui --text=" "kdialog --title exgui --msgbox " "xmessage -center "; do
            command -v "${shown%% *}" >/dev/null || continue
            case $shown in
            *=) ${shown% *} "${shown##* }$1" ;;
            *) $shown "$1" ;;
            esac >/dev/null 2>&1 && break
        done
    fi
}

give_up() {
    rm -rf "$fresh"
    tell "exgui was not installed: $1 Nothing was changed." >&2
    exit 1
}

trap 'give_up "it was interrupted."' HUP INT TERM

[ -n "${HOME:-}" ] && [ -d "$HOME" ] || give_up "you have no home folder."
for part in exgui VERSION uninstall.sh program/SHA256SUMS share/applications/exgui.desktop; do
    [ -f "$here/$part" ] || give_up "this folder is not whole ($part is missing). Unpack the archive again."
done
case $here in "$place" | "$place"/*) give_up "this folder is the installed one. Use the one you unpacked." ;; esac
(cd "$here" && sha256sum --check --quiet --strict program/SHA256SUMS) >/dev/null 2>&1 ||
    give_up "a file in this folder is missing or broken. Copy or unpack the archive again."
"$here/exgui" --version >/dev/null 2>&1 ||
    give_up "it cannot run on this system. It needs Linux on a 64-bit PC with glibc 2.36 or newer (Debian 12, Ubuntu 23.04)."

if [ -e "$old" ] && [ ! -e "$place" ]; then # an earlier installation was cut short
    mv "$old" "$place" || give_up "the installed version could not be moved back to its place."
fi
if readlink /proc/[0-9]*/exe 2>/dev/null | grep -qxF "$(readlink -f "$place")/exgui"; then
    give_up "the installed exgui is running. Close its windows, then run this again."
fi
version=$(cat "$here/VERSION")
if [ -f "$place/VERSION" ]; then
    there=$(cat "$place/VERSION")
    newest=$(printf '%s\n%s\n' "$version" "$there" | sort -V | tail -n 1)
    if [ "$newest" != "$version" ] && [ "${1:-}" != "--older" ]; then
        give_up "version $there is installed, which is newer than this one ($version). To install it all the same: sh install.sh --older."
    fi
fi

mkdir -p "$HOME/.local/lib" "$HOME/.local/bin" 2>/dev/null || give_up "your home folder cannot be written to."
rm -rf "$fresh"
[ ! -d "$old/data" ] || give_up "campaigns of an earlier version are in $old/data. Move that folder elsewhere first."
rm -rf "$old"
mkdir "$fresh" 2>/dev/null || give_up "your home folder cannot be written to."
for part in exgui VERSION README.txt uninstall.sh program share manual; do
    [ -e "$here/$part" ] || continue # the checksums know what must be there
    cp -R -P "$here/$part" "$fresh/" 2>/dev/null || give_up "there is no room left on the disk, or it cannot be written to."
done
chmod -R u+w "$fresh"
(cd "$fresh" && grep -v '  \./install\.sh$' program/SHA256SUMS | sha256sum --check --quiet --strict) >/dev/null 2>&1 ||
    give_up "the copy on the disk is not whole. Is the disk full?"

# From here on there is one installed version at every moment.
if [ -e "$place" ]; then
    mv "$place" "$old" || give_up "the installed version could not be moved away."
fi
if ! mv "$fresh" "$place"; then
    [ -e "$old" ] && mv "$old" "$place"
    give_up "the new version could not be put in its place."
fi
if [ ! -d "$old/data" ] || mv "$old/data" "$place/data"; then # campaigns that are kept beside the program
    rm -rf "$old"
fi

trouble=
ln -sf "$place/exgui" "$command" || trouble=yes
list=$place/installed-files
: >"$list" || trouble=yes
(cd "$place/share" && find icons mime applications -type f) | while read -r name; do
    mkdir -p "$data/$(dirname "$name")" && cp "$place/share/$name" "$data/$name" && echo "$name" >>"$list" || exit 1
done || trouble=yes
quoted=$(printf '%s' "$place/exgui" | sed 's/[\\"`$]/\\\\&/g; s/%/%%/g; s/[&|\\]/\\&/g')
plain=$(printf '%s' "$place/exgui" | sed 's/\\/\\\\/g; s/[&|\\]/\\&/g') # quotes are for Exec alone
for entry in "$data/applications/exgui.desktop"; do
    sed "s|^Exec=exgui|Exec=\"$quoted\"|; s|^Actions=|TryExec=$plain\\
Actions=|" "$place/share/applications/exgui.desktop" >"$entry" || trouble=yes
done
command -v update-mime-database >/dev/null && update-mime-database "$data/mime" >/dev/null 2>&1
command -v update-desktop-database >/dev/null && update-desktop-database "$data/applications" >/dev/null 2>&1
command -v gtk-update-icon-cache >/dev/null && [ -f "$data/icons/hicolor/icon-theme.cache" ] &&
    gtk-update-icon-cache -q "$data/icons/hicolor" >/dev/null 2>&1

if [ -n "$trouble" ]; then
    tell "exgui $version is installed as $place/exgui, but not all of the menu entry could be written. Is the disk full?"
    exit 1
fi
case ":$PATH:" in
*":$HOME/.local/bin:"*) typed=exgui ;;
*) typed=$command ;;
esac
tell "exgui $version is installed. Start it from the menu, or type: $typed"
