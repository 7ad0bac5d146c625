"""Execution of PTX semantics on register values.

Start with `execute` (the public function), then `program` (text to steps), `binding` (operands of a step), `steps` and
`state` (what a step does), `flow` (branches and calls). The other modules are kinds of steps: `machine`, `groups` with
`matrix` and `warpgroup`, `tensor_memory` with `tensor_products`. `machine` of the package runs whole kernels with them.
"""
