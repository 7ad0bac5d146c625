"""Open the built documentation in a browser. A server on this machine alone shows it until Ctrl-C.

examples:
  ptxisa docs
  ptxisa docs cvt
  ptxisa docs sm_90a --no-browser
  ptxisa docs --site docs/_build/html --port 8000
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, print_json

DOCS = Path(__file__).resolve().parents[2] / "docs"
"""Folder of the pages' sources; only a checkout has it."""
SITE = DOCS / "_build" / "html"
LOOPBACK = "127.0.0.1"
MOST_PORT = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa docs`."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="open the page of this record")
    parser.add_argument(
        "--site", type=Path, default=SITE, metavar="DIR", help="folder of a built site (default: that of the checkout)"
    )
    parser.add_argument("--port", type=int, default=0, help="port of the server (default: any that is free)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted; status 2 without a site, or when it has no page of the name."""
    site = arguments.site.resolve()
    if not (site / "index.html").is_file():
        if arguments.site == SITE and not (DOCS / "conf.py").is_file():
            raise Failure(
                "an installed package has no site; build it in a source checkout with `ptxisa build --docs`,"
                " and name its folder with --site DIR"
            )
        raise Failure(f"no site in {arguments.site}; build it in a source checkout with: ptxisa build --docs")
    path = page_of(site, arguments.name) if arguments.name else "index.html"
    with served(site, arguments.port) as address:
        url = f"{address}{path}"
        if arguments.json:
            print_json({"url": url})
        else:
            print(f"{url}  (Ctrl-C ends)", flush=True)
        if not arguments.no_browser:
            import webbrowser

            webbrowser.open(url)
        _wait()
    return 0


def _wait() -> None:
    from threading import Event

    try:
        Event().wait()
    except KeyboardInterrupt:
        print()


class Quiet(SimpleHTTPRequestHandler):
    """Files, without a line for each request."""

    def log_message(self, format: str, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(site: Path, port: int) -> Iterator[str]:
    """The address of a server of the site, which no other machine can reach."""
    from threading import Thread

    if not 0 <= port <= MOST_PORT:
        raise Failure(f"--port is {port}; it must be in 0..{MOST_PORT}")
    try:
        server = ThreadingHTTPServer((LOOPBACK, port), partial(Quiet, directory=str(site)))
    except OSError as error:
        raise Failure(f"port {port} cannot be used: {error.strerror}") from None
    with server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{LOOPBACK}:{server.server_address[1]}/"
        server.shutdown()


def page_of(site: Path, name: str) -> str:
    """The address of the page about a name, from the inventory of the site."""
    from ptxisa.isa.names import suggestion

    objects = inventory(site / "objects.inv")
    found = objects.get(name) or objects.get(name.removeprefix("."))
    if found is None:
        hint = suggestion(name, objects)
        raise Failure(f"no page is about {name[:60]!r}{'; ' + hint if hint else ''}")
    return found


def inventory(path: Path) -> dict[str, str]:
    """Name to address of every object of a site; of objects that share a name the first counts."""
    import re
    import zlib

    try:
        *_, content = path.read_bytes().split(b"\n", 4)
        lines = zlib.decompress(content).decode().splitlines()
    except (OSError, zlib.error, ValueError):
        raise Failure(f"{path} cannot be read; build the site again") from None
    found: dict[str, str] = {}
    for match in filter(None, (re.match(r"(.+?) ptx:(\S+) -?\d+ (\S+) ", line) for line in lines)):
        if match[2] not in ("clause", "section"):
            found.setdefault(match[1], match[3].replace("$", match[1]))
    return found
