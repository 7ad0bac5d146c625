"""Life of the server: start, configuration, versions, line ends, encodings, cancellation, and whole workspaces."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pytest_lsp import ClientServerConfig, LanguageClient

from ptxisa import check_module
from tests.lsp.protocol import MODULE, change, insertion, open_document

SERVER = [sys.executable, "-m", "ptxisa", "lsp"]


@pytest_lsp.fixture(scope="module", loop_scope="module", config=ClientServerConfig(server_command=SERVER))
async def client(lsp_client: LanguageClient) -> AsyncGenerator[None, None]:
    capabilities = lsp.ClientCapabilities(
        general=lsp.GeneralClientCapabilities(position_encodings=[lsp.PositionEncodingKind.Utf16]),
        window=lsp.WindowClientCapabilities(work_done_progress=True),
        workspace=lsp.WorkspaceClientCapabilities(configuration=True),
    )
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


async def codes(client: LanguageClient, uri: str) -> list[str]:
    """Return the codes of the next diagnostics of a document."""
    client.diagnostics.pop(uri, None)
    while uri not in client.diagnostics:
        await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return [str(diagnostic.code) for diagnostic in client.diagnostics[uri]]


async def until(condition: Callable[[], bool]) -> None:
    """Wait at most ten seconds for a condition."""
    for _ in range(200):
        if condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the condition is not met after ten seconds")


@pytest.mark.asyncio(loop_scope="module")
async def test_configuration_is_requested_and_follows_changes(client: LanguageClient) -> None:
    uri = "file:///configured.ptx"
    client.set_configuration({"ptxisa": {"target": "sm_90", "severity": {"deprecated": "hint"}}})
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(None))
    open_document(client, MODULE, uri)
    while await codes(client, uri):  # The target of the module lacks add.u16x2, that of the configuration has it.
        pass
    client.set_configuration({"ptxisa": {"target": "sm_80", "severity": {"unavailable-target": "warning"}}})
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(None))
    assert await codes(client, uri) == ["unavailable-target"]
    (diagnostic,) = client.diagnostics[uri]
    assert (diagnostic.code, diagnostic.severity) == ("unavailable-target", lsp.DiagnosticSeverity.Warning)
    client.set_configuration({"ptxisa": {"severity": {"unavailable-target": "off"}}})
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(None))
    assert await codes(client, uri) == []


@pytest.mark.asyncio(loop_scope="module")
async def test_a_wrong_setting_is_shown_and_left_out(client: LanguageClient) -> None:
    uri = "file:///wrong.ptx"
    open_document(client, MODULE, uri)
    client.messages.clear()
    client.set_configuration({"ptxisa": {"target": "sm_91", "targt": "sm_80", "ptx": "8.0"}})
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(None))
    await until(lambda: len(client.messages) >= 2)
    shown = " ".join(message.message for message in client.messages)
    assert "unknown setting 'targt'; did you mean target?" in shown
    assert "setting target: unknown target 'sm_91'" in shown


@pytest.mark.asyncio(loop_scope="module")
async def test_the_release_of_an_assembler_decides(client: LanguageClient) -> None:
    uri = "file:///released.ptx"
    module = MODULE.replace(".version 8.0", ".version 9.0")
    settings = {"assembler": "12.0", "target": "sm_90"}
    expected = [diagnostic.code for diagnostic in check_module(module, target="sm_90", assembler="12.0")]
    assert expected != [diagnostic.code for diagnostic in check_module(module, target="sm_90")]
    client.set_configuration({"ptxisa": settings})
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(None))
    open_document(client, module, uri)
    while await codes(client, uri) != expected:
        pass


@pytest.mark.asyncio(loop_scope="module")
async def test_diagnostics_have_the_version_of_the_last_edit(client: LanguageClient) -> None:
    uri = "file:///versions.ptx"
    versions: list[int | None] = []
    handlers = client.protocol.fm.features
    usual = handlers[lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]
    handlers[lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = lambda params: versions.append(params.version)
    open_document(client, MODULE, uri)
    for version in range(2, 12):
        change(client, version, insertion(16, 0, "x"), uri=uri)
    await until(lambda: versions[-1:] == [11])
    assert versions == sorted(versions, key=lambda version: version or 0)
    handlers[lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = usual


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
async def test_positions_count_utf_16_and_any_line_end(client: LanguageClient, end: str) -> None:
    uri = "untitled:Untitled-7"
    text = MODULE.replace("    add.u16x2", "    /* 𝛼é */ add.u16x2").replace("\n", end)
    client.set_configuration({"ptxisa": {"target": "sm_80"}})
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(None))
    open_document(client, text, uri)
    while "unavailable-target" not in await codes(client, uri):
        pass
    unavailable = next(diagnostic for diagnostic in client.diagnostics[uri] if diagnostic.code == "unavailable-target")
    assert (unavailable.range.start.line, unavailable.range.start.character) == (16, 14)
    change(client, 2, lsp.TextDocumentContentChangePartial(unavailable.range, "add.u32"), uri=uri)
    assert "unavailable-target" not in await codes(client, uri)


@pytest.mark.asyncio(loop_scope="module")
async def test_the_check_of_a_workspace_can_be_canceled(client: LanguageClient, tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"{number}.ptx").write_text(MODULE, encoding="utf-8")
    folder = lsp.WorkspaceFolder(tmp_path.as_uri(), "modules")
    event = lsp.WorkspaceFoldersChangeEvent([folder], [])
    client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event))
    command = lsp.ExecuteCommandParams("ptxisa.checkWorkspace", [])
    request = asyncio.ensure_future(client.workspace_execute_command_async(command))
    await client.wait_for_notification(lsp.PROGRESS)
    (token,) = client.progress_reports
    client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(token))
    assert await request < 60
    await until(lambda: isinstance(reports_of(client)[-1], lsp.WorkDoneProgressEnd))
    client.progress_reports.clear()
    method = lsp.WORKSPACE_EXECUTE_COMMAND
    request = asyncio.ensure_future(client.protocol.send_request_async(method, command, msg_id="check"))
    await client.wait_for_notification(lsp.PROGRESS)
    client.cancel_request(lsp.CancelParams("check"))
    with pytest.raises(JsonRpcException, match="cancel"):
        await request
    await until(lambda: isinstance(reports_of(client)[-1], lsp.WorkDoneProgressEnd))
    event = lsp.WorkspaceFoldersChangeEvent([], [folder])
    client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event))


@pytest.mark.asyncio(loop_scope="module")
async def test_a_workspace_is_checked_with_progress(client: LanguageClient, tmp_path: Path) -> None:
    for number in range(30):
        fault = "frob;" if number % 3 == 0 else "ret;"
        (tmp_path / f"{number}.ptx").write_text(MODULE.replace("add.u16x2 %r2, %r1, %r0;", fault), encoding="utf-8")
    (tmp_path / "kernel.cu").write_text('void f() { asm("frob;"); }', encoding="utf-8")
    (tmp_path / "host.py").write_text("x = 1\n", encoding="utf-8")
    event = lsp.WorkspaceFoldersChangeEvent([lsp.WorkspaceFolder(tmp_path.as_uri(), "modules")], [])
    client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event))
    client.progress_reports.clear()
    wrong = await client.workspace_execute_command_async(lsp.ExecuteCommandParams("ptxisa.checkWorkspace", []))
    assert wrong == 11
    await until(lambda: len(reports_of(client)) == 33)
    assert reports_of(client)[-1].message == "11 of 31 files have errors"
    assert [diagnostic.code for diagnostic in client.diagnostics[(tmp_path / "kernel.cu").as_uri()]] == [
        "unknown-mnemonic"
    ]
    assert (tmp_path / "host.py").as_uri() not in client.diagnostics


def reports_of(client: LanguageClient) -> list[Any]:
    """Return all reports of progress."""
    return [report for values in client.progress_reports.values() for report in values]


def exchange(requests: list[dict[str, Any]], cache: Path, command: Sequence[str] = SERVER) -> list[dict[str, Any]]:
    """Send requests to a server with a cache folder, and return its messages."""
    text = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in map(encoded, requests))
    done = subprocess.run(
        command,
        input=text,
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "PTXISA_CACHE": str(cache)},
    )
    assert not done.stderr, done.stderr.decode()
    messages, rest = [], done.stdout
    while rest:
        head, _, rest = rest.partition(b"\r\n\r\n")
        length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
        messages.append(json.loads(rest[:length]))
        rest = rest[length:]
    return messages


def encoded(message: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode()


OTHER_RELEASE = """
import pathlib, sys
import ptxisa.lsp.startup as startup
from ptxisa.cli.main import main
other = pathlib.Path(sys.argv[1])
other.write_text(startup.SHIPPED.read_text().replace('"pygls": "', '"pygls": "0'))
startup.SHIPPED = other
sys.exit(main(["lsp"]))
"""
"""Server with another release of the protocol library than the one whose answer is known."""


def test_the_early_answer_of_another_release_is_that_of_the_first_start(tmp_path: Path) -> None:
    capabilities = {"general": {"positionEncodings": ["utf-8"]}, "textDocument": {"rename": {"prepareSupport": True}}}
    requests = [
        {"id": 7, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": capabilities}},
        {"method": "initialized", "params": {}},
        {"id": 8, "method": "shutdown"},
        {"method": "exit"},
    ]
    known = exchange(requests, tmp_path)
    assert not (tmp_path / "lsp").exists()
    other = [sys.executable, "-c", OTHER_RELEASE, str(tmp_path / "initialize.json")]
    first, second = (exchange(requests, tmp_path, other) for _ in range(2))
    assert known == first
    assert [message.get("id") for message in first] == [7, 8]
    assert first == second
    assert first[0]["result"]["capabilities"]["hoverProvider"]
    assert list((tmp_path / "lsp").iterdir())
    (kept,) = (tmp_path / "lsp").iterdir()
    kept.write_text("{", encoding="utf-8")
    assert exchange(requests, tmp_path, other) == first


@pytest.mark.parametrize(
    "data",
    [b"", b"Content-Length: 5\r\n\r\nhello", b"Content-Length: x\r\n\r\n{}", b"\xff" * 3000, b"Content-Length: 9"],
)
def test_any_input_ends(tmp_path: Path, data: bytes) -> None:
    done = subprocess.run(
        SERVER,
        input=data,
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "PTXISA_CACHE": str(tmp_path)},
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()


@pytest.mark.parametrize("parameters", [None, {"textDocument": 5}, {"textDocument": {"uri": "file:///a.ptx"}}])
def test_a_request_with_malformed_parameters_is_answered(parameters: Any, tmp_path: Path) -> None:
    initialize = {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}
    requests = [initialize, {"id": 2, "method": "textDocument/hover", "params": parameters}]
    answers = {message.get("id"): message for message in exchange(requests, tmp_path)}
    assert answers[2]["error"]["code"] == -32602


@pytest.mark.asyncio(loop_scope="module")
async def test_only_statements_of_modules_can_be_run(client: LanguageClient) -> None:
    open_document(client, "print(1)", "file:///printing.py", "python")
    parameters = lsp.ExecuteCommandParams("ptxisa.run", ["file:///printing.py", 0, 5])
    with pytest.raises(JsonRpcInvalidParams, match="is not a PTX module"):
        await client.workspace_execute_command_async(parameters)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("uri", ["file:///nowhere/removed.ptx", "untitled:Untitled-1"])
async def test_a_request_about_a_document_that_does_not_exist_fails_with_a_message(
    client: LanguageClient, uri: str
) -> None:
    parameters = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(0, 0))
    with pytest.raises(JsonRpcInvalidParams, match=f"cannot read {uri}"):
        await client.text_document_hover_async(parameters)
