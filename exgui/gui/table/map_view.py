"""The map widget of the players' screen: caches what seldom changes as a picture, and repaints only what changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from exgui.gui.look.theme import DARK
from exgui.gui.map.underlay import Underlay
from exgui.gui.safe_events import safe_events
from exgui.gui.table import movement
from exgui.gui.table.camera import Area
from exgui.gui.table.design import Canvas
from exgui.gui.table.ground import HINTS, Ground
from exgui.gui.table.map_paint import (
    ground_pieces,
    paint_banner,
    paint_lit,
    paint_pulse,
    paint_ring,
    paint_token,
    paint_ways,
)
from exgui.gui.table.map_plan import MapPlan, TokenPlan, plan_map
from exgui.gui.table.movement import Movement
from exgui.gui.tokens.drawing import TokenPictures
from exgui.play.public.records import PublicBattle

_DANGER = "danger"


@safe_events
class TableMap(QWidget):
    """Zones, links and tokens as the players see them.

    Attributes:
        animated: tokens glide, and what happens to them is shown as it happens.
        gradual: another ground is painted piece by piece, and all stays as it was until it is whole.
        taken: called when that is so.
        theme: in which it is painted.

    Args:
        content: gives the bytes of the picture under the zones by its id, None where there is none.
    """

    def __init__(
        self,
        pictures: TokenPictures,
        content: Callable[[str], bytes | None] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._underlay = Underlay()
        self._underlay.content = content or (lambda _id: None)
        self._underlay.on_change = self.invalidate
        self.animated = True
        self.theme = DARK
        self.frame: Area | None = None
        self.plan: MapPlan | None = None
        self._pictures = pictures
        self._canvas = Canvas(1.0, 1.0, 1.0)
        self._battle: PublicBattle | None = None
        self.gradual = False
        self.taken: Callable[[], object] = lambda: None
        self._ground = Ground(self)
        self._next: MapPlan | None = None
        self._planned: tuple[tuple[object, ...], MapPlan] | None = None
        self._revision = 0
        self._from: Mapping[str, tuple[float, float]] = {}
        self._pulses: dict[str, str] = {}
        self._banner = ""
        self._movement = Movement(self, self._repaint_moving, self._moved)

    @property
    def is_ready(self) -> bool:
        """The picture under the map has been read, or there is none; and the ground is whole."""
        return self._underlay.is_ready and not self._ground.is_painted

    @property
    def moves(self) -> bool:
        return self._movement.runs

    @property
    def seen(self) -> Area | None:
        return self.plan.camera.seen if self.plan is not None else None

    def show_battle(self, battle: PublicBattle, canvas: Canvas, moves: bool = True) -> None:
        """Show a battle.

        Args:
            canvas: of the widget, at the size it has.
            moves: changes may be animated.
        """
        before, self._battle = self._battle, battle
        old_canvas, self._canvas = self._canvas, canvas
        old = self.plan
        plan = self._plan_of(battle)
        if self._waits_for(plan, old_canvas):
            return
        shown_at = {id: self._place(token) for id, token in old.tokens.items()} if old is not None else {}
        same_ground = old is not None and old.ground == plan.ground and old_canvas == canvas
        if old != plan or old_canvas != canvas:
            self._show_plan(plan, same_ground)
        shows = moves and self.animated and same_ground
        if shows and before is not None and before is not battle:
            self._begin(before, battle, shown_at)

    def _plan_of(self, battle: PublicBattle) -> MapPlan:
        wide, high = self._canvas.width, self._canvas.height
        asked = (battle.but(log=()), self.frame, wide, high)
        if self._planned is None or self._planned[0] != asked:
            self._planned = asked, plan_map(battle, self.frame, wide, high)
        return self._planned[1]

    def _show_plan(self, plan: MapPlan, same_ground: bool) -> None:
        old, self.plan = self.plan, plan
        self._movement.end()
        if old is None or old.map.underlay != plan.map.underlay:
            self._underlay.show_picture(plan.map.underlay)
        if old is None or not same_ground:
            self.update()
        else:
            self._update_changed(old, plan)

    def _waits_for(self, plan: MapPlan, old_canvas: Canvas) -> bool:
        """Begin to paint the ground of a plan, if it has changed; return whether the plan waits for it."""
        whole = self._next is not None or (self.plan is not None and self._ground.key == self._key(self.plan))
        if not (self.gradual and whole and self.isVisible() and self._canvas == old_canvas):
            self._next = None
            return False
        if self._ground.key == self._key(plan):
            self._next = None
            self._ground.stop()
            return False
        self._next = plan
        self._paint_ground(plan, self._take_next)
        return True

    def _take_next(self) -> None:
        plan, self._next = self._next, None
        if plan is not None:
            self._show_plan(plan, same_ground=False)
            self.taken()

    def complete(self) -> None:
        """Finish the ground at once, if it is still to be painted."""
        if self.plan is not None and self._next is None and self._ground.key != self._key(self.plan):
            self._paint_ground(self.plan, self.update)
        self._ground.complete()

    def finish(self) -> None:
        self._movement.end()

    def forget_picture(self) -> None:
        """Forget the picture under the map, since its id means another one."""
        self._underlay.show_picture(None)
        self.plan = None

    def invalidate(self) -> None:
        """Repaint everything, after a change of theme or portrait."""
        self._revision += 1
        if self.plan is None or not self._waits_for(self._next or self.plan, self._canvas):
            self.update()

    # What has changed

    def _update_changed(self, old: MapPlan, plan: MapPlan) -> None:
        boxes = [
            token.box
            for id in {*old.tokens, *plan.tokens}
            if old.tokens.get(id) != plan.tokens.get(id)
            for token in (old.tokens.get(id), plan.tokens.get(id))
            if token is not None
        ]
        if old.rings != plan.rings:
            boxes += [QRectF(*ring.box) for ring in (*old.rings, *plan.rings)]
        if old.lit != plan.lit:
            boxes += [QRectF(*zone.box) for zone in plan.zones if zone.id in (old.lit, plan.lit)]
        if old.map.ways != plan.map.ways:
            self.update()
        for box in boxes:
            self.update(self._pixels(box.adjusted(-8, -8, 8, 8)))

    def _pixels(self, box: QRectF) -> QRect:
        unit = self._canvas.unit
        return QRectF(box.x() * unit, box.y() * unit, box.width() * unit, box.height() * unit).toAlignedRect()

    # What moves

    def _begin(self, before: PublicBattle, battle: PublicBattle, shown_at: Mapping[str, tuple[float, float]]) -> None:
        assert self.plan is not None
        moved = {
            id: shown_at[id]
            for id, token in self.plan.tokens.items()
            if id in shown_at and shown_at[id] != (token.x, token.y)
        }
        pulses = _pulses(before, battle)
        begins = battle.phase == "running" and 0 < battle.round != before.round
        longest = max(
            movement.BANNER if begins else 0,
            movement.PULSE if pulses else 0,
            movement.GLIDE if moved else 0,
        )
        if not longest or not self.isVisible():
            return
        self._movement.end()
        self._from, self._pulses, self._banner = moved, pulses, f"Round {battle.round}" if begins else ""
        self._movement.begin(longest)
        self._repaint_moving()

    def _place(self, token: TokenPlan) -> tuple[float, float]:
        start = self._from.get(token.id)
        if start is None or not self._movement.runs:
            return token.x, token.y
        share = self._movement.share(movement.GLIDE)
        return start[0] + (token.x - start[0]) * share, start[1] + (token.y - start[1]) * share

    def _repaint_moving(self) -> None:
        if self.plan is None:
            return
        region = QRegion()
        for id, start in self._from.items():
            token = self.plan.tokens[id]
            way = token.box.united(token.box.translated(start[0] - token.x, start[1] - token.y))
            region += self._pixels(way.adjusted(-4, -4, 4, 4))
        for id in self._pulses:
            if id in self.plan.tokens:
                token = self.plan.tokens[id]
                reach = token.radius * 2.3 + 8
                region += self._pixels(QRectF(token.x - reach, token.y - reach, 2 * reach, 2 * reach))
        if self._banner:
            plan = self.plan
            region += self._pixels(QRectF(0, plan.height / 2 - 64, plan.width, 128))
        self.update(region)

    def _moved(self) -> None:
        self._repaint_moving()
        self._from, self._pulses, self._banner = {}, {}, ""

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(HINTS)
        self._paint(painter, event.region())
        painter.end()

    def _paint(self, painter: QPainter, region: QRegion) -> None:
        theme = self.theme
        plan, canvas = self.plan, self._canvas
        if plan is None:
            painter.fillRect(self.rect(), theme.color("background"))
            return
        ratio = self.devicePixelRatioF()
        if self._next is None and self._ground.key != self._key(plan):
            if self.gradual:
                self._paint_ground(plan, self.update)
                painter.fillRect(self.rect(), theme.color("background"))
                return
            self.complete()
        self._ground.draw(painter)
        painter.scale(canvas.unit, canvas.unit)
        unit = canvas.unit
        for zone in plan.zones:
            if zone.id == plan.lit and region.intersects(self._pixels(QRectF(*zone.box).adjusted(-6, -6, 6, 6))):
                paint_lit(painter, theme, plan, zone)
        for ring in plan.rings:
            if region.intersects(self._pixels(QRectF(*ring.box).adjusted(-4, -4, 4, 4))):
                paint_ring(painter, theme, ring, unit * ratio)
        if plan.map.ways:
            paint_ways(painter, theme, plan, self._pictures)
        moving = self._movement.runs
        for id, token in plan.tokens.items():
            x, y = self._place(token)
            box = token.box.translated(x - token.x, y - token.y)
            if not region.intersects(self._pixels(box.adjusted(-4, -4, 4, 4))):
                continue
            paint_token(painter, theme, self._pictures, token, QPointF(x, y), unit, ratio)
            if moving and id in self._pulses:
                share = self._movement.share(movement.PULSE)
                paint_pulse(painter, theme, QPointF(x, y), token.radius, self._pulses[id], share)
        if moving and self._banner:
            share = self._movement.share(movement.BANNER)
            opacity = min(share / 0.12, 1.0) * min((1.0 - share) / 0.25, 1.0)
            paint_banner(painter, theme, self._banner, plan.width, plan.height, max(opacity, 0.0))

    def _key(self, plan: MapPlan) -> tuple[object, ...]:
        ratio = self.devicePixelRatioF()
        return plan.ground, self._canvas, self.width(), self.height(), ratio, self.theme, self._revision

    def _paint_ground(self, plan: MapPlan, done: Callable[[], object]) -> None:
        unit, ratio = self._canvas.unit, self.devicePixelRatioF()
        pieces = ground_pieces(self.theme, plan, unit * ratio, self._underlay)
        self._ground.begin(self._key(plan), self.size(), ratio, unit, pieces, done)


def _pulses(before: PublicBattle, battle: PublicBattle) -> dict[str, str]:
    """Return who has just fallen or entered a dangerous state, with the tone to show it in."""
    found: dict[str, str] = {}
    for id, one in battle.combatants.items():
        was = before.combatants.get(id)
        if was is None:
            continue
        dangers = {state.text for state in one.states if state.tone == _DANGER}
        known = {state.text for state in was.states}
        if (one.state == "out" and was.state != "out") or dangers - known:
            found[id] = _DANGER
    return found
