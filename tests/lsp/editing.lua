-- Use the server in a real editor: open a module, ask for everything, and write what came back as JSON.
-- Run as `nvim --headless -u NONE -c 'luafile editing.lua' MODULE`; the environment has PTXISA_PYTHON and PTXISA_RESULT.

local result = {}

local function main()
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({
    name = "ptxisa",
    cmd = { vim.env.PTXISA_PYTHON, "-m", "ptxisa", "lsp" },
    root_dir = vim.fn.getcwd(),
  })
  vim.bo.filetype = "ptx"
  vim.lsp.buf_attach_client(buffer, client)

  local function diagnostics(count)
    vim.wait(15000, function() return #vim.diagnostic.get(buffer) == count end, 20)
    local found = {}
    for _, one in ipairs(vim.diagnostic.get(buffer)) do
      table.insert(found, { line = one.lnum, code = one.code or one.user_data.lsp.code, message = one.message })
    end
    return found
  end

  local function go_to(pattern)
    vim.fn.cursor(1, 1)
    assert(vim.fn.search(pattern, "cW") > 0, pattern)
  end

  local function ask(method, extra)
    local parameters = vim.lsp.util.make_position_params()
    for key, value in pairs(extra or {}) do parameters[key] = value end
    local answers = vim.lsp.buf_request_sync(buffer, method, parameters, 10000)
    local answer = answers and answers[client]
    assert(answer and not answer.err, method .. ": " .. vim.inspect(answer))
    return answer.result
  end

  local function lines() return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end

  result.diagnostics = diagnostics(1)
  go_to("add\\.u16x2")
  result.hover = ask("textDocument/hover").contents.value
  result.actions = {}
  local position = vim.lsp.util.make_position_params().position
  local actions = ask("textDocument/codeAction", {
    range = { start = position, ["end"] = position },
    context = { diagnostics = {} },
  })
  for _, one in ipairs(actions) do table.insert(result.actions, one.title) end

  go_to("bra \\zsDONE")
  local definition = ask("textDocument/definition")
  result.definition = definition.range.start
  result.references = #ask("textDocument/references", { context = { includeDeclaration = true } })

  result.symbols = {}
  for _, one in ipairs(ask("textDocument/documentSymbol")) do table.insert(result.symbols, one.name) end

  go_to("mov\\.u32 \\zs%r1")
  local edit = ask("textDocument/rename", { newName = "%value" })
  vim.lsp.util.apply_workspace_edit(edit, "utf-16")
  result.renamed = lines()

  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  result.corrected = diagnostics(0)

  vim.api.nvim_buf_set_lines(buffer, 12, 12, false, { "  mul.lo." })
  vim.fn.cursor(13, 10)
  vim.fn.cursor(13, #"  mul.lo." + 1)
  vim.cmd("startinsert!")
  local place = { line = 12, character = #"  mul.lo." }
  result.completion = {}
  for _, one in ipairs(ask("textDocument/completion", { position = place }).items) do
    table.insert(result.completion, one.label)
  end
  vim.api.nvim_buf_set_lines(buffer, 12, 13, false, {})

  vim.api.nvim_buf_set_lines(buffer, 12, 12, false, { "mov.u32   %value1,%tid.x ;" })
  vim.lsp.buf.formatting_sync({ tabSize = 4, insertSpaces = true }, 10000)
  result.formatted = lines()[13]
end

local ok, problem = pcall(main)
if not ok then result.problem = tostring(problem) end
local file = assert(io.open(vim.env.PTXISA_RESULT, "w"))
file:write(vim.fn.json_encode(result))
file:close()
vim.cmd("qall!")
