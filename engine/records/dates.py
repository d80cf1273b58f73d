"""Dates of games as programs and people write them.

Only what has one reading is read: ``23/06/2009`` and ``6/23/2009`` are a day in June, ``6/7/2009`` is only a year.
"""

import re
from calendar import monthrange
from functools import cache, lru_cache
from typing import NamedTuple

from engine.core.dialects import entries, key_of, plain, table


class GameDate(NamedTuple):
    """A date.

    Attributes:
        year: the year.
        month: the month, or None if it is unknown.
        day: the day of the month, or None if it is unknown.
        is_whole: whether no other words follow or precede the date.
    """

    year: int
    month: int | None = None
    day: int | None = None
    is_whole: bool = True

    def __str__(self) -> str:
        """Return the date in a form that sorts by date, such as ``2026.11.02``, without the parts that are unknown."""
        parts = (f"{self.year:04}", *(f"{part:02}" for part in (self.month, self.day) if part is not None))
        return ".".join(parts)


_YEAR, _PART, _SIGN = r"(?P<year>[0-9]{4})", r"(?:[0-9]{1,2}|\?{1,2}|[xX]{2})", r" ?[-./] ?"
_NAME = r"(?P<name>[^\W\d_]+)\.?"
_FORMS = (
    # 2009.06.23, 2009-06, 2009.??.??, 2009 06 23, 20090623
    rf"{_YEAR}(?:{_SIGN}(?P<second>{_PART})(?:{_SIGN}(?P<third>{_PART}))?)?",
    rf"{_YEAR} ?(?P<second>[0-9]{{2}}) ?(?P<third>[0-9]{{2}})",
    # 23-6-2009, 6/23/2009, 23 06 2009, 6/2009
    rf"(?:(?P<day>{_PART})(?:{_SIGN}| ))?(?P<month>{_PART})(?:{_SIGN}| ){_YEAR}",
    # 2009年6月23日, 2009년 6월 23일
    rf"{_YEAR} ?[年년](?: ?(?P<second>{_PART}) ?[月월](?: ?(?P<third>{_PART}) ?[日号號일]?)?)?",
    # ngày 23 tháng 6 năm 2009, tháng 6/2009, năm 2009
    rf"(?:(?:(?:ngay )?(?P<third>{_PART}) )?thang (?P<second>{_PART})(?:,? | ?[/-] ?))?(?:nam )?{_YEAR}",
    # 23 June 2009, 23. Juni 2009, 23-Jun-2009, 23 de junio de 2009, June 2009
    rf"(?:(?P<third>{_PART})(?:st|nd|rd|th|er|o|\.)?[ .-]?(?:of |de )?)?{_NAME}[ ,.-]{{0,2}}(?:de )?{_YEAR}",
    # June 23, 2009, Jun 23 2009, 2009 June 23, 2009-Jun-23
    rf"{_NAME}[ -](?P<third>{_PART})(?:st|nd|rd|th)?[ ,-]{{1,2}}{_YEAR}",
    rf"{_YEAR}[ -]{_NAME}(?:[ -](?P<third>{_PART}))?",
)
"""Forms of dates. ``second`` is the month and ``third`` the day; ``day`` and ``month`` may be exchanged."""
_BEFORE = r"(?:[^\W\d_]+\.?,? ){0,3}"
"""A day of the week, or a word for "day"."""
_TIME = r"(?:[T ,]\s*[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?\s*(?:Z|UTC|GMT|[AaPp][Mm]|[+-][0-9:]+)?)?"
_NUMERALS = str.maketrans("〇○零一二三四五六七八九", "000123456789")
_CHINESE_NUMBER = re.compile("[〇○零一二三四五六七八九十]+(?=[年月日号號])")
_MORE_DAYS = re.compile(r"((?:[0-9]{4}-)?[0-9]{2}(?:-[0-9]{2})?)(?:,[0-9-]+)+")


@cache
def _patterns(before: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"{before}(?:{form}){_TIME}", re.IGNORECASE) for form in _FORMS)


@lru_cache(maxsize=4096)
def read_date(text: str) -> GameDate | None:
    """Return the date that ``text`` describes, or None if it contains no year.

    The month and the day are None unless they have one reading. If the text is not a date as a whole, the result is
    its first number that can be a year.
    """
    words = re.sub(r"\s+", " ", _arabic(plain(text[:100]))).strip(" ,;.")
    for before in ("", _BEFORE):
        for pattern in _patterns(before):
            match = pattern.fullmatch(words)
            found = None if match is None else _date_of(match.groupdict())
            if found is not None and (not before or found.month):
                return found
    days = _MORE_DAYS.fullmatch(words)  # a game of several days in SGF: 1996-05-06,07
    if days is not None and (first := read_date(days[1])) is not None:
        return first
    year = re.search(r"(?<![0-9])(?:1[0-9]|20)[0-9]{2}(?![0-9])", words)
    return None if year is None else GameDate(int(year[0]), is_whole=False)


def _arabic(text: str) -> str:
    """Return ``text`` with Chinese numerals and years of an era in usual numbers, and Vietnamese words folded."""
    for entry in table("eras"):
        year = re.search(rf"{entry['name']}\s*([0-9]{{1,3}}|元)\s*(?=年)", text)
        if year is not None:
            number = int(entry["year_before"]) + (1 if year[1] == "元" else int(year[1]))
            text = f"{text[: year.start()]}{number}{text[year.end() :]}"
    text = _CHINESE_NUMBER.sub(lambda match: _chinese_number(match[0]), text)
    return re.sub(r"\b(?:ngày|tháng|năm)\b", lambda match: key_of(match[0]), text, flags=re.IGNORECASE)


def _chinese_number(text: str) -> str:
    """Return the digits of a Chinese number to 99 or of a year: ``23`` for ``二十三``, ``2009`` for ``二〇〇九``."""
    tens, ten, ones = text.partition("十")
    if not ten:
        return text.translate(_NUMERALS)
    return f"{tens.translate(_NUMERALS) or 1}{ones.translate(_NUMERALS) or 0}"


def _date_of(parts: dict[str, str | None]) -> GameDate | None:
    """Return the date of the groups of a pattern, or None if there is no such date."""
    numbers = {key: int(text) if text and text.isdigit() else None for key, text in parts.items() if key != "name"}
    year = numbers["year"] or 0
    name = parts.get("name")
    if name is not None:
        entry = entries("months").get(key_of(name))
        return None if entry is None else _checked(year, int(entry["month"]), numbers["third"])
    if "month" not in numbers:
        month, day = numbers["second"], numbers["third"]
        return _checked(year, day, month) if (month or 0) > 12 >= (day or 13) else _checked(year, month, day)
    day, month = numbers["day"], numbers["month"]
    if day is not None and month is not None and day != month and max(day, month) <= 12:
        return _checked(year, None, None)  # day and month, or month and day
    return _checked(year, day, month) if (month or 0) > 12 >= (day or 13) else _checked(year, month, day)


def _checked(year: int, month: int | None, day: int | None) -> GameDate | None:
    """Return a date without a day that its month does not have, or None if there is no such month or year."""
    if not 1000 <= year <= 2999 or (month or 1) > 12 or month == 0:
        return GameDate(year) if month == 0 and 1000 <= year <= 2999 else None
    if month is None or not day or day > monthrange(year, month)[1]:
        day = None
    return GameDate(year, month, day)
