"""Files of other programs, whatever they are: what is in them, before any of it goes into a campaign.

- `reading`: recognises a file by its content and reads it. What came of it is a `found.Found`.
- `maps`: a map as it is proposed: zones and links that can be merged and dropped, and the encounter made of it.
- `universal_vtt`, `one_page_dungeon`, `foundry_scene`: maps of other programs.
- `rooms`: finds rooms, passages and openings among walls, however these are drawn.
- `into_campaign`: puts several of what was found into a campaign, all or nothing.
"""
