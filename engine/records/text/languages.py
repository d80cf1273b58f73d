"""How likely a text is as a text of a record: letters of languages, and capitals, quotes and signs in their places.

For each language there is the list of its letters that ASCII does not have, the most frequent first. The chance of the
letter of rank k is taken as proportional to 1 / (k + 1.5), which is Zipf's law with Mandelbrot's offset.
"""

import math
import re
import unicodedata
from collections import Counter
from functools import cache

# Logarithm of the share of these letters in words that have one, loss per pair of adjacent ones, and the letters.
_LETTERS: dict[str, tuple[float, float, str]] = {
    "vi": (-1.1, 0.0, "đưáàớếâộôốấìêầóờảợủúậịạểíãặởệắơọứòềổỗăừùựỏỉéữửồằỳẫụĩũẽýỡẩèõễẳẵẹõẻỷẽĩỹỵ"),
    "fr": (-1.8, 1.5, "éèàêçôîâûùïëœü"),
    "de": (-1.8, 1.5, "üäößé"),
    "es": (-1.8, 1.5, "óíáéñúü"),
    "pt": (-1.6, 0.5, "ãçáéíóõêâúôàü"),
    "it": (-2.2, 2.5, "àèéòùì"),
    "nordic": (-1.7, 1.2, "äåöøæéü"),
    "is": (-1.3, 0.7, "íáðóúþöéæý"),
    "ca": (-1.8, 1.5, "àéóèíòçúïü"),
    "nl": (-2.5, 2.5, "ëéïöüè"),
    "pl": (-1.4, 0.7, "łęąóśżćńź"),
    "cs": (-1.3, 0.7, "áíéěřýčšžůúňóťď"),
    "sk": (-1.3, 0.7, "áíčéýžšúľťôňóäďŕĺ"),
    "hu": (-1.4, 0.9, "áéöóőíüúű"),
    "ro": (-1.6, 1.2, "ăîâşţșț"),
    "hr": (-1.7, 1.2, "čšćžđ"),
    "ru": (0.0, 0.0, "оаеинтрсвлкмдпуяыьгзбчйхжшюцщэфёъ"),
    "uk": (0.0, 0.0, "оанивіетрсклдмупязьбгчйхцшжюїєщфґ"),
    "bg": (0.0, 0.0, "аеиотнрсвлдкпмзгубъячжйшщцхфюь"),
    "be": (0.0, 0.0, "анаіорстекылвмпдяузьйбцчгшжўхюэёф"),
    "sr": (0.0, 0.0, "аоиентрсвкдјумплзгбчцшжхљњћђџф"),
    "el": (0.0, 0.0, "αοιετνσηρπκςμλίάόέυδήγωχθύφβώξζψ"),
}
_LANGUAGES = {
    "cp1252": ("fr", "de", "es", "pt", "it", "nordic", "is", "ca", "nl"),
    "cp1250": ("de", "pl", "cs", "sk", "hu", "ro", "hr"),
    "cp1251": ("ru", "uk", "bg", "be", "sr"),
    "koi8-r": ("ru",),
    "cp1258": ("vi",),
    "tcvn3": ("vi",),
    **dict.fromkeys(("gb18030", "big5", "cp932", "cp949"), ()),
}
"""Languages of the texts in an encoding, if not all."""
_ADD = 1.5
_UNKNOWN = -9.0
"""Logarithm of the chance of a letter that is not in the list of the language."""
_ASCII = -3.4
"""Logarithm of the chance of a character of ASCII."""

_QUOTES = "“”‘’„‚«»‹›"
_SIGNS = {
    **dict.fromkeys(_QUOTES + "–—…", -7.0),
    **dict.fromkeys("½", -6.0),
    **dict.fromkeys("\xa0°€§·•±−×→№¿¡♔♕♖♗♘♙♚♛♜♝♞♟⩲⩱∓∞", -8.0),
    **dict.fromkeys("¼¾²³©®™¶†¥£ªº", -10.0),
}
"""Logarithms of the chances of signs. All other signs are unlikely, controls and marks of bad bytes most of all."""
_RARE, _CONTROL, _BAD = -12.0, -15.0, -11.0

_COMMON = {
    "zh": "的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么"
    "心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知样现分"
    "将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因"
    "重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书"
    "比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今"
    "京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六"
    "功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即"
    "求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩"
    "站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离坐集编宝谈府拉黑"
    "且随格尽剑讲布杀微怕母调局根曾准团段终乐切级克精哪官示冲竟乎男举客证苦照注费足尔招群热推晚响称兴待约阳哥"
    "惊吗整支古汉突号绝选吴参刊亚复伤类备欢另港势刻星断陈刘杨赵徐孙朱胡郭罗梁宋郑谢韩唐冯董萧曹袁邓傅沈彭吕苏"
    "卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田姜范姚谭廖邹熊陆郝孔崔康邱秦顾侯邵孟龙雷汤尹黎贺赖龚棋炮卒仕帅胜负杯赛"
    "冠届围",
    "zh-tw": "的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後小麼"
    "心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知樣現分"
    "將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因"
    "重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書"
    "比住員九笑性通目華報立馬命張活難神數件安表原車白應路期叫死常提感金何更反合放做系計或司利受光王果親界及今"
    "京務制解各任至清物台象記邊共風戰幹接它許八特覺望直服毛林題建南度統色字請交愛讓認算論陳劉楊趙徐孫朱胡郭羅"
    "梁宋鄭謝韓唐馮董蕭曹袁鄧傅沈彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜戴夏鍾汪田姜范姚譚廖鄒熊陸郝孔崔康邱秦顧侯邵孟"
    "龍雷錢湯尹黎賀賴龔李黃周吳棋局炮兵卒士仕帥勝負杯賽冠屆圍設檔案顯示選項資料訊息",
    "ja": "日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千"
    "水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨田村井藤佐林清加吉松岡石橋原島野崎池森内谷部武江宮"
    "沢渡辺近遠斎坂青福太郎碁段級戦手棋聖位王座対局黒番勝負持将者用表示設定場合選択",
    "ko": "이그는에가을를의한다고사아리지하기인어나니자시라도해서로일정여만대부수마전보제주들비신소스오있었김박최강"
    "조윤장임권황안송류홍문양손배백허유남심노곽성차우구민진엄채원천방공현함변염추석선설길연위표명반왕금옥육맹"
    "모탁국은편용준영호재동승상경미혜철훈바둑택파",
}
"""Frequent characters of texts and names, as is known from readers and lists of names."""
_COMMON_SETS = {language: frozenset(signs) for language, signs in _COMMON.items()}


@cache
def _chances(language: str) -> dict[str, float]:
    """Return the logarithms of the chances of the letters of a language, small letters only."""
    rate, _, letters = _LETTERS[language]
    distinct = list(dict.fromkeys(letters))
    total = sum(1 / (rank + _ADD) for rank in range(len(distinct)))
    return {letter: rate - math.log((rank + _ADD) * total) for rank, letter in enumerate(distinct)}


_STRONG = 0.85
_WEAK = 0.15


def _gb(data: bytes) -> float:
    if data[1] >= 0xA1 and 0xB0 <= data[0] <= 0xD7:
        return 0.9 / 3755
    if data[1] >= 0xA1 and data[0] >= 0xD8:
        return 0.05 / 3008
    return 0.001 / 15_000


def _big5(data: bytes) -> float:
    return 0.93 / 5401 if 0xA4 <= data[0] <= 0xC6 else 0.02 / 7652


def _shift_jis(data: bytes) -> float:
    return 0.9 / 2965 if 0x88 <= data[0] <= 0x97 else 0.02 / 3390


def _euc_kr(data: bytes) -> float:
    if data[1] >= 0xA1 and 0xB0 <= data[0] <= 0xC8:
        return 0.95 / 2350
    return 0.02 / 4888 if data[1] >= 0xA1 and data[0] >= 0xCA else 0.0001 / 8822


_CHARSETS = {
    "zh": ("gb18030", _gb), "zh-tw": ("cp950", _big5), "ja": ("cp932", _shift_jis), "ko": ("cp949", _euc_kr),
}  # fmt: skip
"""Codec whose rows are the levels of the characters of each language, and the chances of its rows.

The sizes of the levels are those of GB 2312 (1980), Big5 (1984, ETEN), JIS X 0208 (1990) and KS X 1001 (1987).
"""


@cache
def _ideograph(sign: str, language: str) -> float:
    """Return the logarithm of the chance of a Chinese, Japanese or Korean character in a text of a language."""
    if "\u3000" <= sign <= "\u303f" or "\uff01" <= sign <= "\uff5e":
        return -6.5
    if "\u3041" <= sign <= "\u30fe":
        return -4.6 if language == "ja" else _RARE
    if "\uff61" <= sign <= "\uff9f":
        return -10.0 if language == "ja" else _RARE
    common = _COMMON_SETS[language]
    codec, chance = _CHARSETS[language]
    try:
        data = sign.encode(codec)
    except UnicodeEncodeError:
        return _CONTROL
    if len(data) != 2:
        return _CONTROL
    share = chance(data) * _WEAK + (_STRONG / len(common) if sign in common else 0.0)
    return math.log(share)


def _is_ideograph(sign: str) -> bool:
    return "\u3000" <= sign <= "\u9fff" or "\uac00" <= sign <= "\ud7a3" or "\uff01" <= sign <= "\uffdc"


_TOKENS = re.compile(r"\S*[^\x00-\x7f]\S*")
_EDGES = " \t\n.,;:!?()[]{}\"'-–—…/“”‘’„‚«»‹›"


_WORD = re.compile(r"[^\W\d_]+")
_ACCENTS = "\u0300\u0301\u0302\u0303\u0306\u0309\u031b\u0323"
_SYLLABLE = re.compile(
    "(?:b|c|ch|d|đ|g|gh|gi|h|k|kh|l|m|n|ng|ngh|nh|p|ph|qu|r|s|t|th|tr|v|x)?"
    "(?:[aeiouy]|[aeou]i|[aeio][ou]|i[ae]|ieu|oa[iouy]?|oeo?|oo|u[aeou]|u[ao][iy]|uou|uy[aeu]?|yeu?|a[uy])(?:c|ch|m|n|ng|nh|p|t)?"
)  # fmt: skip
_WHOLE = {"cp1258": 1.2, "tcvn3": 1.2}
"""Addition for each word that has the form of a Vietnamese syllable, by encoding."""
_TONE = -3.2
"""Logarithm of the chance of a tone that is a separate character, in addition to that of its letter."""


def likelihood(text: str, encoding: str, letters: frozenset[str] = frozenset()) -> float:
    """Return the logarithm of the chance of a text, of which words of ASCII are ignored.

    Args:
        text: the text, in which lone surrogates are bytes that cannot be decoded.
        encoding: the encoding of the text.
        letters: characters that are frequent in the moves of some game.
    """
    composed = unicodedata.normalize("NFC", text)
    total, text = _TONE * (len(text) - len(composed)), composed
    alphabetic: Counter[str] = Counter()
    ideographs: Counter[str] = Counter()
    pairs = 0
    for token in _TOKENS.findall(text):
        if encoding in _WHOLE:
            total += _WHOLE[encoding] * sum(_is_syllable(word) for word in _WORD.findall(token))
        before, case, upper, kind = " ", "", 0, ""
        for index, sign in enumerate(token):
            if sign <= "\x7f":
                total += _ASCII
                now = "latin" if sign.isalpha() else ""
            elif sign in letters:
                total += -4.5
                now = "cjk"
            elif _is_ideograph(sign):
                ideographs[sign] += 1
                now = "cjk"
            elif sign.isalpha() and sign not in _SIGNS:
                alphabetic[sign.lower()] += 1
                now = "latin" if sign < "\u0250" or "\u1e00" <= sign <= "\u1eff" else "other"
                pairs += now == "latin" and before > "\x7f" and before.isalpha()
            else:
                after = token[index + 1] if index + 1 < len(token) else " "
                total += _sign(sign, before, after)
                now = ""
            if now and kind and now != kind:
                total -= 3.0 if "cjk" in (now, kind) else 7.0
            if now in ("latin", "other"):
                change, case, upper = _case(sign, case, upper)
                total += change
            else:
                case, upper = "", 0
            before, kind = sign, now
    if alphabetic:
        languages = _LANGUAGES.get(encoding, tuple(_LETTERS))
        total += max((_alphabet(alphabetic, pairs, each) for each in languages), default=_UNKNOWN * alphabetic.total())
    if ideographs:
        total += max(
            sum(count * _ideograph(sign, language) for sign, count in ideographs.items()) for language in _COMMON
        )
    return total


def _is_syllable(word: str) -> bool:
    """Whether a word has the form of a Vietnamese syllable with a letter that ASCII does not have."""
    plain = "".join(part for part in unicodedata.normalize("NFD", word.lower()) if part not in _ACCENTS)
    return len(word) > 1 and not word.isascii() and _SYLLABLE.fullmatch(plain) is not None


def _alphabet(found: Counter[str], pairs: int, language: str) -> float:
    chances, loss = _chances(language), _LETTERS[language][1]
    return sum(count * chances.get(sign, _UNKNOWN) for sign, count in found.items()) - loss * pairs


def _case(sign: str, case: str, upper: int) -> tuple[float, str, int]:
    """Return the logarithm of the chance of the case of a letter, its case, and the number of capitals up to it."""
    if sign.isupper():
        return (-6.0 if case == "l" else -0.7 if not upper else -3.5 if upper == 1 else -0.1), "u", upper + 1
    if sign.islower():
        return (-0.7 if not case else -2.5 if upper > 1 else -0.1), "l", 0
    return 0.0, case, upper


def _sign(sign: str, before: str, after: str) -> float:
    """Return the logarithm of the chance of a sign between two characters."""
    if "\udc80" <= sign <= "\udcff":
        return _BAD
    if sign < "\xa0" or "\ue000" <= sign <= "\uf8ff":
        return _CONTROL
    chance = _SIGNS.get(sign, _RARE)
    inside = before not in _EDGES and after not in _EDGES
    if sign == "’":
        return chance + 1.0 if before.isalpha() else chance - 3.0 * (after in _EDGES)
    if sign in "–—…":
        return chance
    return chance - 4.0 * (inside and (before.isalpha() or after.isalpha()))
