"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

/** Settings of the section `ptxisa` that the server knows; the command that starts it is not one of them. */
function settings() {
  const options = workspace.getConfiguration("ptxisa");
  const names = ["target", "ptx", "assembler", "strict", "severity", "inlay_hints", "code_lens", "documentation"];
  return Object.fromEntries(names.map((name) => [name, options.get(name)]));
}

/**
 * Do not ask for the tokens of other languages: an editor has one provider of tokens for each document.
 * @type {import("vscode-languageclient/node").Middleware}
 */
const middleware = {
  provideDocumentSemanticTokens: (document, token, next) =>
    document.languageId === "ptx" ? next(document, token) : undefined,
  provideDocumentRangeSemanticTokens: (document, range, token, next) =>
    document.languageId === "ptx" ? next(document, range, token) : undefined,
};

async function start() {
  const options = workspace.getConfiguration("ptxisa");
  const [command, ...args] = options.get("command", ["ptxisa", "lsp"]);
  client = new LanguageClient(
    "ptxisa",
    "PTX",
    { command, args },
    {
      documentSelector: options.get("languages", ["ptx"]).map((language) => ({ language })),
      initializationOptions: settings(),
      middleware,
    },
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`The PTX server did not start: ${error}. Install it: pip install "ptxisa[lsp]"`);
  }
}

/** @param {import("vscode").ExtensionContext} context */
exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand("ptxisa.restart", async () => {
      await client?.stop();
      await start();
    }),
    commands.registerCommand("ptxisa.checkFolder", () => commands.executeCommand("ptxisa.checkWorkspace")),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("ptxisa")) {
        client?.sendNotification("workspace/didChangeConfiguration", { settings: { ptxisa: settings() } });
      }
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();
