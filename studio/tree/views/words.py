"""The sentences about the selected node, with links to other nodes."""

import html

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QFrame, QMenu, QTextBrowser, QVBoxLayout, QWidget

from engine.core.language import tr
from engine.searchtree.explanation import Moment, Sentence
from engine.searchtree.model import SearchTree
from studio.look import palette, style
from studio.tree.views import texts
from studio.tree.views.shown import PINNED, ShownTree
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

MOST_SENTENCES = 6


class ExplanationText(Retranslated, QWidget):
    """Sentences that explain the selected node. A click on a move in them selects its node.

    Args:
        shown: the shown tree.
        parent: parent widget.
    """

    hovered = Signal(int)
    """Emitted with the node of the link under the pointer, or -1."""

    def __init__(self, shown: ShownTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self.sentences: list[Sentence] = []
        self.caption = PlainLabel()
        style.set_look(self.caption, role="caption")
        self.text = QTextBrowser()
        self.text.setOpenLinks(False)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        style.set_look(self.text, role="bare")
        self.text.document().setDocumentMargin(0)
        self.text.anchorClicked.connect(self._clicked)
        self.text.highlighted.connect(lambda url: self.hovered.emit(_node(url)))
        self.text.contextMenuEvent = self._menu  # type: ignore[method-assign]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, 6, style.PADDING, 6)
        layout.setSpacing(2)
        layout.addWidget(self.caption)
        layout.addWidget(self.text, 1)
        self.setMinimumHeight(48)
        shown.chosen.connect(lambda _: self.show_words())
        shown.replaced.connect(self.show_words)
        shown.stepped.connect(self.show_words)
        shown.pinned_changed.connect(self.show_words)
        shown.view_changed.connect(self.show_words)
        self.follow_changes()

    def show_words(self) -> None:
        """Show the sentences about the selected node, and about the pinned one.

        During a replay, a node that is open is not explained.
        """
        tree, node, pinned = self._shown.tree, self._shown.selected, self._shown.pinned
        if tree is None or node < 0:
            self.sentences = []
            self.text.clear()
            return
        self.sentences = []
        if pinned in (-1, node):
            text = self._about(tree, node)
        else:
            pair = ("A", node), (PINNED, pinned)
            text = "".join(self._heading(tree, name, each) for name, each in pair)
            text += "".join(self._about(tree, each, f"<b>{name}</b>&nbsp; ") for name, each in pair)
        look = palette.current()
        self.text.document().setDefaultStyleSheet(
            f"p {{ margin: 0 0 5px 0; }} a {{ color: {look.text.name()}; font-weight: 600; }}"
        )
        self.text.setHtml(text)
        self.text.setAccessibleDescription(" ".join(each.text for each in self.sentences))

    def _about(self, tree: SearchTree, node: int, name: str = "") -> str:
        """Return the sentences about a node as HTML, after its name, and keep them."""
        if not self._shown.is_known(node):
            return f"<p>{name}{html.escape(texts.open_text(self._shown.is_reached(node)))}</p>"
        moment = Moment.END if self._shown.event_number is None else Moment.EVENT
        side = 0 if self._shown.view is texts.View.FIRST else None
        sentences = tree.explain(node, side=side, moment=moment)[:MOST_SENTENCES]
        self.sentences += sentences
        return f"<p>{name}" + "</p><p>".join(self._markup(each) for each in sentences) + "</p>"

    def _heading(self, tree: SearchTree, name: str, node: int) -> str:
        """Return the line above the sentences of one of two nodes as HTML. A click selects the node."""
        words = texts.line_text(tree, node, self._shown.view) if self._shown.is_known(node) else ""
        words = words or texts.move_text(tree, node)
        return f'<p><b>{name}</b>&nbsp; <a href="node:{node}">{html.escape(words)}</a></p>'

    @staticmethod
    def _markup(sentence: Sentence) -> str:
        """Return a sentence as HTML. Its parts are plain text."""
        return "".join(
            f'<a href="node:{part.node}">{html.escape(part.text)}</a>' if part.node >= 0 else html.escape(part.text)
            for part in sentence.parts
        )

    def _clicked(self, url: QUrl) -> None:
        if (node := _node(url)) >= 0:
            self._shown.choose(node)

    def _menu(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        copy = QAction(tr("Copy"), menu)
        copy.triggered.connect(
            lambda: QGuiApplication.clipboard().setText("\n".join(each.text for each in self.sentences))
        )
        menu.addAction(copy)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())

    def retranslate(self) -> None:
        self.caption.setText(tr("Why"))
        self.text.setAccessibleName(tr("Explanation of the selected node"))
        self.show_words()

    def restyle(self) -> None:
        """Draw the links in the colours of the theme in use."""
        self.show_words()


def _node(url: QUrl) -> int:
    text = url.path()
    return int(text) if url.scheme() == "node" and text.isdigit() else -1
