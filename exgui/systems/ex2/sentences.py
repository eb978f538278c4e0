"""What Second Edition says: every sentence of its log, its refusals, questions and reminders."""

from __future__ import annotations

from exgui.engine.sentences import Sentence

BEHIND_COVER = Sentence("{who} [is|are] behind {cover}% cover.")
WRONG_COVER = Sentence("Cover is {levels}, not “{level}”.")
ENGAGED = Sentence("The storyteller moves {who} into close combat with {whom}.")
