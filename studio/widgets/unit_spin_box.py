"""A spin box whose unit is in the singular or the plural, according to the value."""

from PySide6.QtWidgets import QSpinBox, QWidget


class UnitSpinBox(QSpinBox):
    """Spin box for a number with a unit, such as "1 ply" or "3 plies"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._one = self._many = ""
        self.valueChanged.connect(self._name_unit)

    def set_unit(self, one: str, many: str) -> None:
        """Set the translated unit of the value 1, and the unit of all other values."""
        self._one, self._many = one, many
        self._name_unit()

    def _name_unit(self, *_: object) -> None:
        unit = self._one if self.value() == 1 else self._many
        self.setSuffix(f" {unit}" if unit else "")
