"""Source files, source locations and debug sections: verdicts of ptxas 13.0."""

from __future__ import annotations

import pytest

from tests.check.language_findings import codes, reported

FILE = '.file 1 "kernel.cu"\n'
NAMES = ".section .debug_str { name: .b8 0 }\n"


def kernel(*lines: str) -> str:
    return ".entry k() {\n" + "\n".join(lines) + "\nret;\n}"


class TestFiles:
    @pytest.mark.parametrize(
        ("text", "findings"),
        [
            (FILE + '.file 2 "kernel.cu", 0, 0', []),
            (FILE + FILE, ["repeated-directive: file 1 has a name already"]),
            ('.file 4294967295 "kernel.cu"', []),
            (
                '.file 4294967296 "kernel.cu"',
                ["directive-argument: .file: index is 4294967296; it must be in 0..4294967295"],
            ),
            (
                '.version 3.1\n.target sm_20\n.file 1 "a", 1, 2',
                ["unavailable-version: timestamp of .file needs PTX 3.2 on sm_20"],
            ),
        ],
    )
    def test_files(self, text: str, findings: list[str]) -> None:
        assert reported(text) == findings


class TestLocations:
    def test_a_file_may_come_later(self) -> None:
        assert codes(kernel(".loc 1 2 3") + "\n" + FILE) == []

    def test_a_file_that_never_comes_is_a_warning_once(self) -> None:
        assert reported(FILE + kernel(".loc 2 2 3", ".loc 2 3 3")) == [
            "warning undeclared-file: no .file has the number 2"
        ]

    def test_numbers_have_32_bits(self) -> None:
        assert codes(FILE + kernel(".loc 1 4294967295 4294967295")) == []
        assert reported(FILE + kernel(".loc 1 2 4294967296")) == [
            "directive-argument: the numbers of .loc are 4294967295 at most"
        ]

    def test_inlined_places_come_before(self) -> None:
        inlined = ".loc 1 9 3, function_name name, inlined_at 1 2 3"
        assert codes(FILE + NAMES + kernel(".loc 1 2 3", inlined)) == []
        assert codes(FILE + NAMES + kernel("{", ".loc 1 2 3", "}", inlined)) == []
        assert codes(FILE + NAMES + kernel(inlined, ".loc 1 2 3")) == ["unknown-location"]
        assert reported(FILE + NAMES + kernel(inlined)) == [
            "unknown-location: no .loc before this one names the place 1 2 3"
        ]

    def test_an_inlined_place_can_be_one_that_was_inlined(self) -> None:
        lines = (
            ".loc 1 2 3",
            ".loc 1 9 3, function_name name, inlined_at 1 2 3",
            ".loc 1 7 1, function_name .debug_str+1, inlined_at 1 9 3",
        )
        assert codes(FILE + NAMES + kernel(*lines)) == []

    def test_places_of_other_functions_count(self) -> None:
        first = ".func f() {\n.loc 1 2 3\nret; }\n"
        assert codes(FILE + NAMES + first + kernel(".loc 1 9 3, function_name name, inlined_at 1 2 3")) == []

    def test_the_label_of_a_name_is_in_a_section(self) -> None:
        text = FILE + kernel(".loc 1 2 3", ".loc 1 9 3, function_name name, inlined_at 1 2 3")
        assert reported(text) == ["undeclared-name: no section has the label name"]
        assert codes(text + "\n" + NAMES) == []

    def test_inlining_came_later(self) -> None:
        text = FILE + ".section .debug_str { }\n"
        text += kernel(".loc 1 2 3", ".loc 1 9 3, function_name .debug_str, inlined_at 1 2 3")
        assert reported(".version 6.5\n.target sm_70\n" + text) == [
            "unavailable-version: inlined_at of .loc needs PTX 7.0 on sm_70"
        ]


class TestSections:
    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            (".b8 -128, 255", []),
            (".b8 256", ["directive-argument"]),
            (".b8 1, -129", ["directive-argument"]),
            (".b16 65536", ["directive-argument"]),
            (".b32 -2147483648, 4294967295", []),
            (".b32 -2147483649", ["directive-argument"]),
            (".b64 18446744073709551615", []),
            (".b32 .debug_abbrev", []),
            (".b64 .debug_abbrev+4", []),
            (".b16 .debug_abbrev", ["directive-argument"]),
            (".b8 nothing", ["directive-argument"]),
            ("a: .b8 0 b: .b32 b-a", []),
            ("a: .b8 0 b: .b16 b-a", ["directive-argument"]),
            ("a: .b8 0 a: .b8 0", ["redeclared-name"]),
        ],
    )
    def test_lines(self, line: str, expected: list[str]) -> None:
        assert codes(f".section .debug_info {{ {line} }}") == expected

    def test_labels_are_known_in_all_sections(self) -> None:
        assert codes(NAMES + ".section .debug_info { name: .b8 0 }") == ["redeclared-name"]
        assert codes(".section .debug_info { .b32 name }\n" + NAMES) == []

    def test_a_difference_is_between_labels_of_one_section(self) -> None:
        apart = ".section .debug_info { first: .b32 second-first }\n.section .debug_abbrev { second: .b8 0 }\n"
        together = ".section .debug_info { first: .b32 second-first second: .b8 0 }\n"
        assert codes(apart) == ["undocumented"]
        assert codes(together) == []

    def test_labels_are_no_names_of_code(self) -> None:
        assert codes(".section .debug_info { k: .b8 0 }\n" + kernel()) == []

    @pytest.mark.parametrize(
        ("version", "line", "feature"),
        [
            ("3.1", ".b32 .debug_abbrev+4", "offset"),
            ("6.5", "a: .b8 0", "label"),
            ("7.4", ".b32 b-a", "difference"),
            ("7.4", ".b8 -1", "negative"),
        ],
    )
    def test_parts_that_came_later(self, version: str, line: str, feature: str) -> None:
        text = f".version {version}\n.target sm_20\n.section .debug_info {{ {line} }}"
        (message,) = reported(text)
        assert message.startswith(f"unavailable-version: {feature} of .section needs PTX")
        assert codes(text.replace(f".version {version}", ".version 7.5")) == []

    def test_sections_took_the_place_of_dwarf_lines(self) -> None:
        lines = '@@DWARF .section .debug_info, "", @progbits\n'
        assert reported(".version 2.0\n.target sm_20\n" + lines) == [
            "unavailable-version: @@DWARF was removed in PTX 2.0"
        ]
        assert codes(".version 1.4\n.target sm_10\n" + lines) == []
        assert codes(".version 1.4\n.target sm_10\n.section .debug_info { }") == ["unavailable-version"]
