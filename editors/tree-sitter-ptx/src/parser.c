#include "tree_sitter/parser.h"

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif

#ifdef _MSC_VER
#pragma optimize("", off)
#elif defined(__clang__)
#pragma clang optimize off
#elif defined(__GNUC__)
#pragma GCC optimize ("O0")
#endif

#define LANGUAGE_VERSION 14
#define STATE_COUNT 516
#define LARGE_STATE_COUNT 2
#define SYMBOL_COUNT 144
#define ALIAS_COUNT 2
#define TOKEN_COUNT 76
#define EXTERNAL_TOKEN_COUNT 0
#define FIELD_COUNT 9
#define MAX_ALIAS_SEQUENCE_LENGTH 14
#define PRODUCTION_ID_COUNT 63

enum ts_symbol_identifiers {
  sym_identifier = 1,
  anon_sym_DOTversion = 2,
  anon_sym_DOTtarget = 3,
  anon_sym_COMMA = 4,
  anon_sym_SEMI = 5,
  anon_sym_DOTaddress_size = 6,
  anon_sym_DOTfile = 7,
  anon_sym_DOTloc = 8,
  anon_sym_DOTloc_intermediate = 9,
  anon_sym_function_name = 10,
  anon_sym_PLUS = 11,
  anon_sym_inlined_at = 12,
  anon_sym_DOTsection = 13,
  anon_sym_LBRACE = 14,
  anon_sym_RBRACE = 15,
  sym_section_name = 16,
  sym_dwarf_line = 17,
  anon_sym_DOTentry = 18,
  anon_sym_DOTfunc = 19,
  anon_sym_DOTextern = 20,
  anon_sym_DOTvisible = 21,
  anon_sym_DOTweak = 22,
  anon_sym_DOTcommon = 23,
  anon_sym_LPAREN = 24,
  anon_sym_RPAREN = 25,
  anon_sym_DOTreg = 26,
  anon_sym_DOTsreg = 27,
  anon_sym_DOTconst = 28,
  anon_sym_DOTglobal = 29,
  anon_sym_DOTlocal = 30,
  anon_sym_DOTparam = 31,
  anon_sym_DOTshared = 32,
  anon_sym_DOTtex = 33,
  aux_sym_state_space_token1 = 34,
  sym_type = 35,
  anon_sym_DOTalign = 36,
  anon_sym_DOTattribute = 37,
  anon_sym_LT = 38,
  anon_sym_GT = 39,
  anon_sym_EQ = 40,
  anon_sym_LBRACK = 41,
  anon_sym_RBRACK = 42,
  anon_sym_COLON = 43,
  anon_sym_AT = 44,
  anon_sym_BANG = 45,
  sym_modifier = 46,
  anon_sym_DOTbranchtargets = 47,
  anon_sym_DOTcalltargets = 48,
  anon_sym_DOTcallprototype = 49,
  anon_sym_DOTalias = 50,
  anon_sym_DOTpragma = 51,
  anon_sym_PIPE = 52,
  sym_discard = 53,
  anon_sym_DASH = 54,
  anon_sym_TILDE = 55,
  anon_sym_PIPE_PIPE = 56,
  anon_sym_AMP_AMP = 57,
  anon_sym_CARET = 58,
  anon_sym_AMP = 59,
  anon_sym_EQ_EQ = 60,
  anon_sym_BANG_EQ = 61,
  anon_sym_LT_EQ = 62,
  anon_sym_GT_EQ = 63,
  anon_sym_LT_LT = 64,
  anon_sym_GT_GT = 65,
  anon_sym_STAR = 66,
  anon_sym_SLASH = 67,
  anon_sym_PERCENT = 68,
  anon_sym_QMARK = 69,
  sym_integer = 70,
  sym_exact = 71,
  sym_decimal = 72,
  sym_string = 73,
  sym_comment = 74,
  sym_line_marker = 75,
  sym_module = 76,
  sym__item = 77,
  sym_version_directive = 78,
  sym_target_directive = 79,
  sym_address_size_directive = 80,
  sym_file_directive = 81,
  sym_location_directive = 82,
  sym_section = 83,
  sym_section_data = 84,
  sym_section_address = 85,
  sym_function = 86,
  sym_linkage = 87,
  sym_function_directive = 88,
  sym_parameters = 89,
  sym_parameter = 90,
  sym_declaration = 91,
  sym_state_space = 92,
  sym_alignment = 93,
  sym_attribute = 94,
  sym_declarator = 95,
  sym_dimension = 96,
  sym__initializer = 97,
  sym_values = 98,
  sym_field = 99,
  sym_block = 100,
  sym__statement = 101,
  sym_label = 102,
  sym_instruction = 103,
  sym_guard = 104,
  sym_opcode = 105,
  sym_targets_directive = 106,
  sym_call_prototype = 107,
  sym_alias_directive = 108,
  sym_pragma_directive = 109,
  sym__operand = 110,
  sym_vector = 111,
  sym_address = 112,
  sym_pair = 113,
  sym__expression = 114,
  sym_selection = 115,
  sym_index = 116,
  sym_arguments = 117,
  sym_call = 118,
  sym_cast = 119,
  sym_unary = 120,
  sym_binary = 121,
  sym_conditional = 122,
  aux_sym_module_repeat1 = 123,
  aux_sym_target_directive_repeat1 = 124,
  aux_sym_file_directive_repeat1 = 125,
  aux_sym_section_repeat1 = 126,
  aux_sym_section_data_repeat1 = 127,
  aux_sym_function_repeat1 = 128,
  aux_sym_function_directive_repeat1 = 129,
  aux_sym_parameters_repeat1 = 130,
  aux_sym_parameter_repeat1 = 131,
  aux_sym_parameter_repeat2 = 132,
  aux_sym_declaration_repeat1 = 133,
  aux_sym_declaration_repeat2 = 134,
  aux_sym_attribute_repeat1 = 135,
  aux_sym_values_repeat1 = 136,
  aux_sym_block_repeat1 = 137,
  aux_sym_instruction_repeat1 = 138,
  aux_sym_opcode_repeat1 = 139,
  aux_sym_call_prototype_repeat1 = 140,
  aux_sym_pragma_directive_repeat1 = 141,
  aux_sym_vector_repeat1 = 142,
  aux_sym_address_repeat1 = 143,
  alias_sym_mnemonic = 144,
  alias_sym_version = 145,
};

static const char * const ts_symbol_names[] = {
  [ts_builtin_sym_end] = "end",
  [sym_identifier] = "identifier",
  [anon_sym_DOTversion] = ".version",
  [anon_sym_DOTtarget] = ".target",
  [anon_sym_COMMA] = ",",
  [anon_sym_SEMI] = ";",
  [anon_sym_DOTaddress_size] = ".address_size",
  [anon_sym_DOTfile] = ".file",
  [anon_sym_DOTloc] = ".loc",
  [anon_sym_DOTloc_intermediate] = ".loc_intermediate",
  [anon_sym_function_name] = "function_name",
  [anon_sym_PLUS] = "+",
  [anon_sym_inlined_at] = "inlined_at",
  [anon_sym_DOTsection] = ".section",
  [anon_sym_LBRACE] = "{",
  [anon_sym_RBRACE] = "}",
  [sym_section_name] = "section_name",
  [sym_dwarf_line] = "dwarf_line",
  [anon_sym_DOTentry] = ".entry",
  [anon_sym_DOTfunc] = ".func",
  [anon_sym_DOTextern] = ".extern",
  [anon_sym_DOTvisible] = ".visible",
  [anon_sym_DOTweak] = ".weak",
  [anon_sym_DOTcommon] = ".common",
  [anon_sym_LPAREN] = "(",
  [anon_sym_RPAREN] = ")",
  [anon_sym_DOTreg] = ".reg",
  [anon_sym_DOTsreg] = ".sreg",
  [anon_sym_DOTconst] = ".const",
  [anon_sym_DOTglobal] = ".global",
  [anon_sym_DOTlocal] = ".local",
  [anon_sym_DOTparam] = ".param",
  [anon_sym_DOTshared] = ".shared",
  [anon_sym_DOTtex] = ".tex",
  [aux_sym_state_space_token1] = "state_space_token1",
  [sym_type] = "type",
  [anon_sym_DOTalign] = ".align",
  [anon_sym_DOTattribute] = ".attribute",
  [anon_sym_LT] = "<",
  [anon_sym_GT] = ">",
  [anon_sym_EQ] = "=",
  [anon_sym_LBRACK] = "[",
  [anon_sym_RBRACK] = "]",
  [anon_sym_COLON] = ":",
  [anon_sym_AT] = "@",
  [anon_sym_BANG] = "!",
  [sym_modifier] = "modifier",
  [anon_sym_DOTbranchtargets] = ".branchtargets",
  [anon_sym_DOTcalltargets] = ".calltargets",
  [anon_sym_DOTcallprototype] = ".callprototype",
  [anon_sym_DOTalias] = ".alias",
  [anon_sym_DOTpragma] = ".pragma",
  [anon_sym_PIPE] = "|",
  [sym_discard] = "discard",
  [anon_sym_DASH] = "-",
  [anon_sym_TILDE] = "~",
  [anon_sym_PIPE_PIPE] = "||",
  [anon_sym_AMP_AMP] = "&&",
  [anon_sym_CARET] = "^",
  [anon_sym_AMP] = "&",
  [anon_sym_EQ_EQ] = "==",
  [anon_sym_BANG_EQ] = "!=",
  [anon_sym_LT_EQ] = "<=",
  [anon_sym_GT_EQ] = ">=",
  [anon_sym_LT_LT] = "<<",
  [anon_sym_GT_GT] = ">>",
  [anon_sym_STAR] = "*",
  [anon_sym_SLASH] = "/",
  [anon_sym_PERCENT] = "%",
  [anon_sym_QMARK] = "\?",
  [sym_integer] = "integer",
  [sym_exact] = "exact",
  [sym_decimal] = "decimal",
  [sym_string] = "string",
  [sym_comment] = "comment",
  [sym_line_marker] = "line_marker",
  [sym_module] = "module",
  [sym__item] = "_item",
  [sym_version_directive] = "version_directive",
  [sym_target_directive] = "target_directive",
  [sym_address_size_directive] = "address_size_directive",
  [sym_file_directive] = "file_directive",
  [sym_location_directive] = "location_directive",
  [sym_section] = "section",
  [sym_section_data] = "section_data",
  [sym_section_address] = "section_address",
  [sym_function] = "function",
  [sym_linkage] = "linkage",
  [sym_function_directive] = "function_directive",
  [sym_parameters] = "parameters",
  [sym_parameter] = "parameter",
  [sym_declaration] = "declaration",
  [sym_state_space] = "state_space",
  [sym_alignment] = "alignment",
  [sym_attribute] = "attribute",
  [sym_declarator] = "declarator",
  [sym_dimension] = "dimension",
  [sym__initializer] = "_initializer",
  [sym_values] = "values",
  [sym_field] = "field",
  [sym_block] = "block",
  [sym__statement] = "_statement",
  [sym_label] = "label",
  [sym_instruction] = "instruction",
  [sym_guard] = "guard",
  [sym_opcode] = "opcode",
  [sym_targets_directive] = "targets_directive",
  [sym_call_prototype] = "call_prototype",
  [sym_alias_directive] = "alias_directive",
  [sym_pragma_directive] = "pragma_directive",
  [sym__operand] = "_operand",
  [sym_vector] = "vector",
  [sym_address] = "address",
  [sym_pair] = "pair",
  [sym__expression] = "_expression",
  [sym_selection] = "selection",
  [sym_index] = "index",
  [sym_arguments] = "arguments",
  [sym_call] = "call",
  [sym_cast] = "cast",
  [sym_unary] = "unary",
  [sym_binary] = "binary",
  [sym_conditional] = "conditional",
  [aux_sym_module_repeat1] = "module_repeat1",
  [aux_sym_target_directive_repeat1] = "target_directive_repeat1",
  [aux_sym_file_directive_repeat1] = "file_directive_repeat1",
  [aux_sym_section_repeat1] = "section_repeat1",
  [aux_sym_section_data_repeat1] = "section_data_repeat1",
  [aux_sym_function_repeat1] = "function_repeat1",
  [aux_sym_function_directive_repeat1] = "function_directive_repeat1",
  [aux_sym_parameters_repeat1] = "parameters_repeat1",
  [aux_sym_parameter_repeat1] = "parameter_repeat1",
  [aux_sym_parameter_repeat2] = "parameter_repeat2",
  [aux_sym_declaration_repeat1] = "declaration_repeat1",
  [aux_sym_declaration_repeat2] = "declaration_repeat2",
  [aux_sym_attribute_repeat1] = "attribute_repeat1",
  [aux_sym_values_repeat1] = "values_repeat1",
  [aux_sym_block_repeat1] = "block_repeat1",
  [aux_sym_instruction_repeat1] = "instruction_repeat1",
  [aux_sym_opcode_repeat1] = "opcode_repeat1",
  [aux_sym_call_prototype_repeat1] = "call_prototype_repeat1",
  [aux_sym_pragma_directive_repeat1] = "pragma_directive_repeat1",
  [aux_sym_vector_repeat1] = "vector_repeat1",
  [aux_sym_address_repeat1] = "address_repeat1",
  [alias_sym_mnemonic] = "mnemonic",
  [alias_sym_version] = "version",
};

static const TSSymbol ts_symbol_map[] = {
  [ts_builtin_sym_end] = ts_builtin_sym_end,
  [sym_identifier] = sym_identifier,
  [anon_sym_DOTversion] = anon_sym_DOTversion,
  [anon_sym_DOTtarget] = anon_sym_DOTtarget,
  [anon_sym_COMMA] = anon_sym_COMMA,
  [anon_sym_SEMI] = anon_sym_SEMI,
  [anon_sym_DOTaddress_size] = anon_sym_DOTaddress_size,
  [anon_sym_DOTfile] = anon_sym_DOTfile,
  [anon_sym_DOTloc] = anon_sym_DOTloc,
  [anon_sym_DOTloc_intermediate] = anon_sym_DOTloc_intermediate,
  [anon_sym_function_name] = anon_sym_function_name,
  [anon_sym_PLUS] = anon_sym_PLUS,
  [anon_sym_inlined_at] = anon_sym_inlined_at,
  [anon_sym_DOTsection] = anon_sym_DOTsection,
  [anon_sym_LBRACE] = anon_sym_LBRACE,
  [anon_sym_RBRACE] = anon_sym_RBRACE,
  [sym_section_name] = sym_section_name,
  [sym_dwarf_line] = sym_dwarf_line,
  [anon_sym_DOTentry] = anon_sym_DOTentry,
  [anon_sym_DOTfunc] = anon_sym_DOTfunc,
  [anon_sym_DOTextern] = anon_sym_DOTextern,
  [anon_sym_DOTvisible] = anon_sym_DOTvisible,
  [anon_sym_DOTweak] = anon_sym_DOTweak,
  [anon_sym_DOTcommon] = anon_sym_DOTcommon,
  [anon_sym_LPAREN] = anon_sym_LPAREN,
  [anon_sym_RPAREN] = anon_sym_RPAREN,
  [anon_sym_DOTreg] = anon_sym_DOTreg,
  [anon_sym_DOTsreg] = anon_sym_DOTsreg,
  [anon_sym_DOTconst] = anon_sym_DOTconst,
  [anon_sym_DOTglobal] = anon_sym_DOTglobal,
  [anon_sym_DOTlocal] = anon_sym_DOTlocal,
  [anon_sym_DOTparam] = anon_sym_DOTparam,
  [anon_sym_DOTshared] = anon_sym_DOTshared,
  [anon_sym_DOTtex] = anon_sym_DOTtex,
  [aux_sym_state_space_token1] = aux_sym_state_space_token1,
  [sym_type] = sym_type,
  [anon_sym_DOTalign] = anon_sym_DOTalign,
  [anon_sym_DOTattribute] = anon_sym_DOTattribute,
  [anon_sym_LT] = anon_sym_LT,
  [anon_sym_GT] = anon_sym_GT,
  [anon_sym_EQ] = anon_sym_EQ,
  [anon_sym_LBRACK] = anon_sym_LBRACK,
  [anon_sym_RBRACK] = anon_sym_RBRACK,
  [anon_sym_COLON] = anon_sym_COLON,
  [anon_sym_AT] = anon_sym_AT,
  [anon_sym_BANG] = anon_sym_BANG,
  [sym_modifier] = sym_modifier,
  [anon_sym_DOTbranchtargets] = anon_sym_DOTbranchtargets,
  [anon_sym_DOTcalltargets] = anon_sym_DOTcalltargets,
  [anon_sym_DOTcallprototype] = anon_sym_DOTcallprototype,
  [anon_sym_DOTalias] = anon_sym_DOTalias,
  [anon_sym_DOTpragma] = anon_sym_DOTpragma,
  [anon_sym_PIPE] = anon_sym_PIPE,
  [sym_discard] = sym_discard,
  [anon_sym_DASH] = anon_sym_DASH,
  [anon_sym_TILDE] = anon_sym_TILDE,
  [anon_sym_PIPE_PIPE] = anon_sym_PIPE_PIPE,
  [anon_sym_AMP_AMP] = anon_sym_AMP_AMP,
  [anon_sym_CARET] = anon_sym_CARET,
  [anon_sym_AMP] = anon_sym_AMP,
  [anon_sym_EQ_EQ] = anon_sym_EQ_EQ,
  [anon_sym_BANG_EQ] = anon_sym_BANG_EQ,
  [anon_sym_LT_EQ] = anon_sym_LT_EQ,
  [anon_sym_GT_EQ] = anon_sym_GT_EQ,
  [anon_sym_LT_LT] = anon_sym_LT_LT,
  [anon_sym_GT_GT] = anon_sym_GT_GT,
  [anon_sym_STAR] = anon_sym_STAR,
  [anon_sym_SLASH] = anon_sym_SLASH,
  [anon_sym_PERCENT] = anon_sym_PERCENT,
  [anon_sym_QMARK] = anon_sym_QMARK,
  [sym_integer] = sym_integer,
  [sym_exact] = sym_exact,
  [sym_decimal] = sym_decimal,
  [sym_string] = sym_string,
  [sym_comment] = sym_comment,
  [sym_line_marker] = sym_line_marker,
  [sym_module] = sym_module,
  [sym__item] = sym__item,
  [sym_version_directive] = sym_version_directive,
  [sym_target_directive] = sym_target_directive,
  [sym_address_size_directive] = sym_address_size_directive,
  [sym_file_directive] = sym_file_directive,
  [sym_location_directive] = sym_location_directive,
  [sym_section] = sym_section,
  [sym_section_data] = sym_section_data,
  [sym_section_address] = sym_section_address,
  [sym_function] = sym_function,
  [sym_linkage] = sym_linkage,
  [sym_function_directive] = sym_function_directive,
  [sym_parameters] = sym_parameters,
  [sym_parameter] = sym_parameter,
  [sym_declaration] = sym_declaration,
  [sym_state_space] = sym_state_space,
  [sym_alignment] = sym_alignment,
  [sym_attribute] = sym_attribute,
  [sym_declarator] = sym_declarator,
  [sym_dimension] = sym_dimension,
  [sym__initializer] = sym__initializer,
  [sym_values] = sym_values,
  [sym_field] = sym_field,
  [sym_block] = sym_block,
  [sym__statement] = sym__statement,
  [sym_label] = sym_label,
  [sym_instruction] = sym_instruction,
  [sym_guard] = sym_guard,
  [sym_opcode] = sym_opcode,
  [sym_targets_directive] = sym_targets_directive,
  [sym_call_prototype] = sym_call_prototype,
  [sym_alias_directive] = sym_alias_directive,
  [sym_pragma_directive] = sym_pragma_directive,
  [sym__operand] = sym__operand,
  [sym_vector] = sym_vector,
  [sym_address] = sym_address,
  [sym_pair] = sym_pair,
  [sym__expression] = sym__expression,
  [sym_selection] = sym_selection,
  [sym_index] = sym_index,
  [sym_arguments] = sym_arguments,
  [sym_call] = sym_call,
  [sym_cast] = sym_cast,
  [sym_unary] = sym_unary,
  [sym_binary] = sym_binary,
  [sym_conditional] = sym_conditional,
  [aux_sym_module_repeat1] = aux_sym_module_repeat1,
  [aux_sym_target_directive_repeat1] = aux_sym_target_directive_repeat1,
  [aux_sym_file_directive_repeat1] = aux_sym_file_directive_repeat1,
  [aux_sym_section_repeat1] = aux_sym_section_repeat1,
  [aux_sym_section_data_repeat1] = aux_sym_section_data_repeat1,
  [aux_sym_function_repeat1] = aux_sym_function_repeat1,
  [aux_sym_function_directive_repeat1] = aux_sym_function_directive_repeat1,
  [aux_sym_parameters_repeat1] = aux_sym_parameters_repeat1,
  [aux_sym_parameter_repeat1] = aux_sym_parameter_repeat1,
  [aux_sym_parameter_repeat2] = aux_sym_parameter_repeat2,
  [aux_sym_declaration_repeat1] = aux_sym_declaration_repeat1,
  [aux_sym_declaration_repeat2] = aux_sym_declaration_repeat2,
  [aux_sym_attribute_repeat1] = aux_sym_attribute_repeat1,
  [aux_sym_values_repeat1] = aux_sym_values_repeat1,
  [aux_sym_block_repeat1] = aux_sym_block_repeat1,
  [aux_sym_instruction_repeat1] = aux_sym_instruction_repeat1,
  [aux_sym_opcode_repeat1] = aux_sym_opcode_repeat1,
  [aux_sym_call_prototype_repeat1] = aux_sym_call_prototype_repeat1,
  [aux_sym_pragma_directive_repeat1] = aux_sym_pragma_directive_repeat1,
  [aux_sym_vector_repeat1] = aux_sym_vector_repeat1,
  [aux_sym_address_repeat1] = aux_sym_address_repeat1,
  [alias_sym_mnemonic] = alias_sym_mnemonic,
  [alias_sym_version] = alias_sym_version,
};

static const TSSymbolMetadata ts_symbol_metadata[] = {
  [ts_builtin_sym_end] = {
    .visible = false,
    .named = true,
  },
  [sym_identifier] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_DOTversion] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTtarget] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_COMMA] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_SEMI] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTaddress_size] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTfile] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTloc] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTloc_intermediate] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_function_name] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_PLUS] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_inlined_at] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTsection] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LBRACE] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_RBRACE] = {
    .visible = true,
    .named = false,
  },
  [sym_section_name] = {
    .visible = true,
    .named = true,
  },
  [sym_dwarf_line] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_DOTentry] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTfunc] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTextern] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTvisible] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTweak] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTcommon] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LPAREN] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_RPAREN] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTreg] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTsreg] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTconst] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTglobal] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTlocal] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTparam] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTshared] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTtex] = {
    .visible = true,
    .named = false,
  },
  [aux_sym_state_space_token1] = {
    .visible = false,
    .named = false,
  },
  [sym_type] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_DOTalign] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTattribute] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_GT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_EQ] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LBRACK] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_RBRACK] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_COLON] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_AT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_BANG] = {
    .visible = true,
    .named = false,
  },
  [sym_modifier] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_DOTbranchtargets] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTcalltargets] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTcallprototype] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTalias] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOTpragma] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_PIPE] = {
    .visible = true,
    .named = false,
  },
  [sym_discard] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_DASH] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_TILDE] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_PIPE_PIPE] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_AMP_AMP] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_CARET] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_AMP] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_EQ_EQ] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_BANG_EQ] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LT_EQ] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_GT_EQ] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LT_LT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_GT_GT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_STAR] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_SLASH] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_PERCENT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_QMARK] = {
    .visible = true,
    .named = false,
  },
  [sym_integer] = {
    .visible = true,
    .named = true,
  },
  [sym_exact] = {
    .visible = true,
    .named = true,
  },
  [sym_decimal] = {
    .visible = true,
    .named = true,
  },
  [sym_string] = {
    .visible = true,
    .named = true,
  },
  [sym_comment] = {
    .visible = true,
    .named = true,
  },
  [sym_line_marker] = {
    .visible = true,
    .named = true,
  },
  [sym_module] = {
    .visible = true,
    .named = true,
  },
  [sym__item] = {
    .visible = false,
    .named = true,
    .supertype = true,
  },
  [sym_version_directive] = {
    .visible = true,
    .named = true,
  },
  [sym_target_directive] = {
    .visible = true,
    .named = true,
  },
  [sym_address_size_directive] = {
    .visible = true,
    .named = true,
  },
  [sym_file_directive] = {
    .visible = true,
    .named = true,
  },
  [sym_location_directive] = {
    .visible = true,
    .named = true,
  },
  [sym_section] = {
    .visible = true,
    .named = true,
  },
  [sym_section_data] = {
    .visible = true,
    .named = true,
  },
  [sym_section_address] = {
    .visible = true,
    .named = true,
  },
  [sym_function] = {
    .visible = true,
    .named = true,
  },
  [sym_linkage] = {
    .visible = true,
    .named = true,
  },
  [sym_function_directive] = {
    .visible = true,
    .named = true,
  },
  [sym_parameters] = {
    .visible = true,
    .named = true,
  },
  [sym_parameter] = {
    .visible = true,
    .named = true,
  },
  [sym_declaration] = {
    .visible = true,
    .named = true,
  },
  [sym_state_space] = {
    .visible = true,
    .named = true,
  },
  [sym_alignment] = {
    .visible = true,
    .named = true,
  },
  [sym_attribute] = {
    .visible = true,
    .named = true,
  },
  [sym_declarator] = {
    .visible = true,
    .named = true,
  },
  [sym_dimension] = {
    .visible = true,
    .named = true,
  },
  [sym__initializer] = {
    .visible = false,
    .named = true,
  },
  [sym_values] = {
    .visible = true,
    .named = true,
  },
  [sym_field] = {
    .visible = true,
    .named = true,
  },
  [sym_block] = {
    .visible = true,
    .named = true,
  },
  [sym__statement] = {
    .visible = false,
    .named = true,
    .supertype = true,
  },
  [sym_label] = {
    .visible = true,
    .named = true,
  },
  [sym_instruction] = {
    .visible = true,
    .named = true,
  },
  [sym_guard] = {
    .visible = true,
    .named = true,
  },
  [sym_opcode] = {
    .visible = true,
    .named = true,
  },
  [sym_targets_directive] = {
    .visible = true,
    .named = true,
  },
  [sym_call_prototype] = {
    .visible = true,
    .named = true,
  },
  [sym_alias_directive] = {
    .visible = true,
    .named = true,
  },
  [sym_pragma_directive] = {
    .visible = true,
    .named = true,
  },
  [sym__operand] = {
    .visible = false,
    .named = true,
  },
  [sym_vector] = {
    .visible = true,
    .named = true,
  },
  [sym_address] = {
    .visible = true,
    .named = true,
  },
  [sym_pair] = {
    .visible = true,
    .named = true,
  },
  [sym__expression] = {
    .visible = false,
    .named = true,
    .supertype = true,
  },
  [sym_selection] = {
    .visible = true,
    .named = true,
  },
  [sym_index] = {
    .visible = true,
    .named = true,
  },
  [sym_arguments] = {
    .visible = true,
    .named = true,
  },
  [sym_call] = {
    .visible = true,
    .named = true,
  },
  [sym_cast] = {
    .visible = true,
    .named = true,
  },
  [sym_unary] = {
    .visible = true,
    .named = true,
  },
  [sym_binary] = {
    .visible = true,
    .named = true,
  },
  [sym_conditional] = {
    .visible = true,
    .named = true,
  },
  [aux_sym_module_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_target_directive_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_file_directive_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_section_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_section_data_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_function_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_function_directive_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_parameters_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_parameter_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_parameter_repeat2] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_declaration_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_declaration_repeat2] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_attribute_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_values_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_block_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_instruction_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_opcode_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_call_prototype_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_pragma_directive_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_vector_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_address_repeat1] = {
    .visible = false,
    .named = false,
  },
  [alias_sym_mnemonic] = {
    .visible = true,
    .named = true,
  },
  [alias_sym_version] = {
    .visible = true,
    .named = true,
  },
};

enum ts_field_identifiers {
  field_body = 1,
  field_count = 2,
  field_kind = 3,
  field_mnemonic = 4,
  field_name = 5,
  field_parameters = 6,
  field_results = 7,
  field_type = 8,
  field_value = 9,
};

static const char * const ts_field_names[] = {
  [0] = NULL,
  [field_body] = "body",
  [field_count] = "count",
  [field_kind] = "kind",
  [field_mnemonic] = "mnemonic",
  [field_name] = "name",
  [field_parameters] = "parameters",
  [field_results] = "results",
  [field_type] = "type",
  [field_value] = "value",
};

static const TSFieldMapSlice ts_field_map_slices[PRODUCTION_ID_COUNT] = {
  [2] = {.index = 0, .length = 2},
  [3] = {.index = 2, .length = 1},
  [4] = {.index = 3, .length = 3},
  [5] = {.index = 6, .length = 3},
  [6] = {.index = 9, .length = 3},
  [7] = {.index = 12, .length = 2},
  [8] = {.index = 14, .length = 2},
  [9] = {.index = 16, .length = 1},
  [10] = {.index = 17, .length = 1},
  [11] = {.index = 18, .length = 4},
  [12] = {.index = 22, .length = 3},
  [13] = {.index = 25, .length = 4},
  [14] = {.index = 29, .length = 4},
  [15] = {.index = 33, .length = 3},
  [16] = {.index = 36, .length = 3},
  [17] = {.index = 39, .length = 3},
  [18] = {.index = 42, .length = 3},
  [19] = {.index = 45, .length = 3},
  [20] = {.index = 48, .length = 3},
  [21] = {.index = 51, .length = 2},
  [22] = {.index = 53, .length = 2},
  [23] = {.index = 55, .length = 1},
  [24] = {.index = 56, .length = 1},
  [25] = {.index = 57, .length = 4},
  [26] = {.index = 61, .length = 5},
  [27] = {.index = 66, .length = 4},
  [28] = {.index = 70, .length = 4},
  [29] = {.index = 74, .length = 3},
  [30] = {.index = 77, .length = 4},
  [31] = {.index = 81, .length = 4},
  [32] = {.index = 85, .length = 4},
  [33] = {.index = 89, .length = 3},
  [34] = {.index = 92, .length = 4},
  [35] = {.index = 96, .length = 4},
  [36] = {.index = 100, .length = 3},
  [37] = {.index = 103, .length = 3},
  [38] = {.index = 106, .length = 3},
  [39] = {.index = 109, .length = 4},
  [40] = {.index = 113, .length = 2},
  [41] = {.index = 115, .length = 5},
  [42] = {.index = 120, .length = 4},
  [43] = {.index = 124, .length = 5},
  [44] = {.index = 129, .length = 4},
  [45] = {.index = 133, .length = 4},
  [46] = {.index = 137, .length = 5},
  [47] = {.index = 142, .length = 4},
  [48] = {.index = 146, .length = 4},
  [49] = {.index = 150, .length = 3},
  [50] = {.index = 153, .length = 4},
  [51] = {.index = 157, .length = 4},
  [52] = {.index = 161, .length = 1},
  [53] = {.index = 162, .length = 1},
  [54] = {.index = 163, .length = 5},
  [55] = {.index = 168, .length = 5},
  [56] = {.index = 173, .length = 4},
  [57] = {.index = 177, .length = 5},
  [58] = {.index = 182, .length = 4},
  [59] = {.index = 186, .length = 5},
  [60] = {.index = 191, .length = 2},
  [61] = {.index = 193, .length = 5},
  [62] = {.index = 198, .length = 5},
};

static const TSFieldMapEntry ts_field_map_entries[] = {
  [0] =
    {field_kind, 0},
    {field_name, 1},
  [2] =
    {field_name, 0},
  [3] =
    {field_kind, 0},
    {field_name, 1},
    {field_parameters, 2},
  [6] =
    {field_body, 2},
    {field_kind, 0},
    {field_name, 1},
  [9] =
    {field_kind, 0},
    {field_name, 2},
    {field_results, 1},
  [12] =
    {field_kind, 0},
    {field_name, 2},
  [14] =
    {field_kind, 1},
    {field_name, 2},
  [16] =
    {field_name, 1},
  [17] =
    {field_mnemonic, 0},
  [18] =
    {field_body, 3},
    {field_kind, 0},
    {field_name, 1},
    {field_parameters, 2},
  [22] =
    {field_body, 3},
    {field_kind, 0},
    {field_name, 1},
  [25] =
    {field_kind, 0},
    {field_name, 2},
    {field_parameters, 3},
    {field_results, 1},
  [29] =
    {field_body, 3},
    {field_kind, 0},
    {field_name, 2},
    {field_results, 1},
  [33] =
    {field_kind, 0},
    {field_name, 2},
    {field_parameters, 3},
  [36] =
    {field_body, 3},
    {field_kind, 0},
    {field_name, 2},
  [39] =
    {field_kind, 0},
    {field_name, 3},
    {field_results, 2},
  [42] =
    {field_kind, 1},
    {field_name, 2},
    {field_parameters, 3},
  [45] =
    {field_body, 3},
    {field_kind, 1},
    {field_name, 2},
  [48] =
    {field_kind, 1},
    {field_name, 3},
    {field_results, 2},
  [51] =
    {field_kind, 1},
    {field_name, 3},
  [53] =
    {field_name, 0},
    {field_value, 2},
  [55] =
    {field_type, 0},
  [56] =
    {field_name, 2},
  [57] =
    {field_body, 4},
    {field_kind, 0},
    {field_name, 1},
    {field_parameters, 2},
  [61] =
    {field_body, 4},
    {field_kind, 0},
    {field_name, 2},
    {field_parameters, 3},
    {field_results, 1},
  [66] =
    {field_body, 4},
    {field_kind, 0},
    {field_name, 2},
    {field_results, 1},
  [70] =
    {field_body, 4},
    {field_kind, 0},
    {field_name, 2},
    {field_parameters, 3},
  [74] =
    {field_body, 4},
    {field_kind, 0},
    {field_name, 2},
  [77] =
    {field_kind, 0},
    {field_name, 3},
    {field_parameters, 4},
    {field_results, 2},
  [81] =
    {field_body, 4},
    {field_kind, 0},
    {field_name, 3},
    {field_results, 2},
  [85] =
    {field_body, 4},
    {field_kind, 1},
    {field_name, 2},
    {field_parameters, 3},
  [89] =
    {field_body, 4},
    {field_kind, 1},
    {field_name, 2},
  [92] =
    {field_kind, 1},
    {field_name, 3},
    {field_parameters, 4},
    {field_results, 2},
  [96] =
    {field_body, 4},
    {field_kind, 1},
    {field_name, 3},
    {field_results, 2},
  [100] =
    {field_kind, 1},
    {field_name, 3},
    {field_parameters, 4},
  [103] =
    {field_body, 4},
    {field_kind, 1},
    {field_name, 3},
  [106] =
    {field_kind, 1},
    {field_name, 4},
    {field_results, 3},
  [109] =
    {field_count, 1},
    {field_count, 2},
    {field_count, 3},
    {field_name, 0},
  [113] =
    {field_name, 0},
    {field_value, 3},
  [115] =
    {field_body, 5},
    {field_kind, 0},
    {field_name, 2},
    {field_parameters, 3},
    {field_results, 1},
  [120] =
    {field_body, 5},
    {field_kind, 0},
    {field_name, 2},
    {field_parameters, 3},
  [124] =
    {field_body, 5},
    {field_kind, 0},
    {field_name, 3},
    {field_parameters, 4},
    {field_results, 2},
  [129] =
    {field_body, 5},
    {field_kind, 0},
    {field_name, 3},
    {field_results, 2},
  [133] =
    {field_body, 5},
    {field_kind, 1},
    {field_name, 2},
    {field_parameters, 3},
  [137] =
    {field_body, 5},
    {field_kind, 1},
    {field_name, 3},
    {field_parameters, 4},
    {field_results, 2},
  [142] =
    {field_body, 5},
    {field_kind, 1},
    {field_name, 3},
    {field_results, 2},
  [146] =
    {field_body, 5},
    {field_kind, 1},
    {field_name, 3},
    {field_parameters, 4},
  [150] =
    {field_body, 5},
    {field_kind, 1},
    {field_name, 3},
  [153] =
    {field_kind, 1},
    {field_name, 4},
    {field_parameters, 5},
    {field_results, 3},
  [157] =
    {field_body, 5},
    {field_kind, 1},
    {field_name, 4},
    {field_results, 3},
  [161] =
    {field_parameters, 2},
  [162] =
    {field_results, 1},
  [163] =
    {field_body, 6},
    {field_kind, 0},
    {field_name, 3},
    {field_parameters, 4},
    {field_results, 2},
  [168] =
    {field_body, 6},
    {field_kind, 1},
    {field_name, 3},
    {field_parameters, 4},
    {field_results, 2},
  [173] =
    {field_body, 6},
    {field_kind, 1},
    {field_name, 3},
    {field_parameters, 4},
  [177] =
    {field_body, 6},
    {field_kind, 1},
    {field_name, 4},
    {field_parameters, 5},
    {field_results, 3},
  [182] =
    {field_body, 6},
    {field_kind, 1},
    {field_name, 4},
    {field_results, 3},
  [186] =
    {field_count, 1},
    {field_count, 2},
    {field_count, 3},
    {field_name, 0},
    {field_value, 5},
  [191] =
    {field_parameters, 3},
    {field_results, 1},
  [193] =
    {field_body, 7},
    {field_kind, 1},
    {field_name, 4},
    {field_parameters, 5},
    {field_results, 3},
  [198] =
    {field_count, 1},
    {field_count, 2},
    {field_count, 3},
    {field_name, 0},
    {field_value, 6},
};

static const TSSymbol ts_alias_sequences[PRODUCTION_ID_COUNT][MAX_ALIAS_SEQUENCE_LENGTH] = {
  [0] = {0},
  [1] = {
    [1] = alias_sym_version,
  },
  [10] = {
    [0] = alias_sym_mnemonic,
  },
};

static const uint16_t ts_non_terminal_alias_map[] = {
  0,
};

static const TSStateId ts_primary_state_ids[STATE_COUNT] = {
  [0] = 0,
  [1] = 1,
  [2] = 2,
  [3] = 3,
  [4] = 4,
  [5] = 5,
  [6] = 6,
  [7] = 7,
  [8] = 8,
  [9] = 9,
  [10] = 10,
  [11] = 11,
  [12] = 12,
  [13] = 13,
  [14] = 14,
  [15] = 15,
  [16] = 16,
  [17] = 17,
  [18] = 18,
  [19] = 10,
  [20] = 11,
  [21] = 14,
  [22] = 12,
  [23] = 18,
  [24] = 15,
  [25] = 16,
  [26] = 17,
  [27] = 27,
  [28] = 28,
  [29] = 29,
  [30] = 30,
  [31] = 31,
  [32] = 32,
  [33] = 33,
  [34] = 34,
  [35] = 35,
  [36] = 36,
  [37] = 37,
  [38] = 38,
  [39] = 39,
  [40] = 40,
  [41] = 41,
  [42] = 42,
  [43] = 43,
  [44] = 44,
  [45] = 45,
  [46] = 46,
  [47] = 47,
  [48] = 48,
  [49] = 49,
  [50] = 50,
  [51] = 51,
  [52] = 52,
  [53] = 53,
  [54] = 54,
  [55] = 55,
  [56] = 56,
  [57] = 57,
  [58] = 58,
  [59] = 59,
  [60] = 60,
  [61] = 61,
  [62] = 62,
  [63] = 63,
  [64] = 64,
  [65] = 65,
  [66] = 66,
  [67] = 67,
  [68] = 68,
  [69] = 69,
  [70] = 70,
  [71] = 71,
  [72] = 72,
  [73] = 73,
  [74] = 74,
  [75] = 75,
  [76] = 76,
  [77] = 77,
  [78] = 78,
  [79] = 79,
  [80] = 80,
  [81] = 81,
  [82] = 82,
  [83] = 83,
  [84] = 84,
  [85] = 85,
  [86] = 86,
  [87] = 87,
  [88] = 88,
  [89] = 89,
  [90] = 90,
  [91] = 91,
  [92] = 92,
  [93] = 93,
  [94] = 94,
  [95] = 95,
  [96] = 96,
  [97] = 97,
  [98] = 98,
  [99] = 99,
  [100] = 100,
  [101] = 101,
  [102] = 102,
  [103] = 103,
  [104] = 104,
  [105] = 105,
  [106] = 106,
  [107] = 107,
  [108] = 108,
  [109] = 109,
  [110] = 110,
  [111] = 111,
  [112] = 112,
  [113] = 113,
  [114] = 114,
  [115] = 115,
  [116] = 116,
  [117] = 117,
  [118] = 118,
  [119] = 119,
  [120] = 120,
  [121] = 121,
  [122] = 122,
  [123] = 121,
  [124] = 124,
  [125] = 29,
  [126] = 33,
  [127] = 35,
  [128] = 37,
  [129] = 39,
  [130] = 130,
  [131] = 41,
  [132] = 43,
  [133] = 122,
  [134] = 52,
  [135] = 57,
  [136] = 61,
  [137] = 63,
  [138] = 67,
  [139] = 71,
  [140] = 73,
  [141] = 75,
  [142] = 77,
  [143] = 143,
  [144] = 85,
  [145] = 92,
  [146] = 97,
  [147] = 101,
  [148] = 103,
  [149] = 113,
  [150] = 150,
  [151] = 151,
  [152] = 151,
  [153] = 153,
  [154] = 153,
  [155] = 155,
  [156] = 156,
  [157] = 156,
  [158] = 158,
  [159] = 155,
  [160] = 160,
  [161] = 161,
  [162] = 161,
  [163] = 163,
  [164] = 164,
  [165] = 165,
  [166] = 164,
  [167] = 160,
  [168] = 168,
  [169] = 169,
  [170] = 168,
  [171] = 158,
  [172] = 169,
  [173] = 163,
  [174] = 174,
  [175] = 165,
  [176] = 176,
  [177] = 177,
  [178] = 178,
  [179] = 179,
  [180] = 180,
  [181] = 181,
  [182] = 182,
  [183] = 183,
  [184] = 184,
  [185] = 185,
  [186] = 186,
  [187] = 187,
  [188] = 188,
  [189] = 189,
  [190] = 190,
  [191] = 191,
  [192] = 192,
  [193] = 193,
  [194] = 194,
  [195] = 195,
  [196] = 196,
  [197] = 197,
  [198] = 198,
  [199] = 199,
  [200] = 197,
  [201] = 201,
  [202] = 202,
  [203] = 203,
  [204] = 204,
  [205] = 205,
  [206] = 206,
  [207] = 207,
  [208] = 208,
  [209] = 205,
  [210] = 210,
  [211] = 211,
  [212] = 212,
  [213] = 213,
  [214] = 214,
  [215] = 215,
  [216] = 216,
  [217] = 217,
  [218] = 218,
  [219] = 219,
  [220] = 220,
  [221] = 221,
  [222] = 222,
  [223] = 195,
  [224] = 224,
  [225] = 225,
  [226] = 226,
  [227] = 196,
  [228] = 228,
  [229] = 229,
  [230] = 192,
  [231] = 231,
  [232] = 232,
  [233] = 233,
  [234] = 234,
  [235] = 235,
  [236] = 236,
  [237] = 213,
  [238] = 221,
  [239] = 218,
  [240] = 240,
  [241] = 215,
  [242] = 210,
  [243] = 225,
  [244] = 216,
  [245] = 214,
  [246] = 219,
  [247] = 220,
  [248] = 217,
  [249] = 228,
  [250] = 229,
  [251] = 231,
  [252] = 232,
  [253] = 212,
  [254] = 254,
  [255] = 222,
  [256] = 224,
  [257] = 226,
  [258] = 258,
  [259] = 259,
  [260] = 260,
  [261] = 261,
  [262] = 262,
  [263] = 263,
  [264] = 264,
  [265] = 265,
  [266] = 266,
  [267] = 267,
  [268] = 268,
  [269] = 269,
  [270] = 270,
  [271] = 271,
  [272] = 272,
  [273] = 273,
  [274] = 274,
  [275] = 273,
  [276] = 274,
  [277] = 277,
  [278] = 278,
  [279] = 279,
  [280] = 280,
  [281] = 281,
  [282] = 282,
  [283] = 283,
  [284] = 284,
  [285] = 285,
  [286] = 286,
  [287] = 287,
  [288] = 288,
  [289] = 289,
  [290] = 277,
  [291] = 279,
  [292] = 280,
  [293] = 284,
  [294] = 294,
  [295] = 282,
  [296] = 296,
  [297] = 297,
  [298] = 281,
  [299] = 283,
  [300] = 296,
  [301] = 285,
  [302] = 286,
  [303] = 278,
  [304] = 304,
  [305] = 287,
  [306] = 306,
  [307] = 288,
  [308] = 289,
  [309] = 297,
  [310] = 310,
  [311] = 311,
  [312] = 312,
  [313] = 313,
  [314] = 314,
  [315] = 315,
  [316] = 192,
  [317] = 317,
  [318] = 318,
  [319] = 319,
  [320] = 319,
  [321] = 321,
  [322] = 319,
  [323] = 321,
  [324] = 324,
  [325] = 325,
  [326] = 326,
  [327] = 327,
  [328] = 328,
  [329] = 329,
  [330] = 330,
  [331] = 331,
  [332] = 332,
  [333] = 333,
  [334] = 334,
  [335] = 335,
  [336] = 336,
  [337] = 337,
  [338] = 338,
  [339] = 339,
  [340] = 340,
  [341] = 341,
  [342] = 342,
  [343] = 343,
  [344] = 344,
  [345] = 345,
  [346] = 346,
  [347] = 347,
  [348] = 348,
  [349] = 349,
  [350] = 350,
  [351] = 351,
  [352] = 352,
  [353] = 353,
  [354] = 345,
  [355] = 355,
  [356] = 356,
  [357] = 355,
  [358] = 358,
  [359] = 359,
  [360] = 360,
  [361] = 361,
  [362] = 362,
  [363] = 363,
  [364] = 153,
  [365] = 155,
  [366] = 156,
  [367] = 367,
  [368] = 161,
  [369] = 318,
  [370] = 370,
  [371] = 371,
  [372] = 372,
  [373] = 373,
  [374] = 374,
  [375] = 375,
  [376] = 317,
  [377] = 377,
  [378] = 378,
  [379] = 379,
  [380] = 380,
  [381] = 381,
  [382] = 382,
  [383] = 383,
  [384] = 384,
  [385] = 385,
  [386] = 386,
  [387] = 193,
  [388] = 388,
  [389] = 389,
  [390] = 390,
  [391] = 391,
  [392] = 392,
  [393] = 393,
  [394] = 382,
  [395] = 395,
  [396] = 396,
  [397] = 397,
  [398] = 398,
  [399] = 399,
  [400] = 400,
  [401] = 401,
  [402] = 402,
  [403] = 403,
  [404] = 404,
  [405] = 405,
  [406] = 406,
  [407] = 407,
  [408] = 408,
  [409] = 409,
  [410] = 410,
  [411] = 411,
  [412] = 412,
  [413] = 413,
  [414] = 414,
  [415] = 415,
  [416] = 416,
  [417] = 417,
  [418] = 418,
  [419] = 419,
  [420] = 164,
  [421] = 421,
  [422] = 422,
  [423] = 406,
  [424] = 384,
  [425] = 418,
  [426] = 392,
  [427] = 396,
  [428] = 428,
  [429] = 429,
  [430] = 430,
  [431] = 391,
  [432] = 428,
  [433] = 418,
  [434] = 428,
  [435] = 435,
  [436] = 436,
  [437] = 437,
  [438] = 438,
  [439] = 439,
  [440] = 440,
  [441] = 441,
  [442] = 442,
  [443] = 443,
  [444] = 444,
  [445] = 445,
  [446] = 446,
  [447] = 447,
  [448] = 448,
  [449] = 163,
  [450] = 158,
  [451] = 160,
  [452] = 452,
  [453] = 453,
  [454] = 454,
  [455] = 455,
  [456] = 443,
  [457] = 457,
  [458] = 458,
  [459] = 459,
  [460] = 460,
  [461] = 443,
  [462] = 462,
  [463] = 463,
  [464] = 464,
  [465] = 465,
  [466] = 466,
  [467] = 467,
  [468] = 468,
  [469] = 469,
  [470] = 470,
  [471] = 471,
  [472] = 472,
  [473] = 473,
  [474] = 474,
  [475] = 475,
  [476] = 476,
  [477] = 477,
  [478] = 478,
  [479] = 479,
  [480] = 480,
  [481] = 481,
  [482] = 482,
  [483] = 483,
  [484] = 484,
  [485] = 485,
  [486] = 486,
  [487] = 487,
  [488] = 488,
  [489] = 489,
  [490] = 475,
  [491] = 491,
  [492] = 491,
  [493] = 493,
  [494] = 471,
  [495] = 495,
  [496] = 496,
  [497] = 478,
  [498] = 498,
  [499] = 499,
  [500] = 500,
  [501] = 501,
  [502] = 486,
  [503] = 503,
  [504] = 504,
  [505] = 505,
  [506] = 506,
  [507] = 507,
  [508] = 508,
  [509] = 509,
  [510] = 510,
  [511] = 500,
  [512] = 512,
  [513] = 513,
  [514] = 514,
  [515] = 505,
};

static bool ts_lex(TSLexer *lexer, TSStateId state) {
  START_LEXER();
  eof = lexer->eof(lexer);
  switch (state) {
    case 0:
      if (eof) ADVANCE(200);
      ADVANCE_MAP(
        '!', 532,
        '"', 11,
        '#', 584,
        '$', 197,
        '%', 567,
        '&', 557,
        '(', 357,
        ')', 358,
        '*', 564,
        '+', 211,
        ',', 203,
        '-', 552,
        '.', 30,
        '/', 565,
        '0', 571,
        ':', 528,
        ';', 204,
        '<', 522,
        '=', 525,
        '>', 524,
        '?', 568,
        '@', 530,
        '[', 526,
        ']', 527,
        '^', 556,
        '_', 551,
        '{', 213,
        '|', 550,
        '}', 214,
        '~', 553,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(0);
      if (('1' <= lookahead && lookahead <= '9')) ADVANCE(572);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 1:
      ADVANCE_MAP(
        '!', 531,
        '#', 584,
        '(', 357,
        ')', 358,
        '+', 211,
        '-', 552,
        '.', 171,
        '/', 14,
        '0', 571,
        '[', 526,
        '_', 551,
        '{', 213,
        '~', 553,
        '$', 197,
        '%', 197,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(1);
      if (('1' <= lookahead && lookahead <= '9')) ADVANCE(572);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 2:
      ADVANCE_MAP(
        '!', 531,
        '#', 584,
        '(', 357,
        '+', 211,
        '-', 552,
        '.', 55,
        '/', 14,
        '0', 571,
        ':', 528,
        ';', 204,
        '[', 526,
        '_', 551,
        '{', 213,
        '~', 553,
        '$', 197,
        '%', 197,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(4);
      if (('1' <= lookahead && lookahead <= '9')) ADVANCE(572);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 3:
      ADVANCE_MAP(
        '!', 531,
        '#', 584,
        '(', 357,
        '+', 211,
        '-', 552,
        '.', 175,
        '/', 14,
        '0', 571,
        '_', 551,
        '~', 553,
        '$', 197,
        '%', 197,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(3);
      if (('1' <= lookahead && lookahead <= '9')) ADVANCE(572);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 4:
      ADVANCE_MAP(
        '!', 531,
        '#', 584,
        '(', 357,
        '+', 211,
        '-', 552,
        '.', 174,
        '/', 14,
        '0', 571,
        ':', 528,
        ';', 204,
        '[', 526,
        '_', 551,
        '{', 213,
        '~', 553,
        '$', 197,
        '%', 197,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(4);
      if (('1' <= lookahead && lookahead <= '9')) ADVANCE(572);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 5:
      ADVANCE_MAP(
        '!', 19,
        '"', 11,
        '#', 584,
        '%', 567,
        '&', 557,
        '(', 357,
        '*', 564,
        '+', 211,
        ',', 203,
        '-', 552,
        '.', 194,
        '/', 565,
        '0', 573,
        ';', 204,
        '<', 522,
        '=', 20,
        '>', 524,
        '?', 568,
        '^', 556,
        '|', 550,
        '}', 214,
        '$', 197,
        '_', 197,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(5);
      if (('1' <= lookahead && lookahead <= '9')) ADVANCE(575);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 6:
      ADVANCE_MAP(
        '!', 19,
        '#', 584,
        '%', 567,
        '&', 557,
        '(', 357,
        '*', 564,
        '+', 211,
        ',', 203,
        '-', 552,
        '.', 56,
        '/', 565,
        '<', 522,
        '=', 20,
        '>', 524,
        '?', 568,
        '[', 526,
        '^', 556,
        '|', 550,
        '}', 214,
        '$', 197,
        '_', 197,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(7);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 7:
      ADVANCE_MAP(
        '!', 19,
        '#', 584,
        '%', 567,
        '&', 557,
        '(', 357,
        '*', 564,
        '+', 211,
        ',', 203,
        '-', 552,
        '.', 194,
        '/', 565,
        '<', 522,
        '=', 20,
        '>', 524,
        '?', 568,
        '[', 526,
        '^', 556,
        '|', 550,
        '}', 214,
        '$', 197,
        '_', 197,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(7);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 8:
      ADVANCE_MAP(
        '!', 19,
        '#', 584,
        '%', 566,
        '&', 557,
        '(', 357,
        ')', 358,
        '*', 564,
        '+', 211,
        ',', 203,
        '-', 552,
        '.', 56,
        '/', 565,
        ':', 528,
        ';', 204,
        '<', 522,
        '=', 525,
        '>', 524,
        '?', 568,
        '[', 526,
        ']', 527,
        '^', 556,
        '|', 550,
        '}', 214,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(9);
      END_STATE();
    case 9:
      ADVANCE_MAP(
        '!', 19,
        '#', 584,
        '%', 566,
        '&', 557,
        '(', 357,
        ')', 358,
        '*', 564,
        '+', 211,
        ',', 203,
        '-', 552,
        '/', 565,
        ':', 528,
        ';', 204,
        '<', 522,
        '=', 525,
        '>', 524,
        '?', 568,
        '[', 526,
        ']', 527,
        '^', 556,
        '|', 550,
        '}', 214,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(9);
      END_STATE();
    case 10:
      ADVANCE_MAP(
        '"', 11,
        '#', 584,
        '(', 357,
        ',', 203,
        '.', 41,
        '/', 14,
        '0', 573,
        ';', 204,
        '@', 529,
        '{', 213,
        '}', 214,
        '$', 197,
        '%', 197,
        '_', 197,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(10);
      if (('1' <= lookahead && lookahead <= '9')) ADVANCE(575);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 11:
      if (lookahead == '"') ADVANCE(581);
      if (lookahead != 0) ADVANCE(11);
      END_STATE();
    case 12:
      if (lookahead == '#') ADVANCE(584);
      if (lookahead == '(') ADVANCE(357);
      if (lookahead == '.') ADVANCE(35);
      if (lookahead == '/') ADVANCE(14);
      if (lookahead == '$' ||
          lookahead == '%' ||
          lookahead == '_') ADVANCE(197);
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(12);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 13:
      if (lookahead == '#') ADVANCE(584);
      if (lookahead == '.') ADVANCE(43);
      if (lookahead == '/') ADVANCE(14);
      if (lookahead == '_') ADVANCE(551);
      if (lookahead == '$' ||
          lookahead == '%') ADVANCE(197);
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(13);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 14:
      if (lookahead == '*') ADVANCE(16);
      if (lookahead == '/') ADVANCE(583);
      END_STATE();
    case 15:
      if (lookahead == '*') ADVANCE(15);
      if (lookahead == '/') ADVANCE(582);
      if (lookahead != 0) ADVANCE(16);
      END_STATE();
    case 16:
      if (lookahead == '*') ADVANCE(15);
      if (lookahead != 0) ADVANCE(16);
      END_STATE();
    case 17:
      if (lookahead == ':') ADVANCE(195);
      END_STATE();
    case 18:
      if (lookahead == ':') ADVANCE(196);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(544);
      END_STATE();
    case 19:
      if (lookahead == '=') ADVANCE(559);
      END_STATE();
    case 20:
      if (lookahead == '=') ADVANCE(558);
      END_STATE();
    case 21:
      if (lookahead == '@') ADVANCE(23);
      END_STATE();
    case 22:
      if (lookahead == 'A') ADVANCE(25);
      END_STATE();
    case 23:
      if (lookahead == 'D') ADVANCE(26);
      END_STATE();
    case 24:
      if (lookahead == 'F') ADVANCE(350);
      END_STATE();
    case 25:
      if (lookahead == 'R') ADVANCE(24);
      END_STATE();
    case 26:
      if (lookahead == 'W') ADVANCE(22);
      END_STATE();
    case 27:
      if (lookahead == ']') ADVANCE(367);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(27);
      END_STATE();
    case 28:
      if (lookahead == ']') ADVANCE(533);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(28);
      END_STATE();
    case 29:
      if (lookahead == '_') ADVANCE(147);
      END_STATE();
    case 30:
      ADVANCE_MAP(
        'a', 237,
        'b', 307,
        'c', 219,
        'e', 296,
        'f', 270,
        'g', 280,
        'l', 298,
        'p', 224,
        'r', 241,
        's', 249,
        't', 218,
        'v', 250,
        'w', 253,
      );
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(579);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('d' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 31:
      if (lookahead == 'a') ADVANCE(549);
      END_STATE();
    case 32:
      ADVANCE_MAP(
        'a', 394,
        'c', 463,
        'e', 458,
        'f', 428,
        'g', 442,
        'l', 464,
        'p', 370,
        'r', 403,
        's', 406,
        't', 373,
        'v', 408,
        'w', 409,
      );
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 33:
      ADVANCE_MAP(
        'a', 60,
        'b', 128,
        'c', 37,
        'e', 117,
        'f', 91,
        'g', 102,
        'l', 119,
        'p', 44,
        'r', 69,
        's', 71,
        't', 36,
        'v', 72,
        'w', 75,
      );
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(578);
      END_STATE();
    case 34:
      if (lookahead == 'a') ADVANCE(98);
      END_STATE();
    case 35:
      if (lookahead == 'a') ADVANCE(445);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 36:
      if (lookahead == 'a') ADVANCE(131);
      if (lookahead == 'e') ADVANCE(165);
      END_STATE();
    case 37:
      if (lookahead == 'a') ADVANCE(103);
      if (lookahead == 'o') ADVANCE(107);
      END_STATE();
    case 38:
      if (lookahead == 'a') ADVANCE(84);
      END_STATE();
    case 39:
      if (lookahead == 'a') ADVANCE(106);
      END_STATE();
    case 40:
      if (lookahead == 'a') ADVANCE(141);
      END_STATE();
    case 41:
      ADVANCE_MAP(
        'a', 440,
        'b', 483,
        'c', 379,
        'e', 458,
        'f', 511,
        'g', 442,
        'l', 464,
        'p', 370,
        'r', 403,
        's', 424,
        't', 373,
        'v', 426,
        'w', 409,
      );
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('d' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 42:
      if (lookahead == 'a') ADVANCE(100);
      END_STATE();
    case 43:
      ADVANCE_MAP(
        'a', 446,
        'c', 471,
        'g', 442,
        'l', 468,
        'p', 371,
        'r', 403,
        's', 424,
        't', 404,
      );
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 44:
      if (lookahead == 'a') ADVANCE(136);
      if (lookahead == 'r') ADVANCE(38);
      END_STATE();
    case 45:
      if (lookahead == 'a') ADVANCE(116);
      END_STATE();
    case 46:
      if (lookahead == 'a') ADVANCE(135);
      END_STATE();
    case 47:
      if (lookahead == 'a') ADVANCE(160);
      END_STATE();
    case 48:
      if (lookahead == 'a') ADVANCE(139);
      END_STATE();
    case 49:
      if (lookahead == 'a') ADVANCE(140);
      END_STATE();
    case 50:
      if (lookahead == 'b') ADVANCE(164);
      END_STATE();
    case 51:
      if (lookahead == 'b') ADVANCE(42);
      END_STATE();
    case 52:
      if (lookahead == 'b') ADVANCE(105);
      END_STATE();
    case 53:
      if (lookahead == 'c') ADVANCE(352);
      END_STATE();
    case 54:
      if (lookahead == 'c') ADVANCE(88);
      END_STATE();
    case 55:
      if (lookahead == 'c') ADVANCE(536);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(540);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(543);
      END_STATE();
    case 56:
      if (lookahead == 'c') ADVANCE(536);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(543);
      END_STATE();
    case 57:
      if (lookahead == 'c') ADVANCE(209);
      END_STATE();
    case 58:
      if (lookahead == 'c') ADVANCE(154);
      END_STATE();
    case 59:
      if (lookahead == 'd') ADVANCE(365);
      END_STATE();
    case 60:
      if (lookahead == 'd') ADVANCE(61);
      if (lookahead == 'l') ADVANCE(95);
      if (lookahead == 't') ADVANCE(155);
      END_STATE();
    case 61:
      if (lookahead == 'd') ADVANCE(134);
      END_STATE();
    case 62:
      if (lookahead == 'd') ADVANCE(96);
      END_STATE();
    case 63:
      if (lookahead == 'e') ADVANCE(206);
      END_STATE();
    case 64:
      if (lookahead == 'e') ADVANCE(354);
      END_STATE();
    case 65:
      if (lookahead == 'e') ADVANCE(521);
      END_STATE();
    case 66:
      if (lookahead == 'e') ADVANCE(205);
      END_STATE();
    case 67:
      if (lookahead == 'e') ADVANCE(547);
      END_STATE();
    case 68:
      if (lookahead == 'e') ADVANCE(210);
      END_STATE();
    case 69:
      if (lookahead == 'e') ADVANCE(82);
      END_STATE();
    case 70:
      if (lookahead == 'e') ADVANCE(59);
      END_STATE();
    case 71:
      if (lookahead == 'e') ADVANCE(58);
      if (lookahead == 'h') ADVANCE(46);
      if (lookahead == 'r') ADVANCE(74);
      END_STATE();
    case 72:
      if (lookahead == 'e') ADVANCE(137);
      if (lookahead == 'i') ADVANCE(145);
      END_STATE();
    case 73:
      if (lookahead == 'e') ADVANCE(62);
      END_STATE();
    case 74:
      if (lookahead == 'e') ADVANCE(83);
      END_STATE();
    case 75:
      if (lookahead == 'e') ADVANCE(34);
      END_STATE();
    case 76:
      if (lookahead == 'e') ADVANCE(148);
      END_STATE();
    case 77:
      if (lookahead == 'e') ADVANCE(151);
      END_STATE();
    case 78:
      if (lookahead == 'e') ADVANCE(130);
      END_STATE();
    case 79:
      if (lookahead == 'e') ADVANCE(132);
      END_STATE();
    case 80:
      if (lookahead == 'e') ADVANCE(157);
      END_STATE();
    case 81:
      if (lookahead == 'e') ADVANCE(158);
      END_STATE();
    case 82:
      if (lookahead == 'g') ADVANCE(359);
      END_STATE();
    case 83:
      if (lookahead == 'g') ADVANCE(360);
      END_STATE();
    case 84:
      if (lookahead == 'g') ADVANCE(109);
      END_STATE();
    case 85:
      if (lookahead == 'g') ADVANCE(77);
      END_STATE();
    case 86:
      if (lookahead == 'g') ADVANCE(80);
      END_STATE();
    case 87:
      if (lookahead == 'g') ADVANCE(81);
      END_STATE();
    case 88:
      if (lookahead == 'h') ADVANCE(163);
      END_STATE();
    case 89:
      if (lookahead == 'i') ADVANCE(168);
      END_STATE();
    case 90:
      if (lookahead == 'i') ADVANCE(52);
      END_STATE();
    case 91:
      if (lookahead == 'i') ADVANCE(104);
      if (lookahead == 'u') ADVANCE(115);
      END_STATE();
    case 92:
      if (lookahead == 'i') ADVANCE(50);
      END_STATE();
    case 93:
      if (lookahead == 'i') ADVANCE(122);
      END_STATE();
    case 94:
      if (lookahead == 'i') ADVANCE(118);
      END_STATE();
    case 95:
      if (lookahead == 'i') ADVANCE(40);
      END_STATE();
    case 96:
      if (lookahead == 'i') ADVANCE(47);
      END_STATE();
    case 97:
      if (lookahead == 'i') ADVANCE(123);
      END_STATE();
    case 98:
      if (lookahead == 'k') ADVANCE(355);
      END_STATE();
    case 99:
      if (lookahead == 'l') ADVANCE(363);
      END_STATE();
    case 100:
      if (lookahead == 'l') ADVANCE(362);
      END_STATE();
    case 101:
      if (lookahead == 'l') ADVANCE(126);
      END_STATE();
    case 102:
      if (lookahead == 'l') ADVANCE(120);
      END_STATE();
    case 103:
      if (lookahead == 'l') ADVANCE(101);
      END_STATE();
    case 104:
      if (lookahead == 'l') ADVANCE(63);
      END_STATE();
    case 105:
      if (lookahead == 'l') ADVANCE(64);
      END_STATE();
    case 106:
      if (lookahead == 'm') ADVANCE(364);
      END_STATE();
    case 107:
      if (lookahead == 'm') ADVANCE(108);
      if (lookahead == 'n') ADVANCE(146);
      END_STATE();
    case 108:
      if (lookahead == 'm') ADVANCE(121);
      END_STATE();
    case 109:
      if (lookahead == 'm') ADVANCE(31);
      END_STATE();
    case 110:
      if (lookahead == 'm') ADVANCE(73);
      END_STATE();
    case 111:
      if (lookahead == 'n') ADVANCE(356);
      END_STATE();
    case 112:
      if (lookahead == 'n') ADVANCE(353);
      END_STATE();
    case 113:
      if (lookahead == 'n') ADVANCE(212);
      END_STATE();
    case 114:
      if (lookahead == 'n') ADVANCE(201);
      END_STATE();
    case 115:
      if (lookahead == 'n') ADVANCE(53);
      END_STATE();
    case 116:
      if (lookahead == 'n') ADVANCE(54);
      END_STATE();
    case 117:
      if (lookahead == 'n') ADVANCE(156);
      if (lookahead == 'x') ADVANCE(153);
      END_STATE();
    case 118:
      if (lookahead == 'n') ADVANCE(161);
      END_STATE();
    case 119:
      if (lookahead == 'o') ADVANCE(57);
      END_STATE();
    case 120:
      if (lookahead == 'o') ADVANCE(51);
      END_STATE();
    case 121:
      if (lookahead == 'o') ADVANCE(111);
      END_STATE();
    case 122:
      if (lookahead == 'o') ADVANCE(113);
      END_STATE();
    case 123:
      if (lookahead == 'o') ADVANCE(114);
      END_STATE();
    case 124:
      if (lookahead == 'o') ADVANCE(162);
      END_STATE();
    case 125:
      if (lookahead == 'o') ADVANCE(152);
      END_STATE();
    case 126:
      if (lookahead == 'p') ADVANCE(133);
      if (lookahead == 't') ADVANCE(48);
      END_STATE();
    case 127:
      if (lookahead == 'p') ADVANCE(67);
      END_STATE();
    case 128:
      if (lookahead == 'r') ADVANCE(45);
      END_STATE();
    case 129:
      if (lookahead == 'r') ADVANCE(166);
      END_STATE();
    case 130:
      if (lookahead == 'r') ADVANCE(112);
      END_STATE();
    case 131:
      if (lookahead == 'r') ADVANCE(85);
      END_STATE();
    case 132:
      if (lookahead == 'r') ADVANCE(110);
      END_STATE();
    case 133:
      if (lookahead == 'r') ADVANCE(124);
      END_STATE();
    case 134:
      if (lookahead == 'r') ADVANCE(76);
      END_STATE();
    case 135:
      if (lookahead == 'r') ADVANCE(70);
      END_STATE();
    case 136:
      if (lookahead == 'r') ADVANCE(39);
      END_STATE();
    case 137:
      if (lookahead == 'r') ADVANCE(149);
      END_STATE();
    case 138:
      if (lookahead == 'r') ADVANCE(92);
      END_STATE();
    case 139:
      if (lookahead == 'r') ADVANCE(86);
      END_STATE();
    case 140:
      if (lookahead == 'r') ADVANCE(87);
      END_STATE();
    case 141:
      if (lookahead == 's') ADVANCE(548);
      END_STATE();
    case 142:
      if (lookahead == 's') ADVANCE(546);
      END_STATE();
    case 143:
      if (lookahead == 's') ADVANCE(545);
      END_STATE();
    case 144:
      if (lookahead == 's') ADVANCE(29);
      END_STATE();
    case 145:
      if (lookahead == 's') ADVANCE(90);
      END_STATE();
    case 146:
      if (lookahead == 's') ADVANCE(150);
      END_STATE();
    case 147:
      if (lookahead == 's') ADVANCE(89);
      END_STATE();
    case 148:
      if (lookahead == 's') ADVANCE(144);
      END_STATE();
    case 149:
      if (lookahead == 's') ADVANCE(97);
      END_STATE();
    case 150:
      if (lookahead == 't') ADVANCE(361);
      END_STATE();
    case 151:
      if (lookahead == 't') ADVANCE(202);
      END_STATE();
    case 152:
      if (lookahead == 't') ADVANCE(167);
      END_STATE();
    case 153:
      if (lookahead == 't') ADVANCE(78);
      END_STATE();
    case 154:
      if (lookahead == 't') ADVANCE(93);
      END_STATE();
    case 155:
      if (lookahead == 't') ADVANCE(138);
      END_STATE();
    case 156:
      if (lookahead == 't') ADVANCE(129);
      END_STATE();
    case 157:
      if (lookahead == 't') ADVANCE(142);
      END_STATE();
    case 158:
      if (lookahead == 't') ADVANCE(143);
      END_STATE();
    case 159:
      if (lookahead == 't') ADVANCE(65);
      END_STATE();
    case 160:
      if (lookahead == 't') ADVANCE(68);
      END_STATE();
    case 161:
      if (lookahead == 't') ADVANCE(79);
      END_STATE();
    case 162:
      if (lookahead == 't') ADVANCE(125);
      END_STATE();
    case 163:
      if (lookahead == 't') ADVANCE(49);
      END_STATE();
    case 164:
      if (lookahead == 'u') ADVANCE(159);
      END_STATE();
    case 165:
      if (lookahead == 'x') ADVANCE(366);
      END_STATE();
    case 166:
      if (lookahead == 'y') ADVANCE(351);
      END_STATE();
    case 167:
      if (lookahead == 'y') ADVANCE(127);
      END_STATE();
    case 168:
      if (lookahead == 'z') ADVANCE(66);
      END_STATE();
    case 169:
      if (lookahead == '+' ||
          lookahead == '-') ADVANCE(172);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(580);
      END_STATE();
    case 170:
      if (lookahead == '0' ||
          lookahead == '1') ADVANCE(574);
      END_STATE();
    case 171:
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(579);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 172:
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(580);
      END_STATE();
    case 173:
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(27);
      END_STATE();
    case 174:
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(578);
      END_STATE();
    case 175:
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(578);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(349);
      END_STATE();
    case 176:
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(28);
      END_STATE();
    case 177:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(576);
      END_STATE();
    case 178:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(577);
      END_STATE();
    case 179:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(178);
      END_STATE();
    case 180:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(179);
      END_STATE();
    case 181:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(180);
      END_STATE();
    case 182:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(181);
      END_STATE();
    case 183:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(182);
      END_STATE();
    case 184:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(183);
      END_STATE();
    case 185:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(184);
      END_STATE();
    case 186:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(185);
      END_STATE();
    case 187:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(186);
      END_STATE();
    case 188:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(187);
      END_STATE();
    case 189:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(188);
      END_STATE();
    case 190:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(189);
      END_STATE();
    case 191:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(190);
      END_STATE();
    case 192:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(191);
      END_STATE();
    case 193:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(192);
      END_STATE();
    case 194:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 195:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(518);
      END_STATE();
    case 196:
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(542);
      END_STATE();
    case 197:
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 198:
      if (eof) ADVANCE(200);
      ADVANCE_MAP(
        '!', 531,
        '"', 11,
        '#', 584,
        '(', 357,
        ')', 358,
        ',', 203,
        '.', 32,
        '/', 14,
        '0', 573,
        ';', 204,
        '>', 523,
        '@', 21,
        ']', 527,
        '_', 551,
        '{', 213,
        '$', 197,
        '%', 197,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(198);
      if (('1' <= lookahead && lookahead <= '9')) ADVANCE(575);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 199:
      if (eof) ADVANCE(200);
      ADVANCE_MAP(
        '!', 531,
        '#', 584,
        '(', 357,
        ')', 358,
        '+', 211,
        ',', 203,
        '-', 552,
        '.', 33,
        '/', 14,
        '0', 571,
        ';', 204,
        '@', 530,
        '[', 526,
        '_', 551,
        '{', 213,
        '}', 214,
        '~', 553,
        '$', 197,
        '%', 197,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(199);
      if (('1' <= lookahead && lookahead <= '9')) ADVANCE(572);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 200:
      ACCEPT_TOKEN(ts_builtin_sym_end);
      END_STATE();
    case 201:
      ACCEPT_TOKEN(anon_sym_DOTversion);
      END_STATE();
    case 202:
      ACCEPT_TOKEN(anon_sym_DOTtarget);
      END_STATE();
    case 203:
      ACCEPT_TOKEN(anon_sym_COMMA);
      END_STATE();
    case 204:
      ACCEPT_TOKEN(anon_sym_SEMI);
      END_STATE();
    case 205:
      ACCEPT_TOKEN(anon_sym_DOTaddress_size);
      END_STATE();
    case 206:
      ACCEPT_TOKEN(anon_sym_DOTfile);
      END_STATE();
    case 207:
      ACCEPT_TOKEN(anon_sym_DOTloc);
      if (lookahead == '_') ADVANCE(272);
      if (lookahead == 'a') ADVANCE(278);
      END_STATE();
    case 208:
      ACCEPT_TOKEN(anon_sym_DOTloc);
      if (lookahead == '_') ADVANCE(431);
      if (lookahead == 'a') ADVANCE(438);
      END_STATE();
    case 209:
      ACCEPT_TOKEN(anon_sym_DOTloc);
      if (lookahead == '_') ADVANCE(94);
      if (lookahead == 'a') ADVANCE(99);
      END_STATE();
    case 210:
      ACCEPT_TOKEN(anon_sym_DOTloc_intermediate);
      END_STATE();
    case 211:
      ACCEPT_TOKEN(anon_sym_PLUS);
      END_STATE();
    case 212:
      ACCEPT_TOKEN(anon_sym_DOTsection);
      END_STATE();
    case 213:
      ACCEPT_TOKEN(anon_sym_LBRACE);
      END_STATE();
    case 214:
      ACCEPT_TOKEN(anon_sym_RBRACE);
      END_STATE();
    case 215:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == '_') ADVANCE(326);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 216:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(276);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 217:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(549);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 218:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(311);
      if (lookahead == 'e') ADVANCE(344);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 219:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(281);
      if (lookahead == 'o') ADVANCE(284);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 220:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(262);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 221:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(285);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 222:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(320);
      if (lookahead == 'g') ADVANCE(289);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 223:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(279);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 224:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(314);
      if (lookahead == 'r') ADVANCE(220);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 225:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(295);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 226:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(315);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 227:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(339);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 228:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(318);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 229:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(319);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 230:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'b') ADVANCE(343);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 231:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'b') ADVANCE(223);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 232:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'b') ADVANCE(283);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 233:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'c') ADVANCE(207);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 234:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'c') ADVANCE(352);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 235:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'c') ADVANCE(266);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 236:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'c') ADVANCE(333);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 237:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'd') ADVANCE(239);
      if (lookahead == 'l') ADVANCE(267);
      if (lookahead == 't') ADVANCE(334);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 238:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'd') ADVANCE(365);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 239:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'd') ADVANCE(313);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 240:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'd') ADVANCE(273);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 241:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(260);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 242:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(206);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 243:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(354);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 244:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(521);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 245:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(205);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 246:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(547);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 247:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(210);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 248:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(238);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 249:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(236);
      if (lookahead == 'h') ADVANCE(226);
      if (lookahead == 'r') ADVANCE(252);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 250:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(316);
      if (lookahead == 'i') ADVANCE(324);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 251:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(240);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 252:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(261);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 253:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(216);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 254:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(327);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 255:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(330);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 256:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(310);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 257:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(312);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 258:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(336);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 259:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(337);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 260:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(359);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 261:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(360);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 262:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(287);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 263:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(255);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 264:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(258);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 265:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(259);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 266:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'h') ADVANCE(342);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 267:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(222);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 268:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(347);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 269:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(232);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 270:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(282);
      if (lookahead == 'u') ADVANCE(294);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 271:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(230);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 272:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(297);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 273:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(227);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 274:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(301);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 275:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(303);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 276:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'k') ADVANCE(355);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 277:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(305);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 278:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(363);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 279:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(362);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 280:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(299);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 281:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(277);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 282:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(242);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 283:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(243);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 284:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'm') ADVANCE(286);
      if (lookahead == 'n') ADVANCE(325);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 285:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'm') ADVANCE(364);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 286:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'm') ADVANCE(300);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 287:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'm') ADVANCE(217);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 288:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'm') ADVANCE(251);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 289:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(520);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 290:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(356);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 291:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(353);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 292:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(212);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 293:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(201);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 294:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(234);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 295:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(235);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 296:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(335);
      if (lookahead == 'x') ADVANCE(332);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 297:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(340);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 298:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(233);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 299:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(231);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 300:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(290);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 301:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(292);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 302:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(341);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 303:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(293);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 304:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(331);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 305:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'p') ADVANCE(309);
      if (lookahead == 't') ADVANCE(228);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 306:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'p') ADVANCE(246);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 307:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(225);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 308:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(345);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 309:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(302);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 310:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(291);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 311:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(263);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 312:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(288);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 313:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(254);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 314:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(221);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 315:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(248);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 316:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(328);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 317:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(271);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 318:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(264);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 319:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(265);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 320:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(548);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 321:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(215);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 322:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(546);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 323:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(545);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 324:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(269);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 325:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(329);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 326:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(268);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 327:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(321);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 328:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(275);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 329:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(361);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 330:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(202);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 331:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(346);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 332:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(256);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 333:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(274);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 334:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(317);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 335:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(308);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 336:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(322);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 337:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(323);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 338:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(244);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 339:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(247);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 340:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(257);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 341:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(304);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 342:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(229);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 343:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'u') ADVANCE(338);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 344:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'x') ADVANCE(366);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 345:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'y') ADVANCE(351);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 346:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'y') ADVANCE(306);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 347:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'z') ADVANCE(245);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'y')) ADVANCE(348);
      END_STATE();
    case 348:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(348);
      END_STATE();
    case 349:
      ACCEPT_TOKEN(sym_section_name);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(349);
      END_STATE();
    case 350:
      ACCEPT_TOKEN(sym_dwarf_line);
      if (lookahead != 0 &&
          lookahead != '\n') ADVANCE(350);
      END_STATE();
    case 351:
      ACCEPT_TOKEN(anon_sym_DOTentry);
      END_STATE();
    case 352:
      ACCEPT_TOKEN(anon_sym_DOTfunc);
      END_STATE();
    case 353:
      ACCEPT_TOKEN(anon_sym_DOTextern);
      END_STATE();
    case 354:
      ACCEPT_TOKEN(anon_sym_DOTvisible);
      END_STATE();
    case 355:
      ACCEPT_TOKEN(anon_sym_DOTweak);
      END_STATE();
    case 356:
      ACCEPT_TOKEN(anon_sym_DOTcommon);
      END_STATE();
    case 357:
      ACCEPT_TOKEN(anon_sym_LPAREN);
      END_STATE();
    case 358:
      ACCEPT_TOKEN(anon_sym_RPAREN);
      END_STATE();
    case 359:
      ACCEPT_TOKEN(anon_sym_DOTreg);
      END_STATE();
    case 360:
      ACCEPT_TOKEN(anon_sym_DOTsreg);
      END_STATE();
    case 361:
      ACCEPT_TOKEN(anon_sym_DOTconst);
      if (lookahead == '[') ADVANCE(173);
      END_STATE();
    case 362:
      ACCEPT_TOKEN(anon_sym_DOTglobal);
      END_STATE();
    case 363:
      ACCEPT_TOKEN(anon_sym_DOTlocal);
      END_STATE();
    case 364:
      ACCEPT_TOKEN(anon_sym_DOTparam);
      END_STATE();
    case 365:
      ACCEPT_TOKEN(anon_sym_DOTshared);
      END_STATE();
    case 366:
      ACCEPT_TOKEN(anon_sym_DOTtex);
      END_STATE();
    case 367:
      ACCEPT_TOKEN(aux_sym_state_space_token1);
      END_STATE();
    case 368:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == '_') ADVANCE(494);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 369:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(549);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 370:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(480);
      if (lookahead == 'r') ADVANCE(374);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 371:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(480);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 372:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(437);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 373:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(477);
      if (lookahead == 'e') ADVANCE(513);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 374:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(419);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 375:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(448);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 376:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(438);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 377:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(488);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 378:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(439);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 379:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(444);
      if (lookahead == 'o') ADVANCE(449);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 380:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(461);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 381:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(506);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 382:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(482);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 383:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(486);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 384:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'a') ADVANCE(487);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 385:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'b') ADVANCE(512);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 386:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'b') ADVANCE(378);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 387:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'b') ADVANCE(447);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 388:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'c') ADVANCE(352);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 389:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'c') ADVANCE(425);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 390:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'c') ADVANCE(208);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 391:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'c') ADVANCE(501);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 392:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'c') ADVANCE(376);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 393:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'd') ADVANCE(365);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 394:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'd') ADVANCE(395);
      if (lookahead == 'l') ADVANCE(432);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 395:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'd') ADVANCE(479);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 396:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'd') ADVANCE(435);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 397:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(206);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 398:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(354);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 399:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(521);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 400:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(205);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 401:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(547);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 402:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(210);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 403:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(417);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 404:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(513);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 405:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(393);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 406:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(391);
      if (lookahead == 'h') ADVANCE(382);
      if (lookahead == 'r') ADVANCE(410);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 407:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(396);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 408:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(484);
      if (lookahead == 'i') ADVANCE(492);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 409:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(372);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 410:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(418);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 411:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(495);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 412:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(498);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 413:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(476);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 414:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(478);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 415:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(503);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 416:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'e') ADVANCE(504);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 417:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(359);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 418:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(360);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 419:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(451);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 420:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(412);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 421:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(453);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 422:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(415);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 423:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'g') ADVANCE(416);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 424:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'h') ADVANCE(382);
      if (lookahead == 'r') ADVANCE(410);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 425:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'h') ADVANCE(510);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 426:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(492);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 427:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(516);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 428:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(443);
      if (lookahead == 'u') ADVANCE(460);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 429:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(387);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 430:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(385);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 431:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(462);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 432:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(377);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 433:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(467);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 434:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(421);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 435:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(381);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 436:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'i') ADVANCE(469);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 437:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'k') ADVANCE(355);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 438:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(363);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 439:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(362);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 440:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(432);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 441:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(473);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 442:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(465);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 443:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(397);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 444:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(441);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 445:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(434);
      if (lookahead == 't') ADVANCE(505);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 446:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(434);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 447:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'l') ADVANCE(398);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 448:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'm') ADVANCE(364);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 449:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'm') ADVANCE(450);
      if (lookahead == 'n') ADVANCE(493);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 450:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'm') ADVANCE(466);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 451:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'm') ADVANCE(369);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 452:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'm') ADVANCE(407);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 453:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(520);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 454:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(356);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 455:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(353);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 456:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(212);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 457:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(201);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 458:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(502);
      if (lookahead == 'x') ADVANCE(500);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 459:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(493);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 460:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(388);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 461:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(389);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 462:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'n') ADVANCE(508);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 463:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(449);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 464:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(390);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 465:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(386);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 466:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(454);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 467:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(456);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 468:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(392);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 469:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(457);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 470:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(509);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 471:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(459);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 472:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'o') ADVANCE(499);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 473:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'p') ADVANCE(481);
      if (lookahead == 't') ADVANCE(383);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 474:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'p') ADVANCE(401);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 475:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(514);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 476:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(455);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 477:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(420);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 478:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(452);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 479:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(411);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 480:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(375);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 481:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(470);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 482:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(405);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 483:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(380);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 484:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(496);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 485:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(430);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 486:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(422);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 487:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(423);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 488:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(548);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 489:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(546);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 490:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(545);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 491:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(368);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 492:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(429);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 493:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(497);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 494:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(427);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 495:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(491);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 496:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 's') ADVANCE(436);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 497:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(361);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 498:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(202);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 499:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(515);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 500:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(413);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 501:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(433);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 502:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(475);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 503:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(489);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 504:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(490);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 505:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(485);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 506:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(402);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 507:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(399);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 508:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(414);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 509:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(472);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 510:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 't') ADVANCE(384);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 511:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'u') ADVANCE(460);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 512:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'u') ADVANCE(507);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 513:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'x') ADVANCE(366);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 514:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'y') ADVANCE(351);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 515:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'y') ADVANCE(474);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 516:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == 'z') ADVANCE(400);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'y')) ADVANCE(519);
      END_STATE();
    case 517:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == '+' ||
          lookahead == '-') ADVANCE(172);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(580);
      if (lookahead == '$' ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 518:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(518);
      END_STATE();
    case 519:
      ACCEPT_TOKEN(sym_type);
      if (lookahead == ':') ADVANCE(17);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(519);
      END_STATE();
    case 520:
      ACCEPT_TOKEN(anon_sym_DOTalign);
      END_STATE();
    case 521:
      ACCEPT_TOKEN(anon_sym_DOTattribute);
      END_STATE();
    case 522:
      ACCEPT_TOKEN(anon_sym_LT);
      if (lookahead == '<') ADVANCE(562);
      if (lookahead == '=') ADVANCE(560);
      END_STATE();
    case 523:
      ACCEPT_TOKEN(anon_sym_GT);
      END_STATE();
    case 524:
      ACCEPT_TOKEN(anon_sym_GT);
      if (lookahead == '=') ADVANCE(561);
      if (lookahead == '>') ADVANCE(563);
      END_STATE();
    case 525:
      ACCEPT_TOKEN(anon_sym_EQ);
      if (lookahead == '=') ADVANCE(558);
      END_STATE();
    case 526:
      ACCEPT_TOKEN(anon_sym_LBRACK);
      END_STATE();
    case 527:
      ACCEPT_TOKEN(anon_sym_RBRACK);
      END_STATE();
    case 528:
      ACCEPT_TOKEN(anon_sym_COLON);
      END_STATE();
    case 529:
      ACCEPT_TOKEN(anon_sym_AT);
      END_STATE();
    case 530:
      ACCEPT_TOKEN(anon_sym_AT);
      if (lookahead == '@') ADVANCE(23);
      END_STATE();
    case 531:
      ACCEPT_TOKEN(anon_sym_BANG);
      END_STATE();
    case 532:
      ACCEPT_TOKEN(anon_sym_BANG);
      if (lookahead == '=') ADVANCE(559);
      END_STATE();
    case 533:
      ACCEPT_TOKEN(sym_modifier);
      END_STATE();
    case 534:
      ACCEPT_TOKEN(sym_modifier);
      if (lookahead == ':') ADVANCE(18);
      if (lookahead == '[') ADVANCE(176);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(543);
      END_STATE();
    case 535:
      ACCEPT_TOKEN(sym_modifier);
      if (lookahead == ':') ADVANCE(18);
      if (lookahead == 'n') ADVANCE(537);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(543);
      END_STATE();
    case 536:
      ACCEPT_TOKEN(sym_modifier);
      if (lookahead == ':') ADVANCE(18);
      if (lookahead == 'o') ADVANCE(535);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(543);
      END_STATE();
    case 537:
      ACCEPT_TOKEN(sym_modifier);
      if (lookahead == ':') ADVANCE(18);
      if (lookahead == 's') ADVANCE(538);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(543);
      END_STATE();
    case 538:
      ACCEPT_TOKEN(sym_modifier);
      if (lookahead == ':') ADVANCE(18);
      if (lookahead == 't') ADVANCE(534);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(543);
      END_STATE();
    case 539:
      ACCEPT_TOKEN(sym_modifier);
      if (lookahead == ':') ADVANCE(18);
      if (lookahead == '+' ||
          lookahead == '-') ADVANCE(172);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(541);
      if (lookahead == '$' ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(543);
      END_STATE();
    case 540:
      ACCEPT_TOKEN(sym_modifier);
      if (lookahead == ':') ADVANCE(18);
      if (lookahead == 'E' ||
          lookahead == 'e') ADVANCE(539);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(540);
      if (lookahead == '$' ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(543);
      END_STATE();
    case 541:
      ACCEPT_TOKEN(sym_modifier);
      if (lookahead == ':') ADVANCE(18);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(541);
      if (lookahead == '$' ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(543);
      END_STATE();
    case 542:
      ACCEPT_TOKEN(sym_modifier);
      if (lookahead == ':') ADVANCE(18);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(542);
      END_STATE();
    case 543:
      ACCEPT_TOKEN(sym_modifier);
      if (lookahead == ':') ADVANCE(18);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(543);
      END_STATE();
    case 544:
      ACCEPT_TOKEN(sym_modifier);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(544);
      END_STATE();
    case 545:
      ACCEPT_TOKEN(anon_sym_DOTbranchtargets);
      END_STATE();
    case 546:
      ACCEPT_TOKEN(anon_sym_DOTcalltargets);
      END_STATE();
    case 547:
      ACCEPT_TOKEN(anon_sym_DOTcallprototype);
      END_STATE();
    case 548:
      ACCEPT_TOKEN(anon_sym_DOTalias);
      END_STATE();
    case 549:
      ACCEPT_TOKEN(anon_sym_DOTpragma);
      END_STATE();
    case 550:
      ACCEPT_TOKEN(anon_sym_PIPE);
      if (lookahead == '|') ADVANCE(554);
      END_STATE();
    case 551:
      ACCEPT_TOKEN(sym_discard);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 552:
      ACCEPT_TOKEN(anon_sym_DASH);
      END_STATE();
    case 553:
      ACCEPT_TOKEN(anon_sym_TILDE);
      END_STATE();
    case 554:
      ACCEPT_TOKEN(anon_sym_PIPE_PIPE);
      END_STATE();
    case 555:
      ACCEPT_TOKEN(anon_sym_AMP_AMP);
      END_STATE();
    case 556:
      ACCEPT_TOKEN(anon_sym_CARET);
      END_STATE();
    case 557:
      ACCEPT_TOKEN(anon_sym_AMP);
      if (lookahead == '&') ADVANCE(555);
      END_STATE();
    case 558:
      ACCEPT_TOKEN(anon_sym_EQ_EQ);
      END_STATE();
    case 559:
      ACCEPT_TOKEN(anon_sym_BANG_EQ);
      END_STATE();
    case 560:
      ACCEPT_TOKEN(anon_sym_LT_EQ);
      END_STATE();
    case 561:
      ACCEPT_TOKEN(anon_sym_GT_EQ);
      END_STATE();
    case 562:
      ACCEPT_TOKEN(anon_sym_LT_LT);
      END_STATE();
    case 563:
      ACCEPT_TOKEN(anon_sym_GT_GT);
      END_STATE();
    case 564:
      ACCEPT_TOKEN(anon_sym_STAR);
      END_STATE();
    case 565:
      ACCEPT_TOKEN(anon_sym_SLASH);
      if (lookahead == '*') ADVANCE(16);
      if (lookahead == '/') ADVANCE(583);
      END_STATE();
    case 566:
      ACCEPT_TOKEN(anon_sym_PERCENT);
      END_STATE();
    case 567:
      ACCEPT_TOKEN(anon_sym_PERCENT);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 568:
      ACCEPT_TOKEN(anon_sym_QMARK);
      END_STATE();
    case 569:
      ACCEPT_TOKEN(sym_identifier);
      if (lookahead == '$' ||
          ('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(569);
      END_STATE();
    case 570:
      ACCEPT_TOKEN(sym_integer);
      END_STATE();
    case 571:
      ACCEPT_TOKEN(sym_integer);
      ADVANCE_MAP(
        '.', 578,
        'U', 570,
        'B', 170,
        'b', 170,
        'D', 193,
        'd', 193,
        'E', 169,
        'e', 169,
        'F', 185,
        'f', 185,
        'X', 177,
        'x', 177,
      );
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(572);
      END_STATE();
    case 572:
      ACCEPT_TOKEN(sym_integer);
      if (lookahead == '.') ADVANCE(578);
      if (lookahead == 'U') ADVANCE(570);
      if (lookahead == 'E' ||
          lookahead == 'e') ADVANCE(169);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(572);
      END_STATE();
    case 573:
      ACCEPT_TOKEN(sym_integer);
      if (lookahead == 'U') ADVANCE(570);
      if (lookahead == 'B' ||
          lookahead == 'b') ADVANCE(170);
      if (lookahead == 'X' ||
          lookahead == 'x') ADVANCE(177);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(575);
      END_STATE();
    case 574:
      ACCEPT_TOKEN(sym_integer);
      if (lookahead == 'U') ADVANCE(570);
      if (lookahead == '0' ||
          lookahead == '1') ADVANCE(574);
      END_STATE();
    case 575:
      ACCEPT_TOKEN(sym_integer);
      if (lookahead == 'U') ADVANCE(570);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(575);
      END_STATE();
    case 576:
      ACCEPT_TOKEN(sym_integer);
      if (lookahead == 'U') ADVANCE(570);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'F') ||
          ('a' <= lookahead && lookahead <= 'f')) ADVANCE(576);
      END_STATE();
    case 577:
      ACCEPT_TOKEN(sym_exact);
      END_STATE();
    case 578:
      ACCEPT_TOKEN(sym_decimal);
      if (lookahead == 'E' ||
          lookahead == 'e') ADVANCE(169);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(578);
      END_STATE();
    case 579:
      ACCEPT_TOKEN(sym_decimal);
      if (lookahead == 'E' ||
          lookahead == 'e') ADVANCE(517);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(579);
      END_STATE();
    case 580:
      ACCEPT_TOKEN(sym_decimal);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(580);
      END_STATE();
    case 581:
      ACCEPT_TOKEN(sym_string);
      END_STATE();
    case 582:
      ACCEPT_TOKEN(sym_comment);
      END_STATE();
    case 583:
      ACCEPT_TOKEN(sym_comment);
      if (lookahead != 0 &&
          lookahead != '\n') ADVANCE(583);
      END_STATE();
    case 584:
      ACCEPT_TOKEN(sym_line_marker);
      if (lookahead != 0 &&
          lookahead != '\n') ADVANCE(584);
      END_STATE();
    default:
      return false;
  }
}

static bool ts_lex_keywords(TSLexer *lexer, TSStateId state) {
  START_LEXER();
  eof = lexer->eof(lexer);
  switch (state) {
    case 0:
      if (lookahead == 'f') ADVANCE(1);
      if (lookahead == 'i') ADVANCE(2);
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(0);
      END_STATE();
    case 1:
      if (lookahead == 'u') ADVANCE(3);
      END_STATE();
    case 2:
      if (lookahead == 'n') ADVANCE(4);
      END_STATE();
    case 3:
      if (lookahead == 'n') ADVANCE(5);
      END_STATE();
    case 4:
      if (lookahead == 'l') ADVANCE(6);
      END_STATE();
    case 5:
      if (lookahead == 'c') ADVANCE(7);
      END_STATE();
    case 6:
      if (lookahead == 'i') ADVANCE(8);
      END_STATE();
    case 7:
      if (lookahead == 't') ADVANCE(9);
      END_STATE();
    case 8:
      if (lookahead == 'n') ADVANCE(10);
      END_STATE();
    case 9:
      if (lookahead == 'i') ADVANCE(11);
      END_STATE();
    case 10:
      if (lookahead == 'e') ADVANCE(12);
      END_STATE();
    case 11:
      if (lookahead == 'o') ADVANCE(13);
      END_STATE();
    case 12:
      if (lookahead == 'd') ADVANCE(14);
      END_STATE();
    case 13:
      if (lookahead == 'n') ADVANCE(15);
      END_STATE();
    case 14:
      if (lookahead == '_') ADVANCE(16);
      END_STATE();
    case 15:
      if (lookahead == '_') ADVANCE(17);
      END_STATE();
    case 16:
      if (lookahead == 'a') ADVANCE(18);
      END_STATE();
    case 17:
      if (lookahead == 'n') ADVANCE(19);
      END_STATE();
    case 18:
      if (lookahead == 't') ADVANCE(20);
      END_STATE();
    case 19:
      if (lookahead == 'a') ADVANCE(21);
      END_STATE();
    case 20:
      ACCEPT_TOKEN(anon_sym_inlined_at);
      END_STATE();
    case 21:
      if (lookahead == 'm') ADVANCE(22);
      END_STATE();
    case 22:
      if (lookahead == 'e') ADVANCE(23);
      END_STATE();
    case 23:
      ACCEPT_TOKEN(anon_sym_function_name);
      END_STATE();
    default:
      return false;
  }
}

static const TSLexMode ts_lex_modes[STATE_COUNT] = {
  [0] = {.lex_state = 0},
  [1] = {.lex_state = 198},
  [2] = {.lex_state = 10},
  [3] = {.lex_state = 10},
  [4] = {.lex_state = 10},
  [5] = {.lex_state = 198},
  [6] = {.lex_state = 198},
  [7] = {.lex_state = 199},
  [8] = {.lex_state = 199},
  [9] = {.lex_state = 199},
  [10] = {.lex_state = 198},
  [11] = {.lex_state = 198},
  [12] = {.lex_state = 198},
  [13] = {.lex_state = 199},
  [14] = {.lex_state = 198},
  [15] = {.lex_state = 198},
  [16] = {.lex_state = 198},
  [17] = {.lex_state = 198},
  [18] = {.lex_state = 198},
  [19] = {.lex_state = 10},
  [20] = {.lex_state = 10},
  [21] = {.lex_state = 10},
  [22] = {.lex_state = 10},
  [23] = {.lex_state = 10},
  [24] = {.lex_state = 10},
  [25] = {.lex_state = 10},
  [26] = {.lex_state = 10},
  [27] = {.lex_state = 199},
  [28] = {.lex_state = 199},
  [29] = {.lex_state = 198},
  [30] = {.lex_state = 199},
  [31] = {.lex_state = 199},
  [32] = {.lex_state = 199},
  [33] = {.lex_state = 198},
  [34] = {.lex_state = 199},
  [35] = {.lex_state = 198},
  [36] = {.lex_state = 199},
  [37] = {.lex_state = 198},
  [38] = {.lex_state = 199},
  [39] = {.lex_state = 198},
  [40] = {.lex_state = 199},
  [41] = {.lex_state = 198},
  [42] = {.lex_state = 199},
  [43] = {.lex_state = 198},
  [44] = {.lex_state = 199},
  [45] = {.lex_state = 199},
  [46] = {.lex_state = 199},
  [47] = {.lex_state = 199},
  [48] = {.lex_state = 199},
  [49] = {.lex_state = 199},
  [50] = {.lex_state = 199},
  [51] = {.lex_state = 199},
  [52] = {.lex_state = 198},
  [53] = {.lex_state = 199},
  [54] = {.lex_state = 199},
  [55] = {.lex_state = 199},
  [56] = {.lex_state = 199},
  [57] = {.lex_state = 198},
  [58] = {.lex_state = 199},
  [59] = {.lex_state = 199},
  [60] = {.lex_state = 199},
  [61] = {.lex_state = 198},
  [62] = {.lex_state = 199},
  [63] = {.lex_state = 198},
  [64] = {.lex_state = 199},
  [65] = {.lex_state = 199},
  [66] = {.lex_state = 199},
  [67] = {.lex_state = 198},
  [68] = {.lex_state = 199},
  [69] = {.lex_state = 199},
  [70] = {.lex_state = 199},
  [71] = {.lex_state = 198},
  [72] = {.lex_state = 199},
  [73] = {.lex_state = 198},
  [74] = {.lex_state = 199},
  [75] = {.lex_state = 198},
  [76] = {.lex_state = 199},
  [77] = {.lex_state = 198},
  [78] = {.lex_state = 199},
  [79] = {.lex_state = 199},
  [80] = {.lex_state = 199},
  [81] = {.lex_state = 199},
  [82] = {.lex_state = 199},
  [83] = {.lex_state = 199},
  [84] = {.lex_state = 199},
  [85] = {.lex_state = 198},
  [86] = {.lex_state = 199},
  [87] = {.lex_state = 199},
  [88] = {.lex_state = 199},
  [89] = {.lex_state = 199},
  [90] = {.lex_state = 199},
  [91] = {.lex_state = 199},
  [92] = {.lex_state = 198},
  [93] = {.lex_state = 199},
  [94] = {.lex_state = 199},
  [95] = {.lex_state = 199},
  [96] = {.lex_state = 199},
  [97] = {.lex_state = 198},
  [98] = {.lex_state = 199},
  [99] = {.lex_state = 199},
  [100] = {.lex_state = 199},
  [101] = {.lex_state = 198},
  [102] = {.lex_state = 199},
  [103] = {.lex_state = 198},
  [104] = {.lex_state = 199},
  [105] = {.lex_state = 199},
  [106] = {.lex_state = 199},
  [107] = {.lex_state = 199},
  [108] = {.lex_state = 199},
  [109] = {.lex_state = 199},
  [110] = {.lex_state = 199},
  [111] = {.lex_state = 199},
  [112] = {.lex_state = 199},
  [113] = {.lex_state = 198},
  [114] = {.lex_state = 199},
  [115] = {.lex_state = 199},
  [116] = {.lex_state = 199},
  [117] = {.lex_state = 199},
  [118] = {.lex_state = 199},
  [119] = {.lex_state = 199},
  [120] = {.lex_state = 199},
  [121] = {.lex_state = 10},
  [122] = {.lex_state = 10},
  [123] = {.lex_state = 198},
  [124] = {.lex_state = 199},
  [125] = {.lex_state = 10},
  [126] = {.lex_state = 10},
  [127] = {.lex_state = 10},
  [128] = {.lex_state = 10},
  [129] = {.lex_state = 10},
  [130] = {.lex_state = 199},
  [131] = {.lex_state = 10},
  [132] = {.lex_state = 10},
  [133] = {.lex_state = 198},
  [134] = {.lex_state = 10},
  [135] = {.lex_state = 10},
  [136] = {.lex_state = 10},
  [137] = {.lex_state = 10},
  [138] = {.lex_state = 10},
  [139] = {.lex_state = 10},
  [140] = {.lex_state = 10},
  [141] = {.lex_state = 10},
  [142] = {.lex_state = 10},
  [143] = {.lex_state = 199},
  [144] = {.lex_state = 10},
  [145] = {.lex_state = 10},
  [146] = {.lex_state = 10},
  [147] = {.lex_state = 10},
  [148] = {.lex_state = 10},
  [149] = {.lex_state = 10},
  [150] = {.lex_state = 199},
  [151] = {.lex_state = 10},
  [152] = {.lex_state = 198},
  [153] = {.lex_state = 10},
  [154] = {.lex_state = 198},
  [155] = {.lex_state = 198},
  [156] = {.lex_state = 198},
  [157] = {.lex_state = 10},
  [158] = {.lex_state = 198},
  [159] = {.lex_state = 10},
  [160] = {.lex_state = 198},
  [161] = {.lex_state = 198},
  [162] = {.lex_state = 10},
  [163] = {.lex_state = 198},
  [164] = {.lex_state = 198},
  [165] = {.lex_state = 8},
  [166] = {.lex_state = 10},
  [167] = {.lex_state = 10},
  [168] = {.lex_state = 198},
  [169] = {.lex_state = 198},
  [170] = {.lex_state = 10},
  [171] = {.lex_state = 10},
  [172] = {.lex_state = 10},
  [173] = {.lex_state = 10},
  [174] = {.lex_state = 198},
  [175] = {.lex_state = 6},
  [176] = {.lex_state = 198},
  [177] = {.lex_state = 198},
  [178] = {.lex_state = 10},
  [179] = {.lex_state = 198},
  [180] = {.lex_state = 10},
  [181] = {.lex_state = 10},
  [182] = {.lex_state = 10},
  [183] = {.lex_state = 10},
  [184] = {.lex_state = 10},
  [185] = {.lex_state = 10},
  [186] = {.lex_state = 10},
  [187] = {.lex_state = 10},
  [188] = {.lex_state = 10},
  [189] = {.lex_state = 10},
  [190] = {.lex_state = 10},
  [191] = {.lex_state = 10},
  [192] = {.lex_state = 8},
  [193] = {.lex_state = 10},
  [194] = {.lex_state = 8},
  [195] = {.lex_state = 8},
  [196] = {.lex_state = 8},
  [197] = {.lex_state = 1},
  [198] = {.lex_state = 10},
  [199] = {.lex_state = 10},
  [200] = {.lex_state = 1},
  [201] = {.lex_state = 199},
  [202] = {.lex_state = 199},
  [203] = {.lex_state = 198},
  [204] = {.lex_state = 198},
  [205] = {.lex_state = 199},
  [206] = {.lex_state = 198},
  [207] = {.lex_state = 198},
  [208] = {.lex_state = 198},
  [209] = {.lex_state = 199},
  [210] = {.lex_state = 8},
  [211] = {.lex_state = 199},
  [212] = {.lex_state = 8},
  [213] = {.lex_state = 8},
  [214] = {.lex_state = 8},
  [215] = {.lex_state = 8},
  [216] = {.lex_state = 8},
  [217] = {.lex_state = 8},
  [218] = {.lex_state = 8},
  [219] = {.lex_state = 8},
  [220] = {.lex_state = 8},
  [221] = {.lex_state = 8},
  [222] = {.lex_state = 8},
  [223] = {.lex_state = 5},
  [224] = {.lex_state = 8},
  [225] = {.lex_state = 8},
  [226] = {.lex_state = 8},
  [227] = {.lex_state = 6},
  [228] = {.lex_state = 8},
  [229] = {.lex_state = 8},
  [230] = {.lex_state = 6},
  [231] = {.lex_state = 8},
  [232] = {.lex_state = 8},
  [233] = {.lex_state = 199},
  [234] = {.lex_state = 5},
  [235] = {.lex_state = 199},
  [236] = {.lex_state = 199},
  [237] = {.lex_state = 5},
  [238] = {.lex_state = 5},
  [239] = {.lex_state = 5},
  [240] = {.lex_state = 5},
  [241] = {.lex_state = 5},
  [242] = {.lex_state = 5},
  [243] = {.lex_state = 5},
  [244] = {.lex_state = 5},
  [245] = {.lex_state = 5},
  [246] = {.lex_state = 5},
  [247] = {.lex_state = 5},
  [248] = {.lex_state = 5},
  [249] = {.lex_state = 5},
  [250] = {.lex_state = 5},
  [251] = {.lex_state = 5},
  [252] = {.lex_state = 5},
  [253] = {.lex_state = 5},
  [254] = {.lex_state = 199},
  [255] = {.lex_state = 5},
  [256] = {.lex_state = 5},
  [257] = {.lex_state = 5},
  [258] = {.lex_state = 8},
  [259] = {.lex_state = 8},
  [260] = {.lex_state = 199},
  [261] = {.lex_state = 199},
  [262] = {.lex_state = 8},
  [263] = {.lex_state = 199},
  [264] = {.lex_state = 199},
  [265] = {.lex_state = 8},
  [266] = {.lex_state = 8},
  [267] = {.lex_state = 3},
  [268] = {.lex_state = 8},
  [269] = {.lex_state = 8},
  [270] = {.lex_state = 199},
  [271] = {.lex_state = 3},
  [272] = {.lex_state = 199},
  [273] = {.lex_state = 8},
  [274] = {.lex_state = 8},
  [275] = {.lex_state = 8},
  [276] = {.lex_state = 8},
  [277] = {.lex_state = 199},
  [278] = {.lex_state = 199},
  [279] = {.lex_state = 199},
  [280] = {.lex_state = 199},
  [281] = {.lex_state = 199},
  [282] = {.lex_state = 199},
  [283] = {.lex_state = 199},
  [284] = {.lex_state = 199},
  [285] = {.lex_state = 199},
  [286] = {.lex_state = 199},
  [287] = {.lex_state = 199},
  [288] = {.lex_state = 199},
  [289] = {.lex_state = 199},
  [290] = {.lex_state = 199},
  [291] = {.lex_state = 199},
  [292] = {.lex_state = 199},
  [293] = {.lex_state = 199},
  [294] = {.lex_state = 199},
  [295] = {.lex_state = 199},
  [296] = {.lex_state = 199},
  [297] = {.lex_state = 199},
  [298] = {.lex_state = 199},
  [299] = {.lex_state = 199},
  [300] = {.lex_state = 199},
  [301] = {.lex_state = 199},
  [302] = {.lex_state = 199},
  [303] = {.lex_state = 199},
  [304] = {.lex_state = 199},
  [305] = {.lex_state = 199},
  [306] = {.lex_state = 199},
  [307] = {.lex_state = 199},
  [308] = {.lex_state = 199},
  [309] = {.lex_state = 199},
  [310] = {.lex_state = 13},
  [311] = {.lex_state = 2},
  [312] = {.lex_state = 13},
  [313] = {.lex_state = 13},
  [314] = {.lex_state = 2},
  [315] = {.lex_state = 2},
  [316] = {.lex_state = 2},
  [317] = {.lex_state = 13},
  [318] = {.lex_state = 13},
  [319] = {.lex_state = 198},
  [320] = {.lex_state = 198},
  [321] = {.lex_state = 198},
  [322] = {.lex_state = 198},
  [323] = {.lex_state = 198},
  [324] = {.lex_state = 198},
  [325] = {.lex_state = 198},
  [326] = {.lex_state = 12},
  [327] = {.lex_state = 12},
  [328] = {.lex_state = 12},
  [329] = {.lex_state = 12},
  [330] = {.lex_state = 12},
  [331] = {.lex_state = 0},
  [332] = {.lex_state = 0},
  [333] = {.lex_state = 5},
  [334] = {.lex_state = 5},
  [335] = {.lex_state = 5},
  [336] = {.lex_state = 0},
  [337] = {.lex_state = 5},
  [338] = {.lex_state = 5},
  [339] = {.lex_state = 0},
  [340] = {.lex_state = 0},
  [341] = {.lex_state = 5},
  [342] = {.lex_state = 0},
  [343] = {.lex_state = 12},
  [344] = {.lex_state = 12},
  [345] = {.lex_state = 199},
  [346] = {.lex_state = 0},
  [347] = {.lex_state = 5},
  [348] = {.lex_state = 5},
  [349] = {.lex_state = 0},
  [350] = {.lex_state = 0},
  [351] = {.lex_state = 0},
  [352] = {.lex_state = 0},
  [353] = {.lex_state = 0},
  [354] = {.lex_state = 199},
  [355] = {.lex_state = 199},
  [356] = {.lex_state = 0},
  [357] = {.lex_state = 199},
  [358] = {.lex_state = 12},
  [359] = {.lex_state = 0},
  [360] = {.lex_state = 5},
  [361] = {.lex_state = 5},
  [362] = {.lex_state = 5},
  [363] = {.lex_state = 8},
  [364] = {.lex_state = 5},
  [365] = {.lex_state = 5},
  [366] = {.lex_state = 5},
  [367] = {.lex_state = 5},
  [368] = {.lex_state = 5},
  [369] = {.lex_state = 12},
  [370] = {.lex_state = 5},
  [371] = {.lex_state = 0},
  [372] = {.lex_state = 0},
  [373] = {.lex_state = 0},
  [374] = {.lex_state = 5},
  [375] = {.lex_state = 5},
  [376] = {.lex_state = 12},
  [377] = {.lex_state = 5},
  [378] = {.lex_state = 0},
  [379] = {.lex_state = 8},
  [380] = {.lex_state = 5},
  [381] = {.lex_state = 5},
  [382] = {.lex_state = 0},
  [383] = {.lex_state = 0},
  [384] = {.lex_state = 0},
  [385] = {.lex_state = 0},
  [386] = {.lex_state = 0},
  [387] = {.lex_state = 5},
  [388] = {.lex_state = 0},
  [389] = {.lex_state = 0},
  [390] = {.lex_state = 0},
  [391] = {.lex_state = 0},
  [392] = {.lex_state = 0},
  [393] = {.lex_state = 0},
  [394] = {.lex_state = 0},
  [395] = {.lex_state = 0},
  [396] = {.lex_state = 0},
  [397] = {.lex_state = 0},
  [398] = {.lex_state = 0},
  [399] = {.lex_state = 0},
  [400] = {.lex_state = 0},
  [401] = {.lex_state = 0},
  [402] = {.lex_state = 0},
  [403] = {.lex_state = 0},
  [404] = {.lex_state = 0},
  [405] = {.lex_state = 0},
  [406] = {.lex_state = 0},
  [407] = {.lex_state = 0},
  [408] = {.lex_state = 0},
  [409] = {.lex_state = 0},
  [410] = {.lex_state = 0},
  [411] = {.lex_state = 0},
  [412] = {.lex_state = 0},
  [413] = {.lex_state = 0},
  [414] = {.lex_state = 0},
  [415] = {.lex_state = 0},
  [416] = {.lex_state = 0},
  [417] = {.lex_state = 0},
  [418] = {.lex_state = 0},
  [419] = {.lex_state = 0},
  [420] = {.lex_state = 5},
  [421] = {.lex_state = 0},
  [422] = {.lex_state = 0},
  [423] = {.lex_state = 0},
  [424] = {.lex_state = 0},
  [425] = {.lex_state = 0},
  [426] = {.lex_state = 0},
  [427] = {.lex_state = 0},
  [428] = {.lex_state = 0},
  [429] = {.lex_state = 0},
  [430] = {.lex_state = 0},
  [431] = {.lex_state = 0},
  [432] = {.lex_state = 0},
  [433] = {.lex_state = 0},
  [434] = {.lex_state = 0},
  [435] = {.lex_state = 0},
  [436] = {.lex_state = 0},
  [437] = {.lex_state = 0},
  [438] = {.lex_state = 198},
  [439] = {.lex_state = 0},
  [440] = {.lex_state = 0},
  [441] = {.lex_state = 0},
  [442] = {.lex_state = 0},
  [443] = {.lex_state = 198},
  [444] = {.lex_state = 0},
  [445] = {.lex_state = 0},
  [446] = {.lex_state = 198},
  [447] = {.lex_state = 0},
  [448] = {.lex_state = 0},
  [449] = {.lex_state = 5},
  [450] = {.lex_state = 5},
  [451] = {.lex_state = 5},
  [452] = {.lex_state = 0},
  [453] = {.lex_state = 0},
  [454] = {.lex_state = 0},
  [455] = {.lex_state = 0},
  [456] = {.lex_state = 198},
  [457] = {.lex_state = 0},
  [458] = {.lex_state = 0},
  [459] = {.lex_state = 0},
  [460] = {.lex_state = 3},
  [461] = {.lex_state = 198},
  [462] = {.lex_state = 0},
  [463] = {.lex_state = 198},
  [464] = {.lex_state = 198},
  [465] = {.lex_state = 0},
  [466] = {.lex_state = 3},
  [467] = {.lex_state = 198},
  [468] = {.lex_state = 0},
  [469] = {.lex_state = 198},
  [470] = {.lex_state = 0},
  [471] = {.lex_state = 0},
  [472] = {.lex_state = 0},
  [473] = {.lex_state = 198},
  [474] = {.lex_state = 0},
  [475] = {.lex_state = 198},
  [476] = {.lex_state = 5},
  [477] = {.lex_state = 198},
  [478] = {.lex_state = 0},
  [479] = {.lex_state = 198},
  [480] = {.lex_state = 0},
  [481] = {.lex_state = 0},
  [482] = {.lex_state = 198},
  [483] = {.lex_state = 5},
  [484] = {.lex_state = 198},
  [485] = {.lex_state = 198},
  [486] = {.lex_state = 0},
  [487] = {.lex_state = 198},
  [488] = {.lex_state = 0},
  [489] = {.lex_state = 0},
  [490] = {.lex_state = 198},
  [491] = {.lex_state = 0},
  [492] = {.lex_state = 0},
  [493] = {.lex_state = 0},
  [494] = {.lex_state = 0},
  [495] = {.lex_state = 0},
  [496] = {.lex_state = 0},
  [497] = {.lex_state = 0},
  [498] = {.lex_state = 0},
  [499] = {.lex_state = 0},
  [500] = {.lex_state = 0},
  [501] = {.lex_state = 198},
  [502] = {.lex_state = 0},
  [503] = {.lex_state = 0},
  [504] = {.lex_state = 198},
  [505] = {.lex_state = 0},
  [506] = {.lex_state = 0},
  [507] = {.lex_state = 0},
  [508] = {.lex_state = 198},
  [509] = {.lex_state = 0},
  [510] = {.lex_state = 198},
  [511] = {.lex_state = 0},
  [512] = {.lex_state = 198},
  [513] = {.lex_state = 0},
  [514] = {.lex_state = 0},
  [515] = {.lex_state = 0},
};

static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {
  [0] = {
    [ts_builtin_sym_end] = ACTIONS(1),
    [sym_identifier] = ACTIONS(1),
    [anon_sym_DOTversion] = ACTIONS(1),
    [anon_sym_DOTtarget] = ACTIONS(1),
    [anon_sym_COMMA] = ACTIONS(1),
    [anon_sym_SEMI] = ACTIONS(1),
    [anon_sym_DOTaddress_size] = ACTIONS(1),
    [anon_sym_DOTfile] = ACTIONS(1),
    [anon_sym_DOTloc] = ACTIONS(1),
    [anon_sym_DOTloc_intermediate] = ACTIONS(1),
    [anon_sym_function_name] = ACTIONS(1),
    [anon_sym_PLUS] = ACTIONS(1),
    [anon_sym_inlined_at] = ACTIONS(1),
    [anon_sym_DOTsection] = ACTIONS(1),
    [anon_sym_LBRACE] = ACTIONS(1),
    [anon_sym_RBRACE] = ACTIONS(1),
    [sym_section_name] = ACTIONS(1),
    [sym_dwarf_line] = ACTIONS(1),
    [anon_sym_DOTentry] = ACTIONS(1),
    [anon_sym_DOTfunc] = ACTIONS(1),
    [anon_sym_DOTextern] = ACTIONS(1),
    [anon_sym_DOTvisible] = ACTIONS(1),
    [anon_sym_DOTweak] = ACTIONS(1),
    [anon_sym_DOTcommon] = ACTIONS(1),
    [anon_sym_LPAREN] = ACTIONS(1),
    [anon_sym_RPAREN] = ACTIONS(1),
    [anon_sym_DOTreg] = ACTIONS(1),
    [anon_sym_DOTsreg] = ACTIONS(1),
    [anon_sym_DOTconst] = ACTIONS(1),
    [anon_sym_DOTglobal] = ACTIONS(1),
    [anon_sym_DOTlocal] = ACTIONS(1),
    [anon_sym_DOTparam] = ACTIONS(1),
    [anon_sym_DOTshared] = ACTIONS(1),
    [anon_sym_DOTtex] = ACTIONS(1),
    [aux_sym_state_space_token1] = ACTIONS(1),
    [sym_type] = ACTIONS(1),
    [anon_sym_DOTalign] = ACTIONS(1),
    [anon_sym_DOTattribute] = ACTIONS(1),
    [anon_sym_LT] = ACTIONS(1),
    [anon_sym_GT] = ACTIONS(1),
    [anon_sym_EQ] = ACTIONS(1),
    [anon_sym_LBRACK] = ACTIONS(1),
    [anon_sym_RBRACK] = ACTIONS(1),
    [anon_sym_COLON] = ACTIONS(1),
    [anon_sym_AT] = ACTIONS(1),
    [anon_sym_BANG] = ACTIONS(1),
    [anon_sym_DOTbranchtargets] = ACTIONS(1),
    [anon_sym_DOTcalltargets] = ACTIONS(1),
    [anon_sym_DOTcallprototype] = ACTIONS(1),
    [anon_sym_DOTalias] = ACTIONS(1),
    [anon_sym_DOTpragma] = ACTIONS(1),
    [anon_sym_PIPE] = ACTIONS(1),
    [sym_discard] = ACTIONS(1),
    [anon_sym_DASH] = ACTIONS(1),
    [anon_sym_TILDE] = ACTIONS(1),
    [anon_sym_PIPE_PIPE] = ACTIONS(1),
    [anon_sym_AMP_AMP] = ACTIONS(1),
    [anon_sym_CARET] = ACTIONS(1),
    [anon_sym_AMP] = ACTIONS(1),
    [anon_sym_EQ_EQ] = ACTIONS(1),
    [anon_sym_BANG_EQ] = ACTIONS(1),
    [anon_sym_LT_EQ] = ACTIONS(1),
    [anon_sym_GT_EQ] = ACTIONS(1),
    [anon_sym_LT_LT] = ACTIONS(1),
    [anon_sym_GT_GT] = ACTIONS(1),
    [anon_sym_STAR] = ACTIONS(1),
    [anon_sym_SLASH] = ACTIONS(1),
    [anon_sym_PERCENT] = ACTIONS(1),
    [anon_sym_QMARK] = ACTIONS(1),
    [sym_integer] = ACTIONS(1),
    [sym_exact] = ACTIONS(1),
    [sym_decimal] = ACTIONS(1),
    [sym_string] = ACTIONS(1),
    [sym_comment] = ACTIONS(3),
    [sym_line_marker] = ACTIONS(3),
  },
  [1] = {
    [sym_module] = STATE(481),
    [sym__item] = STATE(6),
    [sym_version_directive] = STATE(207),
    [sym_target_directive] = STATE(207),
    [sym_address_size_directive] = STATE(207),
    [sym_file_directive] = STATE(207),
    [sym_location_directive] = STATE(207),
    [sym_section] = STATE(207),
    [sym_function] = STATE(207),
    [sym_linkage] = STATE(323),
    [sym_declaration] = STATE(207),
    [sym_state_space] = STATE(326),
    [sym_alias_directive] = STATE(207),
    [sym_pragma_directive] = STATE(207),
    [aux_sym_module_repeat1] = STATE(6),
    [ts_builtin_sym_end] = ACTIONS(5),
    [anon_sym_DOTversion] = ACTIONS(7),
    [anon_sym_DOTtarget] = ACTIONS(9),
    [anon_sym_DOTaddress_size] = ACTIONS(11),
    [anon_sym_DOTfile] = ACTIONS(13),
    [anon_sym_DOTloc] = ACTIONS(15),
    [anon_sym_DOTloc_intermediate] = ACTIONS(17),
    [anon_sym_DOTsection] = ACTIONS(19),
    [sym_dwarf_line] = ACTIONS(21),
    [anon_sym_DOTentry] = ACTIONS(23),
    [anon_sym_DOTfunc] = ACTIONS(23),
    [anon_sym_DOTextern] = ACTIONS(25),
    [anon_sym_DOTvisible] = ACTIONS(25),
    [anon_sym_DOTweak] = ACTIONS(25),
    [anon_sym_DOTcommon] = ACTIONS(25),
    [anon_sym_DOTreg] = ACTIONS(27),
    [anon_sym_DOTsreg] = ACTIONS(27),
    [anon_sym_DOTconst] = ACTIONS(29),
    [anon_sym_DOTglobal] = ACTIONS(27),
    [anon_sym_DOTlocal] = ACTIONS(27),
    [anon_sym_DOTparam] = ACTIONS(27),
    [anon_sym_DOTshared] = ACTIONS(27),
    [anon_sym_DOTtex] = ACTIONS(27),
    [aux_sym_state_space_token1] = ACTIONS(27),
    [anon_sym_DOTalias] = ACTIONS(31),
    [anon_sym_DOTpragma] = ACTIONS(33),
    [sym_comment] = ACTIONS(3),
    [sym_line_marker] = ACTIONS(3),
  },
};

static const uint16_t ts_small_parse_table[] = {
  [0] = 22,
    ACTIONS(9), 1,
      anon_sym_DOTtarget,
    ACTIONS(15), 1,
      anon_sym_DOTloc,
    ACTIONS(17), 1,
      anon_sym_DOTloc_intermediate,
    ACTIONS(29), 1,
      anon_sym_DOTconst,
    ACTIONS(31), 1,
      anon_sym_DOTalias,
    ACTIONS(35), 1,
      sym_identifier,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(39), 1,
      anon_sym_RBRACE,
    ACTIONS(43), 1,
      anon_sym_AT,
    ACTIONS(47), 1,
      anon_sym_DOTcallprototype,
    ACTIONS(49), 1,
      anon_sym_DOTpragma,
    STATE(201), 1,
      sym_opcode,
    STATE(321), 1,
      sym_linkage,
    STATE(326), 1,
      sym_state_space,
    STATE(439), 1,
      sym_guard,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(41), 2,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
    ACTIONS(45), 2,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
    STATE(3), 2,
      sym__statement,
      aux_sym_block_repeat1,
    ACTIONS(25), 4,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
    ACTIONS(27), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
    STATE(187), 11,
      sym_target_directive,
      sym_location_directive,
      sym_function,
      sym_declaration,
      sym_block,
      sym_label,
      sym_instruction,
      sym_targets_directive,
      sym_call_prototype,
      sym_alias_directive,
      sym_pragma_directive,
  [91] = 22,
    ACTIONS(9), 1,
      anon_sym_DOTtarget,
    ACTIONS(15), 1,
      anon_sym_DOTloc,
    ACTIONS(17), 1,
      anon_sym_DOTloc_intermediate,
    ACTIONS(29), 1,
      anon_sym_DOTconst,
    ACTIONS(31), 1,
      anon_sym_DOTalias,
    ACTIONS(35), 1,
      sym_identifier,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(43), 1,
      anon_sym_AT,
    ACTIONS(47), 1,
      anon_sym_DOTcallprototype,
    ACTIONS(49), 1,
      anon_sym_DOTpragma,
    ACTIONS(51), 1,
      anon_sym_RBRACE,
    STATE(201), 1,
      sym_opcode,
    STATE(321), 1,
      sym_linkage,
    STATE(326), 1,
      sym_state_space,
    STATE(439), 1,
      sym_guard,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(41), 2,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
    ACTIONS(45), 2,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
    STATE(4), 2,
      sym__statement,
      aux_sym_block_repeat1,
    ACTIONS(25), 4,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
    ACTIONS(27), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
    STATE(187), 11,
      sym_target_directive,
      sym_location_directive,
      sym_function,
      sym_declaration,
      sym_block,
      sym_label,
      sym_instruction,
      sym_targets_directive,
      sym_call_prototype,
      sym_alias_directive,
      sym_pragma_directive,
  [182] = 22,
    ACTIONS(53), 1,
      sym_identifier,
    ACTIONS(56), 1,
      anon_sym_DOTtarget,
    ACTIONS(59), 1,
      anon_sym_DOTloc,
    ACTIONS(62), 1,
      anon_sym_DOTloc_intermediate,
    ACTIONS(65), 1,
      anon_sym_LBRACE,
    ACTIONS(68), 1,
      anon_sym_RBRACE,
    ACTIONS(79), 1,
      anon_sym_DOTconst,
    ACTIONS(82), 1,
      anon_sym_AT,
    ACTIONS(88), 1,
      anon_sym_DOTcallprototype,
    ACTIONS(91), 1,
      anon_sym_DOTalias,
    ACTIONS(94), 1,
      anon_sym_DOTpragma,
    STATE(201), 1,
      sym_opcode,
    STATE(321), 1,
      sym_linkage,
    STATE(326), 1,
      sym_state_space,
    STATE(439), 1,
      sym_guard,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(70), 2,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
    ACTIONS(85), 2,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
    STATE(4), 2,
      sym__statement,
      aux_sym_block_repeat1,
    ACTIONS(73), 4,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
    ACTIONS(76), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
    STATE(187), 11,
      sym_target_directive,
      sym_location_directive,
      sym_function,
      sym_declaration,
      sym_block,
      sym_label,
      sym_instruction,
      sym_targets_directive,
      sym_call_prototype,
      sym_alias_directive,
      sym_pragma_directive,
  [273] = 20,
    ACTIONS(97), 1,
      ts_builtin_sym_end,
    ACTIONS(99), 1,
      anon_sym_DOTversion,
    ACTIONS(102), 1,
      anon_sym_DOTtarget,
    ACTIONS(105), 1,
      anon_sym_DOTaddress_size,
    ACTIONS(108), 1,
      anon_sym_DOTfile,
    ACTIONS(111), 1,
      anon_sym_DOTloc,
    ACTIONS(114), 1,
      anon_sym_DOTloc_intermediate,
    ACTIONS(117), 1,
      anon_sym_DOTsection,
    ACTIONS(120), 1,
      sym_dwarf_line,
    ACTIONS(132), 1,
      anon_sym_DOTconst,
    ACTIONS(135), 1,
      anon_sym_DOTalias,
    ACTIONS(138), 1,
      anon_sym_DOTpragma,
    STATE(323), 1,
      sym_linkage,
    STATE(326), 1,
      sym_state_space,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(123), 2,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
    STATE(5), 2,
      sym__item,
      aux_sym_module_repeat1,
    ACTIONS(126), 4,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
    ACTIONS(129), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
    STATE(207), 10,
      sym_version_directive,
      sym_target_directive,
      sym_address_size_directive,
      sym_file_directive,
      sym_location_directive,
      sym_section,
      sym_function,
      sym_declaration,
      sym_alias_directive,
      sym_pragma_directive,
  [356] = 20,
    ACTIONS(7), 1,
      anon_sym_DOTversion,
    ACTIONS(9), 1,
      anon_sym_DOTtarget,
    ACTIONS(11), 1,
      anon_sym_DOTaddress_size,
    ACTIONS(13), 1,
      anon_sym_DOTfile,
    ACTIONS(15), 1,
      anon_sym_DOTloc,
    ACTIONS(17), 1,
      anon_sym_DOTloc_intermediate,
    ACTIONS(19), 1,
      anon_sym_DOTsection,
    ACTIONS(21), 1,
      sym_dwarf_line,
    ACTIONS(29), 1,
      anon_sym_DOTconst,
    ACTIONS(31), 1,
      anon_sym_DOTalias,
    ACTIONS(33), 1,
      anon_sym_DOTpragma,
    ACTIONS(141), 1,
      ts_builtin_sym_end,
    STATE(323), 1,
      sym_linkage,
    STATE(326), 1,
      sym_state_space,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(23), 2,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
    STATE(5), 2,
      sym__item,
      aux_sym_module_repeat1,
    ACTIONS(25), 4,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
    ACTIONS(27), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
    STATE(207), 10,
      sym_version_directive,
      sym_target_directive,
      sym_address_size_directive,
      sym_file_directive,
      sym_location_directive,
      sym_section,
      sym_function,
      sym_declaration,
      sym_alias_directive,
      sym_pragma_directive,
  [439] = 6,
    ACTIONS(145), 1,
      anon_sym_COMMA,
    ACTIONS(147), 1,
      anon_sym_SEMI,
    STATE(8), 1,
      aux_sym_target_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(149), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(143), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [490] = 6,
    ACTIONS(145), 1,
      anon_sym_COMMA,
    ACTIONS(153), 1,
      anon_sym_SEMI,
    STATE(9), 1,
      aux_sym_target_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(155), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(151), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [541] = 5,
    ACTIONS(159), 1,
      anon_sym_COMMA,
    STATE(9), 1,
      aux_sym_target_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(162), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(157), 31,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [590] = 11,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(166), 1,
      anon_sym_SEMI,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(174), 1,
      anon_sym_DOTpragma,
    STATE(123), 1,
      sym_parameters,
    STATE(124), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(168), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(133), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(164), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [650] = 11,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(179), 1,
      anon_sym_SEMI,
    ACTIONS(183), 1,
      anon_sym_DOTpragma,
    STATE(33), 1,
      sym_parameters,
    STATE(34), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(181), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(35), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(177), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [710] = 11,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(188), 1,
      anon_sym_SEMI,
    ACTIONS(192), 1,
      anon_sym_DOTpragma,
    STATE(41), 1,
      sym_parameters,
    STATE(42), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(190), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(43), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(186), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [770] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(162), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(157), 32,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [814] = 11,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(197), 1,
      anon_sym_SEMI,
    ACTIONS(201), 1,
      anon_sym_DOTpragma,
    STATE(37), 1,
      sym_parameters,
    STATE(38), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(199), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(39), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(195), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [874] = 11,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(206), 1,
      anon_sym_SEMI,
    ACTIONS(210), 1,
      anon_sym_DOTpragma,
    STATE(71), 1,
      sym_parameters,
    STATE(72), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(208), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(73), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(204), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [934] = 11,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(215), 1,
      anon_sym_SEMI,
    ACTIONS(219), 1,
      anon_sym_DOTpragma,
    STATE(75), 1,
      sym_parameters,
    STATE(76), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(217), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(77), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(213), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [994] = 11,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(224), 1,
      anon_sym_SEMI,
    ACTIONS(228), 1,
      anon_sym_DOTpragma,
    STATE(101), 1,
      sym_parameters,
    STATE(102), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(226), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(103), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(222), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [1054] = 11,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(233), 1,
      anon_sym_SEMI,
    ACTIONS(237), 1,
      anon_sym_DOTpragma,
    STATE(61), 1,
      sym_parameters,
    STATE(62), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(235), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(63), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(231), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [1114] = 11,
    ACTIONS(166), 1,
      anon_sym_SEMI,
    ACTIONS(240), 1,
      anon_sym_LBRACE,
    ACTIONS(243), 1,
      anon_sym_LPAREN,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(247), 1,
      anon_sym_DOTpragma,
    STATE(121), 1,
      sym_parameters,
    STATE(124), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(168), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(122), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(164), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [1174] = 11,
    ACTIONS(179), 1,
      anon_sym_SEMI,
    ACTIONS(243), 1,
      anon_sym_LPAREN,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(250), 1,
      anon_sym_LBRACE,
    ACTIONS(253), 1,
      anon_sym_DOTpragma,
    STATE(34), 1,
      sym_block,
    STATE(126), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(181), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(127), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(177), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [1234] = 11,
    ACTIONS(197), 1,
      anon_sym_SEMI,
    ACTIONS(243), 1,
      anon_sym_LPAREN,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(256), 1,
      anon_sym_LBRACE,
    ACTIONS(259), 1,
      anon_sym_DOTpragma,
    STATE(38), 1,
      sym_block,
    STATE(128), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(199), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(129), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(195), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [1294] = 11,
    ACTIONS(188), 1,
      anon_sym_SEMI,
    ACTIONS(243), 1,
      anon_sym_LPAREN,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(262), 1,
      anon_sym_LBRACE,
    ACTIONS(265), 1,
      anon_sym_DOTpragma,
    STATE(42), 1,
      sym_block,
    STATE(131), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(190), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(132), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(186), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [1354] = 11,
    ACTIONS(233), 1,
      anon_sym_SEMI,
    ACTIONS(243), 1,
      anon_sym_LPAREN,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(268), 1,
      anon_sym_LBRACE,
    ACTIONS(271), 1,
      anon_sym_DOTpragma,
    STATE(62), 1,
      sym_block,
    STATE(136), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(235), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(137), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(231), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [1414] = 11,
    ACTIONS(206), 1,
      anon_sym_SEMI,
    ACTIONS(243), 1,
      anon_sym_LPAREN,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(274), 1,
      anon_sym_LBRACE,
    ACTIONS(277), 1,
      anon_sym_DOTpragma,
    STATE(72), 1,
      sym_block,
    STATE(139), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(208), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(140), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(204), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [1474] = 11,
    ACTIONS(215), 1,
      anon_sym_SEMI,
    ACTIONS(243), 1,
      anon_sym_LPAREN,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(280), 1,
      anon_sym_LBRACE,
    ACTIONS(283), 1,
      anon_sym_DOTpragma,
    STATE(76), 1,
      sym_block,
    STATE(141), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(217), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(142), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(213), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [1534] = 11,
    ACTIONS(224), 1,
      anon_sym_SEMI,
    ACTIONS(243), 1,
      anon_sym_LPAREN,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(286), 1,
      anon_sym_LBRACE,
    ACTIONS(289), 1,
      anon_sym_DOTpragma,
    STATE(102), 1,
      sym_block,
    STATE(147), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(226), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(148), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(222), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [1594] = 4,
    ACTIONS(294), 1,
      anon_sym_COMMA,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(296), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(292), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [1639] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(300), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(298), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [1681] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(304), 1,
      anon_sym_SEMI,
    ACTIONS(308), 1,
      anon_sym_DOTpragma,
    STATE(49), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(306), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(302), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [1735] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(313), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(311), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [1777] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(317), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(315), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [1819] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(321), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(319), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [1861] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(325), 1,
      anon_sym_SEMI,
    ACTIONS(329), 1,
      anon_sym_DOTpragma,
    STATE(51), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(327), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(52), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(323), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [1915] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(334), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(332), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [1957] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(336), 1,
      anon_sym_SEMI,
    ACTIONS(338), 1,
      anon_sym_DOTpragma,
    STATE(54), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(321), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(319), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [2011] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(343), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(341), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2053] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(347), 1,
      anon_sym_SEMI,
    ACTIONS(351), 1,
      anon_sym_DOTpragma,
    STATE(56), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(349), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(57), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(345), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [2107] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(356), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(354), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2149] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(358), 1,
      anon_sym_SEMI,
    ACTIONS(360), 1,
      anon_sym_DOTpragma,
    STATE(59), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(343), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(341), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [2203] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(365), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(363), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2245] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(369), 1,
      anon_sym_SEMI,
    ACTIONS(373), 1,
      anon_sym_DOTpragma,
    STATE(66), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(371), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(67), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(367), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [2299] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(378), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(376), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2341] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(380), 1,
      anon_sym_SEMI,
    ACTIONS(382), 1,
      anon_sym_DOTpragma,
    STATE(69), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(365), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(363), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [2395] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(387), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(385), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2437] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(391), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(389), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2479] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(395), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(393), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2521] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(155), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(151), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2563] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(399), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(397), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2605] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(403), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(401), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2647] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(407), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(405), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2689] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(411), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(409), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2731] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(413), 1,
      anon_sym_SEMI,
    ACTIONS(415), 1,
      anon_sym_DOTpragma,
    STATE(81), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(407), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(405), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [2785] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(420), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(418), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2827] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(424), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(422), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2869] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(428), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(426), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2911] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(432), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(430), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [2953] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(434), 1,
      anon_sym_SEMI,
    ACTIONS(436), 1,
      anon_sym_DOTpragma,
    STATE(82), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(428), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(426), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [3007] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(441), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(439), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3049] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(445), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(443), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3091] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(449), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(447), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3133] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(453), 1,
      anon_sym_SEMI,
    ACTIONS(457), 1,
      anon_sym_DOTpragma,
    STATE(84), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(455), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(85), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(451), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [3187] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(462), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(460), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3229] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(464), 1,
      anon_sym_SEMI,
    ACTIONS(466), 1,
      anon_sym_DOTpragma,
    STATE(87), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(449), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(447), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [3283] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(471), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(469), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3325] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(475), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(473), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3367] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(479), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(477), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3409] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(481), 1,
      anon_sym_SEMI,
    ACTIONS(483), 1,
      anon_sym_DOTpragma,
    STATE(89), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(475), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(473), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [3463] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(488), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(486), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3505] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(492), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(490), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3547] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(496), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(494), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3589] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(500), 1,
      anon_sym_SEMI,
    ACTIONS(504), 1,
      anon_sym_DOTpragma,
    STATE(91), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(502), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(92), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(498), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [3643] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(509), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(507), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3685] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(511), 1,
      anon_sym_SEMI,
    ACTIONS(513), 1,
      anon_sym_DOTpragma,
    STATE(94), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(496), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(494), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [3739] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(518), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(516), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3781] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(522), 1,
      anon_sym_SEMI,
    ACTIONS(526), 1,
      anon_sym_DOTpragma,
    STATE(96), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(524), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(97), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(520), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [3835] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(531), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(529), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3877] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(533), 1,
      anon_sym_SEMI,
    ACTIONS(535), 1,
      anon_sym_DOTpragma,
    STATE(99), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(518), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(516), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [3931] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(540), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(538), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [3973] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(544), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(542), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4015] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(548), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(546), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4057] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(552), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(550), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4099] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(556), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(554), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4141] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(560), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(558), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4183] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(564), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(562), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4225] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(566), 1,
      anon_sym_SEMI,
    ACTIONS(568), 1,
      anon_sym_DOTpragma,
    STATE(106), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(560), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(558), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [4279] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(573), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(571), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4321] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(577), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(575), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4363] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(581), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(579), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4405] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(585), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(583), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4447] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(589), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(587), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4489] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(593), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(591), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4531] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(595), 1,
      anon_sym_SEMI,
    ACTIONS(597), 1,
      anon_sym_DOTpragma,
    STATE(108), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(589), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(587), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [4585] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(602), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(600), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4627] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(606), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(604), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4669] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(610), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(608), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4711] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(614), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(612), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4753] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(616), 1,
      anon_sym_SEMI,
    ACTIONS(618), 1,
      anon_sym_DOTpragma,
    STATE(110), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(610), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(608), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [4807] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(623), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(621), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4849] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(627), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(625), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4891] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(631), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(629), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [4933] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(635), 1,
      anon_sym_SEMI,
    ACTIONS(639), 1,
      anon_sym_DOTpragma,
    STATE(112), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(637), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(113), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(633), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [4987] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(644), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(642), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5029] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(646), 1,
      anon_sym_SEMI,
    ACTIONS(648), 1,
      anon_sym_DOTpragma,
    STATE(115), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(631), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(629), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [5083] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(653), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(651), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5125] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(657), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(655), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5167] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(661), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(659), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5209] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(665), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(663), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5251] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(669), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(667), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5293] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(673), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(671), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5335] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(677), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(675), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5377] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(681), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(679), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5419] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(685), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(683), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5461] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(687), 1,
      anon_sym_SEMI,
    ACTIONS(689), 1,
      anon_sym_DOTpragma,
    STATE(117), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(681), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(679), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [5515] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(694), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(692), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5557] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(698), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(696), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5599] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(702), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(700), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5641] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(706), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(704), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5683] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(710), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(708), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5725] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(714), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(712), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5767] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(718), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(716), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [5809] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(722), 1,
      anon_sym_SEMI,
    ACTIONS(726), 1,
      anon_sym_LBRACE,
    ACTIONS(729), 1,
      anon_sym_DOTpragma,
    STATE(98), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(724), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(125), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(720), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [5863] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(732), 1,
      anon_sym_SEMI,
    ACTIONS(734), 1,
      anon_sym_LBRACE,
    ACTIONS(737), 1,
      anon_sym_DOTpragma,
    STATE(31), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(387), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(385), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [5917] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(722), 1,
      anon_sym_SEMI,
    ACTIONS(740), 1,
      anon_sym_DOTpragma,
    STATE(98), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(724), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(29), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(720), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [5971] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(745), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(743), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [6013] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(304), 1,
      anon_sym_SEMI,
    ACTIONS(747), 1,
      anon_sym_LBRACE,
    ACTIONS(750), 1,
      anon_sym_DOTpragma,
    STATE(49), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(306), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(302), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6067] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(325), 1,
      anon_sym_SEMI,
    ACTIONS(753), 1,
      anon_sym_LBRACE,
    ACTIONS(756), 1,
      anon_sym_DOTpragma,
    STATE(51), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(327), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(134), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(323), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6121] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(336), 1,
      anon_sym_SEMI,
    ACTIONS(759), 1,
      anon_sym_LBRACE,
    ACTIONS(762), 1,
      anon_sym_DOTpragma,
    STATE(54), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(321), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(319), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6175] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(347), 1,
      anon_sym_SEMI,
    ACTIONS(765), 1,
      anon_sym_LBRACE,
    ACTIONS(768), 1,
      anon_sym_DOTpragma,
    STATE(56), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(349), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(135), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(345), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6229] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(358), 1,
      anon_sym_SEMI,
    ACTIONS(771), 1,
      anon_sym_LBRACE,
    ACTIONS(774), 1,
      anon_sym_DOTpragma,
    STATE(59), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(343), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(341), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6283] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(779), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(777), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [6325] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(369), 1,
      anon_sym_SEMI,
    ACTIONS(781), 1,
      anon_sym_LBRACE,
    ACTIONS(784), 1,
      anon_sym_DOTpragma,
    STATE(66), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(371), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(138), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(367), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6379] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(380), 1,
      anon_sym_SEMI,
    ACTIONS(787), 1,
      anon_sym_LBRACE,
    ACTIONS(790), 1,
      anon_sym_DOTpragma,
    STATE(69), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(365), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(363), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6433] = 9,
    ACTIONS(37), 1,
      anon_sym_LBRACE,
    ACTIONS(172), 1,
      sym_type,
    ACTIONS(732), 1,
      anon_sym_SEMI,
    ACTIONS(793), 1,
      anon_sym_DOTpragma,
    STATE(31), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(387), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(385), 23,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [6487] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(413), 1,
      anon_sym_SEMI,
    ACTIONS(796), 1,
      anon_sym_LBRACE,
    ACTIONS(799), 1,
      anon_sym_DOTpragma,
    STATE(81), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(407), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(405), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6541] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(434), 1,
      anon_sym_SEMI,
    ACTIONS(802), 1,
      anon_sym_LBRACE,
    ACTIONS(805), 1,
      anon_sym_DOTpragma,
    STATE(82), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(428), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(426), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6595] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(453), 1,
      anon_sym_SEMI,
    ACTIONS(808), 1,
      anon_sym_LBRACE,
    ACTIONS(811), 1,
      anon_sym_DOTpragma,
    STATE(84), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(455), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(144), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(451), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6649] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(464), 1,
      anon_sym_SEMI,
    ACTIONS(814), 1,
      anon_sym_LBRACE,
    ACTIONS(817), 1,
      anon_sym_DOTpragma,
    STATE(87), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(449), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(447), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6703] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(481), 1,
      anon_sym_SEMI,
    ACTIONS(820), 1,
      anon_sym_LBRACE,
    ACTIONS(823), 1,
      anon_sym_DOTpragma,
    STATE(89), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(475), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(473), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6757] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(500), 1,
      anon_sym_SEMI,
    ACTIONS(826), 1,
      anon_sym_LBRACE,
    ACTIONS(829), 1,
      anon_sym_DOTpragma,
    STATE(91), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(502), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(145), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(498), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6811] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(511), 1,
      anon_sym_SEMI,
    ACTIONS(832), 1,
      anon_sym_LBRACE,
    ACTIONS(835), 1,
      anon_sym_DOTpragma,
    STATE(94), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(496), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(494), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6865] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(522), 1,
      anon_sym_SEMI,
    ACTIONS(838), 1,
      anon_sym_LBRACE,
    ACTIONS(841), 1,
      anon_sym_DOTpragma,
    STATE(96), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(524), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(146), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(520), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6919] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(533), 1,
      anon_sym_SEMI,
    ACTIONS(844), 1,
      anon_sym_LBRACE,
    ACTIONS(847), 1,
      anon_sym_DOTpragma,
    STATE(99), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(518), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(516), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [6973] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(306), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(302), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [7015] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(566), 1,
      anon_sym_SEMI,
    ACTIONS(850), 1,
      anon_sym_LBRACE,
    ACTIONS(853), 1,
      anon_sym_DOTpragma,
    STATE(106), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(560), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(558), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [7069] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(595), 1,
      anon_sym_SEMI,
    ACTIONS(856), 1,
      anon_sym_LBRACE,
    ACTIONS(859), 1,
      anon_sym_DOTpragma,
    STATE(108), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(589), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(587), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [7123] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(616), 1,
      anon_sym_SEMI,
    ACTIONS(862), 1,
      anon_sym_LBRACE,
    ACTIONS(865), 1,
      anon_sym_DOTpragma,
    STATE(110), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(610), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(608), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [7177] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(635), 1,
      anon_sym_SEMI,
    ACTIONS(868), 1,
      anon_sym_LBRACE,
    ACTIONS(871), 1,
      anon_sym_DOTpragma,
    STATE(112), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(637), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(149), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(633), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [7231] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(646), 1,
      anon_sym_SEMI,
    ACTIONS(874), 1,
      anon_sym_LBRACE,
    ACTIONS(877), 1,
      anon_sym_DOTpragma,
    STATE(115), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(631), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(629), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [7285] = 9,
    ACTIONS(245), 1,
      sym_type,
    ACTIONS(687), 1,
      anon_sym_SEMI,
    ACTIONS(880), 1,
      anon_sym_LBRACE,
    ACTIONS(883), 1,
      anon_sym_DOTpragma,
    STATE(117), 1,
      sym_block,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(681), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(679), 23,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [7339] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(888), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      anon_sym_AT,
    ACTIONS(886), 30,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [7381] = 6,
    ACTIONS(894), 1,
      sym_type,
    ACTIONS(897), 1,
      anon_sym_DOTpragma,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(892), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(151), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(890), 25,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      sym_identifier,
  [7428] = 6,
    ACTIONS(900), 1,
      sym_type,
    ACTIONS(903), 1,
      anon_sym_DOTpragma,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(892), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    STATE(152), 3,
      sym_function_directive,
      sym_pragma_directive,
      aux_sym_function_repeat1,
    ACTIONS(890), 25,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
  [7475] = 4,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(910), 2,
      sym_integer,
      sym_string,
    ACTIONS(908), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(906), 26,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [7517] = 4,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(912), 2,
      sym_integer,
      sym_string,
    ACTIONS(908), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(906), 26,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [7559] = 5,
    ACTIONS(916), 1,
      anon_sym_COMMA,
    STATE(156), 1,
      aux_sym_function_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(918), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(914), 26,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [7603] = 5,
    ACTIONS(916), 1,
      anon_sym_COMMA,
    STATE(161), 1,
      aux_sym_function_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(922), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(920), 26,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [7647] = 5,
    ACTIONS(924), 1,
      anon_sym_COMMA,
    STATE(162), 1,
      aux_sym_function_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(922), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(920), 26,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [7691] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(928), 4,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
      sym_discard,
    ACTIONS(926), 27,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [7731] = 5,
    ACTIONS(924), 1,
      anon_sym_COMMA,
    STATE(157), 1,
      aux_sym_function_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(918), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(914), 26,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [7775] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(932), 4,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
      sym_discard,
    ACTIONS(930), 27,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [7815] = 5,
    ACTIONS(936), 1,
      anon_sym_COMMA,
    STATE(161), 1,
      aux_sym_function_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(939), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(934), 26,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [7859] = 5,
    ACTIONS(941), 1,
      anon_sym_COMMA,
    STATE(162), 1,
      aux_sym_function_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(939), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(934), 26,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [7903] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(946), 4,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
      sym_discard,
    ACTIONS(944), 27,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [7943] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(939), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(934), 27,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [7982] = 8,
    ACTIONS(950), 1,
      anon_sym_LPAREN,
    ACTIONS(954), 1,
      anon_sym_LBRACK,
    ACTIONS(956), 1,
      sym_modifier,
    STATE(196), 1,
      aux_sym_opcode_repeat1,
    STATE(225), 1,
      sym_arguments,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(952), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(948), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [8031] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(939), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(934), 27,
      anon_sym_DOTtarget,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8070] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(932), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(930), 26,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8108] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(960), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(958), 26,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [8146] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(964), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(962), 26,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      anon_sym_LBRACE,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [8184] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(960), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(958), 26,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8222] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(928), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(926), 26,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8260] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(964), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(962), 26,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8298] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(946), 3,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
      sym_type,
    ACTIONS(944), 26,
      anon_sym_DOTtarget,
      anon_sym_SEMI,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8336] = 5,
    ACTIONS(968), 1,
      anon_sym_COMMA,
    STATE(177), 1,
      aux_sym_file_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(970), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(966), 24,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [8377] = 8,
    ACTIONS(972), 1,
      anon_sym_LPAREN,
    ACTIONS(974), 1,
      anon_sym_LBRACK,
    ACTIONS(976), 1,
      sym_modifier,
    STATE(227), 1,
      aux_sym_opcode_repeat1,
    STATE(243), 1,
      sym_arguments,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(952), 7,
      sym_type,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(948), 16,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [8424] = 5,
    ACTIONS(980), 1,
      anon_sym_COMMA,
    STATE(176), 1,
      aux_sym_file_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(983), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(978), 24,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [8465] = 5,
    ACTIONS(968), 1,
      anon_sym_COMMA,
    STATE(176), 1,
      aux_sym_file_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(987), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(985), 24,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [8506] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(991), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(989), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8542] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(983), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(978), 25,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_COMMA,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [8578] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(995), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(993), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8614] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(999), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(997), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8650] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1003), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1001), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8686] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1007), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1005), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8722] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1011), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1009), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8758] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1015), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1013), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8794] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1019), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1017), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8830] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1023), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1021), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8866] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1027), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1025), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8902] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1031), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1029), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8938] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1035), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1033), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [8974] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1039), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1037), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [9010] = 5,
    ACTIONS(1045), 1,
      sym_modifier,
    STATE(192), 1,
      aux_sym_opcode_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1043), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(1041), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [9050] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1050), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1048), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [9086] = 9,
    ACTIONS(950), 1,
      anon_sym_LPAREN,
    ACTIONS(954), 1,
      anon_sym_LBRACK,
    ACTIONS(956), 1,
      sym_modifier,
    ACTIONS(1052), 1,
      anon_sym_EQ,
    STATE(196), 1,
      aux_sym_opcode_repeat1,
    STATE(225), 1,
      sym_arguments,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(952), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(948), 16,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [9134] = 5,
    ACTIONS(950), 1,
      anon_sym_LPAREN,
    STATE(225), 1,
      sym_arguments,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(952), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(948), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [9174] = 5,
    ACTIONS(1058), 1,
      sym_modifier,
    STATE(192), 1,
      aux_sym_opcode_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1056), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(1054), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [9214] = 15,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1064), 1,
      anon_sym_LBRACE,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1068), 1,
      anon_sym_RPAREN,
    ACTIONS(1070), 1,
      sym_type,
    ACTIONS(1072), 1,
      anon_sym_LBRACK,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(258), 1,
      sym__expression,
    STATE(371), 1,
      sym_vector,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(394), 3,
      sym__operand,
      sym_address,
      sym_pair,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [9274] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1082), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1080), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [9310] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1086), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1084), 25,
      anon_sym_DOTtarget,
      anon_sym_DOTloc_intermediate,
      anon_sym_LBRACE,
      anon_sym_RBRACE,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_AT,
      anon_sym_DOTbranchtargets,
      anon_sym_DOTcalltargets,
      anon_sym_DOTcallprototype,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
      sym_identifier,
  [9346] = 15,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1064), 1,
      anon_sym_LBRACE,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1072), 1,
      anon_sym_LBRACK,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1088), 1,
      anon_sym_RPAREN,
    ACTIONS(1090), 1,
      sym_type,
    STATE(258), 1,
      sym__expression,
    STATE(371), 1,
      sym_vector,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(382), 3,
      sym__operand,
      sym_address,
      sym_pair,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [9406] = 14,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1064), 1,
      anon_sym_LBRACE,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1072), 1,
      anon_sym_LBRACK,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1092), 1,
      anon_sym_SEMI,
    STATE(258), 1,
      sym__expression,
    STATE(371), 1,
      sym_vector,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(411), 3,
      sym__operand,
      sym_address,
      sym_pair,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [9463] = 14,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1064), 1,
      anon_sym_LBRACE,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1072), 1,
      anon_sym_LBRACK,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1094), 1,
      anon_sym_SEMI,
    STATE(258), 1,
      sym__expression,
    STATE(371), 1,
      sym_vector,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(412), 3,
      sym__operand,
      sym_address,
      sym_pair,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [9520] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1098), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1096), 24,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [9555] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1102), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1100), 24,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [9590] = 14,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1064), 1,
      anon_sym_LBRACE,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1068), 1,
      anon_sym_RPAREN,
    ACTIONS(1072), 1,
      anon_sym_LBRACK,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(258), 1,
      sym__expression,
    STATE(371), 1,
      sym_vector,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(394), 3,
      sym__operand,
      sym_address,
      sym_pair,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [9647] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1106), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1104), 24,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [9682] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1110), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1108), 24,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [9717] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1114), 2,
      anon_sym_DOTloc,
      anon_sym_DOTconst,
    ACTIONS(1112), 24,
      ts_builtin_sym_end,
      anon_sym_DOTversion,
      anon_sym_DOTtarget,
      anon_sym_DOTaddress_size,
      anon_sym_DOTfile,
      anon_sym_DOTloc_intermediate,
      anon_sym_DOTsection,
      sym_dwarf_line,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTextern,
      anon_sym_DOTvisible,
      anon_sym_DOTweak,
      anon_sym_DOTcommon,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalias,
      anon_sym_DOTpragma,
  [9752] = 14,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1064), 1,
      anon_sym_LBRACE,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1072), 1,
      anon_sym_LBRACK,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1088), 1,
      anon_sym_RPAREN,
    STATE(258), 1,
      sym__expression,
    STATE(371), 1,
      sym_vector,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(382), 3,
      sym__operand,
      sym_address,
      sym_pair,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [9809] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1118), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(1116), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [9843] = 13,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1064), 1,
      anon_sym_LBRACE,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1072), 1,
      anon_sym_LBRACK,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(258), 1,
      sym__expression,
    STATE(371), 1,
      sym_vector,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(407), 3,
      sym__operand,
      sym_address,
      sym_pair,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [9897] = 6,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1124), 4,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
    ACTIONS(1120), 16,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_QMARK,
  [9937] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1124), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(1120), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [9971] = 5,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1124), 4,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
    ACTIONS(1120), 18,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_QMARK,
  [10009] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1132), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(1130), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [10043] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1136), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(1134), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [10077] = 13,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1120), 8,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_PIPE_PIPE,
      anon_sym_QMARK,
  [10131] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(952), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(948), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [10165] = 7,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1124), 4,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
    ACTIONS(1120), 14,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_QMARK,
  [10207] = 12,
    ACTIONS(1124), 1,
      anon_sym_PIPE,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1120), 9,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_QMARK,
  [10259] = 15,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1154), 6,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
  [10317] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1162), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(1160), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [10351] = 5,
    ACTIONS(972), 1,
      anon_sym_LPAREN,
    STATE(243), 1,
      sym_arguments,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(952), 6,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(948), 17,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [10389] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1166), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(1164), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [10423] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1170), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(1168), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [10457] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1174), 5,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
    ACTIONS(1172), 20,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_PERCENT,
      anon_sym_QMARK,
  [10491] = 5,
    ACTIONS(1176), 1,
      sym_modifier,
    STATE(230), 1,
      aux_sym_opcode_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1056), 7,
      sym_type,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1054), 16,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [10529] = 12,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1120), 9,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_QMARK,
  [10581] = 11,
    ACTIONS(1124), 1,
      anon_sym_PIPE,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1120), 10,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_QMARK,
  [10631] = 5,
    ACTIONS(1178), 1,
      sym_modifier,
    STATE(230), 1,
      aux_sym_opcode_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1043), 7,
      sym_type,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1041), 16,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [10669] = 10,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1124), 2,
      anon_sym_PIPE,
      anon_sym_AMP,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1120), 10,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_QMARK,
  [10717] = 9,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1124), 2,
      anon_sym_PIPE,
      anon_sym_AMP,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1120), 12,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_COLON,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_QMARK,
  [10763] = 12,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1181), 1,
      sym_identifier,
    ACTIONS(1183), 1,
      anon_sym_LBRACE,
    ACTIONS(1185), 1,
      anon_sym_RBRACE,
    STATE(265), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(393), 3,
      sym__initializer,
      sym_values,
      sym_field,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [10814] = 17,
    ACTIONS(1189), 1,
      anon_sym_COMMA,
    ACTIONS(1195), 1,
      anon_sym_PIPE,
    ACTIONS(1197), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1199), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1201), 1,
      anon_sym_CARET,
    ACTIONS(1203), 1,
      anon_sym_AMP,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(1215), 1,
      anon_sym_QMARK,
    STATE(341), 1,
      aux_sym_section_data_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1191), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1193), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1205), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1207), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1209), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1187), 3,
      anon_sym_RBRACE,
      sym_type,
      sym_identifier,
  [10875] = 12,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1181), 1,
      sym_identifier,
    ACTIONS(1183), 1,
      anon_sym_LBRACE,
    ACTIONS(1217), 1,
      anon_sym_RBRACE,
    STATE(265), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(447), 3,
      sym__initializer,
      sym_values,
      sym_field,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [10926] = 12,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1181), 1,
      sym_identifier,
    ACTIONS(1183), 1,
      anon_sym_LBRACE,
    ACTIONS(1219), 1,
      anon_sym_RBRACE,
    STATE(265), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(447), 3,
      sym__initializer,
      sym_values,
      sym_field,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [10977] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1124), 6,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1120), 17,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [11009] = 15,
    ACTIONS(1195), 1,
      anon_sym_PIPE,
    ACTIONS(1197), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1199), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1201), 1,
      anon_sym_CARET,
    ACTIONS(1203), 1,
      anon_sym_AMP,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(1215), 1,
      anon_sym_QMARK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1191), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1193), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1205), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1207), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1209), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1154), 4,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      sym_identifier,
  [11065] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(952), 6,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(948), 17,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [11097] = 15,
    ACTIONS(1195), 1,
      anon_sym_PIPE,
    ACTIONS(1197), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1199), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1201), 1,
      anon_sym_CARET,
    ACTIONS(1203), 1,
      anon_sym_AMP,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(1215), 1,
      anon_sym_QMARK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1191), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1193), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1205), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1207), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1209), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1221), 4,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      sym_identifier,
  [11153] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1132), 6,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1130), 17,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [11185] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1118), 6,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1116), 17,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [11217] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1170), 6,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1168), 17,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [11249] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1136), 6,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1134), 17,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [11281] = 5,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1124), 4,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
    ACTIONS(1120), 16,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_QMARK,
      sym_identifier,
  [11317] = 7,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1191), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1209), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1124), 4,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
    ACTIONS(1120), 12,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_QMARK,
      sym_identifier,
  [11357] = 12,
    ACTIONS(1124), 1,
      anon_sym_PIPE,
    ACTIONS(1201), 1,
      anon_sym_CARET,
    ACTIONS(1203), 1,
      anon_sym_AMP,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1191), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1193), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1205), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1207), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1209), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1120), 7,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_QMARK,
      sym_identifier,
  [11407] = 13,
    ACTIONS(1195), 1,
      anon_sym_PIPE,
    ACTIONS(1199), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1201), 1,
      anon_sym_CARET,
    ACTIONS(1203), 1,
      anon_sym_AMP,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1191), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1193), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1205), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1207), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1209), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1120), 6,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_PIPE_PIPE,
      anon_sym_QMARK,
      sym_identifier,
  [11459] = 12,
    ACTIONS(1195), 1,
      anon_sym_PIPE,
    ACTIONS(1201), 1,
      anon_sym_CARET,
    ACTIONS(1203), 1,
      anon_sym_AMP,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1191), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1193), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1205), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1207), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1209), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1120), 7,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_QMARK,
      sym_identifier,
  [11509] = 11,
    ACTIONS(1124), 1,
      anon_sym_PIPE,
    ACTIONS(1203), 1,
      anon_sym_AMP,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1191), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1193), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1205), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1207), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1209), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1120), 8,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_QMARK,
      sym_identifier,
  [11557] = 10,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1124), 2,
      anon_sym_PIPE,
      anon_sym_AMP,
    ACTIONS(1191), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1193), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1205), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1207), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1209), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1120), 8,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_QMARK,
      sym_identifier,
  [11603] = 9,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1124), 2,
      anon_sym_PIPE,
      anon_sym_AMP,
    ACTIONS(1191), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1193), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1207), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1209), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1120), 10,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_QMARK,
      sym_identifier,
  [11647] = 6,
    ACTIONS(1211), 1,
      anon_sym_STAR,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1191), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1213), 2,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1124), 4,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
    ACTIONS(1120), 14,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_QMARK,
      sym_identifier,
  [11685] = 11,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1181), 1,
      sym_identifier,
    ACTIONS(1183), 1,
      anon_sym_LBRACE,
    STATE(265), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(447), 3,
      sym__initializer,
      sym_values,
      sym_field,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [11733] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1162), 6,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1160), 17,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [11765] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1166), 6,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1164), 17,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [11797] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1174), 6,
      anon_sym_LT,
      anon_sym_GT,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_SLASH,
      anon_sym_PERCENT,
    ACTIONS(1172), 17,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_RBRACE,
      sym_type,
      anon_sym_DASH,
      anon_sym_PIPE_PIPE,
      anon_sym_AMP_AMP,
      anon_sym_CARET,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
      anon_sym_STAR,
      anon_sym_QMARK,
      sym_identifier,
  [11829] = 15,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1223), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
  [11884] = 17,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(1225), 1,
      anon_sym_COMMA,
    ACTIONS(1227), 1,
      anon_sym_RBRACE,
    STATE(403), 1,
      aux_sym_vector_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
  [11943] = 11,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1183), 1,
      anon_sym_LBRACE,
    STATE(265), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(458), 2,
      sym__initializer,
      sym_values,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [11990] = 11,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1183), 1,
      anon_sym_LBRACE,
    STATE(265), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(459), 2,
      sym__initializer,
      sym_values,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [12037] = 17,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(1229), 1,
      anon_sym_COMMA,
    ACTIONS(1231), 1,
      anon_sym_RBRACK,
    STATE(436), 1,
      aux_sym_address_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
  [12096] = 11,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1183), 1,
      anon_sym_LBRACE,
    STATE(265), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(445), 2,
      sym__initializer,
      sym_values,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [12143] = 11,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    ACTIONS(1183), 1,
      anon_sym_LBRACE,
    STATE(265), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    STATE(441), 2,
      sym__initializer,
      sym_values,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [12190] = 15,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1233), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
  [12245] = 15,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1235), 2,
      anon_sym_COMMA,
      anon_sym_RBRACE,
  [12299] = 11,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1241), 1,
      sym_section_name,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(234), 1,
      sym__expression,
    STATE(348), 1,
      sym_section_address,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [12345] = 15,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1251), 2,
      anon_sym_COMMA,
      anon_sym_RBRACK,
  [12399] = 15,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
    ACTIONS(1253), 2,
      anon_sym_COMMA,
      anon_sym_RBRACE,
  [12453] = 11,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1064), 1,
      anon_sym_LBRACE,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(268), 1,
      sym__expression,
    STATE(454), 1,
      sym_vector,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [12499] = 11,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1241), 1,
      sym_section_name,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(240), 1,
      sym__expression,
    STATE(361), 1,
      sym_section_address,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [12545] = 11,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1064), 1,
      anon_sym_LBRACE,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(262), 1,
      sym__expression,
    STATE(413), 1,
      sym_vector,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [12591] = 15,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(1255), 1,
      anon_sym_RBRACK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
  [12644] = 15,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(1257), 1,
      anon_sym_COLON,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
  [12697] = 15,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(1259), 1,
      anon_sym_RBRACK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
  [12750] = 15,
    ACTIONS(1128), 1,
      anon_sym_SLASH,
    ACTIONS(1140), 1,
      anon_sym_PIPE,
    ACTIONS(1142), 1,
      anon_sym_AMP_AMP,
    ACTIONS(1144), 1,
      anon_sym_CARET,
    ACTIONS(1146), 1,
      anon_sym_AMP,
    ACTIONS(1156), 1,
      anon_sym_PIPE_PIPE,
    ACTIONS(1158), 1,
      anon_sym_QMARK,
    ACTIONS(1261), 1,
      anon_sym_COLON,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1122), 2,
      anon_sym_PLUS,
      anon_sym_DASH,
    ACTIONS(1126), 2,
      anon_sym_STAR,
      anon_sym_PERCENT,
    ACTIONS(1138), 2,
      anon_sym_LT,
      anon_sym_GT,
    ACTIONS(1148), 2,
      anon_sym_EQ_EQ,
      anon_sym_BANG_EQ,
    ACTIONS(1150), 2,
      anon_sym_LT_EQ,
      anon_sym_GT_EQ,
    ACTIONS(1152), 2,
      anon_sym_LT_LT,
      anon_sym_GT_GT,
  [12803] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(252), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [12843] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(215), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [12883] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(253), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [12923] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(237), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [12963] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(214), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13003] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(274), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13043] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(219), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13083] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(255), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13123] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(220), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13163] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(217), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13203] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(228), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13243] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(229), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13283] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(231), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13323] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(232), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13363] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(212), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13403] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(213), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13443] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(222), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13483] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(266), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13523] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(276), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13563] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(221), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13603] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(273), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13643] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(245), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13683] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(246), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13723] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(238), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13763] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(247), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13803] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(248), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13843] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(241), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13883] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(259), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13923] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(249), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [13963] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(269), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [14003] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(250), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [14043] = 9,
    ACTIONS(1237), 1,
      sym_identifier,
    ACTIONS(1243), 1,
      anon_sym_LPAREN,
    ACTIONS(1245), 1,
      sym_discard,
    ACTIONS(1247), 1,
      sym_integer,
    STATE(251), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1249), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1239), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(239), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [14083] = 9,
    ACTIONS(1060), 1,
      sym_identifier,
    ACTIONS(1066), 1,
      anon_sym_LPAREN,
    ACTIONS(1074), 1,
      sym_discard,
    ACTIONS(1076), 1,
      sym_integer,
    STATE(275), 1,
      sym__expression,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1078), 2,
      sym_exact,
      sym_decimal,
    ACTIONS(1062), 4,
      anon_sym_PLUS,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
    STATE(218), 8,
      sym_selection,
      sym_index,
      sym_arguments,
      sym_call,
      sym_cast,
      sym_unary,
      sym_binary,
      sym_conditional,
  [14123] = 8,
    ACTIONS(1263), 1,
      sym_identifier,
    ACTIONS(1267), 1,
      anon_sym_DOTconst,
    ACTIONS(1269), 1,
      sym_type,
    ACTIONS(1271), 1,
      anon_sym_DOTalign,
    ACTIONS(1273), 1,
      sym_discard,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(313), 3,
      sym_state_space,
      sym_alignment,
      aux_sym_parameter_repeat1,
    ACTIONS(1265), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
  [14158] = 6,
    ACTIONS(1277), 1,
      anon_sym_COLON,
    ACTIONS(1279), 1,
      sym_modifier,
    STATE(314), 1,
      aux_sym_opcode_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1281), 3,
      sym_discard,
      sym_integer,
      sym_decimal,
    ACTIONS(1275), 10,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_LBRACE,
      anon_sym_LPAREN,
      anon_sym_LBRACK,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
      sym_identifier,
      sym_exact,
  [14189] = 8,
    ACTIONS(1267), 1,
      anon_sym_DOTconst,
    ACTIONS(1271), 1,
      anon_sym_DOTalign,
    ACTIONS(1283), 1,
      sym_identifier,
    ACTIONS(1285), 1,
      sym_type,
    ACTIONS(1287), 1,
      sym_discard,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(310), 3,
      sym_state_space,
      sym_alignment,
      aux_sym_parameter_repeat1,
    ACTIONS(1265), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
  [14224] = 8,
    ACTIONS(1289), 1,
      sym_identifier,
    ACTIONS(1294), 1,
      anon_sym_DOTconst,
    ACTIONS(1297), 1,
      sym_type,
    ACTIONS(1300), 1,
      anon_sym_DOTalign,
    ACTIONS(1303), 1,
      sym_discard,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(313), 3,
      sym_state_space,
      sym_alignment,
      aux_sym_parameter_repeat1,
    ACTIONS(1291), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
  [14259] = 5,
    ACTIONS(1307), 1,
      sym_modifier,
    STATE(316), 1,
      aux_sym_opcode_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1309), 3,
      sym_discard,
      sym_integer,
      sym_decimal,
    ACTIONS(1305), 10,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_LBRACE,
      anon_sym_LPAREN,
      anon_sym_LBRACK,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
      sym_identifier,
      sym_exact,
  [14287] = 5,
    ACTIONS(1279), 1,
      sym_modifier,
    STATE(314), 1,
      aux_sym_opcode_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1281), 3,
      sym_discard,
      sym_integer,
      sym_decimal,
    ACTIONS(1275), 10,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_LBRACE,
      anon_sym_LPAREN,
      anon_sym_LBRACK,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
      sym_identifier,
      sym_exact,
  [14315] = 5,
    ACTIONS(1311), 1,
      sym_modifier,
    STATE(316), 1,
      aux_sym_opcode_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1043), 3,
      sym_discard,
      sym_integer,
      sym_decimal,
    ACTIONS(1041), 10,
      anon_sym_SEMI,
      anon_sym_PLUS,
      anon_sym_LBRACE,
      anon_sym_LPAREN,
      anon_sym_LBRACK,
      anon_sym_BANG,
      anon_sym_DASH,
      anon_sym_TILDE,
      sym_identifier,
      sym_exact,
  [14343] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1316), 3,
      anon_sym_DOTconst,
      sym_type,
      sym_discard,
    ACTIONS(1314), 10,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalign,
      sym_identifier,
  [14365] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1320), 3,
      anon_sym_DOTconst,
      sym_type,
      sym_discard,
    ACTIONS(1318), 10,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
      anon_sym_DOTalign,
      sym_identifier,
  [14387] = 6,
    ACTIONS(1267), 1,
      anon_sym_DOTconst,
    ACTIONS(1322), 1,
      anon_sym_RPAREN,
    STATE(312), 1,
      sym_state_space,
    STATE(425), 1,
      sym_parameter,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1265), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
  [14414] = 6,
    ACTIONS(1267), 1,
      anon_sym_DOTconst,
    ACTIONS(1324), 1,
      anon_sym_RPAREN,
    STATE(312), 1,
      sym_state_space,
    STATE(418), 1,
      sym_parameter,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1265), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
  [14441] = 5,
    ACTIONS(29), 1,
      anon_sym_DOTconst,
    STATE(328), 1,
      sym_state_space,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1326), 2,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
    ACTIONS(27), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
  [14466] = 6,
    ACTIONS(1267), 1,
      anon_sym_DOTconst,
    ACTIONS(1328), 1,
      anon_sym_RPAREN,
    STATE(312), 1,
      sym_state_space,
    STATE(433), 1,
      sym_parameter,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1265), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
  [14493] = 5,
    ACTIONS(29), 1,
      anon_sym_DOTconst,
    STATE(328), 1,
      sym_state_space,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1330), 2,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
    ACTIONS(27), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
  [14518] = 3,
    ACTIONS(1334), 1,
      anon_sym_DOTconst,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1332), 10,
      anon_sym_DOTentry,
      anon_sym_DOTfunc,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
  [14538] = 5,
    ACTIONS(1267), 1,
      anon_sym_DOTconst,
    STATE(312), 1,
      sym_state_space,
    STATE(444), 1,
      sym_parameter,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1265), 8,
      anon_sym_DOTreg,
      anon_sym_DOTsreg,
      anon_sym_DOTglobal,
      anon_sym_DOTlocal,
      anon_sym_DOTparam,
      anon_sym_DOTshared,
      anon_sym_DOTtex,
      aux_sym_state_space_token1,
  [14562] = 7,
    ACTIONS(1336), 1,
      sym_identifier,
    ACTIONS(1338), 1,
      sym_type,
    ACTIONS(1340), 1,
      anon_sym_DOTalign,
    ACTIONS(1342), 1,
      anon_sym_DOTattribute,
    STATE(398), 1,
      sym_declarator,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(329), 3,
      sym_alignment,
      sym_attribute,
      aux_sym_declaration_repeat1,
  [14587] = 7,
    ACTIONS(1336), 1,
      sym_identifier,
    ACTIONS(1340), 1,
      anon_sym_DOTalign,
    ACTIONS(1342), 1,
      anon_sym_DOTattribute,
    ACTIONS(1344), 1,
      sym_type,
    STATE(421), 1,
      sym_declarator,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(330), 3,
      sym_alignment,
      sym_attribute,
      aux_sym_declaration_repeat1,
  [14612] = 7,
    ACTIONS(1336), 1,
      sym_identifier,
    ACTIONS(1340), 1,
      anon_sym_DOTalign,
    ACTIONS(1342), 1,
      anon_sym_DOTattribute,
    ACTIONS(1346), 1,
      sym_type,
    STATE(397), 1,
      sym_declarator,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(327), 3,
      sym_alignment,
      sym_attribute,
      aux_sym_declaration_repeat1,
  [14637] = 7,
    ACTIONS(1336), 1,
      sym_identifier,
    ACTIONS(1340), 1,
      anon_sym_DOTalign,
    ACTIONS(1342), 1,
      anon_sym_DOTattribute,
    ACTIONS(1344), 1,
      sym_type,
    STATE(397), 1,
      sym_declarator,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(330), 3,
      sym_alignment,
      sym_attribute,
      aux_sym_declaration_repeat1,
  [14662] = 6,
    ACTIONS(1348), 1,
      sym_identifier,
    ACTIONS(1350), 1,
      sym_type,
    ACTIONS(1353), 1,
      anon_sym_DOTalign,
    ACTIONS(1356), 1,
      anon_sym_DOTattribute,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(330), 3,
      sym_alignment,
      sym_attribute,
      aux_sym_declaration_repeat1,
  [14684] = 6,
    ACTIONS(1361), 1,
      anon_sym_LT,
    ACTIONS(1363), 1,
      anon_sym_EQ,
    ACTIONS(1365), 1,
      anon_sym_LBRACK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1359), 2,
      anon_sym_COMMA,
      anon_sym_SEMI,
    STATE(340), 2,
      sym_dimension,
      aux_sym_parameter_repeat2,
  [14706] = 4,
    ACTIONS(1369), 1,
      anon_sym_LBRACK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(332), 2,
      sym_dimension,
      aux_sym_parameter_repeat2,
    ACTIONS(1367), 4,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
      anon_sym_EQ,
  [14724] = 5,
    ACTIONS(1372), 1,
      sym_identifier,
    ACTIONS(1375), 1,
      anon_sym_RBRACE,
    ACTIONS(1377), 1,
      sym_type,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(333), 3,
      sym_section_data,
      sym_label,
      aux_sym_section_repeat1,
  [14743] = 5,
    ACTIONS(1380), 1,
      sym_identifier,
    ACTIONS(1382), 1,
      anon_sym_RBRACE,
    ACTIONS(1384), 1,
      sym_type,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(338), 3,
      sym_section_data,
      sym_label,
      aux_sym_section_repeat1,
  [14762] = 6,
    ACTIONS(1386), 1,
      anon_sym_SEMI,
    ACTIONS(1388), 1,
      anon_sym_LPAREN,
    ACTIONS(1390), 1,
      sym_type,
    STATE(380), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(367), 2,
      sym_function_directive,
      aux_sym_call_prototype_repeat1,
  [14783] = 5,
    ACTIONS(1365), 1,
      anon_sym_LBRACK,
    ACTIONS(1394), 1,
      anon_sym_EQ,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1392), 2,
      anon_sym_COMMA,
      anon_sym_SEMI,
    STATE(332), 2,
      sym_dimension,
      aux_sym_parameter_repeat2,
  [14802] = 6,
    ACTIONS(1388), 1,
      anon_sym_LPAREN,
    ACTIONS(1390), 1,
      sym_type,
    ACTIONS(1396), 1,
      anon_sym_SEMI,
    STATE(381), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(375), 2,
      sym_function_directive,
      aux_sym_call_prototype_repeat1,
  [14823] = 5,
    ACTIONS(1380), 1,
      sym_identifier,
    ACTIONS(1384), 1,
      sym_type,
    ACTIONS(1398), 1,
      anon_sym_RBRACE,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(333), 3,
      sym_section_data,
      sym_label,
      aux_sym_section_repeat1,
  [14842] = 5,
    ACTIONS(1365), 1,
      anon_sym_LBRACK,
    ACTIONS(1402), 1,
      anon_sym_EQ,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1400), 2,
      anon_sym_COMMA,
      anon_sym_SEMI,
    STATE(336), 2,
      sym_dimension,
      aux_sym_parameter_repeat2,
  [14861] = 5,
    ACTIONS(1365), 1,
      anon_sym_LBRACK,
    ACTIONS(1406), 1,
      anon_sym_EQ,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1404), 2,
      anon_sym_COMMA,
      anon_sym_SEMI,
    STATE(332), 2,
      sym_dimension,
      aux_sym_parameter_repeat2,
  [14880] = 4,
    ACTIONS(1189), 1,
      anon_sym_COMMA,
    STATE(360), 1,
      aux_sym_section_data_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1408), 3,
      anon_sym_RBRACE,
      sym_type,
      sym_identifier,
  [14896] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1410), 5,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
      anon_sym_EQ,
      anon_sym_LBRACK,
  [14908] = 3,
    ACTIONS(1414), 1,
      sym_type,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1412), 4,
      anon_sym_LPAREN,
      anon_sym_DOTalign,
      anon_sym_DOTattribute,
      sym_identifier,
  [14922] = 3,
    ACTIONS(1418), 1,
      sym_type,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1416), 4,
      anon_sym_LPAREN,
      anon_sym_DOTalign,
      anon_sym_DOTattribute,
      sym_identifier,
  [14936] = 6,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(1342), 1,
      anon_sym_DOTattribute,
    ACTIONS(1420), 1,
      sym_identifier,
    STATE(406), 1,
      sym_attribute,
    STATE(505), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [14956] = 4,
    ACTIONS(1365), 1,
      anon_sym_LBRACK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1422), 2,
      anon_sym_COMMA,
      anon_sym_RPAREN,
    STATE(332), 2,
      sym_dimension,
      aux_sym_parameter_repeat2,
  [14972] = 3,
    ACTIONS(1426), 1,
      anon_sym_PLUS,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1424), 4,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      sym_identifier,
  [14986] = 4,
    ACTIONS(1189), 1,
      anon_sym_COMMA,
    STATE(341), 1,
      aux_sym_section_data_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1187), 3,
      anon_sym_RBRACE,
      sym_type,
      sym_identifier,
  [15002] = 4,
    ACTIONS(1365), 1,
      anon_sym_LBRACK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1428), 2,
      anon_sym_COMMA,
      anon_sym_RPAREN,
    STATE(332), 2,
      sym_dimension,
      aux_sym_parameter_repeat2,
  [15018] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1430), 5,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_PIPE,
  [15030] = 4,
    ACTIONS(1365), 1,
      anon_sym_LBRACK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1432), 2,
      anon_sym_COMMA,
      anon_sym_RPAREN,
    STATE(346), 2,
      sym_dimension,
      aux_sym_parameter_repeat2,
  [15046] = 6,
    ACTIONS(950), 1,
      anon_sym_LPAREN,
    ACTIONS(1434), 1,
      anon_sym_COMMA,
    ACTIONS(1436), 1,
      anon_sym_RPAREN,
    STATE(399), 1,
      sym_arguments,
    STATE(400), 1,
      aux_sym_attribute_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15066] = 4,
    ACTIONS(1365), 1,
      anon_sym_LBRACK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1438), 2,
      anon_sym_COMMA,
      anon_sym_RPAREN,
    STATE(349), 2,
      sym_dimension,
      aux_sym_parameter_repeat2,
  [15082] = 6,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(1342), 1,
      anon_sym_DOTattribute,
    ACTIONS(1440), 1,
      sym_identifier,
    STATE(423), 1,
      sym_attribute,
    STATE(515), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15102] = 6,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(1342), 1,
      anon_sym_DOTattribute,
    ACTIONS(1442), 1,
      sym_identifier,
    STATE(427), 1,
      sym_attribute,
    STATE(494), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15122] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1444), 5,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
      anon_sym_EQ,
      anon_sym_LBRACK,
  [15134] = 6,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(1342), 1,
      anon_sym_DOTattribute,
    ACTIONS(1446), 1,
      sym_identifier,
    STATE(396), 1,
      sym_attribute,
    STATE(471), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15154] = 3,
    ACTIONS(1450), 1,
      sym_type,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1448), 4,
      anon_sym_LPAREN,
      anon_sym_DOTalign,
      anon_sym_DOTattribute,
      sym_identifier,
  [15168] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1452), 5,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
      anon_sym_RBRACK,
      anon_sym_PIPE,
  [15180] = 4,
    ACTIONS(1454), 1,
      anon_sym_COMMA,
    STATE(360), 1,
      aux_sym_section_data_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1221), 3,
      anon_sym_RBRACE,
      sym_type,
      sym_identifier,
  [15196] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1221), 4,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      sym_identifier,
  [15207] = 4,
    ACTIONS(1390), 1,
      sym_type,
    ACTIONS(1457), 1,
      anon_sym_SEMI,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(377), 2,
      sym_function_directive,
      aux_sym_call_prototype_repeat1,
  [15222] = 3,
    ACTIONS(1461), 1,
      sym_modifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1459), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
  [15235] = 3,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(906), 2,
      anon_sym_SEMI,
      sym_type,
    ACTIONS(1463), 2,
      sym_integer,
      sym_string,
  [15248] = 4,
    ACTIONS(1465), 1,
      anon_sym_COMMA,
    STATE(366), 1,
      aux_sym_function_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(914), 2,
      anon_sym_SEMI,
      sym_type,
  [15263] = 4,
    ACTIONS(1465), 1,
      anon_sym_COMMA,
    STATE(368), 1,
      aux_sym_function_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(920), 2,
      anon_sym_SEMI,
      sym_type,
  [15278] = 4,
    ACTIONS(1390), 1,
      sym_type,
    ACTIONS(1467), 1,
      anon_sym_SEMI,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(377), 2,
      sym_function_directive,
      aux_sym_call_prototype_repeat1,
  [15293] = 4,
    ACTIONS(1469), 1,
      anon_sym_COMMA,
    STATE(368), 1,
      aux_sym_function_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(934), 2,
      anon_sym_SEMI,
      sym_type,
  [15308] = 3,
    ACTIONS(1320), 1,
      sym_type,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1318), 3,
      anon_sym_DOTalign,
      anon_sym_DOTattribute,
      sym_identifier,
  [15321] = 4,
    ACTIONS(1390), 1,
      sym_type,
    ACTIONS(1472), 1,
      anon_sym_SEMI,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(377), 2,
      sym_function_directive,
      aux_sym_call_prototype_repeat1,
  [15336] = 3,
    ACTIONS(1474), 1,
      anon_sym_PIPE,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1223), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
  [15349] = 4,
    ACTIONS(1476), 1,
      anon_sym_COMMA,
    STATE(372), 1,
      aux_sym_instruction_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1479), 2,
      anon_sym_SEMI,
      anon_sym_RPAREN,
  [15364] = 4,
    ACTIONS(950), 1,
      anon_sym_LPAREN,
    STATE(455), 1,
      sym_arguments,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1481), 2,
      anon_sym_COMMA,
      anon_sym_RPAREN,
  [15379] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1483), 4,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      sym_type,
      sym_identifier,
  [15390] = 4,
    ACTIONS(1390), 1,
      sym_type,
    ACTIONS(1485), 1,
      anon_sym_SEMI,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(377), 2,
      sym_function_directive,
      aux_sym_call_prototype_repeat1,
  [15405] = 3,
    ACTIONS(1316), 1,
      sym_type,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1314), 3,
      anon_sym_DOTalign,
      anon_sym_DOTattribute,
      sym_identifier,
  [15418] = 4,
    ACTIONS(1487), 1,
      anon_sym_SEMI,
    ACTIONS(1489), 1,
      sym_type,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(377), 2,
      sym_function_directive,
      aux_sym_call_prototype_repeat1,
  [15433] = 5,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(1492), 1,
      sym_identifier,
    ACTIONS(1494), 1,
      sym_discard,
    STATE(457), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15450] = 3,
    ACTIONS(1498), 1,
      sym_modifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1496), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
  [15463] = 4,
    ACTIONS(1390), 1,
      sym_type,
    ACTIONS(1500), 1,
      anon_sym_SEMI,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(362), 2,
      sym_function_directive,
      aux_sym_call_prototype_repeat1,
  [15478] = 4,
    ACTIONS(1390), 1,
      sym_type,
    ACTIONS(1502), 1,
      anon_sym_SEMI,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    STATE(370), 2,
      sym_function_directive,
      aux_sym_call_prototype_repeat1,
  [15493] = 4,
    ACTIONS(1504), 1,
      anon_sym_COMMA,
    ACTIONS(1506), 1,
      anon_sym_RPAREN,
    STATE(431), 1,
      aux_sym_instruction_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15507] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1508), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
  [15517] = 4,
    ACTIONS(1510), 1,
      anon_sym_COMMA,
    ACTIONS(1512), 1,
      anon_sym_SEMI,
    STATE(392), 1,
      aux_sym_pragma_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15531] = 4,
    ACTIONS(1514), 1,
      anon_sym_COMMA,
    ACTIONS(1517), 1,
      anon_sym_SEMI,
    STATE(385), 1,
      aux_sym_declaration_repeat2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15545] = 4,
    ACTIONS(1519), 1,
      anon_sym_COMMA,
    ACTIONS(1521), 1,
      anon_sym_SEMI,
    STATE(385), 1,
      aux_sym_declaration_repeat2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15559] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1048), 3,
      anon_sym_RBRACE,
      sym_type,
      sym_identifier,
  [15569] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1523), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
  [15579] = 4,
    ACTIONS(1217), 1,
      anon_sym_RBRACE,
    ACTIONS(1525), 1,
      anon_sym_COMMA,
    STATE(417), 1,
      aux_sym_values_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15593] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1527), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
  [15603] = 4,
    ACTIONS(1504), 1,
      anon_sym_COMMA,
    ACTIONS(1529), 1,
      anon_sym_RPAREN,
    STATE(372), 1,
      aux_sym_instruction_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15617] = 4,
    ACTIONS(1510), 1,
      anon_sym_COMMA,
    ACTIONS(1531), 1,
      anon_sym_SEMI,
    STATE(414), 1,
      aux_sym_pragma_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15631] = 4,
    ACTIONS(1533), 1,
      anon_sym_COMMA,
    ACTIONS(1535), 1,
      anon_sym_RBRACE,
    STATE(389), 1,
      aux_sym_values_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15645] = 4,
    ACTIONS(1504), 1,
      anon_sym_COMMA,
    ACTIONS(1537), 1,
      anon_sym_RPAREN,
    STATE(391), 1,
      aux_sym_instruction_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15659] = 4,
    ACTIONS(1539), 1,
      anon_sym_COMMA,
    ACTIONS(1542), 1,
      anon_sym_RPAREN,
    STATE(395), 1,
      aux_sym_parameters_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15673] = 4,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(1544), 1,
      sym_identifier,
    STATE(478), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15687] = 4,
    ACTIONS(1519), 1,
      anon_sym_COMMA,
    ACTIONS(1546), 1,
      anon_sym_SEMI,
    STATE(419), 1,
      aux_sym_declaration_repeat2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15701] = 4,
    ACTIONS(1519), 1,
      anon_sym_COMMA,
    ACTIONS(1548), 1,
      anon_sym_SEMI,
    STATE(409), 1,
      aux_sym_declaration_repeat2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15715] = 4,
    ACTIONS(1434), 1,
      anon_sym_COMMA,
    ACTIONS(1550), 1,
      anon_sym_RPAREN,
    STATE(404), 1,
      aux_sym_attribute_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15729] = 4,
    ACTIONS(1434), 1,
      anon_sym_COMMA,
    ACTIONS(1550), 1,
      anon_sym_RPAREN,
    STATE(405), 1,
      aux_sym_attribute_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15743] = 4,
    ACTIONS(1519), 1,
      anon_sym_COMMA,
    ACTIONS(1552), 1,
      anon_sym_SEMI,
    STATE(410), 1,
      aux_sym_declaration_repeat2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15757] = 4,
    ACTIONS(1504), 1,
      anon_sym_COMMA,
    ACTIONS(1554), 1,
      anon_sym_SEMI,
    STATE(372), 1,
      aux_sym_instruction_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15771] = 4,
    ACTIONS(1225), 1,
      anon_sym_COMMA,
    ACTIONS(1556), 1,
      anon_sym_RBRACE,
    STATE(422), 1,
      aux_sym_vector_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15785] = 4,
    ACTIONS(1434), 1,
      anon_sym_COMMA,
    ACTIONS(1558), 1,
      anon_sym_RPAREN,
    STATE(405), 1,
      aux_sym_attribute_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15799] = 4,
    ACTIONS(1481), 1,
      anon_sym_RPAREN,
    ACTIONS(1560), 1,
      anon_sym_COMMA,
    STATE(405), 1,
      aux_sym_attribute_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15813] = 4,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(1563), 1,
      sym_identifier,
    STATE(491), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15827] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1479), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
  [15837] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1565), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
  [15847] = 4,
    ACTIONS(1519), 1,
      anon_sym_COMMA,
    ACTIONS(1546), 1,
      anon_sym_SEMI,
    STATE(385), 1,
      aux_sym_declaration_repeat2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15861] = 4,
    ACTIONS(1519), 1,
      anon_sym_COMMA,
    ACTIONS(1567), 1,
      anon_sym_SEMI,
    STATE(385), 1,
      aux_sym_declaration_repeat2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15875] = 4,
    ACTIONS(1094), 1,
      anon_sym_SEMI,
    ACTIONS(1504), 1,
      anon_sym_COMMA,
    STATE(416), 1,
      aux_sym_instruction_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15889] = 4,
    ACTIONS(1504), 1,
      anon_sym_COMMA,
    ACTIONS(1569), 1,
      anon_sym_SEMI,
    STATE(402), 1,
      aux_sym_instruction_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15903] = 4,
    ACTIONS(1229), 1,
      anon_sym_COMMA,
    ACTIONS(1231), 1,
      anon_sym_RBRACK,
    STATE(436), 1,
      aux_sym_address_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15917] = 4,
    ACTIONS(1571), 1,
      anon_sym_COMMA,
    ACTIONS(1574), 1,
      anon_sym_SEMI,
    STATE(414), 1,
      aux_sym_pragma_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15931] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1576), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
  [15941] = 4,
    ACTIONS(1504), 1,
      anon_sym_COMMA,
    ACTIONS(1569), 1,
      anon_sym_SEMI,
    STATE(372), 1,
      aux_sym_instruction_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15955] = 4,
    ACTIONS(1578), 1,
      anon_sym_COMMA,
    ACTIONS(1581), 1,
      anon_sym_RBRACE,
    STATE(417), 1,
      aux_sym_values_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15969] = 4,
    ACTIONS(1583), 1,
      anon_sym_COMMA,
    ACTIONS(1585), 1,
      anon_sym_RPAREN,
    STATE(432), 1,
      aux_sym_parameters_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15983] = 4,
    ACTIONS(1519), 1,
      anon_sym_COMMA,
    ACTIONS(1587), 1,
      anon_sym_SEMI,
    STATE(385), 1,
      aux_sym_declaration_repeat2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [15997] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(934), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      sym_type,
  [16007] = 4,
    ACTIONS(1519), 1,
      anon_sym_COMMA,
    ACTIONS(1587), 1,
      anon_sym_SEMI,
    STATE(386), 1,
      aux_sym_declaration_repeat2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16021] = 4,
    ACTIONS(1253), 1,
      anon_sym_RBRACE,
    ACTIONS(1589), 1,
      anon_sym_COMMA,
    STATE(422), 1,
      aux_sym_vector_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16035] = 4,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(1592), 1,
      sym_identifier,
    STATE(492), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16049] = 4,
    ACTIONS(1510), 1,
      anon_sym_COMMA,
    ACTIONS(1594), 1,
      anon_sym_SEMI,
    STATE(426), 1,
      aux_sym_pragma_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16063] = 4,
    ACTIONS(1583), 1,
      anon_sym_COMMA,
    ACTIONS(1596), 1,
      anon_sym_RPAREN,
    STATE(428), 1,
      aux_sym_parameters_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16077] = 4,
    ACTIONS(1510), 1,
      anon_sym_COMMA,
    ACTIONS(1598), 1,
      anon_sym_SEMI,
    STATE(414), 1,
      aux_sym_pragma_directive_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16091] = 4,
    ACTIONS(170), 1,
      anon_sym_LPAREN,
    ACTIONS(1600), 1,
      sym_identifier,
    STATE(497), 1,
      sym_parameters,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16105] = 4,
    ACTIONS(1583), 1,
      anon_sym_COMMA,
    ACTIONS(1602), 1,
      anon_sym_RPAREN,
    STATE(395), 1,
      aux_sym_parameters_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16119] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1496), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RPAREN,
  [16129] = 4,
    ACTIONS(1251), 1,
      anon_sym_RBRACK,
    ACTIONS(1604), 1,
      anon_sym_COMMA,
    STATE(430), 1,
      aux_sym_address_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16143] = 4,
    ACTIONS(1504), 1,
      anon_sym_COMMA,
    ACTIONS(1607), 1,
      anon_sym_RPAREN,
    STATE(372), 1,
      aux_sym_instruction_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16157] = 4,
    ACTIONS(1583), 1,
      anon_sym_COMMA,
    ACTIONS(1609), 1,
      anon_sym_RPAREN,
    STATE(395), 1,
      aux_sym_parameters_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16171] = 4,
    ACTIONS(1583), 1,
      anon_sym_COMMA,
    ACTIONS(1611), 1,
      anon_sym_RPAREN,
    STATE(434), 1,
      aux_sym_parameters_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16185] = 4,
    ACTIONS(1583), 1,
      anon_sym_COMMA,
    ACTIONS(1613), 1,
      anon_sym_RPAREN,
    STATE(395), 1,
      aux_sym_parameters_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16199] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1615), 3,
      anon_sym_COMMA,
      anon_sym_SEMI,
      anon_sym_RBRACE,
  [16209] = 4,
    ACTIONS(1229), 1,
      anon_sym_COMMA,
    ACTIONS(1617), 1,
      anon_sym_RBRACK,
    STATE(430), 1,
      aux_sym_address_repeat1,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16223] = 3,
    ACTIONS(1336), 1,
      sym_identifier,
    STATE(401), 1,
      sym_declarator,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16234] = 3,
    ACTIONS(1619), 1,
      anon_sym_RBRACK,
    ACTIONS(1621), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16245] = 3,
    ACTIONS(1623), 1,
      sym_identifier,
    STATE(202), 1,
      sym_opcode,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16256] = 3,
    ACTIONS(1336), 1,
      sym_identifier,
    STATE(452), 1,
      sym_declarator,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16267] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1625), 2,
      anon_sym_COMMA,
      anon_sym_SEMI,
  [16276] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1574), 2,
      anon_sym_COMMA,
      anon_sym_SEMI,
  [16285] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1627), 2,
      sym_integer,
      sym_string,
  [16294] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1542), 2,
      anon_sym_COMMA,
      anon_sym_RPAREN,
  [16303] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1629), 2,
      anon_sym_COMMA,
      anon_sym_SEMI,
  [16312] = 3,
    ACTIONS(1631), 1,
      sym_identifier,
    ACTIONS(1633), 1,
      anon_sym_BANG,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16323] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1581), 2,
      anon_sym_COMMA,
      anon_sym_RBRACE,
  [16332] = 3,
    ACTIONS(1635), 1,
      sym_identifier,
    ACTIONS(1637), 1,
      sym_discard,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16343] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(944), 2,
      anon_sym_SEMI,
      sym_type,
  [16352] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(926), 2,
      anon_sym_SEMI,
      sym_type,
  [16361] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(930), 2,
      anon_sym_SEMI,
      sym_type,
  [16370] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1517), 2,
      anon_sym_COMMA,
      anon_sym_SEMI,
  [16379] = 3,
    ACTIONS(1639), 1,
      anon_sym_COMMA,
    ACTIONS(1641), 1,
      anon_sym_PLUS,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16390] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1251), 2,
      anon_sym_COMMA,
      anon_sym_RBRACK,
  [16399] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1643), 2,
      anon_sym_COMMA,
      anon_sym_RPAREN,
  [16408] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1645), 2,
      sym_integer,
      sym_string,
  [16417] = 3,
    ACTIONS(1647), 1,
      sym_identifier,
    ACTIONS(1649), 1,
      sym_discard,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16428] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1651), 2,
      anon_sym_COMMA,
      anon_sym_SEMI,
  [16437] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1653), 2,
      anon_sym_COMMA,
      anon_sym_SEMI,
  [16446] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1655), 2,
      sym_section_name,
      sym_identifier,
  [16455] = 2,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
    ACTIONS(1657), 2,
      sym_integer,
      sym_string,
  [16464] = 2,
    ACTIONS(1659), 1,
      anon_sym_COLON,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16472] = 2,
    ACTIONS(1661), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16480] = 2,
    ACTIONS(1663), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16488] = 2,
    ACTIONS(1665), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16496] = 2,
    ACTIONS(1667), 1,
      sym_section_name,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16504] = 2,
    ACTIONS(1669), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16512] = 2,
    ACTIONS(1671), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16520] = 2,
    ACTIONS(1673), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16528] = 2,
    ACTIONS(1675), 1,
      anon_sym_LBRACE,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16536] = 2,
    ACTIONS(1677), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16544] = 2,
    ACTIONS(1679), 1,
      anon_sym_inlined_at,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16552] = 2,
    ACTIONS(1681), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16560] = 2,
    ACTIONS(1683), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16568] = 2,
    ACTIONS(1685), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16576] = 2,
    ACTIONS(1687), 1,
      sym_type,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16584] = 2,
    ACTIONS(1689), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16592] = 2,
    ACTIONS(1691), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16600] = 2,
    ACTIONS(1693), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16608] = 2,
    ACTIONS(1695), 1,
      anon_sym_COMMA,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16616] = 2,
    ACTIONS(1697), 1,
      ts_builtin_sym_end,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16624] = 2,
    ACTIONS(1699), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16632] = 2,
    ACTIONS(1701), 1,
      sym_type,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16640] = 2,
    ACTIONS(1703), 1,
      anon_sym_GT,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16648] = 2,
    ACTIONS(1705), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16656] = 2,
    ACTIONS(1707), 1,
      anon_sym_RPAREN,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16664] = 2,
    ACTIONS(1709), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16672] = 2,
    ACTIONS(1711), 1,
      sym_decimal,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16680] = 2,
    ACTIONS(1713), 1,
      sym_string,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16688] = 2,
    ACTIONS(1715), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16696] = 2,
    ACTIONS(1717), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16704] = 2,
    ACTIONS(1719), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16712] = 2,
    ACTIONS(1721), 1,
      anon_sym_function_name,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16720] = 2,
    ACTIONS(1723), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16728] = 2,
    ACTIONS(1725), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16736] = 2,
    ACTIONS(1727), 1,
      anon_sym_SEMI,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16744] = 2,
    ACTIONS(1729), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16752] = 2,
    ACTIONS(1731), 1,
      anon_sym_LPAREN,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16760] = 2,
    ACTIONS(1733), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16768] = 2,
    ACTIONS(1735), 1,
      sym_string,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16776] = 2,
    ACTIONS(1737), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16784] = 2,
    ACTIONS(1739), 1,
      anon_sym_RPAREN,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16792] = 2,
    ACTIONS(1741), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16800] = 2,
    ACTIONS(1743), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16808] = 2,
    ACTIONS(1745), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16816] = 2,
    ACTIONS(1747), 1,
      sym_string,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16824] = 2,
    ACTIONS(1749), 1,
      anon_sym_RBRACK,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16832] = 2,
    ACTIONS(1751), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16840] = 2,
    ACTIONS(1753), 1,
      anon_sym_inlined_at,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16848] = 2,
    ACTIONS(1755), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16856] = 2,
    ACTIONS(1757), 1,
      sym_string,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16864] = 2,
    ACTIONS(1759), 1,
      sym_integer,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16872] = 2,
    ACTIONS(1761), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16880] = 2,
    ACTIONS(1763), 1,
      anon_sym_COMMA,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
  [16888] = 2,
    ACTIONS(1765), 1,
      sym_identifier,
    ACTIONS(3), 2,
      sym_comment,
      sym_line_marker,
};

static const uint32_t ts_small_parse_table_map[] = {
  [SMALL_STATE(2)] = 0,
  [SMALL_STATE(3)] = 91,
  [SMALL_STATE(4)] = 182,
  [SMALL_STATE(5)] = 273,
  [SMALL_STATE(6)] = 356,
  [SMALL_STATE(7)] = 439,
  [SMALL_STATE(8)] = 490,
  [SMALL_STATE(9)] = 541,
  [SMALL_STATE(10)] = 590,
  [SMALL_STATE(11)] = 650,
  [SMALL_STATE(12)] = 710,
  [SMALL_STATE(13)] = 770,
  [SMALL_STATE(14)] = 814,
  [SMALL_STATE(15)] = 874,
  [SMALL_STATE(16)] = 934,
  [SMALL_STATE(17)] = 994,
  [SMALL_STATE(18)] = 1054,
  [SMALL_STATE(19)] = 1114,
  [SMALL_STATE(20)] = 1174,
  [SMALL_STATE(21)] = 1234,
  [SMALL_STATE(22)] = 1294,
  [SMALL_STATE(23)] = 1354,
  [SMALL_STATE(24)] = 1414,
  [SMALL_STATE(25)] = 1474,
  [SMALL_STATE(26)] = 1534,
  [SMALL_STATE(27)] = 1594,
  [SMALL_STATE(28)] = 1639,
  [SMALL_STATE(29)] = 1681,
  [SMALL_STATE(30)] = 1735,
  [SMALL_STATE(31)] = 1777,
  [SMALL_STATE(32)] = 1819,
  [SMALL_STATE(33)] = 1861,
  [SMALL_STATE(34)] = 1915,
  [SMALL_STATE(35)] = 1957,
  [SMALL_STATE(36)] = 2011,
  [SMALL_STATE(37)] = 2053,
  [SMALL_STATE(38)] = 2107,
  [SMALL_STATE(39)] = 2149,
  [SMALL_STATE(40)] = 2203,
  [SMALL_STATE(41)] = 2245,
  [SMALL_STATE(42)] = 2299,
  [SMALL_STATE(43)] = 2341,
  [SMALL_STATE(44)] = 2395,
  [SMALL_STATE(45)] = 2437,
  [SMALL_STATE(46)] = 2479,
  [SMALL_STATE(47)] = 2521,
  [SMALL_STATE(48)] = 2563,
  [SMALL_STATE(49)] = 2605,
  [SMALL_STATE(50)] = 2647,
  [SMALL_STATE(51)] = 2689,
  [SMALL_STATE(52)] = 2731,
  [SMALL_STATE(53)] = 2785,
  [SMALL_STATE(54)] = 2827,
  [SMALL_STATE(55)] = 2869,
  [SMALL_STATE(56)] = 2911,
  [SMALL_STATE(57)] = 2953,
  [SMALL_STATE(58)] = 3007,
  [SMALL_STATE(59)] = 3049,
  [SMALL_STATE(60)] = 3091,
  [SMALL_STATE(61)] = 3133,
  [SMALL_STATE(62)] = 3187,
  [SMALL_STATE(63)] = 3229,
  [SMALL_STATE(64)] = 3283,
  [SMALL_STATE(65)] = 3325,
  [SMALL_STATE(66)] = 3367,
  [SMALL_STATE(67)] = 3409,
  [SMALL_STATE(68)] = 3463,
  [SMALL_STATE(69)] = 3505,
  [SMALL_STATE(70)] = 3547,
  [SMALL_STATE(71)] = 3589,
  [SMALL_STATE(72)] = 3643,
  [SMALL_STATE(73)] = 3685,
  [SMALL_STATE(74)] = 3739,
  [SMALL_STATE(75)] = 3781,
  [SMALL_STATE(76)] = 3835,
  [SMALL_STATE(77)] = 3877,
  [SMALL_STATE(78)] = 3931,
  [SMALL_STATE(79)] = 3973,
  [SMALL_STATE(80)] = 4015,
  [SMALL_STATE(81)] = 4057,
  [SMALL_STATE(82)] = 4099,
  [SMALL_STATE(83)] = 4141,
  [SMALL_STATE(84)] = 4183,
  [SMALL_STATE(85)] = 4225,
  [SMALL_STATE(86)] = 4279,
  [SMALL_STATE(87)] = 4321,
  [SMALL_STATE(88)] = 4363,
  [SMALL_STATE(89)] = 4405,
  [SMALL_STATE(90)] = 4447,
  [SMALL_STATE(91)] = 4489,
  [SMALL_STATE(92)] = 4531,
  [SMALL_STATE(93)] = 4585,
  [SMALL_STATE(94)] = 4627,
  [SMALL_STATE(95)] = 4669,
  [SMALL_STATE(96)] = 4711,
  [SMALL_STATE(97)] = 4753,
  [SMALL_STATE(98)] = 4807,
  [SMALL_STATE(99)] = 4849,
  [SMALL_STATE(100)] = 4891,
  [SMALL_STATE(101)] = 4933,
  [SMALL_STATE(102)] = 4987,
  [SMALL_STATE(103)] = 5029,
  [SMALL_STATE(104)] = 5083,
  [SMALL_STATE(105)] = 5125,
  [SMALL_STATE(106)] = 5167,
  [SMALL_STATE(107)] = 5209,
  [SMALL_STATE(108)] = 5251,
  [SMALL_STATE(109)] = 5293,
  [SMALL_STATE(110)] = 5335,
  [SMALL_STATE(111)] = 5377,
  [SMALL_STATE(112)] = 5419,
  [SMALL_STATE(113)] = 5461,
  [SMALL_STATE(114)] = 5515,
  [SMALL_STATE(115)] = 5557,
  [SMALL_STATE(116)] = 5599,
  [SMALL_STATE(117)] = 5641,
  [SMALL_STATE(118)] = 5683,
  [SMALL_STATE(119)] = 5725,
  [SMALL_STATE(120)] = 5767,
  [SMALL_STATE(121)] = 5809,
  [SMALL_STATE(122)] = 5863,
  [SMALL_STATE(123)] = 5917,
  [SMALL_STATE(124)] = 5971,
  [SMALL_STATE(125)] = 6013,
  [SMALL_STATE(126)] = 6067,
  [SMALL_STATE(127)] = 6121,
  [SMALL_STATE(128)] = 6175,
  [SMALL_STATE(129)] = 6229,
  [SMALL_STATE(130)] = 6283,
  [SMALL_STATE(131)] = 6325,
  [SMALL_STATE(132)] = 6379,
  [SMALL_STATE(133)] = 6433,
  [SMALL_STATE(134)] = 6487,
  [SMALL_STATE(135)] = 6541,
  [SMALL_STATE(136)] = 6595,
  [SMALL_STATE(137)] = 6649,
  [SMALL_STATE(138)] = 6703,
  [SMALL_STATE(139)] = 6757,
  [SMALL_STATE(140)] = 6811,
  [SMALL_STATE(141)] = 6865,
  [SMALL_STATE(142)] = 6919,
  [SMALL_STATE(143)] = 6973,
  [SMALL_STATE(144)] = 7015,
  [SMALL_STATE(145)] = 7069,
  [SMALL_STATE(146)] = 7123,
  [SMALL_STATE(147)] = 7177,
  [SMALL_STATE(148)] = 7231,
  [SMALL_STATE(149)] = 7285,
  [SMALL_STATE(150)] = 7339,
  [SMALL_STATE(151)] = 7381,
  [SMALL_STATE(152)] = 7428,
  [SMALL_STATE(153)] = 7475,
  [SMALL_STATE(154)] = 7517,
  [SMALL_STATE(155)] = 7559,
  [SMALL_STATE(156)] = 7603,
  [SMALL_STATE(157)] = 7647,
  [SMALL_STATE(158)] = 7691,
  [SMALL_STATE(159)] = 7731,
  [SMALL_STATE(160)] = 7775,
  [SMALL_STATE(161)] = 7815,
  [SMALL_STATE(162)] = 7859,
  [SMALL_STATE(163)] = 7903,
  [SMALL_STATE(164)] = 7943,
  [SMALL_STATE(165)] = 7982,
  [SMALL_STATE(166)] = 8031,
  [SMALL_STATE(167)] = 8070,
  [SMALL_STATE(168)] = 8108,
  [SMALL_STATE(169)] = 8146,
  [SMALL_STATE(170)] = 8184,
  [SMALL_STATE(171)] = 8222,
  [SMALL_STATE(172)] = 8260,
  [SMALL_STATE(173)] = 8298,
  [SMALL_STATE(174)] = 8336,
  [SMALL_STATE(175)] = 8377,
  [SMALL_STATE(176)] = 8424,
  [SMALL_STATE(177)] = 8465,
  [SMALL_STATE(178)] = 8506,
  [SMALL_STATE(179)] = 8542,
  [SMALL_STATE(180)] = 8578,
  [SMALL_STATE(181)] = 8614,
  [SMALL_STATE(182)] = 8650,
  [SMALL_STATE(183)] = 8686,
  [SMALL_STATE(184)] = 8722,
  [SMALL_STATE(185)] = 8758,
  [SMALL_STATE(186)] = 8794,
  [SMALL_STATE(187)] = 8830,
  [SMALL_STATE(188)] = 8866,
  [SMALL_STATE(189)] = 8902,
  [SMALL_STATE(190)] = 8938,
  [SMALL_STATE(191)] = 8974,
  [SMALL_STATE(192)] = 9010,
  [SMALL_STATE(193)] = 9050,
  [SMALL_STATE(194)] = 9086,
  [SMALL_STATE(195)] = 9134,
  [SMALL_STATE(196)] = 9174,
  [SMALL_STATE(197)] = 9214,
  [SMALL_STATE(198)] = 9274,
  [SMALL_STATE(199)] = 9310,
  [SMALL_STATE(200)] = 9346,
  [SMALL_STATE(201)] = 9406,
  [SMALL_STATE(202)] = 9463,
  [SMALL_STATE(203)] = 9520,
  [SMALL_STATE(204)] = 9555,
  [SMALL_STATE(205)] = 9590,
  [SMALL_STATE(206)] = 9647,
  [SMALL_STATE(207)] = 9682,
  [SMALL_STATE(208)] = 9717,
  [SMALL_STATE(209)] = 9752,
  [SMALL_STATE(210)] = 9809,
  [SMALL_STATE(211)] = 9843,
  [SMALL_STATE(212)] = 9897,
  [SMALL_STATE(213)] = 9937,
  [SMALL_STATE(214)] = 9971,
  [SMALL_STATE(215)] = 10009,
  [SMALL_STATE(216)] = 10043,
  [SMALL_STATE(217)] = 10077,
  [SMALL_STATE(218)] = 10131,
  [SMALL_STATE(219)] = 10165,
  [SMALL_STATE(220)] = 10207,
  [SMALL_STATE(221)] = 10259,
  [SMALL_STATE(222)] = 10317,
  [SMALL_STATE(223)] = 10351,
  [SMALL_STATE(224)] = 10389,
  [SMALL_STATE(225)] = 10423,
  [SMALL_STATE(226)] = 10457,
  [SMALL_STATE(227)] = 10491,
  [SMALL_STATE(228)] = 10529,
  [SMALL_STATE(229)] = 10581,
  [SMALL_STATE(230)] = 10631,
  [SMALL_STATE(231)] = 10669,
  [SMALL_STATE(232)] = 10717,
  [SMALL_STATE(233)] = 10763,
  [SMALL_STATE(234)] = 10814,
  [SMALL_STATE(235)] = 10875,
  [SMALL_STATE(236)] = 10926,
  [SMALL_STATE(237)] = 10977,
  [SMALL_STATE(238)] = 11009,
  [SMALL_STATE(239)] = 11065,
  [SMALL_STATE(240)] = 11097,
  [SMALL_STATE(241)] = 11153,
  [SMALL_STATE(242)] = 11185,
  [SMALL_STATE(243)] = 11217,
  [SMALL_STATE(244)] = 11249,
  [SMALL_STATE(245)] = 11281,
  [SMALL_STATE(246)] = 11317,
  [SMALL_STATE(247)] = 11357,
  [SMALL_STATE(248)] = 11407,
  [SMALL_STATE(249)] = 11459,
  [SMALL_STATE(250)] = 11509,
  [SMALL_STATE(251)] = 11557,
  [SMALL_STATE(252)] = 11603,
  [SMALL_STATE(253)] = 11647,
  [SMALL_STATE(254)] = 11685,
  [SMALL_STATE(255)] = 11733,
  [SMALL_STATE(256)] = 11765,
  [SMALL_STATE(257)] = 11797,
  [SMALL_STATE(258)] = 11829,
  [SMALL_STATE(259)] = 11884,
  [SMALL_STATE(260)] = 11943,
  [SMALL_STATE(261)] = 11990,
  [SMALL_STATE(262)] = 12037,
  [SMALL_STATE(263)] = 12096,
  [SMALL_STATE(264)] = 12143,
  [SMALL_STATE(265)] = 12190,
  [SMALL_STATE(266)] = 12245,
  [SMALL_STATE(267)] = 12299,
  [SMALL_STATE(268)] = 12345,
  [SMALL_STATE(269)] = 12399,
  [SMALL_STATE(270)] = 12453,
  [SMALL_STATE(271)] = 12499,
  [SMALL_STATE(272)] = 12545,
  [SMALL_STATE(273)] = 12591,
  [SMALL_STATE(274)] = 12644,
  [SMALL_STATE(275)] = 12697,
  [SMALL_STATE(276)] = 12750,
  [SMALL_STATE(277)] = 12803,
  [SMALL_STATE(278)] = 12843,
  [SMALL_STATE(279)] = 12883,
  [SMALL_STATE(280)] = 12923,
  [SMALL_STATE(281)] = 12963,
  [SMALL_STATE(282)] = 13003,
  [SMALL_STATE(283)] = 13043,
  [SMALL_STATE(284)] = 13083,
  [SMALL_STATE(285)] = 13123,
  [SMALL_STATE(286)] = 13163,
  [SMALL_STATE(287)] = 13203,
  [SMALL_STATE(288)] = 13243,
  [SMALL_STATE(289)] = 13283,
  [SMALL_STATE(290)] = 13323,
  [SMALL_STATE(291)] = 13363,
  [SMALL_STATE(292)] = 13403,
  [SMALL_STATE(293)] = 13443,
  [SMALL_STATE(294)] = 13483,
  [SMALL_STATE(295)] = 13523,
  [SMALL_STATE(296)] = 13563,
  [SMALL_STATE(297)] = 13603,
  [SMALL_STATE(298)] = 13643,
  [SMALL_STATE(299)] = 13683,
  [SMALL_STATE(300)] = 13723,
  [SMALL_STATE(301)] = 13763,
  [SMALL_STATE(302)] = 13803,
  [SMALL_STATE(303)] = 13843,
  [SMALL_STATE(304)] = 13883,
  [SMALL_STATE(305)] = 13923,
  [SMALL_STATE(306)] = 13963,
  [SMALL_STATE(307)] = 14003,
  [SMALL_STATE(308)] = 14043,
  [SMALL_STATE(309)] = 14083,
  [SMALL_STATE(310)] = 14123,
  [SMALL_STATE(311)] = 14158,
  [SMALL_STATE(312)] = 14189,
  [SMALL_STATE(313)] = 14224,
  [SMALL_STATE(314)] = 14259,
  [SMALL_STATE(315)] = 14287,
  [SMALL_STATE(316)] = 14315,
  [SMALL_STATE(317)] = 14343,
  [SMALL_STATE(318)] = 14365,
  [SMALL_STATE(319)] = 14387,
  [SMALL_STATE(320)] = 14414,
  [SMALL_STATE(321)] = 14441,
  [SMALL_STATE(322)] = 14466,
  [SMALL_STATE(323)] = 14493,
  [SMALL_STATE(324)] = 14518,
  [SMALL_STATE(325)] = 14538,
  [SMALL_STATE(326)] = 14562,
  [SMALL_STATE(327)] = 14587,
  [SMALL_STATE(328)] = 14612,
  [SMALL_STATE(329)] = 14637,
  [SMALL_STATE(330)] = 14662,
  [SMALL_STATE(331)] = 14684,
  [SMALL_STATE(332)] = 14706,
  [SMALL_STATE(333)] = 14724,
  [SMALL_STATE(334)] = 14743,
  [SMALL_STATE(335)] = 14762,
  [SMALL_STATE(336)] = 14783,
  [SMALL_STATE(337)] = 14802,
  [SMALL_STATE(338)] = 14823,
  [SMALL_STATE(339)] = 14842,
  [SMALL_STATE(340)] = 14861,
  [SMALL_STATE(341)] = 14880,
  [SMALL_STATE(342)] = 14896,
  [SMALL_STATE(343)] = 14908,
  [SMALL_STATE(344)] = 14922,
  [SMALL_STATE(345)] = 14936,
  [SMALL_STATE(346)] = 14956,
  [SMALL_STATE(347)] = 14972,
  [SMALL_STATE(348)] = 14986,
  [SMALL_STATE(349)] = 15002,
  [SMALL_STATE(350)] = 15018,
  [SMALL_STATE(351)] = 15030,
  [SMALL_STATE(352)] = 15046,
  [SMALL_STATE(353)] = 15066,
  [SMALL_STATE(354)] = 15082,
  [SMALL_STATE(355)] = 15102,
  [SMALL_STATE(356)] = 15122,
  [SMALL_STATE(357)] = 15134,
  [SMALL_STATE(358)] = 15154,
  [SMALL_STATE(359)] = 15168,
  [SMALL_STATE(360)] = 15180,
  [SMALL_STATE(361)] = 15196,
  [SMALL_STATE(362)] = 15207,
  [SMALL_STATE(363)] = 15222,
  [SMALL_STATE(364)] = 15235,
  [SMALL_STATE(365)] = 15248,
  [SMALL_STATE(366)] = 15263,
  [SMALL_STATE(367)] = 15278,
  [SMALL_STATE(368)] = 15293,
  [SMALL_STATE(369)] = 15308,
  [SMALL_STATE(370)] = 15321,
  [SMALL_STATE(371)] = 15336,
  [SMALL_STATE(372)] = 15349,
  [SMALL_STATE(373)] = 15364,
  [SMALL_STATE(374)] = 15379,
  [SMALL_STATE(375)] = 15390,
  [SMALL_STATE(376)] = 15405,
  [SMALL_STATE(377)] = 15418,
  [SMALL_STATE(378)] = 15433,
  [SMALL_STATE(379)] = 15450,
  [SMALL_STATE(380)] = 15463,
  [SMALL_STATE(381)] = 15478,
  [SMALL_STATE(382)] = 15493,
  [SMALL_STATE(383)] = 15507,
  [SMALL_STATE(384)] = 15517,
  [SMALL_STATE(385)] = 15531,
  [SMALL_STATE(386)] = 15545,
  [SMALL_STATE(387)] = 15559,
  [SMALL_STATE(388)] = 15569,
  [SMALL_STATE(389)] = 15579,
  [SMALL_STATE(390)] = 15593,
  [SMALL_STATE(391)] = 15603,
  [SMALL_STATE(392)] = 15617,
  [SMALL_STATE(393)] = 15631,
  [SMALL_STATE(394)] = 15645,
  [SMALL_STATE(395)] = 15659,
  [SMALL_STATE(396)] = 15673,
  [SMALL_STATE(397)] = 15687,
  [SMALL_STATE(398)] = 15701,
  [SMALL_STATE(399)] = 15715,
  [SMALL_STATE(400)] = 15729,
  [SMALL_STATE(401)] = 15743,
  [SMALL_STATE(402)] = 15757,
  [SMALL_STATE(403)] = 15771,
  [SMALL_STATE(404)] = 15785,
  [SMALL_STATE(405)] = 15799,
  [SMALL_STATE(406)] = 15813,
  [SMALL_STATE(407)] = 15827,
  [SMALL_STATE(408)] = 15837,
  [SMALL_STATE(409)] = 15847,
  [SMALL_STATE(410)] = 15861,
  [SMALL_STATE(411)] = 15875,
  [SMALL_STATE(412)] = 15889,
  [SMALL_STATE(413)] = 15903,
  [SMALL_STATE(414)] = 15917,
  [SMALL_STATE(415)] = 15931,
  [SMALL_STATE(416)] = 15941,
  [SMALL_STATE(417)] = 15955,
  [SMALL_STATE(418)] = 15969,
  [SMALL_STATE(419)] = 15983,
  [SMALL_STATE(420)] = 15997,
  [SMALL_STATE(421)] = 16007,
  [SMALL_STATE(422)] = 16021,
  [SMALL_STATE(423)] = 16035,
  [SMALL_STATE(424)] = 16049,
  [SMALL_STATE(425)] = 16063,
  [SMALL_STATE(426)] = 16077,
  [SMALL_STATE(427)] = 16091,
  [SMALL_STATE(428)] = 16105,
  [SMALL_STATE(429)] = 16119,
  [SMALL_STATE(430)] = 16129,
  [SMALL_STATE(431)] = 16143,
  [SMALL_STATE(432)] = 16157,
  [SMALL_STATE(433)] = 16171,
  [SMALL_STATE(434)] = 16185,
  [SMALL_STATE(435)] = 16199,
  [SMALL_STATE(436)] = 16209,
  [SMALL_STATE(437)] = 16223,
  [SMALL_STATE(438)] = 16234,
  [SMALL_STATE(439)] = 16245,
  [SMALL_STATE(440)] = 16256,
  [SMALL_STATE(441)] = 16267,
  [SMALL_STATE(442)] = 16276,
  [SMALL_STATE(443)] = 16285,
  [SMALL_STATE(444)] = 16294,
  [SMALL_STATE(445)] = 16303,
  [SMALL_STATE(446)] = 16312,
  [SMALL_STATE(447)] = 16323,
  [SMALL_STATE(448)] = 16332,
  [SMALL_STATE(449)] = 16343,
  [SMALL_STATE(450)] = 16352,
  [SMALL_STATE(451)] = 16361,
  [SMALL_STATE(452)] = 16370,
  [SMALL_STATE(453)] = 16379,
  [SMALL_STATE(454)] = 16390,
  [SMALL_STATE(455)] = 16399,
  [SMALL_STATE(456)] = 16408,
  [SMALL_STATE(457)] = 16417,
  [SMALL_STATE(458)] = 16428,
  [SMALL_STATE(459)] = 16437,
  [SMALL_STATE(460)] = 16446,
  [SMALL_STATE(461)] = 16455,
  [SMALL_STATE(462)] = 16464,
  [SMALL_STATE(463)] = 16472,
  [SMALL_STATE(464)] = 16480,
  [SMALL_STATE(465)] = 16488,
  [SMALL_STATE(466)] = 16496,
  [SMALL_STATE(467)] = 16504,
  [SMALL_STATE(468)] = 16512,
  [SMALL_STATE(469)] = 16520,
  [SMALL_STATE(470)] = 16528,
  [SMALL_STATE(471)] = 16536,
  [SMALL_STATE(472)] = 16544,
  [SMALL_STATE(473)] = 16552,
  [SMALL_STATE(474)] = 16560,
  [SMALL_STATE(475)] = 16568,
  [SMALL_STATE(476)] = 16576,
  [SMALL_STATE(477)] = 16584,
  [SMALL_STATE(478)] = 16592,
  [SMALL_STATE(479)] = 16600,
  [SMALL_STATE(480)] = 16608,
  [SMALL_STATE(481)] = 16616,
  [SMALL_STATE(482)] = 16624,
  [SMALL_STATE(483)] = 16632,
  [SMALL_STATE(484)] = 16640,
  [SMALL_STATE(485)] = 16648,
  [SMALL_STATE(486)] = 16656,
  [SMALL_STATE(487)] = 16664,
  [SMALL_STATE(488)] = 16672,
  [SMALL_STATE(489)] = 16680,
  [SMALL_STATE(490)] = 16688,
  [SMALL_STATE(491)] = 16696,
  [SMALL_STATE(492)] = 16704,
  [SMALL_STATE(493)] = 16712,
  [SMALL_STATE(494)] = 16720,
  [SMALL_STATE(495)] = 16728,
  [SMALL_STATE(496)] = 16736,
  [SMALL_STATE(497)] = 16744,
  [SMALL_STATE(498)] = 16752,
  [SMALL_STATE(499)] = 16760,
  [SMALL_STATE(500)] = 16768,
  [SMALL_STATE(501)] = 16776,
  [SMALL_STATE(502)] = 16784,
  [SMALL_STATE(503)] = 16792,
  [SMALL_STATE(504)] = 16800,
  [SMALL_STATE(505)] = 16808,
  [SMALL_STATE(506)] = 16816,
  [SMALL_STATE(507)] = 16824,
  [SMALL_STATE(508)] = 16832,
  [SMALL_STATE(509)] = 16840,
  [SMALL_STATE(510)] = 16848,
  [SMALL_STATE(511)] = 16856,
  [SMALL_STATE(512)] = 16864,
  [SMALL_STATE(513)] = 16872,
  [SMALL_STATE(514)] = 16880,
  [SMALL_STATE(515)] = 16888,
};

static const TSParseActionEntry ts_parse_actions[] = {
  [0] = {.entry = {.count = 0, .reusable = false}},
  [1] = {.entry = {.count = 1, .reusable = false}}, RECOVER(),
  [3] = {.entry = {.count = 1, .reusable = true}}, SHIFT_EXTRA(),
  [5] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_module, 0, 0, 0),
  [7] = {.entry = {.count = 1, .reusable = true}}, SHIFT(488),
  [9] = {.entry = {.count = 1, .reusable = true}}, SHIFT(513),
  [11] = {.entry = {.count = 1, .reusable = true}}, SHIFT(501),
  [13] = {.entry = {.count = 1, .reusable = true}}, SHIFT(487),
  [15] = {.entry = {.count = 1, .reusable = false}}, SHIFT(485),
  [17] = {.entry = {.count = 1, .reusable = true}}, SHIFT(485),
  [19] = {.entry = {.count = 1, .reusable = true}}, SHIFT(466),
  [21] = {.entry = {.count = 1, .reusable = true}}, SHIFT(207),
  [23] = {.entry = {.count = 1, .reusable = true}}, SHIFT(345),
  [25] = {.entry = {.count = 1, .reusable = true}}, SHIFT(324),
  [27] = {.entry = {.count = 1, .reusable = true}}, SHIFT(376),
  [29] = {.entry = {.count = 1, .reusable = false}}, SHIFT(376),
  [31] = {.entry = {.count = 1, .reusable = true}}, SHIFT(474),
  [33] = {.entry = {.count = 1, .reusable = true}}, SHIFT(500),
  [35] = {.entry = {.count = 1, .reusable = true}}, SHIFT(311),
  [37] = {.entry = {.count = 1, .reusable = true}}, SHIFT(2),
  [39] = {.entry = {.count = 1, .reusable = true}}, SHIFT(130),
  [41] = {.entry = {.count = 1, .reusable = true}}, SHIFT(354),
  [43] = {.entry = {.count = 1, .reusable = true}}, SHIFT(446),
  [45] = {.entry = {.count = 1, .reusable = true}}, SHIFT(437),
  [47] = {.entry = {.count = 1, .reusable = true}}, SHIFT(378),
  [49] = {.entry = {.count = 1, .reusable = true}}, SHIFT(511),
  [51] = {.entry = {.count = 1, .reusable = true}}, SHIFT(46),
  [53] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(311),
  [56] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(513),
  [59] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(485),
  [62] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(485),
  [65] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(2),
  [68] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0),
  [70] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(354),
  [73] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(324),
  [76] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(376),
  [79] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(376),
  [82] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(446),
  [85] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(437),
  [88] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(378),
  [91] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(474),
  [94] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_block_repeat1, 2, 0, 0), SHIFT_REPEAT(511),
  [97] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0),
  [99] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(488),
  [102] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(513),
  [105] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(501),
  [108] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(487),
  [111] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(485),
  [114] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(485),
  [117] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(466),
  [120] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(207),
  [123] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(345),
  [126] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(324),
  [129] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(376),
  [132] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(376),
  [135] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(474),
  [138] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_module_repeat1, 2, 0, 0), SHIFT_REPEAT(500),
  [141] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_module, 1, 0, 0),
  [143] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_target_directive, 2, 0, 0),
  [145] = {.entry = {.count = 1, .reusable = true}}, SHIFT(465),
  [147] = {.entry = {.count = 1, .reusable = true}}, SHIFT(47),
  [149] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_target_directive, 2, 0, 0),
  [151] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_target_directive, 3, 0, 0),
  [153] = {.entry = {.count = 1, .reusable = true}}, SHIFT(120),
  [155] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_target_directive, 3, 0, 0),
  [157] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_target_directive_repeat1, 2, 0, 0),
  [159] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_target_directive_repeat1, 2, 0, 0), SHIFT_REPEAT(465),
  [162] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_target_directive_repeat1, 2, 0, 0),
  [164] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 2, 0, 2),
  [166] = {.entry = {.count = 1, .reusable = true}}, SHIFT(44),
  [168] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 2, 0, 2),
  [170] = {.entry = {.count = 1, .reusable = true}}, SHIFT(320),
  [172] = {.entry = {.count = 1, .reusable = false}}, SHIFT(154),
  [174] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 2, 0, 2), SHIFT(500),
  [177] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 3, 0, 6),
  [179] = {.entry = {.count = 1, .reusable = true}}, SHIFT(32),
  [181] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 3, 0, 6),
  [183] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 6), SHIFT(500),
  [186] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 3, 0, 8),
  [188] = {.entry = {.count = 1, .reusable = true}}, SHIFT(40),
  [190] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 3, 0, 8),
  [192] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 8), SHIFT(500),
  [195] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 3, 0, 7),
  [197] = {.entry = {.count = 1, .reusable = true}}, SHIFT(36),
  [199] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 3, 0, 7),
  [201] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 7), SHIFT(500),
  [204] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 20),
  [206] = {.entry = {.count = 1, .reusable = true}}, SHIFT(70),
  [208] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 20),
  [210] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 20), SHIFT(500),
  [213] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 21),
  [215] = {.entry = {.count = 1, .reusable = true}}, SHIFT(74),
  [217] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 21),
  [219] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 21), SHIFT(500),
  [222] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 38),
  [224] = {.entry = {.count = 1, .reusable = true}}, SHIFT(100),
  [226] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 38),
  [228] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 38), SHIFT(500),
  [231] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 17),
  [233] = {.entry = {.count = 1, .reusable = true}}, SHIFT(60),
  [235] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 17),
  [237] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 17), SHIFT(500),
  [240] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 2, 0, 2), SHIFT(2),
  [243] = {.entry = {.count = 1, .reusable = true}}, SHIFT(319),
  [245] = {.entry = {.count = 1, .reusable = false}}, SHIFT(153),
  [247] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 2, 0, 2), SHIFT(511),
  [250] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 6), SHIFT(2),
  [253] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 6), SHIFT(511),
  [256] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 7), SHIFT(2),
  [259] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 7), SHIFT(511),
  [262] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 8), SHIFT(2),
  [265] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 8), SHIFT(511),
  [268] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 17), SHIFT(2),
  [271] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 17), SHIFT(511),
  [274] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 20), SHIFT(2),
  [277] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 20), SHIFT(511),
  [280] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 21), SHIFT(2),
  [283] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 21), SHIFT(511),
  [286] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 38), SHIFT(2),
  [289] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 38), SHIFT(511),
  [292] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_location_directive, 4, 0, 0),
  [294] = {.entry = {.count = 1, .reusable = true}}, SHIFT(493),
  [296] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_location_directive, 4, 0, 0),
  [298] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 15),
  [300] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 15),
  [302] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 4),
  [304] = {.entry = {.count = 1, .reusable = true}}, SHIFT(48),
  [306] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 4),
  [308] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 4), SHIFT(500),
  [311] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 2),
  [313] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 2),
  [315] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 12),
  [317] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 12),
  [319] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 6),
  [321] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 6),
  [323] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 13),
  [325] = {.entry = {.count = 1, .reusable = true}}, SHIFT(50),
  [327] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 13),
  [329] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 13), SHIFT(500),
  [332] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 14),
  [334] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 14),
  [336] = {.entry = {.count = 1, .reusable = true}}, SHIFT(53),
  [338] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 6), SHIFT(500),
  [341] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 7),
  [343] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 7),
  [345] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 15),
  [347] = {.entry = {.count = 1, .reusable = true}}, SHIFT(55),
  [349] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 15),
  [351] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 15), SHIFT(500),
  [354] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 16),
  [356] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 16),
  [358] = {.entry = {.count = 1, .reusable = true}}, SHIFT(58),
  [360] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 7), SHIFT(500),
  [363] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 8),
  [365] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 8),
  [367] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 18),
  [369] = {.entry = {.count = 1, .reusable = true}}, SHIFT(65),
  [371] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 18),
  [373] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 18), SHIFT(500),
  [376] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 19),
  [378] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 19),
  [380] = {.entry = {.count = 1, .reusable = true}}, SHIFT(68),
  [382] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 8), SHIFT(500),
  [385] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 3, 0, 2),
  [387] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 3, 0, 2),
  [389] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 4, 0, 0),
  [391] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 4, 0, 0),
  [393] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_block, 3, 0, 0),
  [395] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_block, 3, 0, 0),
  [397] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 4),
  [399] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 4),
  [401] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 25),
  [403] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 25),
  [405] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 13),
  [407] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 13),
  [409] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 26),
  [411] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 26),
  [413] = {.entry = {.count = 1, .reusable = true}}, SHIFT(80),
  [415] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 13), SHIFT(500),
  [418] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 6),
  [420] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 6),
  [422] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 27),
  [424] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 27),
  [426] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 15),
  [428] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 15),
  [430] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 28),
  [432] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 28),
  [434] = {.entry = {.count = 1, .reusable = true}}, SHIFT(28),
  [436] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 15), SHIFT(500),
  [439] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 7),
  [441] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 7),
  [443] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 29),
  [445] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 29),
  [447] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 17),
  [449] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 17),
  [451] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 30),
  [453] = {.entry = {.count = 1, .reusable = true}}, SHIFT(83),
  [455] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 30),
  [457] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 30), SHIFT(500),
  [460] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 31),
  [462] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 31),
  [464] = {.entry = {.count = 1, .reusable = true}}, SHIFT(86),
  [466] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 17), SHIFT(500),
  [469] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_alias_directive, 5, 0, 0),
  [471] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_alias_directive, 5, 0, 0),
  [473] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 18),
  [475] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 18),
  [477] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 32),
  [479] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 32),
  [481] = {.entry = {.count = 1, .reusable = true}}, SHIFT(88),
  [483] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 18), SHIFT(500),
  [486] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 8),
  [488] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 8),
  [490] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 33),
  [492] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 33),
  [494] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 20),
  [496] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 20),
  [498] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 34),
  [500] = {.entry = {.count = 1, .reusable = true}}, SHIFT(90),
  [502] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 34),
  [504] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 34), SHIFT(500),
  [507] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 35),
  [509] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 35),
  [511] = {.entry = {.count = 1, .reusable = true}}, SHIFT(93),
  [513] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 20), SHIFT(500),
  [516] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 21),
  [518] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 21),
  [520] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 36),
  [522] = {.entry = {.count = 1, .reusable = true}}, SHIFT(95),
  [524] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 36),
  [526] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 36), SHIFT(500),
  [529] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 5, 0, 37),
  [531] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 5, 0, 37),
  [533] = {.entry = {.count = 1, .reusable = true}}, SHIFT(150),
  [535] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 21), SHIFT(500),
  [538] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 3, 0, 0),
  [540] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 3, 0, 0),
  [542] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 5, 0, 0),
  [544] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 5, 0, 0),
  [546] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 13),
  [548] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 13),
  [550] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 41),
  [552] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 41),
  [554] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 42),
  [556] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 42),
  [558] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 30),
  [560] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 30),
  [562] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 43),
  [564] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 43),
  [566] = {.entry = {.count = 1, .reusable = true}}, SHIFT(105),
  [568] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 30), SHIFT(500),
  [571] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 17),
  [573] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 17),
  [575] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 44),
  [577] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 44),
  [579] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 18),
  [581] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 18),
  [583] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 45),
  [585] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 45),
  [587] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 34),
  [589] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 34),
  [591] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 46),
  [593] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 46),
  [595] = {.entry = {.count = 1, .reusable = true}}, SHIFT(107),
  [597] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 34), SHIFT(500),
  [600] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 20),
  [602] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 20),
  [604] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 47),
  [606] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 47),
  [608] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 36),
  [610] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 36),
  [612] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 48),
  [614] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 48),
  [616] = {.entry = {.count = 1, .reusable = true}}, SHIFT(109),
  [618] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 36), SHIFT(500),
  [621] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 4, 0, 11),
  [623] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 4, 0, 11),
  [625] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 49),
  [627] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 49),
  [629] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 38),
  [631] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 38),
  [633] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 50),
  [635] = {.entry = {.count = 1, .reusable = true}}, SHIFT(111),
  [637] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 50),
  [639] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 50), SHIFT(500),
  [642] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 51),
  [644] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 51),
  [646] = {.entry = {.count = 1, .reusable = true}}, SHIFT(114),
  [648] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 38), SHIFT(500),
  [651] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 6, 0, 0),
  [653] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 6, 0, 0),
  [655] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 7, 0, 30),
  [657] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 7, 0, 30),
  [659] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 7, 0, 54),
  [661] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 7, 0, 54),
  [663] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 7, 0, 34),
  [665] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 7, 0, 34),
  [667] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 7, 0, 55),
  [669] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 7, 0, 55),
  [671] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 7, 0, 36),
  [673] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 7, 0, 36),
  [675] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 7, 0, 56),
  [677] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 7, 0, 56),
  [679] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 7, 0, 50),
  [681] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 7, 0, 50),
  [683] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 7, 0, 57),
  [685] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 7, 0, 57),
  [687] = {.entry = {.count = 1, .reusable = true}}, SHIFT(116),
  [689] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 7, 0, 50), SHIFT(500),
  [692] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 7, 0, 38),
  [694] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 7, 0, 38),
  [696] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 7, 0, 58),
  [698] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 7, 0, 58),
  [700] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 8, 0, 50),
  [702] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 8, 0, 50),
  [704] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 8, 0, 61),
  [706] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 8, 0, 61),
  [708] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_location_directive, 12, 0, 0),
  [710] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_location_directive, 12, 0, 0),
  [712] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_location_directive, 14, 0, 0),
  [714] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_location_directive, 14, 0, 0),
  [716] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_target_directive, 4, 0, 0),
  [718] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_target_directive, 4, 0, 0),
  [720] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 3, 0, 4),
  [722] = {.entry = {.count = 1, .reusable = true}}, SHIFT(143),
  [724] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 3, 0, 4),
  [726] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 4), SHIFT(2),
  [729] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 4), SHIFT(511),
  [732] = {.entry = {.count = 1, .reusable = true}}, SHIFT(30),
  [734] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 2), SHIFT(2),
  [737] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 2), SHIFT(511),
  [740] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 4), SHIFT(500),
  [743] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 3, 0, 5),
  [745] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 3, 0, 5),
  [747] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 4), SHIFT(2),
  [750] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 4), SHIFT(511),
  [753] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 13), SHIFT(2),
  [756] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 13), SHIFT(511),
  [759] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 6), SHIFT(2),
  [762] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 6), SHIFT(511),
  [765] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 15), SHIFT(2),
  [768] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 15), SHIFT(511),
  [771] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 7), SHIFT(2),
  [774] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 7), SHIFT(511),
  [777] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_block, 2, 0, 0),
  [779] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_block, 2, 0, 0),
  [781] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 18), SHIFT(2),
  [784] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 18), SHIFT(511),
  [787] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 8), SHIFT(2),
  [790] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 4, 0, 8), SHIFT(511),
  [793] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 3, 0, 2), SHIFT(500),
  [796] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 13), SHIFT(2),
  [799] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 13), SHIFT(511),
  [802] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 15), SHIFT(2),
  [805] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 15), SHIFT(511),
  [808] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 30), SHIFT(2),
  [811] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 30), SHIFT(511),
  [814] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 17), SHIFT(2),
  [817] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 17), SHIFT(511),
  [820] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 18), SHIFT(2),
  [823] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 18), SHIFT(511),
  [826] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 34), SHIFT(2),
  [829] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 34), SHIFT(511),
  [832] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 20), SHIFT(2),
  [835] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 20), SHIFT(511),
  [838] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 36), SHIFT(2),
  [841] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 36), SHIFT(511),
  [844] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 21), SHIFT(2),
  [847] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 5, 0, 21), SHIFT(511),
  [850] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 30), SHIFT(2),
  [853] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 30), SHIFT(511),
  [856] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 34), SHIFT(2),
  [859] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 34), SHIFT(511),
  [862] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 36), SHIFT(2),
  [865] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 36), SHIFT(511),
  [868] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 50), SHIFT(2),
  [871] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 50), SHIFT(511),
  [874] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 38), SHIFT(2),
  [877] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 6, 0, 38), SHIFT(511),
  [880] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 7, 0, 50), SHIFT(2),
  [883] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_function, 7, 0, 50), SHIFT(511),
  [886] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function, 6, 0, 21),
  [888] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function, 6, 0, 21),
  [890] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_function_repeat1, 2, 0, 0),
  [892] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_function_repeat1, 2, 0, 0),
  [894] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_function_repeat1, 2, 0, 0), SHIFT_REPEAT(153),
  [897] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_function_repeat1, 2, 0, 0), SHIFT_REPEAT(511),
  [900] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_function_repeat1, 2, 0, 0), SHIFT_REPEAT(154),
  [903] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_function_repeat1, 2, 0, 0), SHIFT_REPEAT(500),
  [906] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function_directive, 1, 0, 3),
  [908] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function_directive, 1, 0, 3),
  [910] = {.entry = {.count = 1, .reusable = true}}, SHIFT(159),
  [912] = {.entry = {.count = 1, .reusable = true}}, SHIFT(155),
  [914] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function_directive, 2, 0, 3),
  [916] = {.entry = {.count = 1, .reusable = true}}, SHIFT(443),
  [918] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function_directive, 2, 0, 3),
  [920] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_function_directive, 3, 0, 3),
  [922] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_function_directive, 3, 0, 3),
  [924] = {.entry = {.count = 1, .reusable = true}}, SHIFT(456),
  [926] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_parameters, 3, 0, 0),
  [928] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_parameters, 3, 0, 0),
  [930] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_parameters, 4, 0, 0),
  [932] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_parameters, 4, 0, 0),
  [934] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_function_directive_repeat1, 2, 0, 0),
  [936] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_function_directive_repeat1, 2, 0, 0), SHIFT_REPEAT(443),
  [939] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_function_directive_repeat1, 2, 0, 0),
  [941] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_function_directive_repeat1, 2, 0, 0), SHIFT_REPEAT(456),
  [944] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_parameters, 2, 0, 0),
  [946] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_parameters, 2, 0, 0),
  [948] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__expression, 1, 0, 0),
  [950] = {.entry = {.count = 1, .reusable = true}}, SHIFT(205),
  [952] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__expression, 1, 0, 0),
  [954] = {.entry = {.count = 1, .reusable = true}}, SHIFT(297),
  [956] = {.entry = {.count = 1, .reusable = true}}, SHIFT(196),
  [958] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_pragma_directive, 3, 0, 0),
  [960] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_pragma_directive, 3, 0, 0),
  [962] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_pragma_directive, 4, 0, 0),
  [964] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_pragma_directive, 4, 0, 0),
  [966] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_file_directive, 3, 0, 0),
  [968] = {.entry = {.count = 1, .reusable = true}}, SHIFT(469),
  [970] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_file_directive, 3, 0, 0),
  [972] = {.entry = {.count = 1, .reusable = true}}, SHIFT(209),
  [974] = {.entry = {.count = 1, .reusable = true}}, SHIFT(309),
  [976] = {.entry = {.count = 1, .reusable = true}}, SHIFT(227),
  [978] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_file_directive_repeat1, 2, 0, 0),
  [980] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_file_directive_repeat1, 2, 0, 0), SHIFT_REPEAT(469),
  [983] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_file_directive_repeat1, 2, 0, 0),
  [985] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_file_directive, 4, 0, 0),
  [987] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_file_directive, 4, 0, 0),
  [989] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_call_prototype, 5, 0, 53),
  [991] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_call_prototype, 5, 0, 53),
  [993] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_call_prototype, 5, 0, 52),
  [995] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_call_prototype, 5, 0, 52),
  [997] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_instruction, 2, 0, 0),
  [999] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_instruction, 2, 0, 0),
  [1001] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_targets_directive, 4, 0, 0),
  [1003] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_targets_directive, 4, 0, 0),
  [1005] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_call_prototype, 4, 0, 52),
  [1007] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_call_prototype, 4, 0, 52),
  [1009] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_call_prototype, 4, 0, 0),
  [1011] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_call_prototype, 4, 0, 0),
  [1013] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_call_prototype, 4, 0, 53),
  [1015] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_call_prototype, 4, 0, 53),
  [1017] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_instruction, 4, 0, 0),
  [1019] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_instruction, 4, 0, 0),
  [1021] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__statement, 1, 0, 0),
  [1023] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__statement, 1, 0, 0),
  [1025] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_call_prototype, 3, 0, 0),
  [1027] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_call_prototype, 3, 0, 0),
  [1029] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_call_prototype, 5, 0, 60),
  [1031] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_call_prototype, 5, 0, 60),
  [1033] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_instruction, 5, 0, 0),
  [1035] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_instruction, 5, 0, 0),
  [1037] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_call_prototype, 6, 0, 60),
  [1039] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_call_prototype, 6, 0, 60),
  [1041] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_opcode_repeat1, 2, 0, 0),
  [1043] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_opcode_repeat1, 2, 0, 0),
  [1045] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_opcode_repeat1, 2, 0, 0), SHIFT_REPEAT(192),
  [1048] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_label, 2, 0, 3),
  [1050] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_label, 2, 0, 3),
  [1052] = {.entry = {.count = 1, .reusable = false}}, SHIFT(294),
  [1054] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_selection, 2, 0, 0),
  [1056] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_selection, 2, 0, 0),
  [1058] = {.entry = {.count = 1, .reusable = true}}, SHIFT(192),
  [1060] = {.entry = {.count = 1, .reusable = true}}, SHIFT(165),
  [1062] = {.entry = {.count = 1, .reusable = true}}, SHIFT(278),
  [1064] = {.entry = {.count = 1, .reusable = true}}, SHIFT(304),
  [1066] = {.entry = {.count = 1, .reusable = true}}, SHIFT(197),
  [1068] = {.entry = {.count = 1, .reusable = true}}, SHIFT(210),
  [1070] = {.entry = {.count = 1, .reusable = false}}, SHIFT(486),
  [1072] = {.entry = {.count = 1, .reusable = true}}, SHIFT(272),
  [1074] = {.entry = {.count = 1, .reusable = false}}, SHIFT(218),
  [1076] = {.entry = {.count = 1, .reusable = false}}, SHIFT(195),
  [1078] = {.entry = {.count = 1, .reusable = true}}, SHIFT(218),
  [1080] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_instruction, 3, 0, 0),
  [1082] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_instruction, 3, 0, 0),
  [1084] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_targets_directive, 3, 0, 0),
  [1086] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_targets_directive, 3, 0, 0),
  [1088] = {.entry = {.count = 1, .reusable = true}}, SHIFT(242),
  [1090] = {.entry = {.count = 1, .reusable = false}}, SHIFT(502),
  [1092] = {.entry = {.count = 1, .reusable = true}}, SHIFT(181),
  [1094] = {.entry = {.count = 1, .reusable = true}}, SHIFT(198),
  [1096] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_address_size_directive, 2, 0, 0),
  [1098] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_address_size_directive, 2, 0, 0),
  [1100] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_section, 4, 0, 0),
  [1102] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_section, 4, 0, 0),
  [1104] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_section, 5, 0, 0),
  [1106] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_section, 5, 0, 0),
  [1108] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__item, 1, 0, 0),
  [1110] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__item, 1, 0, 0),
  [1112] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_version_directive, 2, 0, 1),
  [1114] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_version_directive, 2, 0, 1),
  [1116] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_arguments, 2, 0, 0),
  [1118] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_arguments, 2, 0, 0),
  [1120] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_binary, 3, 0, 0),
  [1122] = {.entry = {.count = 1, .reusable = true}}, SHIFT(281),
  [1124] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_binary, 3, 0, 0),
  [1126] = {.entry = {.count = 1, .reusable = true}}, SHIFT(292),
  [1128] = {.entry = {.count = 1, .reusable = false}}, SHIFT(292),
  [1130] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_unary, 2, 0, 0),
  [1132] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_unary, 2, 0, 0),
  [1134] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_arguments, 3, 0, 0),
  [1136] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_arguments, 3, 0, 0),
  [1138] = {.entry = {.count = 1, .reusable = false}}, SHIFT(283),
  [1140] = {.entry = {.count = 1, .reusable = false}}, SHIFT(285),
  [1142] = {.entry = {.count = 1, .reusable = true}}, SHIFT(287),
  [1144] = {.entry = {.count = 1, .reusable = true}}, SHIFT(288),
  [1146] = {.entry = {.count = 1, .reusable = false}}, SHIFT(289),
  [1148] = {.entry = {.count = 1, .reusable = true}}, SHIFT(290),
  [1150] = {.entry = {.count = 1, .reusable = true}}, SHIFT(283),
  [1152] = {.entry = {.count = 1, .reusable = true}}, SHIFT(291),
  [1154] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_conditional, 5, 0, 0),
  [1156] = {.entry = {.count = 1, .reusable = true}}, SHIFT(286),
  [1158] = {.entry = {.count = 1, .reusable = true}}, SHIFT(282),
  [1160] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_cast, 4, 0, 0),
  [1162] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_cast, 4, 0, 0),
  [1164] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_arguments, 4, 0, 0),
  [1166] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_arguments, 4, 0, 0),
  [1168] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_call, 2, 0, 0),
  [1170] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_call, 2, 0, 0),
  [1172] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_index, 4, 0, 0),
  [1174] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_index, 4, 0, 0),
  [1176] = {.entry = {.count = 1, .reusable = true}}, SHIFT(230),
  [1178] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_opcode_repeat1, 2, 0, 0), SHIFT_REPEAT(230),
  [1181] = {.entry = {.count = 1, .reusable = true}}, SHIFT(194),
  [1183] = {.entry = {.count = 1, .reusable = true}}, SHIFT(233),
  [1185] = {.entry = {.count = 1, .reusable = true}}, SHIFT(390),
  [1187] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_section_data, 2, 0, 23),
  [1189] = {.entry = {.count = 1, .reusable = true}}, SHIFT(271),
  [1191] = {.entry = {.count = 1, .reusable = true}}, SHIFT(298),
  [1193] = {.entry = {.count = 1, .reusable = false}}, SHIFT(299),
  [1195] = {.entry = {.count = 1, .reusable = false}}, SHIFT(301),
  [1197] = {.entry = {.count = 1, .reusable = true}}, SHIFT(302),
  [1199] = {.entry = {.count = 1, .reusable = true}}, SHIFT(305),
  [1201] = {.entry = {.count = 1, .reusable = true}}, SHIFT(307),
  [1203] = {.entry = {.count = 1, .reusable = false}}, SHIFT(308),
  [1205] = {.entry = {.count = 1, .reusable = true}}, SHIFT(277),
  [1207] = {.entry = {.count = 1, .reusable = true}}, SHIFT(299),
  [1209] = {.entry = {.count = 1, .reusable = true}}, SHIFT(279),
  [1211] = {.entry = {.count = 1, .reusable = true}}, SHIFT(280),
  [1213] = {.entry = {.count = 1, .reusable = false}}, SHIFT(280),
  [1215] = {.entry = {.count = 1, .reusable = true}}, SHIFT(295),
  [1217] = {.entry = {.count = 1, .reusable = true}}, SHIFT(415),
  [1219] = {.entry = {.count = 1, .reusable = true}}, SHIFT(435),
  [1221] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_section_data_repeat1, 2, 0, 0),
  [1223] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__operand, 1, 0, 0),
  [1225] = {.entry = {.count = 1, .reusable = true}}, SHIFT(306),
  [1227] = {.entry = {.count = 1, .reusable = true}}, SHIFT(350),
  [1229] = {.entry = {.count = 1, .reusable = true}}, SHIFT(270),
  [1231] = {.entry = {.count = 1, .reusable = true}}, SHIFT(363),
  [1233] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__initializer, 1, 0, 0),
  [1235] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_field, 3, 0, 22),
  [1237] = {.entry = {.count = 1, .reusable = true}}, SHIFT(175),
  [1239] = {.entry = {.count = 1, .reusable = true}}, SHIFT(303),
  [1241] = {.entry = {.count = 1, .reusable = true}}, SHIFT(347),
  [1243] = {.entry = {.count = 1, .reusable = true}}, SHIFT(200),
  [1245] = {.entry = {.count = 1, .reusable = false}}, SHIFT(239),
  [1247] = {.entry = {.count = 1, .reusable = false}}, SHIFT(223),
  [1249] = {.entry = {.count = 1, .reusable = true}}, SHIFT(239),
  [1251] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_address_repeat1, 2, 0, 0),
  [1253] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_vector_repeat1, 2, 0, 0),
  [1255] = {.entry = {.count = 1, .reusable = true}}, SHIFT(226),
  [1257] = {.entry = {.count = 1, .reusable = true}}, SHIFT(296),
  [1259] = {.entry = {.count = 1, .reusable = true}}, SHIFT(257),
  [1261] = {.entry = {.count = 1, .reusable = true}}, SHIFT(300),
  [1263] = {.entry = {.count = 1, .reusable = true}}, SHIFT(351),
  [1265] = {.entry = {.count = 1, .reusable = true}}, SHIFT(317),
  [1267] = {.entry = {.count = 1, .reusable = false}}, SHIFT(317),
  [1269] = {.entry = {.count = 1, .reusable = false}}, SHIFT(313),
  [1271] = {.entry = {.count = 1, .reusable = true}}, SHIFT(490),
  [1273] = {.entry = {.count = 1, .reusable = false}}, SHIFT(351),
  [1275] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_opcode, 1, 0, 10),
  [1277] = {.entry = {.count = 1, .reusable = true}}, SHIFT(193),
  [1279] = {.entry = {.count = 1, .reusable = false}}, SHIFT(314),
  [1281] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_opcode, 1, 0, 10),
  [1283] = {.entry = {.count = 1, .reusable = true}}, SHIFT(353),
  [1285] = {.entry = {.count = 1, .reusable = false}}, SHIFT(310),
  [1287] = {.entry = {.count = 1, .reusable = false}}, SHIFT(353),
  [1289] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_parameter_repeat1, 2, 0, 0),
  [1291] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_parameter_repeat1, 2, 0, 0), SHIFT_REPEAT(317),
  [1294] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_parameter_repeat1, 2, 0, 0), SHIFT_REPEAT(317),
  [1297] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_parameter_repeat1, 2, 0, 0), SHIFT_REPEAT(313),
  [1300] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_parameter_repeat1, 2, 0, 0), SHIFT_REPEAT(490),
  [1303] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_parameter_repeat1, 2, 0, 0),
  [1305] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_opcode, 2, 0, 10),
  [1307] = {.entry = {.count = 1, .reusable = false}}, SHIFT(316),
  [1309] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_opcode, 2, 0, 10),
  [1311] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_opcode_repeat1, 2, 0, 0), SHIFT_REPEAT(316),
  [1314] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_state_space, 1, 0, 0),
  [1316] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_state_space, 1, 0, 0),
  [1318] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_alignment, 2, 0, 0),
  [1320] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_alignment, 2, 0, 0),
  [1322] = {.entry = {.count = 1, .reusable = true}}, SHIFT(173),
  [1324] = {.entry = {.count = 1, .reusable = true}}, SHIFT(163),
  [1326] = {.entry = {.count = 1, .reusable = true}}, SHIFT(355),
  [1328] = {.entry = {.count = 1, .reusable = true}}, SHIFT(449),
  [1330] = {.entry = {.count = 1, .reusable = true}}, SHIFT(357),
  [1332] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_linkage, 1, 0, 0),
  [1334] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_linkage, 1, 0, 0),
  [1336] = {.entry = {.count = 1, .reusable = true}}, SHIFT(331),
  [1338] = {.entry = {.count = 1, .reusable = false}}, SHIFT(329),
  [1340] = {.entry = {.count = 1, .reusable = true}}, SHIFT(475),
  [1342] = {.entry = {.count = 1, .reusable = true}}, SHIFT(498),
  [1344] = {.entry = {.count = 1, .reusable = false}}, SHIFT(330),
  [1346] = {.entry = {.count = 1, .reusable = false}}, SHIFT(327),
  [1348] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_declaration_repeat1, 2, 0, 0),
  [1350] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_declaration_repeat1, 2, 0, 0), SHIFT_REPEAT(330),
  [1353] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_declaration_repeat1, 2, 0, 0), SHIFT_REPEAT(475),
  [1356] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_declaration_repeat1, 2, 0, 0), SHIFT_REPEAT(498),
  [1359] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declarator, 1, 0, 3),
  [1361] = {.entry = {.count = 1, .reusable = true}}, SHIFT(504),
  [1363] = {.entry = {.count = 1, .reusable = true}}, SHIFT(264),
  [1365] = {.entry = {.count = 1, .reusable = true}}, SHIFT(438),
  [1367] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_parameter_repeat2, 2, 0, 0),
  [1369] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_parameter_repeat2, 2, 0, 0), SHIFT_REPEAT(438),
  [1372] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_section_repeat1, 2, 0, 0), SHIFT_REPEAT(462),
  [1375] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_section_repeat1, 2, 0, 0),
  [1377] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_section_repeat1, 2, 0, 0), SHIFT_REPEAT(267),
  [1380] = {.entry = {.count = 1, .reusable = true}}, SHIFT(462),
  [1382] = {.entry = {.count = 1, .reusable = true}}, SHIFT(204),
  [1384] = {.entry = {.count = 1, .reusable = true}}, SHIFT(267),
  [1386] = {.entry = {.count = 1, .reusable = true}}, SHIFT(188),
  [1388] = {.entry = {.count = 1, .reusable = true}}, SHIFT(322),
  [1390] = {.entry = {.count = 1, .reusable = true}}, SHIFT(364),
  [1392] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declarator, 5, 0, 39),
  [1394] = {.entry = {.count = 1, .reusable = true}}, SHIFT(260),
  [1396] = {.entry = {.count = 1, .reusable = true}}, SHIFT(185),
  [1398] = {.entry = {.count = 1, .reusable = true}}, SHIFT(206),
  [1400] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declarator, 4, 0, 39),
  [1402] = {.entry = {.count = 1, .reusable = true}}, SHIFT(263),
  [1404] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declarator, 2, 0, 3),
  [1406] = {.entry = {.count = 1, .reusable = true}}, SHIFT(261),
  [1408] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_section_data, 3, 0, 23),
  [1410] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_dimension, 3, 0, 0),
  [1412] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_attribute, 4, 0, 0),
  [1414] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_attribute, 4, 0, 0),
  [1416] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_attribute, 5, 0, 0),
  [1418] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_attribute, 5, 0, 0),
  [1420] = {.entry = {.count = 1, .reusable = true}}, SHIFT(10),
  [1422] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_parameter, 4, 0, 24),
  [1424] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_section_address, 1, 0, 0),
  [1426] = {.entry = {.count = 1, .reusable = true}}, SHIFT(512),
  [1428] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_parameter, 3, 0, 9),
  [1430] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_vector, 3, 0, 0),
  [1432] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_parameter, 3, 0, 24),
  [1434] = {.entry = {.count = 1, .reusable = true}}, SHIFT(483),
  [1436] = {.entry = {.count = 1, .reusable = true}}, SHIFT(343),
  [1438] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_parameter, 2, 0, 9),
  [1440] = {.entry = {.count = 1, .reusable = true}}, SHIFT(19),
  [1442] = {.entry = {.count = 1, .reusable = true}}, SHIFT(22),
  [1444] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_dimension, 2, 0, 0),
  [1446] = {.entry = {.count = 1, .reusable = true}}, SHIFT(12),
  [1448] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_attribute, 6, 0, 0),
  [1450] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_attribute, 6, 0, 0),
  [1452] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_vector, 4, 0, 0),
  [1454] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_section_data_repeat1, 2, 0, 0), SHIFT_REPEAT(271),
  [1457] = {.entry = {.count = 1, .reusable = true}}, SHIFT(180),
  [1459] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_address, 3, 0, 0),
  [1461] = {.entry = {.count = 1, .reusable = true}}, SHIFT(429),
  [1463] = {.entry = {.count = 1, .reusable = true}}, SHIFT(365),
  [1465] = {.entry = {.count = 1, .reusable = true}}, SHIFT(461),
  [1467] = {.entry = {.count = 1, .reusable = true}}, SHIFT(184),
  [1469] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_function_directive_repeat1, 2, 0, 0), SHIFT_REPEAT(461),
  [1472] = {.entry = {.count = 1, .reusable = true}}, SHIFT(191),
  [1474] = {.entry = {.count = 1, .reusable = true}}, SHIFT(448),
  [1476] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_instruction_repeat1, 2, 0, 0), SHIFT_REPEAT(211),
  [1479] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_instruction_repeat1, 2, 0, 0),
  [1481] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_attribute_repeat1, 2, 0, 0),
  [1483] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_section_address, 3, 0, 0),
  [1485] = {.entry = {.count = 1, .reusable = true}}, SHIFT(178),
  [1487] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_call_prototype_repeat1, 2, 0, 0),
  [1489] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_call_prototype_repeat1, 2, 0, 0), SHIFT_REPEAT(364),
  [1492] = {.entry = {.count = 1, .reusable = true}}, SHIFT(335),
  [1494] = {.entry = {.count = 1, .reusable = false}}, SHIFT(335),
  [1496] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_address, 4, 0, 0),
  [1498] = {.entry = {.count = 1, .reusable = true}}, SHIFT(383),
  [1500] = {.entry = {.count = 1, .reusable = true}}, SHIFT(183),
  [1502] = {.entry = {.count = 1, .reusable = true}}, SHIFT(189),
  [1504] = {.entry = {.count = 1, .reusable = true}}, SHIFT(211),
  [1506] = {.entry = {.count = 1, .reusable = true}}, SHIFT(244),
  [1508] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_address, 5, 0, 0),
  [1510] = {.entry = {.count = 1, .reusable = true}}, SHIFT(506),
  [1512] = {.entry = {.count = 1, .reusable = true}}, SHIFT(168),
  [1514] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_declaration_repeat2, 2, 0, 0), SHIFT_REPEAT(440),
  [1517] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_declaration_repeat2, 2, 0, 0),
  [1519] = {.entry = {.count = 1, .reusable = true}}, SHIFT(440),
  [1521] = {.entry = {.count = 1, .reusable = true}}, SHIFT(104),
  [1523] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_values, 3, 0, 0),
  [1525] = {.entry = {.count = 1, .reusable = true}}, SHIFT(236),
  [1527] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_values, 2, 0, 0),
  [1529] = {.entry = {.count = 1, .reusable = true}}, SHIFT(224),
  [1531] = {.entry = {.count = 1, .reusable = true}}, SHIFT(169),
  [1533] = {.entry = {.count = 1, .reusable = true}}, SHIFT(235),
  [1535] = {.entry = {.count = 1, .reusable = true}}, SHIFT(388),
  [1537] = {.entry = {.count = 1, .reusable = true}}, SHIFT(216),
  [1539] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_parameters_repeat1, 2, 0, 0), SHIFT_REPEAT(325),
  [1542] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_parameters_repeat1, 2, 0, 0),
  [1544] = {.entry = {.count = 1, .reusable = true}}, SHIFT(16),
  [1546] = {.entry = {.count = 1, .reusable = true}}, SHIFT(45),
  [1548] = {.entry = {.count = 1, .reusable = true}}, SHIFT(78),
  [1550] = {.entry = {.count = 1, .reusable = true}}, SHIFT(344),
  [1552] = {.entry = {.count = 1, .reusable = true}}, SHIFT(199),
  [1554] = {.entry = {.count = 1, .reusable = true}}, SHIFT(190),
  [1556] = {.entry = {.count = 1, .reusable = true}}, SHIFT(359),
  [1558] = {.entry = {.count = 1, .reusable = true}}, SHIFT(358),
  [1560] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_attribute_repeat1, 2, 0, 0), SHIFT_REPEAT(483),
  [1563] = {.entry = {.count = 1, .reusable = true}}, SHIFT(14),
  [1565] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_pair, 3, 0, 0),
  [1567] = {.entry = {.count = 1, .reusable = true}}, SHIFT(182),
  [1569] = {.entry = {.count = 1, .reusable = true}}, SHIFT(186),
  [1571] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_pragma_directive_repeat1, 2, 0, 0), SHIFT_REPEAT(506),
  [1574] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_pragma_directive_repeat1, 2, 0, 0),
  [1576] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_values, 4, 0, 0),
  [1578] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_values_repeat1, 2, 0, 0), SHIFT_REPEAT(254),
  [1581] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_values_repeat1, 2, 0, 0),
  [1583] = {.entry = {.count = 1, .reusable = true}}, SHIFT(325),
  [1585] = {.entry = {.count = 1, .reusable = true}}, SHIFT(158),
  [1587] = {.entry = {.count = 1, .reusable = true}}, SHIFT(79),
  [1589] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_vector_repeat1, 2, 0, 0), SHIFT_REPEAT(306),
  [1592] = {.entry = {.count = 1, .reusable = true}}, SHIFT(21),
  [1594] = {.entry = {.count = 1, .reusable = true}}, SHIFT(170),
  [1596] = {.entry = {.count = 1, .reusable = true}}, SHIFT(171),
  [1598] = {.entry = {.count = 1, .reusable = true}}, SHIFT(172),
  [1600] = {.entry = {.count = 1, .reusable = true}}, SHIFT(25),
  [1602] = {.entry = {.count = 1, .reusable = true}}, SHIFT(167),
  [1604] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_address_repeat1, 2, 0, 0), SHIFT_REPEAT(270),
  [1607] = {.entry = {.count = 1, .reusable = true}}, SHIFT(256),
  [1609] = {.entry = {.count = 1, .reusable = true}}, SHIFT(160),
  [1611] = {.entry = {.count = 1, .reusable = true}}, SHIFT(450),
  [1613] = {.entry = {.count = 1, .reusable = true}}, SHIFT(451),
  [1615] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_values, 5, 0, 0),
  [1617] = {.entry = {.count = 1, .reusable = true}}, SHIFT(379),
  [1619] = {.entry = {.count = 1, .reusable = true}}, SHIFT(356),
  [1621] = {.entry = {.count = 1, .reusable = true}}, SHIFT(507),
  [1623] = {.entry = {.count = 1, .reusable = true}}, SHIFT(315),
  [1625] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declarator, 3, 0, 22),
  [1627] = {.entry = {.count = 1, .reusable = true}}, SHIFT(164),
  [1629] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declarator, 6, 0, 59),
  [1631] = {.entry = {.count = 1, .reusable = true}}, SHIFT(499),
  [1633] = {.entry = {.count = 1, .reusable = true}}, SHIFT(495),
  [1635] = {.entry = {.count = 1, .reusable = true}}, SHIFT(408),
  [1637] = {.entry = {.count = 1, .reusable = false}}, SHIFT(408),
  [1639] = {.entry = {.count = 1, .reusable = true}}, SHIFT(472),
  [1641] = {.entry = {.count = 1, .reusable = true}}, SHIFT(473),
  [1643] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_attribute_repeat1, 3, 0, 0),
  [1645] = {.entry = {.count = 1, .reusable = true}}, SHIFT(166),
  [1647] = {.entry = {.count = 1, .reusable = true}}, SHIFT(337),
  [1649] = {.entry = {.count = 1, .reusable = false}}, SHIFT(337),
  [1651] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declarator, 7, 0, 62),
  [1653] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declarator, 4, 0, 40),
  [1655] = {.entry = {.count = 1, .reusable = true}}, SHIFT(453),
  [1657] = {.entry = {.count = 1, .reusable = true}}, SHIFT(420),
  [1659] = {.entry = {.count = 1, .reusable = true}}, SHIFT(387),
  [1661] = {.entry = {.count = 1, .reusable = true}}, SHIFT(508),
  [1663] = {.entry = {.count = 1, .reusable = true}}, SHIFT(477),
  [1665] = {.entry = {.count = 1, .reusable = true}}, SHIFT(13),
  [1667] = {.entry = {.count = 1, .reusable = true}}, SHIFT(470),
  [1669] = {.entry = {.count = 1, .reusable = true}}, SHIFT(482),
  [1671] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_guard, 3, 0, 0),
  [1673] = {.entry = {.count = 1, .reusable = true}}, SHIFT(179),
  [1675] = {.entry = {.count = 1, .reusable = true}}, SHIFT(334),
  [1677] = {.entry = {.count = 1, .reusable = true}}, SHIFT(15),
  [1679] = {.entry = {.count = 1, .reusable = true}}, SHIFT(467),
  [1681] = {.entry = {.count = 1, .reusable = true}}, SHIFT(480),
  [1683] = {.entry = {.count = 1, .reusable = true}}, SHIFT(514),
  [1685] = {.entry = {.count = 1, .reusable = true}}, SHIFT(369),
  [1687] = {.entry = {.count = 1, .reusable = true}}, SHIFT(352),
  [1689] = {.entry = {.count = 1, .reusable = true}}, SHIFT(479),
  [1691] = {.entry = {.count = 1, .reusable = true}}, SHIFT(17),
  [1693] = {.entry = {.count = 1, .reusable = true}}, SHIFT(119),
  [1695] = {.entry = {.count = 1, .reusable = true}}, SHIFT(509),
  [1697] = {.entry = {.count = 1, .reusable = true}},  ACCEPT_INPUT(),
  [1699] = {.entry = {.count = 1, .reusable = true}}, SHIFT(510),
  [1701] = {.entry = {.count = 1, .reusable = true}}, SHIFT(373),
  [1703] = {.entry = {.count = 1, .reusable = true}}, SHIFT(339),
  [1705] = {.entry = {.count = 1, .reusable = true}}, SHIFT(463),
  [1707] = {.entry = {.count = 1, .reusable = true}}, SHIFT(293),
  [1709] = {.entry = {.count = 1, .reusable = true}}, SHIFT(489),
  [1711] = {.entry = {.count = 1, .reusable = true}}, SHIFT(208),
  [1713] = {.entry = {.count = 1, .reusable = true}}, SHIFT(174),
  [1715] = {.entry = {.count = 1, .reusable = true}}, SHIFT(318),
  [1717] = {.entry = {.count = 1, .reusable = true}}, SHIFT(18),
  [1719] = {.entry = {.count = 1, .reusable = true}}, SHIFT(23),
  [1721] = {.entry = {.count = 1, .reusable = true}}, SHIFT(460),
  [1723] = {.entry = {.count = 1, .reusable = true}}, SHIFT(24),
  [1725] = {.entry = {.count = 1, .reusable = true}}, SHIFT(468),
  [1727] = {.entry = {.count = 1, .reusable = true}}, SHIFT(64),
  [1729] = {.entry = {.count = 1, .reusable = true}}, SHIFT(26),
  [1731] = {.entry = {.count = 1, .reusable = true}}, SHIFT(476),
  [1733] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_guard, 2, 0, 0),
  [1735] = {.entry = {.count = 1, .reusable = true}}, SHIFT(384),
  [1737] = {.entry = {.count = 1, .reusable = true}}, SHIFT(203),
  [1739] = {.entry = {.count = 1, .reusable = true}}, SHIFT(284),
  [1741] = {.entry = {.count = 1, .reusable = true}}, SHIFT(496),
  [1743] = {.entry = {.count = 1, .reusable = true}}, SHIFT(484),
  [1745] = {.entry = {.count = 1, .reusable = true}}, SHIFT(11),
  [1747] = {.entry = {.count = 1, .reusable = true}}, SHIFT(442),
  [1749] = {.entry = {.count = 1, .reusable = true}}, SHIFT(342),
  [1751] = {.entry = {.count = 1, .reusable = true}}, SHIFT(27),
  [1753] = {.entry = {.count = 1, .reusable = true}}, SHIFT(464),
  [1755] = {.entry = {.count = 1, .reusable = true}}, SHIFT(118),
  [1757] = {.entry = {.count = 1, .reusable = true}}, SHIFT(424),
  [1759] = {.entry = {.count = 1, .reusable = true}}, SHIFT(374),
  [1761] = {.entry = {.count = 1, .reusable = true}}, SHIFT(7),
  [1763] = {.entry = {.count = 1, .reusable = true}}, SHIFT(503),
  [1765] = {.entry = {.count = 1, .reusable = true}}, SHIFT(20),
};

#ifdef __cplusplus
extern "C" {
#endif
#ifdef TREE_SITTER_HIDE_SYMBOLS
#define TS_PUBLIC
#elif defined(_WIN32)
#define TS_PUBLIC __declspec(dllexport)
#else
#define TS_PUBLIC __attribute__((visibility("default")))
#endif

TS_PUBLIC const TSLanguage *tree_sitter_ptx(void) {
  static const TSLanguage language = {
    .version = LANGUAGE_VERSION,
    .symbol_count = SYMBOL_COUNT,
    .alias_count = ALIAS_COUNT,
    .token_count = TOKEN_COUNT,
    .external_token_count = EXTERNAL_TOKEN_COUNT,
    .state_count = STATE_COUNT,
    .large_state_count = LARGE_STATE_COUNT,
    .production_id_count = PRODUCTION_ID_COUNT,
    .field_count = FIELD_COUNT,
    .max_alias_sequence_length = MAX_ALIAS_SEQUENCE_LENGTH,
    .parse_table = &ts_parse_table[0][0],
    .small_parse_table = ts_small_parse_table,
    .small_parse_table_map = ts_small_parse_table_map,
    .parse_actions = ts_parse_actions,
    .symbol_names = ts_symbol_names,
    .field_names = ts_field_names,
    .field_map_slices = ts_field_map_slices,
    .field_map_entries = ts_field_map_entries,
    .symbol_metadata = ts_symbol_metadata,
    .public_symbol_map = ts_symbol_map,
    .alias_map = ts_non_terminal_alias_map,
    .alias_sequences = &ts_alias_sequences[0][0],
    .lex_modes = ts_lex_modes,
    .lex_fn = ts_lex,
    .keyword_lex_fn = ts_lex_keywords,
    .keyword_capture_token = sym_identifier,
    .primary_state_ids = ts_primary_state_ids,
  };
  return &language;
}
#ifdef __cplusplus
}
#endif
