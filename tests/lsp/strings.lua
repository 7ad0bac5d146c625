-- Use the server in Neovim on inline assembly: diagnostics, hover, completion, definition, rename and signature.
-- The environment has PTXISA_PYTHON, PTXISA_RESULT, and PTXISA_PLACES: a JSON object of patterns.

local result = {}

local function main()
  local buffer = vim.api.nvim_get_current_buf()
  local places = vim.fn.json_decode(vim.env.PTXISA_PLACES)
  vim.bo.filetype = places.filetype
  local client = vim.lsp.start_client({
    name = "ptxisa",
    cmd = { vim.env.PTXISA_PYTHON, "-m", "ptxisa", "lsp" },
    root_dir = vim.fn.getcwd(),
    init_options = { target = "sm_90" },
  })
  vim.lsp.buf_attach_client(buffer, client)

  local function ask(method, pattern, extra)
    vim.fn.cursor(1, 1)
    assert(vim.fn.search(pattern, "cW") > 0, pattern)
    local parameters = vim.lsp.util.make_position_params()
    for key, value in pairs(extra or {}) do parameters[key] = value end
    local answers = vim.lsp.buf_request_sync(buffer, method, parameters, 10000)
    local answer = answers and answers[client]
    assert(answer and not answer.err, method .. ": " .. vim.inspect(answer))
    return answer.result
  end

  vim.wait(15000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
  result.diagnostics = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(result.diagnostics, { one.lnum, one.col, one.code or one.user_data.lsp.code })
  end
  result.hover = ask("textDocument/hover", places.opcode).contents.value
  result.operand = ask("textDocument/hover", places.operand).contents.value
  result.definition = ask("textDocument/definition", places.register).range.start
  local signature = ask("textDocument/signatureHelp", places.operand)
  result.signature = signature.signatures[1].label
  result.completion = {}
  for _, one in ipairs(ask("textDocument/completion", places.completion).items) do
    table.insert(result.completion, one.label)
  end
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", places.register, { newName = places.name }), "utf-16")
  result.renamed = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

local ok, problem = pcall(main)
if not ok then result.problem = tostring(problem) end
local file = assert(io.open(vim.env.PTXISA_RESULT, "w"))
file:write(vim.fn.json_encode(result))
file:close()
vim.cmd("qall!")
