#if defined(__linux__)
#define _DEFAULT_SOURCE
#endif

#include "p256_table_layout.h"

#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "p256_digits.h"

enum {
    /// How many additions share an inversion.
    ADDITIONS = 256,
    /// From this size on a table is aligned for large pages: its entries are read at random.
    LARGE_PAGE = 2 << 20,
};

static const uint8_t base_point[64] = {
    0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2,
    0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96,
    0x4f, 0xe3, 0x42, 0xe2, 0xfe, 0x1a, 0x7f, 0x9b, 0x8e, 0xe7, 0xeb, 0x4a, 0x7c, 0x0f, 0x9e, 0x16,
    0x2b, 0xce, 0x33, 0x57, 0x6b, 0x31, 0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5,
};

static bool width_is_supported(unsigned width) {
    return width >= P256_TABLE_WIDTH_MIN && width <= P256_TABLE_WIDTH_MAX;
}

static size_t entry_count(unsigned width) { return (size_t)p256_window_count(width) << (width - 1); }

static size_t alignment(size_t size) { return size >= LARGE_PAGE ? LARGE_PAGE : 64; }

/// The memory of the entries, in bytes: a multiple of the alignment.
static size_t entries_size(unsigned width) {
    const size_t size = entry_count(width) * sizeof(p256_point), aligned_to = alignment(size);
    return (size + aligned_to - 1) / aligned_to * aligned_to;
}

size_t p256_table_size(unsigned width) {
    if (!width_is_supported(width)) return 0;
    return sizeof(p256_table) + entries_size(width);
}

unsigned p256_table_width(const p256_table *table) { return table->width; }

p256_kernel p256_table_kernel(const p256_table *table) { return table->kernel; }

/// Adds one point to each of `count` entries and writes the sums behind them.
///
/// The point is an even multiple, below the order, of what the entries are odd multiples of, and smaller ones: the x
/// coordinates always differ.
static void add_to_each(p256_point *entries, size_t count, p256_point point) {
    p256_words before[ADDITIONS], difference[ADDITIONS];
    for (size_t start = 0; start < count; start += ADDITIONS) {
        const size_t end = count - start < ADDITIONS ? count : start + ADDITIONS;
        p256_words product = p256_field_one;
        for (size_t i = start; i < end; i++) {
            before[i - start] = product;
            difference[i - start] = p256_field_difference(point.x, entries[i].x);
            product = p256_field_product(product, difference[i - start]);
        }
        p256_words inverse = p256_field_inverse(product);
        for (size_t i = end; i-- > start;) {
            entries[count + i] =
                p256_point_sum(entries[i], point, p256_field_product(inverse, before[i - start]));
            inverse = p256_field_product(inverse, difference[i - start]);
        }
    }
}

/// Fills a table for the scalar kernel.
static void fill(p256_point *entries, unsigned width, p256_point point) {
    for (unsigned window = 0; window < p256_window_count(width); window++) {
        p256_point *const multiples = entries + ((size_t)window << (width - 1));
        multiples[0] = point;
        // With the multiples 1, 3 ... 2 count - 1, adding 2 count to each gives as many more.
        p256_point shift = p256_point_double(point);
        for (size_t count = 1; count < (size_t)1 << (width - 1); count *= 2) {
            add_to_each(multiples, count, shift);
            shift = p256_point_double(shift);
        }
        point = shift;
    }
}

/// Multiplies all coordinates by 2^4: from the form of the scalar kernel to that of the wide one.
static void widen_form(p256_point *entries, size_t count) {
    p256_words sixteen = p256_field_one;
    for (int i = 0; i < 4; i++) sixteen = p256_field_sum(sixteen, sixteen);
    for (size_t i = 0; i < count; i++) {
        entries[i].x = p256_field_product(entries[i].x, sixteen);
        entries[i].y = p256_field_product(entries[i].y, sixteen);
    }
}

p256_table *p256_table_create(p256_kernel kernel, unsigned width, const uint8_t *bytes, p256_table_status *status) {
    *status = P256_TABLE_UNSUPPORTED;
    if (!width_is_supported(width) || !p256_kernel_is_supported(kernel)) return NULL;

    *status = P256_TABLE_NOT_ON_CURVE;
    const p256_words x = p256_words_from_bytes(bytes), y = p256_words_from_bytes(bytes + 32);
    if (!p256_words_is_below(x, p256_prime) || !p256_words_is_below(y, p256_prime)) return NULL;
    const p256_point point = {p256_field_from_plain(x), p256_field_from_plain(y)};
    if (!p256_point_is_on_curve(point)) return NULL;

    *status = P256_TABLE_OUT_OF_MEMORY;
    const size_t size = entries_size(width), aligned_to = alignment(size);
    p256_table *const table = malloc(sizeof *table);
    if (table == NULL) return NULL;
    p256_point *const entries = aligned_alloc(aligned_to, size);
    if (entries == NULL) {
        free(table);
        return NULL;
    }
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // A wish only: without large pages the table is slower, not wrong.
    if (aligned_to == LARGE_PAGE) (void)madvise(entries, size, MADV_HUGEPAGE);
#endif
    fill(entries, width, point);
    if (kernel == P256_KERNEL_IFMA) widen_form(entries, entry_count(width));
    *table = (p256_table){kernel, width, entries};
    *status = P256_TABLE_OK;
    return table;
}

p256_table *p256_table_create_base(p256_kernel kernel, unsigned width, p256_table_status *status) {
    return p256_table_create(kernel, width, base_point, status);
}

void p256_table_destroy(p256_table *table) {
    if (table == NULL) return;
    free(table->entries);
    free(table);
}
