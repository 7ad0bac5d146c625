"""Open the built documentation in a browser. A server for this machine only shows it until Ctrl-C.

examples:
  ptxisa docs
  ptxisa docs cvt
  ptxisa docs sm_90a --no-browser
  ptxisa docs --site docs/_build/html --port 8000
"""

from __future__ import annotations

import argparse
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, print_json
from ptxisa.isa.names import suggestion

DOCS = Path(__file__).resolve().parents[2] / "docs"
"""Folder of the pages' sources; only a checkout has it."""
SITE = DOCS / "_build" / "html"
LOOPBACK = "127.0.0.1"
MOST_PORT = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa docs`."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="open the page of this record")
    parser.add_argument(
        "--site", type=Path, default=SITE, metavar="DIR", help="folder of a built site (default: that of the checkout)"
    )
    parser.add_argument("--port", type=int, default=0, help="port of the server (default: any free port)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve the site until interrupted."""
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
            import webbrowser  # It loads slowly, and a server needs none.

            webbrowser.open(url)
        wait_for_interrupt()
    return 0


def wait_for_interrupt() -> None:
    """Wait until Ctrl-C."""
    try:
        Event().wait()
    except KeyboardInterrupt:
        print()


class QuietHandler(SimpleHTTPRequestHandler):
    """Request handler that serves files and prints no line for each request."""

    def log_message(self, format: str, *_: object) -> None:
        """Print nothing."""


@contextmanager
def served(site: Path, port: int) -> Iterator[str]:
    """Serve a site while the context is open; yields the address, which no other machine can reach."""
    if not 0 <= port <= MOST_PORT:
        raise Failure(f"--port is {port}; it must be in 0..{MOST_PORT}")
    try:
        server = ThreadingHTTPServer((LOOPBACK, port), partial(QuietHandler, directory=str(site)))
    except OSError as error:
        raise Failure(f"port {port} cannot be used: {error.strerror}") from None
    with server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{LOOPBACK}:{server.server_address[1]}/"
        server.shutdown()


def page_of(site: Path, name: str) -> str:
    """Return the address of the page about a name, relative to the site."""
    pages = inventory(site / "objects.inv")
    page = pages.get(name) or pages.get(name.removeprefix("."))
    if page is None:
        hint = suggestion(name, pages)
        raise Failure(f"no page is about {name[:60]!r}{'; ' + hint if hint else ''}")
    return page


def inventory(path: Path) -> dict[str, str]:
    """Return the address of every object in the inventory of a site; the first one counts for a shared name."""
    try:
        *_, content = path.read_bytes().split(b"\n", 4)
        lines = zlib.decompress(content).decode().splitlines()
    except (OSError, zlib.error, ValueError):
        raise Failure(f"{path} cannot be read; build the site again") from None
    pages: dict[str, str] = {}
    for line in lines:
        match = re.match(r"(.+?) ptx:(\S+) -?\d+ (\S+) ", line)
        # A clause is a place on the page of its form; sections have numbers, which versions have as well.
        if match and match[2] not in ("clause", "section"):
            pages.setdefault(match[1], match[3].replace("$", match[1]))
    return pages
