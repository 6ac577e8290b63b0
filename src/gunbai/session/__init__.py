"""One table in play: seats, versions, undo, log, offers, clock. The only owner of the true state; knows no screen."""

from gunbai.session.clock import Clock, Control, Tournament, days_per_move, parse_control, tournament, tournaments
from gunbai.session.dice import Dice, NoDice, TableDice
from gunbai.session.file import load, parse, save
from gunbai.session.log import LogLine
from gunbai.session.offers import DRAW, TAKE_BACK, Offer
from gunbai.session.seat import BOT, OPEN, PERSON, Seat, parse_seat
from gunbai.session.table import GameOver, StaleVersion, Table

__all__ = [
    "BOT",
    "DRAW",
    "OPEN",
    "PERSON",
    "TAKE_BACK",
    "Clock",
    "Control",
    "Dice",
    "GameOver",
    "LogLine",
    "NoDice",
    "Offer",
    "Seat",
    "StaleVersion",
    "Table",
    "TableDice",
    "Tournament",
    "days_per_move",
    "load",
    "parse",
    "parse_control",
    "parse_seat",
    "save",
    "tournament",
    "tournaments",
]
