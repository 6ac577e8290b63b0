"""The page of an invitation: the browser app, with a card that programs show where somebody posts its address.

The address is `/i/TABLE#/link/TOKEN`. The part after `#` never leaves the browser, so neither this server's log nor a
program that makes previews has the secret. The card says what any stranger may ask this server about the table, and
nothing for one that strangers may not see.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Annotated, Any, Literal

from litestar import MediaType, Request, Response, get
from litestar.params import PathParameter, QueryParameter

from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game
from gunbai.core.game_files import game_file
from gunbai.server.hosted_table import GATHERING, HostedTable
from gunbai.server.services import services_of
from gunbai.session import parse_control
from gunbai.session.clock import DAY, NONE, PER_MOVE

STATIC = Path(__file__).parent / "static"
_WORDS = {
    "en": {
        "house": "An invitation to Gunbai",
        "house about": "War games of feudal Japan, in the browser. Open the link to sit down or to watch.",
        "from": "{host} invites you: {game}",
        "invitation": "An invitation: {game}",
        "seats": "{free} of {all} seats free",
        "running": "The game has begun; you may watch",
        "none": "no clock",
        "total": "{minutes} minutes for each player",
        "per-move": "{hours} hours for each move",
        "days": "{days} days for each move",
        "line": "{seats} · {clock}",
    },
    "ja": {
        "house": "軍配への招待",
        "house about": "戦国の三つのゲームをブラウザで。リンクを開くと、対局にも観戦にも加われます。",
        "from": "{host}さんからの招待：{game}",
        "invitation": "招待：{game}",
        "seats": "空席{free}（全{all}席）",
        "running": "対局は始まっています。観戦できます",
        "none": "持ち時間なし",
        "total": "持ち時間は各{minutes}分",
        "per-move": "1手{hours}時間",
        "days": "1手{days}日",
        "line": "{seats}・{clock}",
    },
}
# Names the server gives to people who chose none.
_NAMELESS = re.compile(r"(guest( \d+)?)?")


@get("/i/{table_id:str}", media_type=MediaType.HTML, include_in_schema=False)
async def invitation_page(
    request: Request[Any, Any, Any],
    table_id: Annotated[str, PathParameter(max_length=64)],
    lang: Annotated[Literal["en", "ja"] | None, QueryParameter(name="lang")] = None,
) -> Response[str]:
    """The browser app with the card of a table."""
    services = services_of(request)
    language = lang or ("ja" if request.headers.get("accept-language", "").startswith("ja") else "en")
    words = _WORDS[language]
    title, about, picture = words["house"], words["house about"], ""
    try:
        table = await services.registry.open(table_id)
        await services.access.may_see(None, table)
        title, about = _card(table, language)
        picture = f"cards/{table.setup.game}.jpg"
    except GunbaiError:
        # No such table, or none for strangers: the card is the house's in both cases.
        pass
    home = services.settings.public_address
    meta = {
        "og:type": "website",
        "og:site_name": "Gunbai",
        "og:locale": {"en": "en_US", "ja": "ja_JP"}[language],
        "og:title": title,
        "og:description": about,
        "og:url": f"{home}/i/{table_id}" if picture else home,
    }
    if picture and (STATIC / picture).is_file():
        meta |= {"og:image": f"{home}/{picture}", "og:image:width": "1200", "og:image:height": "630"}
        meta["twitter:card"] = "summary_large_image"
    lines = "".join(f'    <meta property="{name}" content="{escape(value)}" />\n' for name, value in meta.items())
    lines += '    <meta name="robots" content="noindex" />\n  '
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    return Response(page.replace("</head>", f"{lines}</head>", 1), headers={"cache-control": "no-store"})


def _card(table: HostedTable, language: str) -> tuple[str, str]:
    """Title and description of a table that strangers may see."""
    words, setup = _WORDS[language], table.setup
    game = _title(table.game, language)
    host = next((chair.name for chair in table.chairs if chair.person and chair.person == setup.by), "")
    title = words["invitation" if _NAMELESS.fullmatch(host) else "from"].format(host=host, game=game)
    free = sum(chair.kind == "open" for chair in table.chairs)
    seats = words["seats"].format(free=free, all=len(table.chairs)) if table.status == GATHERING else words["running"]
    return title, words["line"].format(seats=seats, clock=_clock(setup.clock, words))


def _clock(text: str, words: dict[str, str]) -> str:
    control = parse_control(text)
    if control.kind == NONE:
        return words[NONE]
    if control.kind == PER_MOVE and control.seconds >= 2 * DAY:
        return words["days"].format(days=round(control.seconds / DAY))
    return words[control.kind].format(minutes=round(control.seconds / 60), hours=round(control.seconds / 3600))


def _title(game: Game, language: str) -> str:
    """What the game is called: the heading of its rules in this language, else its title."""
    rules = game_file(game, f"RULES.{language}.md") if language != "en" else None
    return rules.partition("\n")[0].removeprefix("#").strip() if rules else game.info.title
