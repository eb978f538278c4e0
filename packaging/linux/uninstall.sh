#!/bin/sh
# Removes the exgui that install.sh installed for this user. Campaigns, their backups and settings stay.
set -u
data=${XDG_DATA_HOME:-$HOME/.local/share}
place=$HOME/.local/lib/exgui
command=$HOME/.local/bin/exgui

if [ ! -d "$place" ]; then
    echo "exgui is not installed for this user." >&2
    exit 1
fi
if readlink /proc/[0-9]*/exe 2>/dev/null | grep -qxF "$(readlink -f "$place")/exgui"; then
    echo "exgui is running. Close its windows, then run this again. Nothing was removed." >&2
    exit 1
fi
cd "$HOME" || exit 1
if [ -f "$place/installed-files" ]; then
    while read -r name; do
        rm -f "$data/$name"
    done <"$place/installed-files"
fi
[ "$(readlink "$command" 2>/dev/null)" = "$place/exgui" ] && rm -f "$command"
command -v update-mime-database >/dev/null && [ -d "$data/mime" ] && update-mime-database "$data/mime" >/dev/null 2>&1
command -v update-desktop-database >/dev/null && [ -d "$data/applications" ] &&
    update-desktop-database "$data/applications" >/dev/null 2>&1

# What those programs wrote for exgui alone goes too, and so do folders that are empty.
if [ -d "$data/mime" ] && [ -z "$(find "$data/mime/packages" -type f 2>/dev/null)" ]; then
    rm -rf "$data/mime"
fi
if [ -d "$data/applications" ] && [ -z "$(find "$data/applications" -type f ! -name mimeinfo.cache)" ]; then
    rm -rf "$data/applications"
fi
rm -rf "$place.new"
for folder in "$place" "$place.old"; do # all but campaigns that are kept beside the program
    [ ! -d "$folder" ] || find "$folder" -mindepth 1 -maxdepth 1 ! -name data -exec rm -rf {} +
    rmdir "$folder" 2>/dev/null
done
[ -d "$data/icons" ] && find "$data/icons" -depth -type d -empty -delete
for folder in "$HOME/.local/bin" "$HOME/.local/lib" "$data" "$HOME/.local"; do
    rmdir "$folder" 2>/dev/null
done
campaigns=$data/exgui
[ ! -d "$place/data" ] || campaigns=$place/data
echo "exgui is removed. Your campaigns are where they were: $campaigns"
