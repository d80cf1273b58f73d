"""A spin box whose unit is in the singular or the plural, according to the value."""

from PySide6.QtWidgets import QSpinBox, QWidget

from engine.core.language import tr


class UnitSpinBox(QSpinBox):
    """Spin box for a number with a unit, such as "1 ply" or "3 plies"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit = ""
        self.valueChanged.connect(self._name_unit)

    def set_unit(self, unit: str) -> None:
        """Set the English unit, which is a ``Plural`` if it is a word, and show it in the language in use."""
        self._unit = unit
        self._name_unit()

    def _name_unit(self, *_: object) -> None:
        self.setSuffix(f" {tr(self._unit, count=self.value())}" if self._unit else "")
