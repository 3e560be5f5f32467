"""What a host tells friends of the ways to a table, and what a friend hears whose way leads nowhere."""

import errno
import socket
from ipaddress import IPv4Address, IPv4Network, IPv6Network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.network.client.ways_in import Told, page_needs, tell, unreached, what_works
from clockspades.network.meeting.invitation import EXAMPLE, EXAMPLE_CLUB, Invitation, Reach, reach_of
from clockspades.network.meeting.page_link import find_page, publish
from clockspades.network.meeting.short_codes import EXAMPLE_CODE, MAKING, CodeShown
from clockspades.network.server import listening
from clockspades.saved.archive import data_directory

NETWORKS = {
    "127.0.0.0/8": Reach.MACHINE,
    "::1/128": Reach.MACHINE,
    "0.0.0.0/32": Reach.MACHINE,
    "169.254.0.0/16": Reach.LINK,
    "fe80::/10": Reach.LINK,
    "10.0.0.0/8": Reach.HOME,
    "172.16.0.0/12": Reach.HOME,
    "192.168.0.0/16": Reach.HOME,
    "fc00::/7": Reach.HOME,
    "100.64.0.0/10": Reach.SHARED,
    "8.0.0.0/7": Reach.WORLD,
    "172.32.0.0/11": Reach.WORLD,
    "100.128.0.0/9": Reach.WORLD,
    "2600::/12": Reach.WORLD,
}
AT_HOME = EXAMPLE._replace(host="192.168.1.5")
OPTIONS = {"is_nearby": False, "more_codes": "", "page": None, "copy": "c"}


def told(
    invitation: Invitation | None = AT_HOME, code: CodeShown | None = None, **options: bool | str | int | None
) -> Told:
    return tell(invitation, code, **{**OPTIONS, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize(("network", "reach"), NETWORKS.items())
@given(data=st.data())
def test_an_address_works_from_where_its_network_is_reached(network: str, reach: Reach, data: st.DataObject) -> None:
    ip = data.draw(st.ip_addresses(network=IPv6Network(network) if ":" in network else IPv4Network(network)))
    assert reach_of(str(ip)) is reach
    if isinstance(ip, IPv4Address):
        assert reach_of(f"::ffff:{ip}") is reach
    elif reach is Reach.LINK:
        assert reach_of(f"{ip}%eth0") is reach


@given(st.text(max_size=40) | st.ip_addresses().map(str))
def test_whatever_the_name_of_a_computer_is_something_is_said_of_it(host: str) -> None:
    assert reach_of(host) in Reach
    assert "{" not in what_works(host.replace("{", ""), 7420) + unreached(host.replace("{", ""))


@pytest.mark.parametrize("host", ["nas", "NAS.local", "pi.lan.", "box.home.arpa"])
def test_a_name_that_only_a_home_knows_works_only_there(host: str) -> None:
    assert reach_of(host) is Reach.HOME
    assert reach_of(f"{host.rstrip('.')}.example.org") is Reach.NAME


def test_a_friend_who_cannot_reach_a_private_address_is_told_of_the_short_code() -> None:
    for host in ("192.168.1.5", "10.1.1.1", "fd00::1", "100.64.0.9", "169.254.1.1"):
        assert host in unreached(host)
        assert "ask for a short code" in unreached(host)
    for host in ("127.0.0.1", "8.8.8.8", "club.example.org"):
        assert not unreached(host)


def test_a_machine_without_ipv4_is_reached_by_its_other_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Probe(socket.socket):
        def connect(self, address: Any) -> None:
            if self.family != socket.AF_INET6:
                raise OSError(errno.ENETUNREACH, "Network is unreachable")

        def getsockname(self) -> tuple[str, int, int, int]:
            return "fd12::5", 9, 0, 0

    monkeypatch.setattr(socket, "socket", Probe)
    for everywhere in ("", "0.0.0.0", "::"):
        assert listening.reachable_host(everywhere) == "fd12::5"
    assert listening.reachable_host("192.0.2.9") == "192.0.2.9"


# -- what the lobby says ---------------------------------------------------------------------------------------


def test_in_the_home_the_code_is_large_and_the_address_comes_second() -> None:
    shown = told(is_nearby=True, page="", more_codes="Codes.")
    assert "Play with friends, Tables nearby" in shown.does
    assert shown.large == ("K7M2Q-X9RTA",)
    assert "works only inside your home" in shown.use
    assert shown.line == AT_HOME.line
    assert [words.split()[0] for words in shown.more] == ["Phones", "Codes."]


def test_where_nothing_is_announced_the_line_comes_first_with_what_it_needs() -> None:
    for host, needs in (
        ("192.168.1.5", "only inside your home"),
        ("127.0.0.1", "only on this machine"),
        ("8.8.8.8", "needs port 7420 open on your router"),
        ("100.64.0.9", "one private network"),
    ):
        shown = told(AT_HOME._replace(host=host))
        assert needs in shown.does
        assert (shown.large, shown.use) == ((), "")
    assert told(EXAMPLE_CLUB).does.rstrip() == "Your friends paste this line into a terminal; c copies it."


def test_elsewhere_there_is_one_command_with_the_short_code_and_until_then_the_address() -> None:
    shown = told(code=CodeShown(EXAMPLE_CODE, ""), is_nearby=True, page="https://cards.example.org/#K7M2QX9RTA")
    assert shown.line == f"clockspades join {EXAMPLE_CODE}"
    assert shown.large == ("5-hemisphere-", "crowfoot")
    assert "K7M2Q-X9RTA" in shown.more[0]
    assert shown.more[1] == "Phones and browsers: https://cards.example.org/#K7M2QX9RTA"
    waiting = told(code=CodeShown(), is_nearby=True)
    assert waiting.does.startswith(MAKING)
    assert waiting.line == AT_HOME.line
    assert waiting.does.endswith("It works only inside your home.")


def test_a_host_at_a_club_has_no_line_before_they_are_there() -> None:
    assert told(None) == Told()


# -- the page for browsers -------------------------------------------------------------------------------------


def test_a_club_with_a_door_for_ssh_says_how_friends_come_without_the_program() -> None:
    club = EXAMPLE._replace(host="club.example.org")
    assert told(club, ssh=7422).more == (f"Without the program: ssh -p 7422 {EXAMPLE.code}@club.example.org",)
    for none in (0, -1, 1 << 16):
        assert told(club, ssh=none).more == ()


def test_a_link_without_encryption_says_so_unless_it_is_for_this_machine_alone() -> None:
    assert page_needs("http://192.168.1.5:7480/#X") == "It works only inside your home. It is not encrypted."
    assert "encrypted" not in page_needs("http://127.0.0.1:7480/#X")
    assert not page_needs("https://cards.example.org/#X")


def test_the_lobby_finds_the_page_of_its_own_table_while_it_is_served() -> None:
    assert not find_page(EXAMPLE.code)
    link = f"http://192.168.1.5:7480/#{EXAMPLE.code}"
    page = publish(link)
    assert find_page(EXAMPLE.code) == link
    assert not find_page("0000000000")
    page.close()  # also if the program was killed
    assert not find_page(EXAMPLE.code)
    assert (data_directory() / "page-link").exists()
