"""Puts what was previewed into the campaign, all of it or nothing; about names that are there already it asks once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import Alike, FileContents, names_in_several, put_all

if TYPE_CHECKING:
    from exgui.gui.pages.page_context import PageContext

LONGEST_ASKED = 60
"""Letters of a name in a question."""


def put_asking(context: PageContext, kind: str, contents: Sequence[FileContents]) -> None:
    """Put things into the campaign, and leave the page on which they were previewed.

    Args:
        kind: of that page and its document.
    """
    campaign = context.session.campaign
    if campaign is None:
        return
    try:
        names = list(dict.fromkeys(name for one in contents for _list, _id, name in one.named_alike(campaign)))
        within = [name for name in names_in_several(contents) if name not in names]
    except CampaignError as error:
        context.show_message(error.sentence)
        return
    put = partial(_put, context, kind, contents)
    if not names and not within:
        put("both")
        return
    all = [*names, *within]
    what = f"{all[0][:LONGEST_ASKED]} is" if len(all) == 1 else f"{len(all)} of the names are"
    where = [*(["already in the campaign"] if names else []), *(["in several of the files"] if within else [])]
    it = "it" if len(all) == 1 else "them"
    answers = (
        ("Keep both", lambda: put("both")),
        (f"Replace {it}", lambda: put("replace")),
        (f"Skip {it}", lambda: put("skip")),
        ("Cancel", lambda: context.show_message("Nothing was imported.")),
    )
    context.session.question.emit(f"{what} {' or '.join(where)}.", answers)


def _put(context: PageContext, kind: str, contents: Sequence[FileContents], how: Alike) -> None:
    session = context.session
    if session.campaign is None:
        return
    try:
        if how == "replace":
            session.documents.save()
        imported = put_all(session.campaign, contents, how)
    except CampaignError as error:
        context.show_message(error.sentence)
        return
    for table, id in imported.made:
        session.documents.reload(table[:-1], id)
    session.listed.emit()
    context.navigation.back()
    session.documents.drop(kind, "")
    if not imported.made:
        context.show_message("Nothing was imported: everything is already in the campaign.")
        return
    session.imported.emit(imported)
    if session.play is None:
        session.show_encounters()
    if imported.encounter and len(imported.made) == 1:
        name = next(one.name for one in session.campaign.encounters() if one.id == imported.encounter)
        context.show_message(f"{name} added to Encounters. Click it there to open it.")
