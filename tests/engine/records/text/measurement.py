"""How many texts are decoded right, in how many encodings: ours and charset-normalizer on the same files.

``python -m tests.engine.records.text.measurement [--alone] [FOLDER]`` prints a table. Each file has two games of chess; the text is a
comment of the first, or a name. Half of the texts are below. With FOLDER, which contains ``LANGUAGE/LC_MESSAGES/*.mo`` as
``/usr/share/locale`` of Debian does, as many are drawn from the translations there, with the seed below. They are not
committed, because they have the licences of many programs.
"""

import gettext
import random
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.records.formats import find_format
from engine.records.text import encode

SEED = 26
EACH = 15
"""Number of texts of each source, encoding and length."""
FOREIGN = 8
"""Minimum number of letters that ASCII does not have in a long text."""

WEST, EAST = ("fr", "de", "es", "pt", "it", "sv", "da", "fi", "is"), ("pl", "cs", "sk", "hu", "hr")
LANGUAGES = {
    "utf-8": ("vi", "fr", "ru", "pl", "zh_CN", "ja"), "utf-16": ("vi", "de", "ru", "ko", "zh_TW"), "cp1252": WEST,
    "cp1250": EAST, "cp1251": ("ru", "uk", "bg"), "koi8-r": ("ru",), "cp1258": ("vi",), "tcvn3": ("vi",),
    "gb18030": ("zh_CN",), "big5": ("zh_TW",), "cp932": ("ja",), "cp949": ("ko",),
}  # fmt: skip
"""Languages of the texts in each encoding."""

LONG = {
    "west": (
        "L’idée est très simple : attaquer l’aile roi dès que possible, même au prix d’une pièce sacrifiée",
        "Après l’échange des tours, l’égalité était assurée — les Noirs n’espéraient guère mieux que ça…",
        "Le “coup de tonnerre” préparé à la maison : le fou était en réalité déjà piégé à l’extrémité",
        "Weiß überführt den König über die Königsflügel-Bauern nach vorn und läuft gegen die Schwäche „f7“ Sturm",
        "Natürlich hätte Schwarz früher für Gegenspiel sorgen müssen – später wären Züge wie Sd5 unmöglich gewöhnlich",
        "Aquí Señor Muñoz calculó una combinación larguísima: además del ataque según él existía también otra opción más rápida",
        "Não há compensação: as peças estão péssimas, a posição é crítica e o adversário já não tem preocupações",
        "Il pedone è debole: più tardi verrà perduto, perché l’attività è già finita e la libertà di manovra non c’è più, però così è",
        "Vitt står bättre på kungsflygeln, men svårigheten är att få över springaren från b1 på rätt sätt",
        "Sort kan ikke få løberen i spil, så hvid får først åbnet linjen og står på et øjeblik bedre på brættet",
        "Valkea pääsee väistämättä hyökkäämään, sillä mustan lähetit jäävät täysin syrjään peliltä",
        "Hér á hvítur að leika riddaranum, því að svartur getur ekki varið peðið á d5 án þess að veikja sig",
        "J’adoube ! « Très joli » – l’arrière-pensée était bien cachée : déjà la clé à la dernière rangée s’élève",
        "½ point près, l’élève était à égalité avec le maître ; l’enquête a montré qu’il n’avait pas triché à l’école",
        "Réti’s idea – the “hypermodern” école française à l’époque : fianchetto précoce, contrôle à distance, légèreté",
    ),
    "east": (
        "Białe mają przewagę na skrzydle królewskim, więc czarne powinny już rozpocząć kontrgrę w środku szachownicy",
        "Łukasz zagrał „świetny” ruch – po nim gońce zaczęły działać, a wieża weszła na siódmą linię i żądło ataku",
        "To błąd: należało pójść skoczkiem, żeby później wymienić hetmany i przejść do końcówki wieżowej z pięcioma pionami",
        "Bílý má lepší postavení, protože jeho střelci působí na dlouhých úhlopříčkách a černý král zůstal uprostřed",
        "Nejlepší pokračování bylo převést věž na pátou řadu – potom už černý nemohl uniknout „příšernému“ matu",
        "Dvořák přehlédl jednoduchou vidličku; Řehoř Šťastný naopak svůj úspěch důsledně využil k výhře",
        "Čierny mal ešte šancu zachrániť sa večným šachom, ale v časovej tiesni pešiaka stratil a partiu vzdal",
        "Najľahšia cesta k výhre viedla cez výmenu dám, pretože čierne pešiaky na krídle boli príliš slabé",
        "A világos király biztonságban van, ezért a támadás gyors lesz: a bástya a hetedik soron döntő erejű",
        "Sötét futója rossz, mert a saját gyalogjai útját állják – öt lépés múlva úgyis elvész a minőség",
        "Erős lépés volt a huszár áldozása; a győztes később elmondta, hogy „előre kiszámította” az egész változatot",
        "Bijeli će uskoro otvoriti liniju, a crni još nema načina da zaštiti pješaka: još žešći napad stiže",
        "Igrač je čekao grešku, koja se začas dogodila – skakač je već išao prema kralju, što je odlučilo susret još u četvrtoj šansi",
        "Zwycięzca został ogłoszony dopiero późnym wieczorem, gdyż sędziowie długo rozważali odwołanie",
        "Šachový kroužek při škole v Plzni pořádá každý čtvrtek večer turnaj pro začátečníky i pokročilé",
    ),
    "ru": (
        "Белые получают сильную атаку на королевском фланге", "Чёрным следовало разменять ферзей и перейти в эндшпиль",
        "Ошибка: конь попадает под связку, и пешка гибнет", "После этого хода партия фактически решена",
        "Интересная жертва качества за инициативу и проходную пешку", "Лучше было отступить слоном на начальную позицию",
        "В цейтноте Иванов не заметил вечного шаха", "Победитель турнира показал отличную технику реализации",
        "Теоретическая новинка, подготовленная дома с тренером", "Ладья вторгается на седьмую горизонталь",
        "Соперники согласились на ничью по предложению белых", "Начало борьбы за центр; обе стороны закончили развитие",
        "Судья зафиксировал троекратное повторение позиции", "Король чёрных остался без прикрытия пешек",
        "Этот вариант сицилианской защиты сегодня почти не встречается",
    ),
    "vi": (
        "Nước đi hay, bên đỏ thắng thế vì có nhiều quân hơn", "Sau khi đổi xe, trắng dễ dàng giành phần thắng ở tàn cuộc",
        "Đen nên đẩy tốt sớm hơn để mở đường cho tượng", "Pháo đầu đối bình phong mã – thế trận “kinh điển”",
        "Ván cờ kết thúc hoà sau hơn sáu giờ thi đấu căng thẳng", "Kỳ thủ trẻ đã vượt qua nhà vô địch một cách thuyết phục",
        "Một sai lầm đáng tiếc: mã bị ghim và không thể rút lui", "Giải vô địch cờ vua quốc gia tổ chức tại Cần Thơ",
        "Trọng tài yêu cầu hai bên ký biên bản trước khi rời bàn", "Bên trắng bỏ lỡ cơ hội chiếu hết trong ba nước",
        "Đây là thế cờ nổi tiếng trong sách của Đặng Tất Thắng", "Đen phản công mạnh mẽ ở cánh hậu và đổi được tượng tốt",
        "Học sinh lớp bốn đã thắng đối thủ người lớn, thật đáng khen", "Cờ caro: năm quân liên tiếp không bị chặn hai đầu là thắng",
        "Thuật toán tìm kiếm sâu hơn một tầng nhưng vẫn cho điểm bằng nhau",
    ),
    "zh_CN": (
        "红方炮二平五，黑方马八进七，双方进入常见的布局", "这步棋走得非常好，白方因此占据了明显的优势", "全国象棋个人锦标赛在成都举行",
        "黑棋左边的大龙还没有活净，白棋应当立即攻击", "残局阶段红方多一兵，理论上可以取胜", "时间紧张，选手走出了漏着",
        "第三轮的比赛结果：主队以二比一获胜", "裁判宣布这盘棋为和棋", "开局不久，双方兑掉一车一炮", "他的计算能力在同龄棋手中十分突出",
        "后手方的反击来得太晚，已经无法挽回败局", "此局选自江西省运动会", "如果先走车九平八，局面会更加复杂", "学生们在课堂上分析这个定式的变化",
        "中国围棋协会公布了新的竞赛规则",
    ),
    "zh_TW": (
        "紅方炮二平五，黑方馬八進七，雙方進入常見的布局", "這步棋走得非常好，白方因此佔據了明顯的優勢", "全國象棋個人錦標賽在臺北舉行",
        "黑棋左邊的大龍還沒有活淨，白棋應當立即攻擊", "殘局階段紅方多一兵，理論上可以取勝", "時間緊張，選手走出了漏著",
        "第三輪的比賽結果：主隊以二比一獲勝", "裁判宣布這盤棋為和棋", "開局不久，雙方兌掉一車一炮", "他的計算能力在同齡棋手中十分突出",
        "後手方的反擊來得太晚，已經無法挽回敗局", "此局選自高雄市運動會", "如果先走車九平八，局面會更加複雜", "學生們在課堂上分析這個定式的變化",
        "中華民國圍棋協會公布了新的競賽規則",
    ),
    "ja": (
        "白の反撃は厳しく、黒は対応に苦しんだ", "この手が勝着となり、黒番の中押し勝ち", "第五局は大阪で行われた", "序盤から激しい戦いになった",
        "右上の石は生きているが、左下はまだはっきりしない", "ここで二間に開くのが普通の考え方です", "時間に追われて見落としが出た",
        "名人戦の挑戦者は若手の棋士に決まった", "この定石は最近あまり打たれていない", "解説者はすぐに投了すべきだと言った", "コウ争いに勝てば形勢は互角になる",
        "彼の読みの深さには誰もが感心した", "隅の死活を間違えて大きく損をした", "アマチュアの大会でもよく見られる形", "ヨセに入って半目の差が残った",
    ),
    "ko": (
        "백의 반격이 날카로워 흑이 고전하고 있다", "이 수가 승착이 되어 흑이 불계승을 거두었다", "제오국은 서울에서 열렸다", "초반부터 치열한 전투가 벌어졌다",
        "우상귀의 돌은 살았지만 좌하귀는 아직 분명하지 않다", "여기서는 두 칸 벌리는 것이 보통이다", "시간에 쫓겨 실수를 했다", "명인전 도전자는 젊은 기사로 정해졌다",
        "이 정석은 요즘 거의 두어지지 않는다", "해설자는 곧 돌을 거둘 것이라고 말했다", "패싸움에서 이기면 형세는 비슷해진다", "그의 깊은 수읽기에 모두가 감탄했다",
        "귀의 사활을 착각하여 큰 손해를 보았다", "아마추어 대회에서도 자주 보이는 모양", "끝내기에서 반집 차이가 남았다",
    ),
}  # fmt: skip
NAMES = {
    "west": ("Jörg", "Müller", "André", "José", "Nuñez", "João", "Nicolò", "Sjöberg", "Sørensen", "Mäkinen", "Þórður",
             "François", "Réti", "Hübner", "Grünfeld"),
    "east": ("Łukasz", "Čížek", "Řehoř", "Žižka", "Dvořák", "Szűcs", "Kovačić", "Świdziński", "Šťastný", "Őri", "Wójcik",
             "Ľubomír", "Đurić", "Béla", "Gaździk"),
    "ru": ("Иванов", "Карпов", "Пётр", "Смирнов", "Анна", "Чигорин", "Ян", "Таль", "Ботвинник", "Юрий", "Спасский", "Женя",
           "Эмиль", "Хохлов", "Щукин"),
    "vi": ("Nguyễn", "Trần", "Lê", "Phạm", "Hoàng", "Huỳnh", "Vũ", "Võ", "Đặng", "Bùi", "Đỗ", "Hồ", "Dương", "Lý", "Trương"),
    "zh_CN": ("王天一", "许银川", "吕钦", "赵鑫鑫", "郑惟桐", "陈伟", "李明", "张强", "刘洋", "胡荣华", "柯洁", "古力", "常昊", "马晓春", "聂卫平"),
    "zh_TW": ("周俊勳", "張栩", "林海峰", "王立誠", "陳詩淵", "許皓鋐", "黑嘉嘉", "楊偉", "謝依旻", "劉明", "吳貴臨", "江中豪", "葉榮光", "蕭正浩", "趙治勳"),
    "ja": ("井山裕太", "羽生善治", "藤井聡太", "高川格", "坂田栄男", "大竹英雄", "加藤正夫", "小林光一", "山下敬吾", "一力遼", "田中", "佐藤", "鈴木", "渡辺明", "木村"),
    "ko": ("조훈현", "이창호", "이세돌", "박정환", "신진서", "유창혁", "서봉수", "최정", "김지석", "강동윤", "원성진", "박영훈", "홍길동", "이영구", "안성준"),
}  # fmt: skip
GROUPS = dict.fromkeys(WEST, "west") | dict.fromkeys(EAST, "east") | {"uk": "ru", "bg": "ru"}
"""Key of ``LONG`` and ``NAMES`` by language, if it is not the language."""

_WORD = re.compile(r"[^\W\d_]+")


class Case(NamedTuple):
    """A text in a file.

    Attributes:
        encoding: the encoding of the file.
        source: ``own`` or ``drawn``.
        is_long: whether the text has at least ``FOREIGN`` letters that ASCII does not have.
        text: the text.
        whole: the whole file as text.
        data: the content of the file.
    """

    encoding: str
    source: str
    is_long: bool
    text: str
    whole: str
    data: bytes


def foreign(text: str) -> int:
    """Return the number of letters that ASCII does not have."""
    return sum(sign.isalpha() and not sign.isascii() for sign in text)


def _case(encoding: str, source: str, is_long: bool, text: str) -> Case | None:
    text = unicodedata.normalize("NFC", text)
    name, comment = ("A", text) if is_long else (text, "x")
    whole = f'[White "{name}"]\n[Black "B"]\n\n1. e4 {{{comment}}} e5 *\n\n[White "C"]\n[Black "D"]\n\n1. d4 *\n'
    data = whole.encode(encoding) if encoding == "utf-16" else encode(whole, encoding)
    return None if data is None or whole.isascii() else Case(encoding, source, is_long, text, whole, data)


def own_cases() -> Iterator[Case]:
    """Yield the files with the texts of this module."""
    for encoding, languages in LANGUAGES.items():
        groups = list(dict.fromkeys(GROUPS.get(language, language) for language in languages))
        for is_long, table in ((True, LONG), (False, NAMES)):
            texts = [table[group][k] for k in range(EACH) for group in groups]
            made = (_case(encoding, "own", is_long, text) for text in texts)
            yield from [each for each in made if each is not None][:EACH]


def drawn_cases(folder: Path, seed: int = SEED) -> Iterator[Case]:
    """Yield files with translations of programs. A comment with quotes and a dash is every third."""
    rng = random.Random(seed)
    for encoding, languages in LANGUAGES.items():
        pools = [_translations(folder, language) for language in languages]
        for is_long in (True, False):
            found: list[Case] = []
            for _ in range(5000):
                pool = rng.choice([pool for pool in pools if pool])
                text = rng.choice(pool)
                if not is_long:
                    words = [word for word in _WORD.findall(text) if foreign(word) and len(word) < 9]
                    text = rng.choice(words).capitalize() if words else ""
                elif len(found) % 3 == 2:
                    text = f"“{text}” – ½…" if rng.random() < 0.5 else f"l’{text}"
                if is_long == (foreign(text) >= FOREIGN) and (case := _case(encoding, "drawn", is_long, text)):
                    found.append(case)
                if len(found) == EACH:
                    break
            yield from found


def _translations(folder: Path, language: str) -> list[str]:
    """Return the translations to a language that could be comments, sorted."""
    found: set[str] = set()
    for path in sorted((folder / language / "LC_MESSAGES").glob("*.mo")):
        try:
            with path.open("rb") as file:
                catalogue = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        except (OSError, UnicodeDecodeError, ValueError):
            continue
        found.update(
            text
            for text in catalogue.values()
            if isinstance(text, str)
            and 4 <= len(text) <= 120
            and text.isprintable()
            and not re.search(r"[{}%<>&\\]", text)
        )
    return sorted(found)


def ours(data: bytes) -> str:
    """Return the text of a file as this program reads it."""
    return find_format("x.pgn").decode(data)


def theirs(data: bytes) -> str:
    """Return the text of a file as charset-normalizer reads it."""
    from charset_normalizer import from_bytes  # type: ignore[import-not-found]

    best = from_bytes(data).best()
    return "" if best is None else unicodedata.normalize("NFC", str(best))


def right(cases: list[Case], read: Callable[[bytes], str]) -> dict[tuple[str, bool], tuple[int, int]]:
    """Return the numbers of right texts and of all texts, by encoding and length."""
    found: dict[tuple[str, bool], tuple[int, int]] = {}
    for case in cases:
        good, count = found.get((case.encoding, case.is_long), (0, 0))
        found[case.encoding, case.is_long] = good + (read(case.data) == case.whole), count + 1
    return found


def main() -> None:
    """Print a table, and the texts that were decoded wrongly."""
    cases = list(own_cases())
    for folder in (each for each in sys.argv[1:] if not each.startswith("--")):
        cases += drawn_cases(Path(folder))
    readers = {"ours": ours}
    if "--alone" not in sys.argv:
        readers["charset-normalizer"] = theirs
    for source in ("own", "drawn"):
        part = [case for case in cases if case.source == source]
        tables = {name: right(part, read) for name, read in readers.items()}
        for is_long in (True, False):
            print(source, "long" if is_long else "short")
            for encoding in LANGUAGES:
                cells = [tables[name].get((encoding, is_long), (0, 0)) for name in readers]
                print(f"  {encoding:8}", *(f"{good}/{count}" for good, count in cells))
            for name in readers:
                pairs = [each for key, each in tables[name].items() if key[1] == is_long]
                good, count = sum(each[0] for each in pairs), max(1, sum(each[1] for each in pairs))
                print(f"  {name}: {good}/{count} = {100 * good / count:.1f} %")
        if source == "own":
            for case in part:
                if ours(case.data) != case.whole:
                    print(case.encoding, case.text, "->", ours(case.data)[:120].replace("\n", "|"))


if __name__ == "__main__":
    main()
