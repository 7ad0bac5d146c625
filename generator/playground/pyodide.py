"""Pyodide, Python for browsers, and NumPy for it: found in the cache, or fetched and verified.

    package = find()
    for name, content in files(package).items(): ...

The package of npm has the interpreter. Its lock file names the wheel of NumPy and its digest. Without a network, a
folder with an unpacked release of Pyodide serves as well; its release may be another one.
"""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

from ptxisa.cache import folder

VERSION = "314.0.7"
DIGEST = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
"""SHA-256 of the package."""
ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
WHEELS = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
"""Folder of the wheels that belong to the version."""
LOCK = "pyodide-lock.json"
WHEELS_NEEDED = ("numpy", "sqlite3")
"""Packages that the playground imports; newer releases have SQLite in the standard library."""
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", LOCK)
"""Files of the package that a browser loads."""
TIME_LIMIT = 300
"""Seconds without data after which a download fails."""


class PyodideError(Exception):
    """Pyodide is not available; the message says what to do."""


def find(say: Callable[[str], None] = print) -> Path:
    """Return the package of the pinned version in the cache, and fetch what the cache lacks: the package or NumPy.

    Raises:
        PyodideError: A file cannot be fetched, or is not the pinned one.
    """
    place = folder("pyodide") / f"pyodide-{VERSION}.tgz"
    if not place.exists():
        say(f"fetching Pyodide {VERSION} from npm …")
        _store(place, _verified(download(ADDRESS), DIGEST, "the package that npm sent is not the pinned one"))
    name, digest = _numpy(_members(place)[LOCK])
    wheel = place.with_name(name)
    if not wheel.exists():
        say(f"fetching {name} …")
        _store(wheel, _verified(download(WHEELS + name), digest, "the wheel of NumPy is not the pinned one"))
    return place


def files(package: Path) -> dict[str, bytes]:
    """Return the files that a browser loads, by name: those of a package, and the wheel of NumPy beside it.

    Args:
        package: The package of npm, or a folder with an unpacked release of Pyodide.

    Raises:
        PyodideError: A file is missing, or its digest differs from the pinned one or from the one in the lock file.
    """
    if package.is_dir():
        return _release(package)
    content = _members(package)
    name, digest = _numpy(content[LOCK])
    wheel = package.with_name(name)
    if not wheel.exists():
        raise PyodideError(f"{wheel} is missing; build with --playground to fetch it")
    content[name] = _verified(wheel.read_bytes(), digest, f"{wheel} is not the pinned wheel; delete it")
    return content


def wheels(content: Mapping[str, bytes]) -> list[str]:
    """Return the packages that the worker of the page loads before ours."""
    known = json.loads(content[LOCK])["packages"]
    return [name for name in WHEELS_NEEDED if name in known]


def _release(folder: Path) -> dict[str, bytes]:
    """Return the files of an unpacked release that a browser loads: the interpreter, and the wheels that it needs."""
    names = {path.name for path in folder.iterdir()}
    if LOCK not in names:
        raise PyodideError(f"{folder} has no {LOCK}: it is not a release of Pyodide")
    content = {name: (folder / name).read_bytes() for name in (*FILES, "pyodide.asm.js") if name in names}
    records = json.loads(content[LOCK])["packages"]
    for name in wheels(content):
        wheel = records[name]["file_name"]
        if wheel not in names:
            raise PyodideError(f"{folder} has no {wheel}")
        place = folder / wheel
        content[wheel] = _verified(place.read_bytes(), records[name]["sha256"], f"{place} is not the wheel of the lock")
    return content


def _members(package: Path) -> dict[str, bytes]:
    """Return the files of a package that a browser loads."""
    content = _verified(package.read_bytes(), DIGEST, f"{package} is not the pinned package; delete it")
    members = {}
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for name in FILES:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise PyodideError(f"{package} has no file {name}")
            members[name] = member.read()
    return members


def _numpy(lock: bytes) -> tuple[str, str]:
    """Return the name of the wheel of NumPy and its SHA-256, from the lock file."""
    record = json.loads(lock)["packages"]["numpy"]
    return record["file_name"], record["sha256"]


def _store(place: Path, content: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_suffix(".part")
    part.write_bytes(content)
    part.replace(place)


def download(address: str) -> bytes:
    """Return the content of an address."""
    try:
        with urllib.request.urlopen(address, timeout=TIME_LIMIT) as answer:
            content: bytes = answer.read()
            return content
    except OSError as error:
        raise PyodideError(f"{address} cannot be fetched: {error}") from None


def _verified(content: bytes, wanted: str, problem: str) -> bytes:
    digest = hashlib.sha256(content).hexdigest()
    if digest != wanted:
        raise PyodideError(f"{problem} (its SHA-256 begins with {digest[:16]}, not with {wanted[:16]})")
    return content
