(block) @local.scope
(function) @local.scope
(declarator name: (identifier) @local.definition.var)
(parameter name: (identifier) @local.definition.parameter)
(label name: (identifier) @local.definition)
(identifier) @local.reference
