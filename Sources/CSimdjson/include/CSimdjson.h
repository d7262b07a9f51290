#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a node of the tape stands for.
enum {
    CSIMDJSON_OBJECT = 0,
    CSIMDJSON_ARRAY = 1,
    CSIMDJSON_STRING = 2,
    CSIMDJSON_NUMBER = 3,
    CSIMDJSON_TRUE = 4,
    CSIMDJSON_FALSE = 5,
    CSIMDJSON_NULL = 6,
};

/// How a parse ended.
enum {
    CSIMDJSON_OK = 0,
    CSIMDJSON_MALFORMED = 1,
    CSIMDJSON_TOO_DEEP = 2,
    CSIMDJSON_NOT_UTF8 = 3,
    CSIMDJSON_TOO_LARGE = 4,
    CSIMDJSON_EMPTY = 5,
};

/// One value or member name. `offset` and `length` give its text (of a string without its quotes); `next` is the
/// number of the first node behind it and everything inside it.
struct CSimdjsonNode {
    uint32_t offset;
    uint32_t length;
    uint32_t next;
    uint8_t kind;
    uint8_t has_escapes;
    uint16_t reserved;
};

struct CSimdjsonParser;

struct CSimdjsonParser *CSimdjson_create(uint32_t maximum_depth, uint32_t maximum_nodes);
void CSimdjson_destroy(struct CSimdjsonParser *parser);

/// Parses exactly one JSON value with optional white space around it, RFC 8259, and checks all of it: UTF-8, escapes
/// with their surrogates, numbers, nesting. The nodes stay valid until the next call. Member order: name, value.
int CSimdjson_parse(struct CSimdjsonParser *parser, const uint8_t *bytes, size_t length,
                    const struct CSimdjsonNode **nodes, uint32_t *node_count, size_t *error_offset);

/// The name of the instruction set that the library chose.
const char *CSimdjson_implementation(void);

#ifdef __cplusplus
}
#endif

#endif
