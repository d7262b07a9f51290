// Compares the kernels of CP256Lanes with OpenSSL over very many signatures; scripts/check-kernels builds and runs it.
//
// Arguments: how many signatures, and a seed. Every signature goes through OpenSSL once and through each kernel that
// this machine supports, in batches of changing sizes with tables of changing widths. A kernel has to say what OpenSSL
// says, and may only pass on (P256_EXCEPTIONAL) what its documentation names.

#define OPENSSL_API_COMPAT 0x10100000L

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CP256Lanes.h"

enum { ROUND = 2048, DER_ROOM = 80 };

typedef enum {
    VALID, DIGEST_FLIPPED, R_SHIFTED, S_SHIFTED, S_NEGATED, SIGNATURE_FLIPPED, R_EDGE, S_EDGE, BOTH_EDGES, DIGEST_EDGE,
    RANDOM, SCALAR_EDGES, WAYS,
} way;

static const char *const names[WAYS] = {
    "valid", "digest, a bit flipped", "r + 1 or r - 1", "s + 1 or s - 1", "n - s", "r or s, a bit flipped",
    "r at an edge", "s at an edge", "r and s at edges", "digest at an edge", "random r and s", "u1 and u2 at edges",
};

static uint64_t state;

static uint64_t random_word(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static unsigned below(unsigned bound) { return (unsigned)(random_word() % bound); }

static void *made(void *pointer) {
    if (pointer == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return pointer;
}

static void done(int result) {
    if (result != 1) {
        fprintf(stderr, "OpenSSL failed\n");
        exit(2);
    }
}

static BN_CTX *context;
static EC_GROUP *group;
static BIGNUM *order, *prime;

static BIGNUM *random_number(void) {
    uint8_t bytes[32];
    for (int i = 0; i < 32; i++) bytes[i] = (uint8_t)random_word();
    return made(BN_bin2bn(bytes, 32, NULL));
}

static BIGNUM *random_scalar(void) {
    BIGNUM *const number = random_number();
    done(BN_nnmod(number, number, order, context));
    if (BN_is_zero(number)) done(BN_one(number));
    return number;
}

/// A number at an edge of something: 0, a power of two, n, p, p - n, halves of them or 2^256, and neighbours of these.
static BIGNUM *edge(void) {
    BIGNUM *const number = made(BN_new());
    switch (below(8)) {
    case 0: BN_zero(number); break;
    case 1: done(BN_set_bit(number, (int)below(256))); break;
    case 2: made(BN_copy(number, order)); break;
    case 3: made(BN_copy(number, prime)); break;
    case 4: done(BN_sub(number, prime, order)); break;
    case 5: done(BN_rshift1(number, order)); break;
    case 6: done(BN_set_bit(number, 256)); break;
    default: done(BN_set_word(number, below(20)));
    }
    BIGNUM *const shift = made(BN_new());
    done(BN_set_word(shift, below(4)));
    done(below(2) || BN_cmp(number, shift) < 0 ? BN_add(number, number, shift) : BN_sub(number, number, shift));
    while (BN_num_bits(number) > 256) done(BN_sub_word(number, 3));
    BN_free(shift);
    return number;
}

static BIGNUM *edge_scalar(void) {
    BIGNUM *const number = below(4) ? edge() : random_scalar();
    done(BN_nnmod(number, number, order, context));
    return number;
}

/// A private key; some make a public key that meets multiples of the base point.
static BIGNUM *private_key(int *special) {
    *special = below(4) == 0;
    if (!*special) return random_scalar();
    BIGNUM *const number = made(BN_new());
    done(BN_set_word(number, 1 + below(4)));
    // 2^252 G is the base of the last window at the widths 6, 7 and 9, and there it is added to the first one of the
    // key.
    if (below(2)) done(BN_lshift(number, number, below(2) ? 252 : (int)below(252)));
    if (below(2)) done(BN_sub(number, order, number));
    return number;
}

static uint8_t digests[32 * ROUND], signatures[64 * ROUND], expected[ROUND], verdicts[ROUND];
static way ways[ROUND];

static void put(uint8_t *to, const BIGNUM *number) {
    if (BN_bn2binpad(number, to, 32) != 32) done(0);
}

/// A good signature whose scalars u1 and u2 are at edges; false if these give none.
static int put_scalar_edges(uint8_t *digest, uint8_t *signature, const EC_POINT *key) {
    BIGNUM *const u1 = edge_scalar(), *const u2 = edge_scalar();
    BIGNUM *const r = made(BN_new()), *const s = made(BN_new()), *const e = made(BN_new());
    EC_POINT *const point = made(EC_POINT_new(group));
    if (below(6) == 0) made(BN_copy(u2, u1));
    done(EC_POINT_mul(group, point, u1, key, u2, context));
    int good = !BN_is_zero(u2) && !EC_POINT_is_at_infinity(group, point);
    if (good) {
        done(EC_POINT_get_affine_coordinates(group, point, r, NULL, context));
        done(BN_nnmod(r, r, order, context));
        made(BN_mod_inverse(s, u2, order, context));
        done(BN_mod_mul(s, s, r, order, context));
        done(BN_mod_mul(e, u1, s, order, context));
        put(digest, e);
        put(signature, r);
        put(signature + 32, s);
        good = !BN_is_zero(r);
    }
    BN_free(u1), BN_free(u2), BN_free(r), BN_free(s), BN_free(e), EC_POINT_free(point);
    return good;
}

static void put_shifted(uint8_t *bytes) {
    BIGNUM *const number = made(BN_bin2bn(bytes, 32, NULL));
    done(below(2) ? BN_add_word(number, 1) : BN_sub_word(number, 1));
    put(bytes, number);
    BN_free(number);
}

static void put_edge(uint8_t *bytes) {
    BIGNUM *const number = edge();
    put(bytes, number);
    BN_free(number);
}

static way make_signature(uint8_t *digest, uint8_t *signature, EC_KEY *key) {
    way chosen = (way)below(WAYS);
    if (chosen == SCALAR_EDGES && !put_scalar_edges(digest, signature, EC_KEY_get0_public_key(key))) chosen = VALID;
    if (chosen == SCALAR_EDGES) return chosen;
    for (int i = 0; i < 32; i++) digest[i] = (uint8_t)random_word();
    if (chosen == DIGEST_EDGE) put_edge(digest);
    ECDSA_SIG *const made_signature = made(ECDSA_do_sign(digest, 32, key));
    put(signature, ECDSA_SIG_get0_r(made_signature));
    put(signature + 32, ECDSA_SIG_get0_s(made_signature));
    ECDSA_SIG_free(made_signature);
    switch (chosen) {
    case DIGEST_FLIPPED: digest[below(32)] ^= (uint8_t)(1 << below(8)); break;
    case R_SHIFTED: put_shifted(signature); break;
    case S_SHIFTED: put_shifted(signature + 32); break;
    case S_NEGATED: {
        BIGNUM *const s = made(BN_bin2bn(signature + 32, 32, NULL));
        done(BN_sub(s, order, s));
        put(signature + 32, s);
        BN_free(s);
        break;
    }
    case SIGNATURE_FLIPPED: signature[below(64)] ^= (uint8_t)(1 << below(8)); break;
    case R_EDGE: put_edge(signature); break;
    case S_EDGE: put_edge(signature + 32); break;
    case BOTH_EDGES: put_edge(signature), put_edge(signature + 32); break;
    case RANDOM:
        for (int i = 0; i < 64; i++) signature[i] = (uint8_t)random_word();
        break;
    default: break;
    }
    return chosen;
}

static uint8_t judged_by_openssl(EVP_PKEY_CTX *verification, const uint8_t *digest, const uint8_t *signature) {
    ECDSA_SIG *const parsed = made(ECDSA_SIG_new());
    done(ECDSA_SIG_set0(parsed, made(BN_bin2bn(signature, 32, NULL)), made(BN_bin2bn(signature + 32, 32, NULL))));
    uint8_t der[DER_ROOM], *end = der;
    const int length = i2d_ECDSA_SIG(parsed, &end);
    ECDSA_SIG_free(parsed);
    if (length <= 0) done(0);
    return EVP_PKEY_verify(verification, der, (size_t)length, digest, 32) == 1 ? P256_ACCEPTED : P256_REJECTED;
}

/// True if the kernels may pass this signature on whatever the key is.
static int may_be_exceptional(const uint8_t *digest, const uint8_t *signature) {
    BIGNUM *const e = made(BN_bin2bn(digest, 32, NULL)), *const r = made(BN_bin2bn(signature, 32, NULL));
    BIGNUM *const less = made(BN_new());
    done(BN_sub(less, prime, order));
    done(BN_nnmod(e, e, order, context));
    const int may = BN_is_zero(e) || BN_cmp(r, less) < 0;
    BN_free(e), BN_free(r), BN_free(less);
    return may;
}

static void print_bytes(const char *name, const uint8_t *bytes, int count) {
    printf("  %s ", name);
    for (int i = 0; i < count; i++) printf("%02x", bytes[i]);
    printf("\n");
}

static unsigned width(void) { return below(64) == 0 ? P256_TABLE_WIDTH_MAX : P256_TABLE_WIDTH_MIN + below(9); }

static p256_table *table(p256_table *candidate, p256_table_status status) {
    if (candidate == NULL) {
        fprintf(stderr, "no table: status %d\n", (int)status);
        exit(2);
    }
    return candidate;
}

int main(int argc, char **argv) {
    const unsigned long long count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    context = made(BN_CTX_new());
    group = made(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
    order = made(BN_dup(EC_GROUP_get0_order(group)));
    prime = made(BN_new());
    done(EC_GROUP_get_curve(group, prime, NULL, NULL, context));

    static unsigned long long judged[3], passed_on[3], wrong[3], accepted[WAYS], in_all[WAYS];
    static const unsigned sizes[] = {1, 2, 3, 7, 8, 9, 63, 64, 65, 255, 256, 511, 512, 513, 700, ROUND};
    for (unsigned long long finished = 0; finished < count; finished += ROUND) {
        int special;
        BIGNUM *const number = private_key(&special);
        EC_KEY *const key = made(EC_KEY_new());
        EC_POINT *const public_point = made(EC_POINT_new(group));
        done(EC_KEY_set_group(key, group));
        done(EC_KEY_set_private_key(key, number));
        done(EC_POINT_mul(group, public_point, number, NULL, NULL, context));
        done(EC_KEY_set_public_key(key, public_point));
        uint8_t point[65];
        if (EC_POINT_point2oct(group, public_point, POINT_CONVERSION_UNCOMPRESSED, point, 65, context) != 65) done(0);
        EVP_PKEY *const envelope = made(EVP_PKEY_new());
        done(EVP_PKEY_set1_EC_KEY(envelope, key));
        EVP_PKEY_CTX *const verification = made(EVP_PKEY_CTX_new(envelope, NULL));
        done(EVP_PKEY_verify_init(verification));

        for (unsigned i = 0; i < ROUND; i++) {
            ways[i] = make_signature(digests + 32 * i, signatures + 64 * i, key);
            expected[i] = judged_by_openssl(verification, digests + 32 * i, signatures + 64 * i);
            in_all[ways[i]]++;
            accepted[ways[i]] += expected[i] == P256_ACCEPTED;
        }
        for (int kernel = P256_KERNEL_SCALAR; kernel <= P256_KERNEL_IFMA; kernel++) {
            if (!p256_kernel_is_supported((p256_kernel)kernel)) continue;
            p256_table_status status;
            p256_table *const base = p256_table_create_base((p256_kernel)kernel, width(), &status);
            p256_table *const own = table(p256_table_create((p256_kernel)kernel, width(), point + 1, &status), status);
            void *const scratch = made(malloc(p256_batch_scratch_size(table(base, status), own, ROUND)));
            memset(verdicts, 0xff, ROUND);
            for (unsigned start = 0; start < ROUND;) {
                unsigned length = sizes[below(sizeof sizes / sizeof *sizes)];
                if (length > ROUND - start) length = ROUND - start;
                if (!p256_verify_batch(base, own, digests + 32 * start, signatures + 64 * start, length,
                                       verdicts + start, scratch)) {
                    done(0);
                }
                start += length;
            }
            for (unsigned i = 0; i < ROUND; i++) {
                judged[kernel]++;
                const int passed = verdicts[i] == P256_EXCEPTIONAL;
                passed_on[kernel] += (unsigned long long)passed;
                if (verdicts[i] == expected[i]) continue;
                if (passed && (special || ways[i] == SCALAR_EDGES ||
                               may_be_exceptional(digests + 32 * i, signatures + 64 * i))) {
                    continue;
                }
                wrong[kernel]++;
                if (wrong[kernel] > 10) continue;
                printf("kernel %d, widths %u and %u, %s: %d, but OpenSSL says %d\n", kernel, p256_table_width(base),
                       p256_table_width(own), names[ways[i]], verdicts[i], expected[i]);
                print_bytes("key", point + 1, 64);
                print_bytes("digest", digests + 32 * i, 32);
                print_bytes("signature", signatures + 64 * i, 64);
            }
            free(scratch);
            p256_table_destroy(base);
            p256_table_destroy(own);
        }
        EVP_PKEY_CTX_free(verification), EVP_PKEY_free(envelope), EC_KEY_free(key), EC_POINT_free(public_point);
        BN_free(number);
    }

    int faults = 0;
    for (int i = 0; i < WAYS; i++) printf("%-24s %10llu, accepted %10llu\n", names[i], in_all[i], accepted[i]);
    for (int kernel = P256_KERNEL_SCALAR; kernel <= P256_KERNEL_IFMA; kernel++) {
        const char *const name = kernel == P256_KERNEL_SCALAR ? "scalar" : "ifma";
        if (judged[kernel] == 0) {
            printf("%-6s this machine does not support it\n", name);
            continue;
        }
        printf("%-6s judged %llu, passed on %llu, disagreements %llu\n", name, judged[kernel], passed_on[kernel],
               wrong[kernel]);
        faults += wrong[kernel] > 0;
    }
    BN_free(order), BN_free(prime), EC_GROUP_free(group), BN_CTX_free(context);
    return faults > 0;
}
