/* Read test vectors of `ptxisa vectors` in C99: one header, no library. Include it where it is used.
 *
 *     ptxv_file file;
 *     ptxv_vector vector;
 *     int more;
 *     if (ptxv_open(&file, stdin))                      // gzip -dc add.f32.jsonl.gz | program
 *         while ((more = ptxv_next(&file, &vector)) > 0)
 *             if (!ptxv_allows(&file, &vector, 0, result)) ...
 *     if (file.error[0]) fprintf(stderr, "line %lu: %s\n", file.line, file.error);
 *
 * A value is PTXV_WORDS words of 64 bits, the lowest first; vector.in[i].word[0] is a value of up to 64 bits. The first
 * line is read as any JSON object, of which unknown keys are skipped; the others must have the exact shape that the
 * format fixes. Whatever the bytes are, errors end in a message and the number of the line.
 */
#ifndef PTX_VECTORS_H
#define PTX_VECTORS_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define PTXV_WORDS 32    /* 32 lanes of 64 bits */
#define PTXV_FIELDS 16   /* inputs, and outputs, of a set */
#define PTXV_NAME 96     /* bytes of a text that is kept, with its end */
#define PTXV_LINE 65536  /* bytes of a line of a vector */
#define PTXV_DEPTH 16    /* nested arrays and objects in the first line */

typedef struct { uint64_t word[PTXV_WORDS]; } ptxv_value;

typedef struct {
    char name[PTXV_NAME], type[PTXV_NAME], kind[PTXV_NAME];
    unsigned bits, lanes, elements, element_bits, stride, fraction_bits;
} ptxv_field;

typedef enum { PTXV_EQUAL, PTXV_MASK, PTXV_RANGE } ptxv_compare;

typedef struct {
    FILE *stream;
    unsigned long line;              /* of the first line 1 */
    char error[160];                 /* empty where all is well */
    char opcode[PTXV_NAME];          /* the first of all that the set is about */
    char form[PTXV_NAME], target[PTXV_NAME];
    ptxv_compare compare;
    int flush;
    unsigned inputs, outputs;
    ptxv_field input[PTXV_FIELDS], output[PTXV_FIELDS];
    unsigned long vectors;           /* as the first line announces */
    char buffer[PTXV_LINE];
    /* Reading the first line: */
    int peeked, known_version;
} ptxv_file;

typedef struct {
    char sample[PTXV_NAME];          /* class */
    ptxv_value in[PTXV_FIELDS], out[PTXV_FIELDS];
    ptxv_value open[PTXV_FIELDS];    /* PTXV_MASK: bits that may be anything */
    ptxv_value low[PTXV_FIELDS], high[PTXV_FIELDS]; /* PTXV_RANGE */
} ptxv_vector;

static int ptxv_fail(ptxv_file *file, const char *message) {
    if (!file->error[0]) snprintf(file->error, sizeof file->error, "%s", message);
    return 0;
}

/* --- the first line: any JSON object --- */

static int ptxv_peek(ptxv_file *file) {
    if (file->peeked == -2) file->peeked = getc(file->stream);
    while (file->peeked == ' ' || file->peeked == '\t' || file->peeked == '\r') file->peeked = getc(file->stream);
    return file->peeked;
}

static int ptxv_take(ptxv_file *file, int wanted) {
    if (ptxv_peek(file) != wanted) return 0;
    file->peeked = -2;
    return 1;
}

static int ptxv_escape(ptxv_file *file) {
    int c = getc(file->stream), digit;
    if (c != 'u') return c == EOF || c == '\n' ? -1 : c == 'n' ? '\n' : c == 't' ? '\t' : c;
    for (digit = 0; digit < 4; digit++)
        if ((c = getc(file->stream)) == EOF || c == '\n') return -1;
    return '?';
}

/* A text; what does not fit is cut off. */
static int ptxv_text(ptxv_file *file, char *text, size_t size) {
    size_t length = 0;
    int c;
    if (!ptxv_take(file, '"')) return ptxv_fail(file, "a string was expected");
    while ((c = getc(file->stream)) != '"') {
        if (c == '\\') c = ptxv_escape(file);
        if (c < 0 || c == '\n') return ptxv_fail(file, "the first line ends within a string");
        if (length + 1 < size) text[length++] = (char)c;
    }
    if (size) text[length] = 0;
    return 1;
}

static int ptxv_word(ptxv_file *file, const char *word) {
    for (; *word; word++)
        if (!ptxv_take(file, *word)) return ptxv_fail(file, "an unknown word");
    return 1;
}

static int ptxv_number(ptxv_file *file, unsigned long *number, unsigned long most) {
    int any = 0;
    for (*number = 0; ptxv_peek(file) >= '0' && file->peeked <= '9'; any = 1) {
        unsigned digit = (unsigned)(file->peeked - '0');
        if (*number > (most - digit) / 10) return ptxv_fail(file, "a number is too large");
        *number = *number * 10 + digit;
        file->peeked = -2;
    }
    return any ? 1 : ptxv_fail(file, "a number was expected");
}

static int ptxv_skip(ptxv_file *file, int depth);

/* What follows an opening bracket, up to the closing one. */
static int ptxv_skip_items(ptxv_file *file, int close, int depth) {
    if (ptxv_take(file, close)) return 1;
    do {
        if (close == '}' && !(ptxv_text(file, NULL, 0) && ptxv_word(file, ":"))) return 0;
        if (!ptxv_skip(file, depth + 1)) return 0;
    } while (ptxv_take(file, ','));
    return ptxv_take(file, close) ? 1 : ptxv_fail(file, "a bracket is not closed");
}

static int ptxv_skip(ptxv_file *file, int depth) {
    unsigned long number;
    int c = ptxv_peek(file);
    if (depth > PTXV_DEPTH) return ptxv_fail(file, "too deeply nested");
    if (c == '"') return ptxv_text(file, NULL, 0);
    if (ptxv_take(file, '{')) return ptxv_skip_items(file, '}', depth);
    if (ptxv_take(file, '[')) return ptxv_skip_items(file, ']', depth);
    if (c == 't') return ptxv_word(file, "true");
    if (c == 'f') return ptxv_word(file, "false");
    if (c == 'n') return ptxv_word(file, "null");
    ptxv_take(file, '-');
    return ptxv_number(file, &number, ~0ul);
}

static int ptxv_small(ptxv_file *file, unsigned *number) {
    unsigned long found;
    if (!ptxv_number(file, &found, 1024)) return 0;
    *number = (unsigned)found;
    return 1;
}

static int ptxv_field_key(ptxv_file *file, ptxv_field *field, const char *key) {
    if (!strcmp(key, "name")) return ptxv_text(file, field->name, sizeof field->name);
    if (!strcmp(key, "type")) return ptxv_text(file, field->type, sizeof field->type);
    if (!strcmp(key, "kind")) return ptxv_text(file, field->kind, sizeof field->kind);
    if (!strcmp(key, "bits")) return ptxv_small(file, &field->bits);
    if (!strcmp(key, "lanes")) return ptxv_small(file, &field->lanes);
    if (!strcmp(key, "elements")) return ptxv_small(file, &field->elements);
    if (!strcmp(key, "element_bits")) return ptxv_small(file, &field->element_bits);
    if (!strcmp(key, "stride")) return ptxv_small(file, &field->stride);
    if (!strcmp(key, "fraction_bits")) return ptxv_small(file, &field->fraction_bits);
    return ptxv_skip(file, 2);
}

static int ptxv_field_is_sound(const ptxv_field *field) {
    return field->bits && field->lanes && field->elements && field->element_bits && field->stride
        && field->bits * field->lanes <= 64 * PTXV_WORDS && field->fraction_bits < field->bits
        && (field->elements - 1) * field->stride + field->element_bits <= field->bits;
}

static int ptxv_one_field(ptxv_file *file, ptxv_field *field) {
    char key[PTXV_NAME];
    if (!ptxv_word(file, "{")) return 0;
    do {
        if (!ptxv_text(file, key, sizeof key) || !ptxv_word(file, ":") || !ptxv_field_key(file, field, key)) return 0;
    } while (ptxv_take(file, ','));
    if (!ptxv_word(file, "}")) return 0;
    return ptxv_field_is_sound(field) ? 1 : ptxv_fail(file, "a field has impossible widths");
}

static int ptxv_fields(ptxv_file *file, ptxv_field *fields, unsigned *count) {
    *count = 0;
    if (!ptxv_word(file, "[")) return 0;
    if (ptxv_take(file, ']')) return 1;
    do {
        if (*count == PTXV_FIELDS) return ptxv_fail(file, "too many fields");
        if (!ptxv_one_field(file, &fields[(*count)++])) return 0;
    } while (ptxv_take(file, ','));
    return ptxv_word(file, "]");
}

static int ptxv_opcodes(ptxv_file *file) {
    char *kept = file->opcode;
    size_t size = sizeof file->opcode;
    if (!ptxv_word(file, "[")) return 0;
    do {
        if (!ptxv_text(file, kept, size)) return 0;
        kept = NULL;
        size = 0;
    } while (ptxv_take(file, ','));
    return ptxv_word(file, "]");
}

static int ptxv_compare_by(ptxv_file *file) {
    static const char *const names[] = {"equal", "mask", "range"};
    char name[PTXV_NAME];
    int i;
    if (!ptxv_text(file, name, sizeof name)) return 0;
    for (i = 0; i < 3; i++)
        if (!strcmp(name, names[i])) {
            file->compare = (ptxv_compare)i;
            return 1;
        }
    return ptxv_fail(file, "an unknown way to compare");
}

static int ptxv_format(ptxv_file *file) {
    char name[PTXV_NAME];
    if (!ptxv_text(file, name, sizeof name)) return 0;
    return strcmp(name, "ptxisa-vectors") ? ptxv_fail(file, "not a set of test vectors") : 1;
}

static int ptxv_version(ptxv_file *file) {
    unsigned version;
    if (!ptxv_small(file, &version)) return 0;
    file->known_version = version == 1;
    return file->known_version ? 1 : ptxv_fail(file, "an unknown version of the format");
}

static int ptxv_flag(ptxv_file *file, int *flag) {
    *flag = ptxv_peek(file) == 't';
    return ptxv_word(file, *flag ? "true" : "false");
}

static int ptxv_header_key(ptxv_file *file, const char *key) {
    if (!strcmp(key, "format")) return ptxv_format(file);
    if (!strcmp(key, "version")) return ptxv_version(file);
    if (!strcmp(key, "form")) return ptxv_text(file, file->form, sizeof file->form);
    if (!strcmp(key, "target") && ptxv_peek(file) == '"') return ptxv_text(file, file->target, sizeof file->target);
    if (!strcmp(key, "opcodes")) return ptxv_opcodes(file);
    if (!strcmp(key, "compare")) return ptxv_compare_by(file);
    if (!strcmp(key, "flush")) return ptxv_flag(file, &file->flush);
    if (!strcmp(key, "inputs")) return ptxv_fields(file, file->input, &file->inputs);
    if (!strcmp(key, "outputs")) return ptxv_fields(file, file->output, &file->outputs);
    if (!strcmp(key, "vectors")) return ptxv_number(file, &file->vectors, ~0ul);
    return ptxv_skip(file, 1);
}

/* Read the first line; 1 if it is that of a set, else 0 with `error`. */
static int ptxv_open(ptxv_file *file, FILE *stream) {
    char key[PTXV_NAME];
    memset(file, 0, sizeof *file);
    file->stream = stream;
    file->line = 1;
    file->peeked = -2;
    if (!ptxv_take(file, '{')) return ptxv_fail(file, "not a set of test vectors");
    do {
        if (!ptxv_text(file, key, sizeof key) || !ptxv_word(file, ":") || !ptxv_header_key(file, key)) return 0;
    } while (ptxv_take(file, ','));
    if (!ptxv_word(file, "}") || !ptxv_take(file, '\n')) return ptxv_fail(file, "the first line has no end");
    return file->known_version && file->outputs ? 1 : ptxv_fail(file, "the first line lacks version or outputs");
}

/* --- the other lines: one exact shape --- */

static int ptxv_literal(const char **at, const char *text) {
    size_t length = strlen(text);
    if (strncmp(*at, text, length)) return 0;
    *at += length;
    return 1;
}

static int ptxv_digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/* The digits of one value, the highest first. */
static int ptxv_pattern(const char **at, const ptxv_field *field, ptxv_value *value) {
    unsigned digits = (field->bits * field->lanes + 3) / 4, place;
    memset(value, 0, sizeof *value);
    for (place = digits; place-- > 0; ++*at) {
        int digit = ptxv_digit(**at);
        if (digit < 0) return 0;
        value->word[place / 16] |= (uint64_t)digit << (place % 16 * 4);
    }
    return 1;
}

/* `,"key":["00","01"]` */
static int ptxv_column(ptxv_file *file, const char **at, const char *key, const ptxv_field *fields, unsigned count,
                       ptxv_value *values) {
    unsigned i;
    if (!ptxv_literal(at, ",\"") || !ptxv_literal(at, key) || !ptxv_literal(at, "\":["))
        return ptxv_fail(file, "a key is missing or out of order");
    for (i = 0; i < count; i++)
        if (!ptxv_literal(at, i ? ",\"" : "\"") || !ptxv_pattern(at, &fields[i], &values[i]) || !ptxv_literal(at, "\""))
            return ptxv_fail(file, "a value does not have the digits of its field");
    return ptxv_literal(at, "]") ? 1 : ptxv_fail(file, "the number of values is not that of the fields");
}

static int ptxv_class(ptxv_file *file, const char **at, char *name) {
    size_t length = 0;
    if (!ptxv_literal(at, "{\"class\":\"")) return ptxv_fail(file, "a vector begins with its class");
    for (; **at && **at != '"' && length + 1 < PTXV_NAME; ++*at) name[length++] = **at;
    name[length] = 0;
    return ptxv_literal(at, "\"") ? 1 : ptxv_fail(file, "a class has no end");
}

static int ptxv_parse(ptxv_file *file, ptxv_vector *vector) {
    const char *at = file->buffer;
    const ptxv_field *out = file->output;
    if (!ptxv_class(file, &at, vector->sample)) return 0;
    if (!ptxv_column(file, &at, "in", file->input, file->inputs, vector->in)) return 0;
    if (!ptxv_column(file, &at, "out", out, file->outputs, vector->out)) return 0;
    if (file->compare == PTXV_MASK && !ptxv_column(file, &at, "open", out, file->outputs, vector->open)) return 0;
    if (file->compare == PTXV_RANGE && !(ptxv_column(file, &at, "low", out, file->outputs, vector->low)
                                         && ptxv_column(file, &at, "high", out, file->outputs, vector->high))) return 0;
    return ptxv_literal(&at, "}\n") && !*at ? 1 : ptxv_fail(file, "a vector has more than its set");
}

/* Read the next vector: 1, or 0 at the end, or -1 with `error`. */
static int ptxv_next(ptxv_file *file, ptxv_vector *vector) {
    if (file->error[0]) return -1;
    if (!fgets(file->buffer, sizeof file->buffer, file->stream)) {
        if (file->line - 1 == file->vectors) return 0;
        ptxv_fail(file, "the file does not have the number of vectors that it announces");
        return -1;
    }
    file->line++;
    return ptxv_parse(file, vector) ? 1 : -1;
}

/* --- results --- */

/* `count` bits from bit `first` on; at most 64. */
static uint64_t ptxv_bits(const ptxv_value *value, unsigned first, unsigned count) {
    unsigned word = first / 64, shift = first % 64;
    uint64_t found = value->word[word] >> shift;
    if (shift && word + 1 < PTXV_WORDS) found |= value->word[word + 1] << (64 - shift);
    return count < 64 ? found & (((uint64_t)1 << count) - 1) : found;
}

/* Where a pattern is in the order of numbers, -0 below +0, NaNs at both ends. */
static uint64_t ptxv_place(uint64_t pattern, unsigned bits) {
    uint64_t sign = (uint64_t)1 << (bits - 1);
    return pattern & sign ? ~pattern & (sign | (sign - 1)) : pattern | sign;
}

/* A range may pass the end of the order: all NaNs are one, from the first positive to the last negative one. */
static int ptxv_within(const ptxv_field *field, int flush, uint64_t result, uint64_t low, uint64_t high) {
    unsigned bits = field->element_bits;
    uint64_t mask = ((uint64_t)1 << (bits - 1)) * 2 - 1, size = result & (mask >> 1);
    uint64_t first = ptxv_place(low, bits), span = (ptxv_place(high, bits) - first) & mask;
    if (span == mask) return 1;
    if (flush && size && size < (uint64_t)1 << field->fraction_bits) return 0;
    return ((ptxv_place(result, bits) - first) & mask) <= span;
}

static int ptxv_in_range(const ptxv_file *file, const ptxv_vector *vector, unsigned index, const ptxv_value *result) {
    const ptxv_field *field = &file->output[index];
    unsigned element;
    if (field->element_bits > 64) return 0;
    for (element = 0; element < field->elements; element++) {
        unsigned first = element * field->stride, bits = field->element_bits;
        if (!ptxv_within(field, file->flush, ptxv_bits(result, first, bits), ptxv_bits(&vector->low[index], first, bits),
                         ptxv_bits(&vector->high[index], first, bits))) return 0;
    }
    return 1;
}

/* Whether a value of any width is what the vector allows for output `index`. */
static int ptxv_allows_value(const ptxv_file *file, const ptxv_vector *vector, unsigned index, const ptxv_value *result) {
    unsigned i;
    if (file->compare == PTXV_RANGE) return ptxv_in_range(file, vector, index, result);
    for (i = 0; i < PTXV_WORDS; i++) {
        uint64_t open = file->compare == PTXV_MASK ? vector->open[index].word[i] : 0;
        if ((result->word[i] ^ vector->out[index].word[i]) & ~open) return 0;
    }
    return 1;
}

/* The same for a result of up to 64 bits. */
static int ptxv_allows(const ptxv_file *file, const ptxv_vector *vector, unsigned index, uint64_t result) {
    ptxv_value value;
    memset(&value, 0, sizeof value);
    value.word[0] = result;
    return index < file->outputs && ptxv_allows_value(file, vector, index, &value);
}

#endif
