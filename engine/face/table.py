"""Tables in HTML, for notebooks. All texts are escaped."""

import html
from collections.abc import Iterable, Sequence


def html_table(header: Sequence[object], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return a table of texts with a caption. Numbers are aligned to the right, and None is shown as a dash."""
    title = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    head = "".join(f"<th>{html.escape(str(each))}</th>" for each in header)
    body = "".join(f"<tr>{''.join(_cell(value) for value in row)}</tr>" for row in rows)
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        text = f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"
        return f'<td style="text-align:right">{html.escape(text)}</td>'
    return f'<td style="text-align:left">{"–" if value is None else html.escape(str(value))}</td>'
