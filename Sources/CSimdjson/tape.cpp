#include "include/CSimdjson.h"

#include <cstring>
#include <memory>
#include <new>
#include <simdjson.h>
#include <string>
#include <vector>

// simdjson's first stage finds the structural characters and checks UTF-8 and control characters; the second stage
// here keeps numbers as text, because a payload may hold unknown members with numbers that fit no machine type.

namespace {

constexpr size_t kept_capacity = 4 * 1024 * 1024;
constexpr uint32_t kept_nodes = 256 * 1024;

bool is_space(uint8_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

int hex4(const uint8_t *p, const uint8_t *end) {
    if (end - p < 4) return -1;
    int value = 0;
    for (int i = 0; i < 4; i++) {
        uint8_t c = p[i];
        int digit;
        if (is_digit(c)) digit = c - '0';
        else if (c >= 'a' && c <= 'f') digit = c - 'a' + 10;
        else if (c >= 'A' && c <= 'F') digit = c - 'A' + 10;
        else return -1;
        value = value << 4 | digit;
    }
    return value;
}

// Returns the length of the escape sequence at `p` (a backslash), or 0 when it is none.
size_t escape_length(const uint8_t *p, const uint8_t *end) {
    if (end - p < 2) return 0;
    switch (p[1]) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
        return 2;
    case 'u': {
        int unit = hex4(p + 2, end);
        if (unit < 0) return 0;
        if (unit < 0xD800 || unit > 0xDFFF) return 6;
        if (unit > 0xDBFF || end - p < 12 || p[6] != '\\' || p[7] != 'u') return 0;
        int low = hex4(p + 8, end);
        return low >= 0xDC00 && low <= 0xDFFF ? 12 : 0;
    }
    default:
        return 0;
    }
}

} // namespace

struct CSimdjsonParser {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> stage;
    std::unique_ptr<CSimdjsonNode[]> nodes;
    uint32_t node_count = 0;
    uint32_t node_room = 0;
    std::vector<uint32_t> open;
    size_t capacity = 0;
    uint32_t maximum_depth = 0;
    uint32_t maximum_nodes = 0;

    const uint8_t *bytes = nullptr;
    size_t length = 0;
    size_t fault = 0;
    bool has_backslash = false;

    int reserve(size_t needed) {
        if (capacity >= needed && (capacity <= kept_capacity || needed > kept_capacity)) return CSIMDJSON_OK;
        size_t size = needed < 65536 ? 65536 : needed;
        stage.reset();
        capacity = 0;
        auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(size, 1, stage);
        if (error) return CSIMDJSON_TOO_LARGE;
        capacity = size;
        return CSIMDJSON_OK;
    }

    // Makes room for the nodes of a document: each begins at a structural character of its own. What a large document
    // took is given back with the next small one.
    void reserve_nodes(uint32_t needed) {
        uint32_t size = needed < maximum_nodes ? needed : maximum_nodes;
        if (node_room >= size && (node_room <= kept_nodes || size > kept_nodes)) return;
        node_room = 0;
        nodes.reset();
        if (size < 4096) size = 4096;
        nodes.reset(new CSimdjsonNode[size]);
        node_room = size;
    }

    // False when the document has more nodes than allowed.
    bool add(uint8_t kind, size_t offset, size_t text_length, bool escapes) {
        if (node_count >= maximum_nodes) return false;
        nodes[node_count] = {static_cast<uint32_t>(offset), static_cast<uint32_t>(text_length), node_count + 1, kind,
                             static_cast<uint8_t>(escapes), 0};
        node_count++;
        return true;
    }

    // Reads the string whose opening quote is at `at` and after which the next structural character, or the end of the
    // input, is at `next`: between the closing quote and that there can only be white space, which the walk checks.
    // Returns the offset behind the closing quote, 0 on a fault.
    size_t string(size_t at, size_t next, int &status) {
        const uint8_t *start = bytes + at + 1;
        const uint8_t *end = bytes + next;
        while (end > start && end[-1] != '"') end--;
        if (end == start) { status = CSIMDJSON_MALFORMED; fault = at; return 0; }
        const uint8_t *quote = end - 1;
        const uint8_t *p = start;
        bool escapes = false;
        while (auto slash = !has_backslash ? nullptr : static_cast<const uint8_t *>(memchr(p, '\\', static_cast<size_t>(quote - p)))) {
            escapes = true;
            size_t step = escape_length(slash, bytes + length);
            // An escape sequence that reaches past the quote would make it a character of the string.
            if (step == 0 || slash + step > quote) {
                status = CSIMDJSON_MALFORMED;
                fault = static_cast<size_t>(slash - bytes);
                return 0;
            }
            p = slash + step;
        }
        if (!add(CSIMDJSON_STRING, at + 1, static_cast<size_t>(quote - start), escapes)) {
            status = CSIMDJSON_TOO_LARGE;
            fault = at;
            return 0;
        }
        return static_cast<size_t>(quote - bytes) + 1;
    }

    size_t number(size_t at, int &status) {
        const uint8_t *end = bytes + length;
        const uint8_t *p = bytes + at;
        auto digits = [&]() {
            const uint8_t *first = p;
            while (p < end && is_digit(*p)) p++;
            return p > first;
        };
        bool good = true;
        if (p < end && *p == '-') p++;
        if (p < end && *p == '0') p++;
        else good = digits();
        if (good && p < end && *p == '.') { p++; good = digits(); }
        if (good && p < end && (*p == 'e' || *p == 'E')) {
            p++;
            if (p < end && (*p == '+' || *p == '-')) p++;
            good = digits();
        }
        if (!good) { status = CSIMDJSON_MALFORMED; fault = at; return 0; }
        size_t after = static_cast<size_t>(p - bytes);
        if (!add(CSIMDJSON_NUMBER, at, after - at, false)) { status = CSIMDJSON_TOO_LARGE; fault = at; return 0; }
        return after;
    }

    size_t literal(size_t at, int &status) {
        static const struct { const char *text; size_t length; uint8_t kind; } literals[] = {
            {"true", 4, CSIMDJSON_TRUE}, {"false", 5, CSIMDJSON_FALSE}, {"null", 4, CSIMDJSON_NULL}};
        for (auto &candidate : literals) {
            if (length - at >= candidate.length && memcmp(bytes + at, candidate.text, candidate.length) == 0) {
                if (!add(candidate.kind, at, candidate.length, false)) {
                    status = CSIMDJSON_TOO_LARGE;
                    fault = at;
                    return 0;
                }
                return at + candidate.length;
            }
        }
        status = CSIMDJSON_MALFORMED;
        fault = at;
        return 0;
    }

    int walk();
    int parse(const uint8_t *input, size_t count);
};

int CSimdjsonParser::parse(const uint8_t *input, size_t count) {
    bytes = input;
    length = count;
    fault = 0;
    node_count = 0;
    open.clear();
    if (count >= UINT32_MAX - 64) return CSIMDJSON_TOO_LARGE;
    if (count == 0) return CSIMDJSON_EMPTY;
    int status = reserve(count);
    if (status != CSIMDJSON_OK) return status;
    auto error = stage->stage1(input, count, simdjson::stage1_mode::regular);
    switch (error) {
    case simdjson::SUCCESS: return walk();
    case simdjson::EMPTY: return CSIMDJSON_EMPTY;
    case simdjson::UTF8_ERROR: return CSIMDJSON_NOT_UTF8;
    case simdjson::CAPACITY: case simdjson::MEMALLOC: return CSIMDJSON_TOO_LARGE;
    default: return CSIMDJSON_MALFORMED;
    }
}

int CSimdjsonParser::walk() {
    // What may come next inside the innermost open container, or at the root.
    enum class Expect { value, first_value, first_name, name, colon, comma, end };
    const uint32_t *index = stage->structural_indexes.get();
    const uint32_t count = stage->n_structural_indexes;
    reserve_nodes(count);
    has_backslash = memchr(bytes, '\\', length) != nullptr;
    uint32_t position = 0;
    size_t done = 0; // everything before this offset is accounted for
    Expect expect = Expect::value;
    int status = CSIMDJSON_OK;

    while (position < count) {
        size_t at = index[position++];
        for (size_t gap = done; gap < at; gap++) {
            if (!is_space(bytes[gap])) { fault = gap; return CSIMDJSON_MALFORMED; }
        }
        if (at < done) { fault = at; return CSIMDJSON_MALFORMED; }
        uint8_t c = bytes[at];
        bool closing = false;

        switch (expect) {
        case Expect::colon:
            if (c != ':') { fault = at; return CSIMDJSON_MALFORMED; }
            expect = Expect::value;
            done = at + 1;
            continue;
        case Expect::comma: {
            bool in_object = nodes[open.back()].kind == CSIMDJSON_OBJECT;
            if (c == ',') {
                expect = in_object ? Expect::name : Expect::value;
                done = at + 1;
                continue;
            }
            if (c != (in_object ? '}' : ']')) { fault = at; return CSIMDJSON_MALFORMED; }
            closing = true;
            break;
        }
        case Expect::first_name:
            if (c == '}') { closing = true; break; }
            [[fallthrough]];
        case Expect::name:
            if (c != '"') { fault = at; return CSIMDJSON_MALFORMED; }
            done = string(at, position < count ? index[position] : length, status);
            if (done == 0) return status;
            expect = Expect::colon;
            continue;
        case Expect::first_value:
            if (c == ']') closing = true;
            break;
        case Expect::value:
            break;
        case Expect::end:
            fault = at;
            return CSIMDJSON_MALFORMED;
        }

        if (closing) {
            CSimdjsonNode &container = nodes[open.back()];
            container.next = node_count;
            container.length = static_cast<uint32_t>(at + 1 - container.offset);
            open.pop_back();
            done = at + 1;
        } else if (c == '{' || c == '[') {
            if (open.size() >= maximum_depth) { fault = at; return CSIMDJSON_TOO_DEEP; }
            uint8_t kind = c == '{' ? CSIMDJSON_OBJECT : CSIMDJSON_ARRAY;
            open.push_back(node_count);
            if (!add(kind, at, 0, false)) { fault = at; return CSIMDJSON_TOO_LARGE; }
            expect = c == '{' ? Expect::first_name : Expect::first_value;
            done = at + 1;
            continue;
        } else {
            if (c == '"') done = string(at, position < count ? index[position] : length, status);
            else if (c == '-' || is_digit(c)) done = number(at, status);
            else done = literal(at, status);
            if (done == 0) return status;
        }
        expect = open.empty() ? Expect::end : Expect::comma;
    }
    for (size_t gap = done; gap < length; gap++) {
        if (!is_space(bytes[gap])) { fault = gap; return CSIMDJSON_MALFORMED; }
    }
    if (expect != Expect::end) { fault = length; return CSIMDJSON_MALFORMED; }
    return CSIMDJSON_OK;
}

extern "C" {

CSimdjsonParser *CSimdjson_create(uint32_t maximum_depth, uint32_t maximum_nodes) {
    auto parser = new (std::nothrow) CSimdjsonParser;
    if (!parser) return nullptr;
    parser->maximum_depth = maximum_depth;
    parser->maximum_nodes = maximum_nodes;
    return parser;
}

void CSimdjson_destroy(CSimdjsonParser *parser) { delete parser; }

int CSimdjson_parse(CSimdjsonParser *parser, const uint8_t *bytes, size_t length, const CSimdjsonNode **nodes,
                    uint32_t *node_count, size_t *error_offset) {
    int status;
    try {
        status = parser->parse(bytes, length);
    } catch (...) {
        status = CSIMDJSON_TOO_LARGE;
    }
    *nodes = parser->nodes.get();
    *node_count = status == CSIMDJSON_OK ? parser->node_count : 0;
    *error_offset = parser->fault;
    return status;
}

const char *CSimdjson_implementation(void) {
    static const std::string name = simdjson::get_active_implementation()->name();
    return name.c_str();
}

}
