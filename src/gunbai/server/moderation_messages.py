"""The JSON types of requests about keeping order."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

_Id = Annotated[str, Meta(min_length=1, max_length=24)]
_Reason = Annotated[str, Meta(min_length=1, max_length=500)]
# A hundred years; for ever is a decision for another day.
_Hours = Annotated[float, Meta(ge=0, le=876_000)]


class Report(msgspec.Struct, forbid_unknown_fields=True):
    """Who is reported, by their seat, and why."""

    seat: Annotated[int, Meta(ge=0, le=15)]
    text: _Reason


class SettleReport(msgspec.Struct, forbid_unknown_fields=True):
    """What came of a report, and whether the same is true of all other open reports of whoever made it."""

    reason: _Reason
    all_of_reporter: bool = False


class WithReason(msgspec.Struct, forbid_unknown_fields=True):
    """Why an operator does something; it stands in the audit log."""

    reason: _Reason


class MutePerson(msgspec.Struct, forbid_unknown_fields=True):
    """For how many hours nobody hears a person; 0 ends it."""

    person: _Id
    hours: _Hours
    reason: _Reason


class BanPerson(msgspec.Struct, forbid_unknown_fields=True):
    """For how many hours a person is shut out, and whether with the address they were last seen at; 0 ends it."""

    person: _Id
    hours: _Hours
    reason: _Reason
    with_address: bool = False


class BanAddress(msgspec.Struct, forbid_unknown_fields=True):
    """For how many hours an address is shut out; of IPv6 a network of 64 bits, as `2001:db8:1:2::/64`. 0 ends it."""

    address: Annotated[str, Meta(min_length=2, max_length=64)]
    hours: _Hours
    reason: _Reason


class ReportLine(msgspec.Struct):
    """A report that waits for an operator."""

    id: str
    at: int
    table: str
    reporter: str
    accused: str
    # What the accused is called now.
    name: str
    text: str
    # How many open reports whoever made this one has made.
    by_reporter: int


class AuditLine(msgspec.Struct):
    """Something an operator did."""

    at: int
    operator: str
    act: str
    target: str
    reason: str
