"""The player of a search in a page: a sentence, a line of pseudo-code and a picture for each step, in all languages.

``resources/page/player.js`` reads the data of the steps. Texts that differ between the languages are dictionaries.
"""

import json
from collections.abc import Mapping
from typing import Any

from engine.core.language import LANGUAGES, Plural, language, mark, translate
from engine.core.values import Value
from engine.picture.svg import escape
from engine.picture.web import Words, both, color_rules, icon, json_text, packed_text, policy, resource, shortest
from engine.searchtree.narration import Prediction
from engine.searchtree.pseudocode import PseudoCode
from engine.searchtree.replay import SearchReplay

MOST_PLAIN = 220_000
"""Bytes of the data above which they are compressed. The data of a usual page can be read and compared as text."""
LEGIBLE = 13.0
"""Least size in px of the texts next to nodes."""
SPEEDS = (1, 2, 4, 8)
"""Steps a second that can be chosen."""
OWN = {
    "language": mark("Language"),
    "theme": mark("Dark or light colours"),
    "first": mark("First step"),
    "back": mark("One step back"),
    "play": mark("Step by step"),
    "forward": mark("One step forward"),
    "last": mark("Last step"),
    "previous": mark("Previous decision"),
    "next": mark("Next decision"),
    "slider": mark("Step of the search"),
    "speed": mark("Steps a second"),
    "count": mark("step {step} / {all}"),
    "code": mark("Pseudo-code"),
    "asks": mark("Ask before each decision"),
    "score": mark("predicted right {right} / {total}"),
    "made": mark("made with {program}"),
    "script": mark("Without JavaScript, the page does not show the steps of the search."),
    "keys": mark("Keys: → and ← step, ] and [ find decisions, Space plays, Home and End, 1 and 2 answer."),
}
"""The texts of the player, by the key that the script and the elements use."""
REPEAT = Plural("Repeat {count} question", "Repeat {count} questions")


class PageText(Value):
    """The parts of a page around the player, as HTML.

    Attributes:
        title, about: the title, and a line under it, by language.
        beside: what is to the left of the picture.
        below: what is below the player.
        own: the field for another tree.
        strip: the key of the text under the window strip, or an empty string if there is no strip.
        scripts: names of the scripts before that of the player.
        words: the texts of these parts by language, by the keys that their elements use.
    """

    title: Words
    about: Words
    beside: str = ""
    below: str = ""
    own: str = ""
    strip: str = ""
    scripts: tuple[str, ...] = ()
    words: Mapping[str, Words] = {}


def steps_of(replays: Mapping[str, SearchReplay]) -> list[dict[str, Any]]:
    """Return the texts of all steps of a search, from step 0 on.

    Args:
        replays: the replay of the search, which has at least one event, by language.
    """
    count = len(next(iter(replays.values())))
    return [_step(replays, step) for step in range(count + 1)]


def _step(replays: Mapping[str, SearchReplay], step: int) -> dict[str, Any]:
    texts, captions, known = dict[str, str](), dict[str, str](), dict[str, Prediction]()
    for code, replay in replays.items():
        narration = replay.narrate(step)
        texts[code], captions[code] = narration.text, narration.caption_text
        if (asked := replay.predict(step)) is not None:
            known[code] = asked
    made: dict[str, Any] = {"say": shortest(texts), "more": shortest(captions)}
    if known:
        parts = zip(*(
            (each.title, each.question.text, *(answer.text for answer in each.answers)) for each in known.values()
        ), strict=True)  # fmt: skip
        words = [shortest(dict(zip(known, each, strict=True))) for each in parts]
        made["ask"] = [*words, next(iter(known.values())).right]
    runs = {code: run for code, replay in replays.items() if (run := replay.execute(step)) is not None}
    if runs:
        made["line"] = next(iter(runs.values())).line
        made["numbers"] = shortest({code: each.numbers for code, each in runs.items()})
        question = shortest({code: each.question for code, each in runs.items()})
        made |= {"question": question} if question else {}
    made["half"] = next(iter(replays.values())).mover(step)
    return made


def least_width(width: float, size: float) -> int:
    """Return the least width in px of a picture on a narrow screen, where it scrolls rather than becomes illegible.

    Args:
        width: its width in px.
        size: size in px of its small texts.
    """
    return round(width * min(1.0, LEGIBLE / size))


def code_data(code: PseudoCode | None) -> dict[str, Any] | None:
    """Return pseudo-code as data, or None."""
    if code is None:
        return None
    lines = [[line.indent, shortest(both(line.text)), line.side] for line in code.lines]
    return {"name": code.function, "lines": lines}


def player_words(more: Mapping[str, Words]) -> dict[str, dict[str, str]]:
    """Return the texts of a player by language and key, with ``more`` of them."""
    found = {key: both(source) for key, source in OWN.items()}
    found["made"] = both(OWN["made"], program="Kỳ Viện")
    one, many = ({code: translate(REPEAT, code, count) for code in LANGUAGES} for count in (1, 2))
    found |= {"repeat": one, "repeats": many, **more}
    return {code: {key: each[code] for key, each in found.items()} for code in LANGUAGES}


def player_page(text: PageText, data: Mapping[str, Any], *, asks: bool = False) -> str:
    """Return a page, in the current language at first.

    Args:
        text: what is around the player.
        data: the data of the script: ``film``, and what other parts need.
        asks: whether the player asks before each decision at first.
    """
    words = player_words({"title": text.title, "about": text.about, **text.words})
    code = language()
    own = words[code]
    script, style = "".join(map(resource, (*text.scripts, "player.js"))), color_rules() + resource("player.css")
    stored = json.dumps({"words": words, "asks": asks, **data}, ensure_ascii=False, separators=(",", ":"))
    element = (
        f">{json_text(stored)}" if len(stored.encode()) <= MOST_PLAIN else f' data-packed="{packed_text(stored)}">'
    )
    title = escape(own["title"])
    return f"""<!doctype html>
<html lang="{code}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy(script, style)}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">
<title>{title}</title><link rel="icon" href="data:,"><style>{style}</style></head>
<body><header><h1 data-w="title">{title}</h1><span class="meta">{escape(own["about"])}</span>
<button class="script" id="language" data-l="language"></button>
<button class="script" id="theme" data-l="theme">{icon("moon")}</button></header>
<noscript><p class="about">{escape(own["script"])}</p></noscript>
<main{' class="boarded"' if text.beside else ""}>{f"<section>{text.beside}</section>" if text.beside else ""}
<section class="section script"><figure id="figure"><svg id="picture" role="img"></svg></figure>{_hatch()}
<div class="say" aria-live="polite"><p id="say"></p><p id="more"></p></div>
{_bar()}{_strip(text.strip, own[text.strip]) if text.strip else ""}{text.own}</section>
<aside class="script"><div class="card questions"><div id="question"><h2 id="ask-title"></h2><p id="ask"></p>
<div class="answers"><button id="answer1"></button><button id="answer2"></button></div>
<p id="verdict" aria-live="polite"></p></div>
<label><input type="checkbox" id="asks"><span data-w="asks"></span></label>
<div class="row"><span id="score" class="soft"></span><button id="repeat"></button></div></div>
<div class="code"><h2 id="code-name"></h2><ol id="code"></ol></div></aside></main>
{text.below}<footer><span class="script" data-w="keys"></span> <span data-w="made">{escape(own["made"])}</span></footer>
<script type="application/json" id="search"{element}</script>
<script>{script}</script>
</body></html>
"""


def _hatch() -> str:
    """Return the pattern of hatched areas, which pictures refer to."""
    return (
        '<svg width="0" height="0" class="defs" aria-hidden="true"><pattern id="hatch" width="6.5" height="6.5" '
        'patternUnits="userSpaceOnUse"><path d="M-1 7.5L7.5 -1" stroke="var(--hatch)" stroke-width="1.2"/></pattern>'
        "</svg>"
    )


def _bar() -> str:
    """Return the buttons, the slider and the speed."""
    buttons = "".join(
        f'<button id="{key}" data-l="{key}">{inside}</button>'
        for key, inside in (
            ("first", icon("first")), ("previous", "["), ("back", icon("previous")),
            ("play", f'<span class="off">{icon("play")}</span><span class="on" hidden>{icon("pause")}</span>'),
            ("forward", icon("next")), ("next", "]"), ("last", icon("last")),
        )
    )  # fmt: skip
    speeds = "".join(
        f'<option value="{each}"{" selected" if each == SPEEDS[0] else ""}>{each}/s</option>' for each in SPEEDS
    )
    return (
        f'<nav>{buttons}<div class="row"><input id="slider" type="range" min="0" value="0" data-l="slider">'
        f'<span id="count"></span><select id="speed" data-l="speed">{speeds}</select></div></nav>'
    )


def _strip(key: str, legend: str) -> str:
    """Return the place of the window strip."""
    return (
        f'<div class="card"><svg id="strip" role="img"></svg><p class="soft" data-w="{key}">{escape(legend)}</p></div>'
    )
