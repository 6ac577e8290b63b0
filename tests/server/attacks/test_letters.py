"""What somebody types as an e-mail address adds no line and no receiver to a letter, and is no fault of ours."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from gunbai.core.errors import GunbaiError
from gunbai.server.mail import clean_email


@pytest.mark.parametrize(
    "given",
    ["))>", '="', '<a"@c.de', "-@<", "a@b.c\r\nBcc: d@e.f", "a@b.c\nBcc: d@e.f", "a@b.c, d@e.f", "a@b.c; d@e.f",
     "<a@b.c>", "=?utf-8?q?a=0ABcc:?= <d@e.f>", "a@b@c.de", "a@\uff43.de", "a@b", "@", ""],
)  # fmt: skip
def test_what_is_no_address_is_refused_in_words(given: str) -> None:
    """`))>` was a fault of the server's, with a traceback in its log for each request."""
    with pytest.raises(GunbaiError, match="written name@host"):
        clean_email(given)


@pytest.mark.parametrize("given", ["ann@games.example", '"a,b@c.de"@x.yz', "a+b@c.de", "b=?utf-8?q?=0A?==(+) @c.de"])
def test_a_letter_goes_to_one_receiver(given: str) -> None:
    letter = EmailMessage()
    letter["To"], letter["Subject"] = clean_email(given), "x"
    letter.set_content("words")
    sent = message_from_bytes(letter.as_bytes(policy=policy.SMTP), policy=policy.SMTP)
    assert len(sent["To"].addresses) == 1
    assert set(sent.keys()) == {"To", "Subject", "Content-Type", "Content-Transfer-Encoding", "MIME-Version"}
