/**
 * Tree-sitter grammar of PTX. Words (mnemonics, types, special registers) are not part of it: queries/highlights.scm has
 * them, which is generated from the records.
 */

const listed = (rule) => seq(rule, repeat(seq(",", rule)));

const BINARY = [
  ["||", 2], ["&&", 3], ["|", 4], ["^", 5], ["&", 6], ["==", 7], ["!=", 7], ["<", 8], ["<=", 8], [">", 8], [">=", 8],
  ["<<", 9], [">>", 9], ["+", 10], ["-", 10], ["*", 11], ["/", 11], ["%", 11],
];
const UNARY = 12;

module.exports = grammar({
  name: "ptx",
  word: ($) => $.identifier,
  extras: ($) => [/\s/, $.comment, $.line_marker],
  supertypes: ($) => [$._item, $._statement, $._expression],
  conflicts: ($) => [[$.function]],

  rules: {
    module: ($) => repeat($._item),

    _item: ($) =>
      choice(
        $.version_directive, $.target_directive, $.address_size_directive, $.file_directive, $.section, $.function,
        $.declaration, $.alias_directive, $.pragma_directive, $.dwarf_line, $.location_directive,
      ),

    // The head of a module

    version_directive: ($) => seq(".version", alias($.decimal, $.version)),
    target_directive: ($) => prec.right(seq(".target", listed($.identifier), optional(";"))),
    address_size_directive: ($) => seq(".address_size", $.integer),

    // Debug information

    file_directive: ($) => prec.right(seq(".file", $.integer, $.string, repeat(seq(",", $.integer)))),
    location_directive: ($) =>
      prec.right(seq(
        choice(".loc", ".loc_intermediate"), $.integer, $.integer, $.integer,
        optional(seq(
          ",", "function_name", choice($.identifier, $.section_name), optional(seq("+", $.integer)),
          ",", "inlined_at", $.integer, $.integer, $.integer,
        )),
      )),
    section: ($) => seq(".section", $.section_name, "{", repeat(choice($.label, $.section_data)), "}"),
    section_name: () => token(prec(-1, /\.[A-Za-z_][\w$]*/)),
    section_data: ($) => seq(field("type", $.type), listed(choice($._expression, $.section_address))),
    section_address: ($) => seq($.section_name, optional(seq("+", $.integer))),
    dwarf_line: () => /@@DWARF[^\n]*/,

    // Functions

    function: ($) =>
      seq(
        optional($.linkage),
        field("kind", choice(".entry", ".func")),
        optional($.attribute),
        optional(field("results", $.parameters)),
        field("name", $.identifier),
        optional(field("parameters", $.parameters)),
        repeat(choice($.function_directive, $.pragma_directive)),
        optional(choice(field("body", $.block), ";")),
      ),
    linkage: () => choice(".extern", ".visible", ".weak", ".common"),
    function_directive: ($) => prec.right(seq(field("name", $.type), optional(listed(choice($.integer, $.string))))),
    parameters: ($) => seq("(", optional(listed($.parameter)), ")"),
    parameter: ($) =>
      seq(
        $.state_space, repeat(choice($.alignment, $.state_space, $.type)),
        field("name", choice($.identifier, $.discard)), repeat($.dimension),
      ),

    // Variables

    declaration: ($) =>
      seq(
        optional($.linkage), $.state_space, repeat(choice($.alignment, $.attribute, $.type)),
        listed($.declarator), ";",
      ),
    state_space: () =>
      choice(".reg", ".sreg", ".const", ".global", ".local", ".param", ".shared", ".tex", /\.const\[[0-9]+\]/),
    type: () => token(prec(-1, /\.[A-Za-z0-9_][\w$]*(::\w+)*/)),
    alignment: ($) => seq(".align", $.integer),
    attribute: ($) => seq(".attribute", "(", listed(seq($.type, optional($.arguments))), ")"),
    declarator: ($) =>
      seq(
        field("name", $.identifier),
        optional(field("count", seq("<", $.integer, ">"))),
        repeat($.dimension),
        optional(seq("=", field("value", $._initializer))),
      ),
    dimension: ($) => seq("[", optional($.integer), "]"),
    _initializer: ($) => choice($._expression, $.values),
    values: ($) => seq("{", optional(seq(listed(choice($._initializer, $.field)), optional(","))), "}"),
    field: ($) => seq(field("name", $.identifier), "=", field("value", $._expression)),

    // Statements

    block: ($) => seq("{", repeat($._statement), "}"),
    _statement: ($) =>
      choice(
        $.block, $.label, $.instruction, $.declaration, $.location_directive, $.pragma_directive, $.targets_directive,
        $.call_prototype, $.function, $.alias_directive, $.target_directive,
      ),
    label: ($) => seq(field("name", $.identifier), ":"),
    instruction: ($) => seq(optional($.guard), $.opcode, optional(listed($._operand)), ";"),
    guard: ($) => seq("@", optional("!"), $.identifier),
    opcode: ($) => prec.right(seq(field("mnemonic", alias($.identifier, $.mnemonic)), repeat($.modifier))),
    modifier: () => token.immediate(/\.(const\[[0-9]+\]|[A-Za-z0-9_][\w$]*(::\w+)*(:\w+)?)/),
    targets_directive: ($) => seq(choice(".branchtargets", ".calltargets"), listed($.declarator), ";"),
    call_prototype: ($) =>
      seq(
        ".callprototype", optional(field("results", $.parameters)), choice($.discard, $.identifier),
        optional(field("parameters", $.parameters)), repeat($.function_directive), ";",
      ),
    alias_directive: ($) => seq(".alias", $.identifier, ",", $.identifier, ";"),
    pragma_directive: ($) => seq(".pragma", listed($.string), ";"),

    // Operands and constants

    _operand: ($) => choice($._expression, $.vector, $.address, $.pair),
    vector: ($) => seq("{", listed($._expression), "}"),
    address: ($) => prec.right(seq("[", listed(choice($._expression, $.vector)), "]", optional($.modifier))),
    // A pair of names, `p|q`, has the syntax of a bitwise or.
    pair: ($) => seq($.vector, "|", choice($.identifier, $.discard)),
    _expression: ($) =>
      choice(
        $.identifier, $.discard, $.selection, $.index, $.integer, $.decimal, $.exact, $.unary, $.binary, $.conditional,
        $.cast, $.arguments, $.call,
      ),
    discard: () => "_",
    selection: ($) => seq($.identifier, repeat1($.modifier)),
    index: ($) => seq($.identifier, "[", $._expression, "]"),
    arguments: ($) => seq("(", optional(listed($._operand)), ")"),
    call: ($) => prec(UNARY + 2, seq(choice($.identifier, $.integer), $.arguments)),
    cast: ($) => prec(UNARY, seq("(", $.type, ")", $._expression)),
    unary: ($) => prec(UNARY, seq(choice("-", "+", "!", "~"), $._expression)),
    binary: ($) =>
      choice(...BINARY.map(([operator, level]) => prec.left(level, seq($._expression, operator, $._expression)))),
    conditional: ($) => prec.right(1, seq($._expression, "?", $._expression, ":", $._expression)),

    identifier: () => /[A-Za-z][\w$]*|[_$%][\w$]+/,
    integer: () => /0[xX][0-9a-fA-F]+U?|0[bB][01]+U?|[0-9]+U?/,
    exact: () => /0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}/,
    decimal: () => /[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?|\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+/,
    string: () => /"[^"]*"/,
    comment: () => token(choice(/\/\/[^\n]*/, /\/\*[^*]*\*+([^/*][^*]*\*+)*\//)),
    line_marker: () => /#[^\n]*/,
  },
});
