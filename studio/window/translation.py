"""Qt's own texts (buttons of dialogs, menus of text fields) from our catalogue, and the switch while running."""

from PySide6.QtCore import QCoreApplication, QObject, QTranslator

from engine.core.language import catalogue, language, set_language

QT_TEXTS = (
    "OK", "Yes", "No", "Undo", "Redo", "Cut", "Copy", "Paste", "Delete", "Select All", "Clear", "Step up", "Step down",
    "Press shortcut", "Look in:", "Directory:", "File name:", "Files of type:", "Choose", "Name", "Size",
    "Kind", "Type", "Date Modified", "Back", "Forward", "Parent Directory", "Create New Folder", "New Folder", "Rename",
    "List View", "Detail View", "Show hidden files", "Computer", "Recent Places", "Sidebar", "Files", "Remove",
    "%1 already exists.\nDo you want to replace it?",
    "%1\nFile not found.\nPlease verify the correct file name was given.",
)  # fmt: skip
"""What Qt itself says in our windows, without its accelerator marks; the catalogue translates it like our own texts."""


class CatalogueTranslator(QTranslator):
    """Serves Qt's source texts from the catalogue of the language in use."""

    def isEmpty(self) -> bool:
        """Never: Qt would not install it."""
        return False

    def translate(
        self, context: str | bytes, source: str | bytes, disambiguation: str | bytes | None = None, number: int = -1
    ) -> str | None:
        """The text for ``source``; None leaves Qt's own. Qt's accelerator marks (&) do not count."""
        text = source.decode() if isinstance(source, bytes) else source
        texts = catalogue(language())
        return texts.get(text) or texts.get(text.replace("&", ""))


class LanguageSwitch(QObject):
    """Changes the language of everything at once: every widget receives ``LanguageChange``.

    Args:
        application: the application, also the owner.
    """

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        self._application = application
        self._translator = CatalogueTranslator(self)
        application.installTranslator(self._translator)

    def switch(self, code: str) -> None:
        """Speak ``code`` from now on."""
        set_language(code)
        # Taking it off and putting it on again is what makes Qt send LanguageChange to every window.
        self._application.removeTranslator(self._translator)
        self._application.installTranslator(self._translator)

    def remove(self) -> None:
        """Leave the application as it was before."""
        self._application.removeTranslator(self._translator)
