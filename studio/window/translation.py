"""The change of the language at run time, and the translation of texts of Qt, such as those of dialog buttons."""

from PySide6.QtCore import QCoreApplication, QObject, QTranslator

from engine.core.language import catalogue, language, set_language

QT_TEXTS = (
    "OK", "Yes", "No", "Undo", "Redo", "Cut", "Copy", "Paste", "Delete", "Select All", "Clear", "Step up", "Step down",
    "Press shortcut", "Look in:", "Directory:", "File name:", "Files of type:", "Choose", "Name", "Size",
    "Folder", "Drive",
    "Kind", "Type", "Date Modified", "Back", "Forward", "Parent Directory", "Create New Folder", "New Folder", "Rename",
    "List View", "Detail View", "Show hidden files", "Computer", "Recent Places", "Sidebar", "Files", "Remove",
    "%1 already exists.\nDo you want to replace it?",
    "%1\nFile not found.\nPlease verify the correct file name was given.",
)  # fmt: skip
"""Texts of Qt that are shown in the studio's windows, without mnemonics (&). The catalogue contains translations."""


class CatalogueTranslator(QTranslator):
    """Translator of Qt's texts that uses the catalogue of the language in use."""

    def isEmpty(self) -> bool:
        """Return False, because Qt does not send ``LanguageChange`` for an empty translator."""
        return False

    def translate(
        self, context: str | bytes, source: str | bytes, disambiguation: str | bytes | None = None, number: int = -1
    ) -> str | None:
        """Return the translation of ``source``, or None to use the text of Qt. The ``number`` is ignored.

        If the catalogue does not contain ``source``, the text without its mnemonics (&) is translated. Names
        of keys are those on the keyboard and are not translated: the catalogue has "Right" as the opposite of "Wrong".
        """
        if context in ("QShortcut", b"QShortcut"):
            return None
        text = source.decode() if isinstance(source, bytes) else source
        texts = catalogue(language())
        return texts.get(text) or texts.get(text.replace("&", ""))


class LanguageSwitch(QObject):
    """Object that changes the language of the whole application. Every widget then receives a ``LanguageChange`` event.

    Args:
        application: the application, which is also the parent object.
    """

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        self._application = application
        self._translator = CatalogueTranslator(self)
        application.installTranslator(self._translator)

    def switch(self, code: str) -> None:
        """Set the language to ``code``, one of ``LANGUAGES``, and update all widgets."""
        set_language(code)
        # Qt sends LanguageChange to every window when the translator is removed and installed again.
        self._application.removeTranslator(self._translator)
        self._application.installTranslator(self._translator)

    def remove(self) -> None:
        """Uninstall the translator."""
        self._application.removeTranslator(self._translator)
