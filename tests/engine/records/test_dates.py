"""Dates in every form, 200 generated from each, and the filter that finds their years."""

import random
from calendar import monthrange

import pytest

from engine.core.dialects import entries, table
from engine.core.errors import NotationError
from engine.records.collection import Collection, HeaderFilter
from engine.records.dates import GameDate, read_date
from engine.records.formats import find_format

FULL_WIDTH = str.maketrans("0123456789-/", "０１２３４５６７８９－／")
ENGLISH = ["January", "February", "March", "April", "May", "June", "July"]
ENGLISH += ["August", "September", "October", "November", "December"]
GERMAN = ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli"]
GERMAN += ["August", "September", "Oktober", "November", "Dezember"]
SPANISH = ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio"]
SPANISH += ["agosto", "septiembre", "octubre", "noviembre", "diciembre"]
ONES = "一二三四五六七八九"
CHINESE = ["", *ONES, *(f"{ten}十{one}" for ten in ("", "二", "三") for one in ("", *ONES))]


def chinese_year(year: int) -> str:
    return "".join("〇一二三四五六七八九"[int(digit)] for digit in str(year))


YEAR_MONTH_DAY = {
    "pgn": lambda y, m, d: f"{y}.{m:02}.{d:02}",
    "iso": lambda y, m, d: f"{y}-{m:02}-{d:02}",
    "iso, one digit": lambda y, m, d: f"{y}-{m}-{d}",
    "slashes": lambda y, m, d: f"{y}/{m:02}/{d:02}",
    "iso and time": lambda y, m, d: f"{y}-{m:02}-{d:02} 20:46:58",
    "iso and zone": lambda y, m, d: f"{y}-{m:02}-{d:02}T20:46:58.123Z",
    "sgf, several days": lambda y, m, d: f"{y}-{m:02}-{d:02},{y + 1}-01-02",
    "compact": lambda y, m, d: f"{y}{m:02}{d:02}",
    "chinese": lambda y, m, d: f"{y}年{m}月{d}日",
    "chinese, spaces": lambda y, m, d: f"{y}年 {m:02}月 {d:02}日",
    "chinese numerals": lambda y, m, d: f"{chinese_year(y)}年{CHINESE[m]}月{CHINESE[d]}日",
    "korean": lambda y, m, d: f"{y}년 {m}월 {d}일",
    "full width": lambda y, m, d: f"{y}-{m:02}-{d:02}".translate(FULL_WIDTH),
    "english": lambda y, m, d: f"{ENGLISH[m - 1]} {d}, {y}",
    "english, short": lambda y, m, d: f"{ENGLISH[m - 1][:3]} {d} {y}",
    "british": lambda y, m, d: f"{d} {ENGLISH[m - 1]} {y}",
    "british, ordinal": lambda y, m, d: f"{d}th of {ENGLISH[m - 1]} {y}",
    "english, with dashes": lambda y, m, d: f"{d:02}-{ENGLISH[m - 1][:3]}-{y}",
    "english, weekday": lambda y, m, d: f"Tuesday, {d} {ENGLISH[m - 1]} {y}",
    "german": lambda y, m, d: f"{d}. {GERMAN[m - 1]} {y}",
    "spanish": lambda y, m, d: f"{d} de {SPANISH[m - 1]} de {y}",
    "vietnamese": lambda y, m, d: f"ngày {d} tháng {m} năm {y}",
    "vietnamese, comma": lambda y, m, d: f"{d} tháng {m}, {y}",
}  # fmt: skip
"""Forms with one reading of every date."""
EITHER_ORDER = {
    "day first, dashes": lambda y, m, d: f"{d}-{m}-{y}",
    "day first, slashes": lambda y, m, d: f"{d:02}/{m:02}/{y}",
    "day first, dots": lambda y, m, d: f"{d:02}.{m:02}.{y}",
    "day first, spaces": lambda y, m, d: f"{d} {m} {y}",
    "day first, vietnamese": lambda y, m, d: f"Ngày {d}/{m}/{y}",
    "day first, weekday": lambda y, m, d: f"Thứ Ba, {d:02}/{m:02}/{y}",
    "month first": lambda y, m, d: f"{m}/{d}/{y}",
    "month first, dashes": lambda y, m, d: f"{m:02}-{d:02}-{y}",
}
"""Forms in which a day to 12 is also a month."""
PARTS = {
    "year": lambda y, m: (f"{y}", None),
    "year, chinese": lambda y, m: (f"{y}年", None),
    "year, vietnamese": lambda y, m: (f"năm {y}", None),
    "year, pgn": lambda y, m: (f"{y}.??.??", None),
    "month, pgn": lambda y, m: (f"{y}.{m:02}.??", m),
    "month, sgf": lambda y, m: (f"{y}-{m:02}", m),
    "month, numbers": lambda y, m: (f"{m}/{y}", m),
    "month, chinese": lambda y, m: (f"{y}年{m}月", m),
    "month, english": lambda y, m: (f"{ENGLISH[m - 1]} {y}", m),
    "month, vietnamese": lambda y, m: (f"tháng {m}/{y}", m),
}
FORMS = [*YEAR_MONTH_DAY, *EITHER_ORDER, *PARTS]


def generated(form: str) -> list[tuple[str, GameDate]]:
    """Return 200 texts of a form, with their right values."""
    rng = random.Random(form)
    found = []
    for _ in range(200):
        year, month = rng.randint(1800, 2030), rng.randint(1, 12)
        day = rng.randint(1, monthrange(year, month)[1])
        if form in PARTS:
            text, known = PARTS[form](year, month)
            found.append((text, GameDate(year, known)))
        elif form in EITHER_ORDER:
            has_one_reading = day > 12 or day == month
            right = GameDate(year, month, day) if has_one_reading else GameDate(year)
            found.append((EITHER_ORDER[form](year, month, day), right))
        else:
            found.append((YEAR_MONTH_DAY[form](year, month, day), GameDate(year, month, day)))
    return found


@pytest.mark.parametrize("form", FORMS)
def test_every_form(form: str) -> None:
    for text, right in generated(form):
        assert str(read_date(text)) == str(right), text


@pytest.mark.parametrize("form", FORMS)
def test_the_filter_finds_the_year_of_every_form(form: str) -> None:
    cases = generated(form)
    text = "\n".join(f'[White "x"]\n[Date "{each}"]\n\n1. e4 *\n' for each, _ in cases)
    collection = Collection(text.encode(), find_format("x.pgn"))
    list(collection.scan())
    assert len(collection.entries) == len(cases)
    assert [entry.headers["Date"] for entry in collection.entries] == [each for each, _ in cases], "kept as text"
    for year in {right.year for _, right in cases}:
        wanted = [number for number, (_, right) in enumerate(cases) if right.year == year]
        assert HeaderFilter(date=str(year)).select(collection.entries) == wanted
    until = [number for number, (_, right) in enumerate(cases) if right.year <= 2000]
    assert HeaderFilter(date="..2000").select(collection.entries) == until


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("23-6-2009", "2009.06.23"), ("23/06/2009", "2009.06.23"), ("1984年2月23日", "1984.02.23"),
        ("19990417", "1999.04.17"), ("6/23/2009", "2009.06.23"), ("6/7/2009", "2009"), ("6/6/2009", "2009.06.06"),
        ("2009-23-06", "2009.06.23"), ("31.02.2009", "2009.02"), ("1er mars 1900", "1900.03.01"),
        ("昭和59年2月23日", "1984.02.23"),
        ("平成元年", "1989"), ("民國98年6月", "2009.06"), ("5 мая 2012", "2012.05.05"), ("1996-05-06,07", "1996.05.06"),
        ("2009.00.00", "2009"), ("c. 1850", "1850"), ("1850?", "1850"), ("summer of 1851, London", "1851"),
        ("2009-2010", "2009"),
        ("1997/98", "1997"), ("circa 1475-1485", "1475"), ("?", ""), ("", ""), ("????.??.??", ""), ("23/06/09", ""),
        ("20244", ""),
        ("unknown", ""), ("0000.00.00", ""), ("9999", ""), ("(6)", ""),
    ],
)  # fmt: skip
def test_single_dates(text: str, right: str) -> None:
    assert str(read_date(text) or "") == right


@pytest.mark.parametrize(
    "query", ["2009", "2009.06", "23/06/2009", "2009年6月", "June 2009", "2008..23-6-2009", "2009.06.23.."]
)
def test_the_filter_reads_the_same_forms(query: str) -> None:
    text = "".join(f'[Date "{date}"]\n\n*\n\n' for date in ("23-6-2009", "6/23/2009", "1984年2月23日", "20100101"))
    collection = Collection(text.encode(), find_format("x.pgn"))
    list(collection.scan())
    assert HeaderFilter(date=query).select(collection.entries)[:2] == [0, 1]
    assert 2 not in HeaderFilter(date=query).select(collection.entries)


@pytest.mark.parametrize("query", ["summer of 2009", "2009-2010", "1..2..3", "c. x", "2009..x"])
def test_the_filter_does_not_guess(query: str) -> None:
    with pytest.raises(NotationError, match="is not a date"):
        HeaderFilter(date=query).select([])


@pytest.mark.parametrize("query", ["An, Nguyen", "Nguyen An", "NGUYỄN, An", "nguyen; an", "An Nguyễn"])
@pytest.mark.parametrize("name", ["Nguyễn An", "Nguyen, An", "An, Nguyen", "Nguyễn  Văn An"])
def test_players_in_any_order(query: str, name: str) -> None:
    collection = Collection(
        f'[White "Bình"]\n[Black "{name}"]\n\n*\n\n[White "An"]\n\n*\n'.encode(), find_format("x.pgn")
    )
    list(collection.scan())
    assert HeaderFilter(player=query).select(collection.entries) == [0]


@pytest.mark.parametrize("entry", table("months"), ids=lambda entry: f"{entry['source']} {entry['name']}")
def test_every_month(entry: dict[str, str]) -> None:
    for text in (f"7 {entry['name']} 1972", f"7. {entry['name'].upper()} 1972"):
        assert read_date(text) == GameDate(1972, int(entry["month"]), 7)


@pytest.mark.parametrize("name", ["months", "eras"])
def test_each_entry_has_a_source_and_a_name_of_its_own(name: str) -> None:
    assert all(entry["source"].strip() for entry in table(name)) and len(entries(name)) == len(table(name))


def test_months_and_days_of_one_digit_sort_by_date() -> None:
    """In the texts of dates and in filters: June is before November, and the 5th before the 12th."""
    dates = ["2024.5.12", "2024.6", "2024.6.5", "2024.6.12", "2024.11.1", "2024.11.30"]
    texts = [str(read_date(each)) for each in dates]
    assert texts == sorted(texts) and texts[1] == "2024.06"
    content = "".join(f'[Event "x"]\n[Date "{each}"]\n\n1. e4 *\n\n' for each in dates)
    entries = list(Collection(content.encode(), find_format("x.pgn")).scan())
    for wanted, found in (("2024.11..", [4, 5]), ("..2024.6", [0, 1, 2, 3]), ("2024.6.9..2024.11.2", [3, 4])):
        assert HeaderFilter(date=wanted).select(entries) == found, wanted
