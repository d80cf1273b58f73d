"""Pages for print on A4."""

from engine.core.language import language
from engine.picture.svg import escape

_STYLE = """
@page { size: A4; margin: 14mm; }
body { font: 15px/1.45 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: #000000; background: #FFFFFF;
  max-width: 900px; margin: 0 auto; padding: 16px; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
h1 { font-size: 22px; margin: 0 0 8px; }
h2 { font-size: 16px; margin: 0 0 4px; }
header p { display: flex; gap: 24px; margin: 0 0 16px; }
header span { flex: 1; border-bottom: 1px solid #555555; padding-bottom: 2px; }
section { break-inside: avoid; border-top: 1px solid #AAAAAA; padding: 14px 0; }
p { margin: 4px 0; white-space: pre-line; }
svg { display: block; max-width: 100%; height: auto; margin: 8px auto; filter: grayscale(1); }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #777777; padding: 2px 8px; text-align: left; }
.line { display: inline-block; border-bottom: 1px solid #555555; min-width: 72px; height: 1.2em; margin-right: 18px; }
.long { min-width: 420px; }
.answer { border-left: 3px solid #000000; padding-left: 10px; }
.text { font-family: monospace; }
footer { border-top: 1px solid #AAAAAA; margin-top: 12px; padding-top: 8px; font-size: 11px; color: #555555; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def print_page(title: str, body: str, style: str = "") -> str:
    """Return a page for print on A4 in black and white, in the current language.

    Args:
        title: its title.
        body: its content as HTML.
        style: rules after the usual ones.
    """
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
