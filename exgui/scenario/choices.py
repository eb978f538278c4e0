"""How a scenario answers asks without dice: choices by name, effects by the moment at which they are declared."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from exgui.engine.asks import Answer, Choice, Choose, Declare, Declared, declared_id
from exgui.engine.procedure import BadAnswer
from exgui.engine.record import Value
from exgui.scenario.expect import same
from exgui.scenario.source import as_written


class GivenChoices:
    """The `choose` of one step, used up as the step asks."""

    def __init__(self, choose: Mapping[str, Value]) -> None:
        self._choose = choose
        self._left: dict[str, list[Value]] = {}
        """The rest of a list that answers several questions, by name."""
        self._anywhere = _words(choose.get("declare"))
        """Effects that are declared as soon as they fit."""

    def answer(self, ask: Choose | Declare) -> Answer:
        """Return the answer to an ask; if none is given, the default, and no declared effect.

        Raises:
            BadAnswer: the given answer does not fit.
        """
        return Choice(self._choice(ask)) if isinstance(ask, Choose) else Declared(self._declared(ask))

    def copy(self) -> GivenChoices:
        """Return an independent copy of these choices with the same ones used up."""
        copy = GivenChoices(self._choose)
        copy._left = {name: list(left) for name, left in self._left.items()}
        copy._anywhere = list(self._anywhere)
        return copy

    def state(self) -> Hashable:
        return tuple((name, len(left)) for name, left in sorted(self._left.items())), tuple(self._anywhere)

    def _choice(self, ask: Choose) -> Value:
        values = [option.value for option in ask.options]
        for name in (f"{ask.by}.{ask.name}", ask.name):
            if name in self._choose:
                return self._chosen(name, values)
        if any(same(ask.default, value) for value in values):
            return ask.default
        return values[0] if values else ask.default

    def _chosen(self, name: str, values: list[Value]) -> Value:
        """Return the given answer; a list answers one question after the other, its last entry all that follow."""
        wanted = self._choose[name]
        found = next((value for value in values if same(wanted, value, True)), None)
        if found is None and isinstance(wanted, tuple) and wanted:
            left = self._left.setdefault(name, list(wanted))
            wanted = left.pop(0) if len(left) > 1 else left[0]
            found = next((value for value in values if same(wanted, value, True)), None)
        if found is None:
            options = ", ".join(as_written(value) for value in values)
            raise BadAnswer(f"choose.{name}: {as_written(wanted)} can’t be chosen; choose from {options}")
        return found

    def _declared(self, ask: Declare) -> tuple[str, ...]:
        fitting = [str(option.value) for option in ask.effects]
        here = self._at_moment(f"{ask.by}.{ask.moment}") or self._at_moment(ask.moment)
        now = [id for id in dict.fromkeys((*here, *self._anywhere)) if declared_id(id) in fitting]
        for id in here:
            if declared_id(id) not in fitting:
                raise BadAnswer(
                    f"choose.{ask.moment}: {id} can’t be declared now; {', '.join(fitting) or 'nothing'} can"
                )
        self._anywhere = [id for id in self._anywhere if id not in now]
        return tuple(now)

    def _at_moment(self, moment: str) -> list[str]:
        """Return the names declared at this moment. A choice may have the same name: a single word is not a
        declaration. A list of lists is for several moments of that name, one after the other.
        """
        value = self._choose.get(moment)
        if not isinstance(value, tuple):
            return []
        if moment not in self._left:
            several = bool(value) and all(isinstance(one, tuple) for one in value)
            self._left[moment] = list(value) if several else [value]
        left = self._left[moment]
        return _words(left.pop(0)) if left else []


def _words(value: Value) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, tuple) else []
