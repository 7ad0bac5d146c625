"""Work on a Dask cluster of this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools import cluster as module
from tools.cluster import ClusterError, main, on_worker


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Return a scheduler with two workers."""
    distributed = pytest.importorskip("distributed")
    paths = os.pathsep.join(path for path in sys.path if path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{Path(__file__).parents[2]}{os.pathsep}{paths}")
        with distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            local_directory=str(tmp_path_factory.mktemp("dask")),
        ) as started:
            yield started


def test_vectors_from_a_cluster_are_the_same_bytes(cluster: Any, tmp_path: Path) -> None:
    def written(folder: Path) -> dict[str, bytes]:
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    command = ["vectors", "bfe", "szext", "--random", "2"]
    from ptxisa.cli.main import main as ptxisa

    assert ptxisa([*command, "-o", str(tmp_path / "alone"), "-j", "1"]) == 0
    assert main([cluster.scheduler_address, *command, "-o", str(tmp_path / "cluster")]) == 0
    assert written(tmp_path / "alone") == written(tmp_path / "cluster")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x"])
def test_an_address_without_a_scheduler_is_one_line(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(module, "CONNECTION_SECONDS", 1)
    assert main([address, "vectors", "bfe", "-o", str(tmp_path)]) == 2
    assert f"no Dask scheduler answers at {address}" in capsys.readouterr().err.splitlines()[-1]


def test_a_worker_with_another_package_is_rejected() -> None:
    with pytest.raises(ClusterError, match="the package of a worker differs"):
        on_worker("another", abs, -3)
