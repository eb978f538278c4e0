"""Files of other programs: their contents, before any of it goes into a campaign.

- `reading`: recognizes a file by its content and reads it. The result is a `found.Found`.
- `maps`: a proposed map: zones and links that can be merged and dropped, and the encounter made of them.
- `universal_vtt`, `one_page_dungeon`, `foundry_scene`: maps of other programs.
- `rooms`: finds rooms, passages and openings among walls, however these are drawn.
- `into_campaign`: puts the contents of several files into a campaign, all or nothing.
"""
