/* Replay test vectors on implementations in C, and count the results that they do not allow.
 *
 *     cc -std=c99 -O2 -o replay replay.c -lm
 *     gzip -dc vectors/fma.f32/fma.rn.f32.jsonl.gz | ./replay
 *
 * Status 0 if every result is allowed, 1 if one is not, 2 if the input is not a set. Of opcodes that are not implemented
 * here, the vectors are read and their own results checked.
 */
#include <math.h>

#include "ptx_vectors.h"

typedef uint64_t (*function)(const ptxv_value *in);

static uint32_t word(const ptxv_value *in) { return (uint32_t)in->word[0]; }

static float single(const ptxv_value *in) {
    uint32_t pattern = word(in);
    float number;
    memcpy(&number, &pattern, sizeof number);
    return number;
}

static uint64_t pattern_of(float number) {
    uint32_t pattern;
    memcpy(&pattern, &number, sizeof pattern);
    return number != number ? 0x7fffffff : pattern; /* NaNs of PTX have one pattern. */
}

static uint64_t add_u32(const ptxv_value *in) { return (uint32_t)(word(in) + word(in + 1)); }

static uint64_t fma_f32(const ptxv_value *in) { return pattern_of(fmaf(single(in), single(in + 1), single(in + 2))); }

static uint64_t sin_f32(const ptxv_value *in) { return pattern_of((float)sin(single(in))); }

/* Shift the pair b:a and keep 32 bits; amounts above 32 count as 32. */
static uint64_t shf_l_clamp(const ptxv_value *in) {
    uint32_t amount = word(in + 2) < 32 ? word(in + 2) : 32;
    uint64_t pair = (uint64_t)word(in + 1) << 32 | word(in);
    return (uint32_t)(pair << amount >> 32);
}

/* Bit i of the table is the result for the bits of a, b and c that make the number i. */
static uint64_t lop3_b32(const ptxv_value *in) {
    uint32_t result = 0;
    int bit;
    for (bit = 0; bit < 32; bit++) {
        unsigned a = word(in) >> bit & 1, b = word(in + 1) >> bit & 1, c = word(in + 2) >> bit & 1;
        result |= (word(in + 3) >> (a << 2 | b << 1 | c) & 1) << bit;
    }
    return result;
}

/* Each nibble of c picks a byte of b:a; its top bit replicates the sign of that byte. */
static uint64_t prmt_b32(const ptxv_value *in) {
    uint64_t pair = (uint64_t)word(in + 1) << 32 | word(in), result = 0;
    int i;
    for (i = 0; i < 4; i++) {
        unsigned nibble = word(in + 2) >> (4 * i) & 15, byte = pair >> (nibble % 8 * 8) & 255;
        result |= (uint64_t)(nibble & 8 ? (byte & 128 ? 255 : 0) : byte) << (8 * i);
    }
    return result;
}

static uint64_t bfe_u32(const ptxv_value *in) {
    unsigned first = word(in + 1) & 255, length = word(in + 2) & 255;
    uint64_t field = first < 32 ? word(in) >> first : 0;
    return length < 32 ? field & ((1u << length) - 1) : field;
}

static const struct { const char *opcode; unsigned inputs; function run; } known[] = {
    {"add.u32", 2, add_u32},   {"fma.rn.f32", 3, fma_f32},   {"sin.approx.f32", 1, sin_f32},
    {"bfe.u32", 3, bfe_u32},   {"lop3.b32", 4, lop3_b32},    {"shf.l.clamp.b32", 3, shf_l_clamp},
    {"prmt.b32", 3, prmt_b32},
};

static function find(const ptxv_file *file) {
    size_t i;
    for (i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].opcode, file->opcode) && known[i].inputs == file->inputs) return known[i].run;
    return NULL;
}

static int agrees(const ptxv_file *file, const ptxv_vector *vector, function run) {
    unsigned i;
    if (run) return ptxv_allows(file, vector, 0, run(vector->in));
    for (i = 0; i < file->outputs; i++)
        if (!ptxv_allows_value(file, vector, i, &vector->out[i])) return 0;
    return 1;
}

int main(void) {
    static ptxv_file file;
    static ptxv_vector vector;
    unsigned long wrong = 0;
    function run;
    if (!ptxv_open(&file, stdin)) {
        fprintf(stderr, "line %lu: %s\n", file.line, file.error);
        return 2;
    }
    run = find(&file);
    while (ptxv_next(&file, &vector) > 0)
        if (!agrees(&file, &vector, run)) {
            wrong++;
            printf("line %lu: class %s is wrong\n", file.line, vector.sample);
        }
    if (file.error[0]) {
        fprintf(stderr, "line %lu: %s\n", file.line, file.error);
        return 2;
    }
    printf("%s: %lu vectors %s, %lu wrong\n", file.opcode, file.line - 1, run ? "replayed" : "read", wrong);
    return wrong > 0;
}
