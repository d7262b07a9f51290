#include "include/sha256_streams.h"

#include "sha256_core.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

const uint32_t sha256_round_constants[64] __attribute__((aligned(64))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

enum {
    block_bytes = 64,
    /// Messages of the last this many are taken longest first, so that no long one is left over by itself.
    sorted_messages = 64,
};

static const sha256_state initial_state = {
    {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
    0,
};

/// The messages in the order in which they are begun.
struct queue {
    const sha256_message *messages;
    size_t count;
    size_t begun;
    size_t sorted_from;
    uint8_t order[sorted_messages];
};

/// Messages side by side: `blocks` are left of the run at `bytes`, which is a message's body or its padded end.
struct lanes {
    uint32_t states[SHA256_MAXIMUM_STREAMS][8];
    const uint8_t *bytes[SHA256_MAXIMUM_STREAMS];
    size_t blocks[SHA256_MAXIMUM_STREAMS];
    bool is_in_ending[SHA256_MAXIMUM_STREAMS];
    const sha256_message *messages[SHA256_MAXIMUM_STREAMS];
    uint8_t endings[SHA256_MAXIMUM_STREAMS][2 * block_bytes];
};

int sha256_stream_count(void) { return sha256_core_of_processor()->streams; }

sha256_state sha256_initial_state(void) { return initial_state; }

size_t sha256_absorb(sha256_state *state, const uint8_t *bytes, size_t count) {
    size_t blocks = count / block_bytes;
    if (blocks == 0) return 0;
    sha256_core_of_processor()->compress[0](&state->words, &bytes, blocks);
    state->count += blocks * block_bytes;
    return blocks * block_bytes;
}

static void sort_last(struct queue *queue) {
    size_t count = queue->count < sorted_messages ? queue->count : sorted_messages;
    queue->sorted_from = queue->count - count;
    const sha256_message *messages = queue->messages + queue->sorted_from;
    for (size_t index = 0; index < count; index++) {
        size_t place = index;
        while (place > 0 && messages[queue->order[place - 1]].count < messages[index].count) {
            queue->order[place] = queue->order[place - 1];
            place--;
        }
        queue->order[place] = (uint8_t)index;
    }
}

static const sha256_message *next_message(struct queue *queue) {
    if (queue->begun == queue->count) return NULL;
    size_t index = queue->begun++;
    if (index >= queue->sorted_from) index = queue->sorted_from + queue->order[index - queue->sorted_from];
    return &queue->messages[index];
}

static void begin_ending(struct lanes *lanes, int lane) {
    const sha256_message *message = lanes->messages[lane];
    uint64_t before = message->state ? message->state->count : 0;
    uint64_t bits = (before + message->count) * 8;
    size_t rest = message->count % block_bytes;
    size_t blocks = rest + 9 > block_bytes ? 2 : 1;
    uint8_t *ending = lanes->endings[lane];
    if (rest > 0) memcpy(ending, message->bytes + (message->count - rest), rest);
    ending[rest] = 0x80;
    memset(ending + rest + 1, 0, blocks * block_bytes - rest - 1);
    for (int index = 1; index <= 8; index++) {
        ending[blocks * block_bytes - index] = (uint8_t)bits;
        bits >>= 8;
    }
    lanes->bytes[lane] = ending;
    lanes->blocks[lane] = blocks;
    lanes->is_in_ending[lane] = true;
}

static bool begin_message(struct lanes *lanes, int lane, struct queue *queue) {
    const sha256_message *message = next_message(queue);
    if (!message) return false;
    const sha256_state *state = message->state ? message->state : &initial_state;
    memcpy(lanes->states[lane], state->words, sizeof state->words);
    lanes->messages[lane] = message;
    lanes->bytes[lane] = message->bytes;
    lanes->blocks[lane] = message->count / block_bytes;
    lanes->is_in_ending[lane] = false;
    if (lanes->blocks[lane] == 0) begin_ending(lanes, lane);
    return true;
}

static void put_digest(const struct lanes *lanes, int lane) {
    uint8_t *digest = lanes->messages[lane]->digest;
    for (int index = 0; index < 8; index++) {
        uint32_t word = __builtin_bswap32(lanes->states[lane][index]);
        memcpy(digest + 4 * index, &word, 4);
    }
}

/// The lane that is left begins no other message, so its padded end may stay where it is.
static void move_lane(struct lanes *lanes, int to, int from) {
    memcpy(lanes->states[to], lanes->states[from], sizeof lanes->states[to]);
    lanes->bytes[to] = lanes->bytes[from];
    lanes->blocks[to] = lanes->blocks[from];
    lanes->is_in_ending[to] = lanes->is_in_ending[from];
    lanes->messages[to] = lanes->messages[from];
}

void sha256_hash(const sha256_message *messages, size_t message_count, int streams) {
    const struct sha256_core *core = sha256_core_of_processor();
    assert(core->streams > 0 && streams >= 1 && streams <= SHA256_MAXIMUM_STREAMS);
    struct queue queue = {.messages = messages, .count = message_count};
    sort_last(&queue);
    struct lanes lanes;
    int active = 0;
    while (active < streams && begin_message(&lanes, active, &queue)) active++;
    while (active > 0) {
        size_t blocks = lanes.blocks[0];
        for (int lane = 1; lane < active; lane++) {
            if (lanes.blocks[lane] < blocks) blocks = lanes.blocks[lane];
        }
        core->compress[active - 1](lanes.states, lanes.bytes, blocks);
        for (int lane = active - 1; lane >= 0; lane--) {
            lanes.blocks[lane] -= blocks;
            if (lanes.blocks[lane] > 0) continue;
            if (!lanes.is_in_ending[lane]) {
                begin_ending(&lanes, lane);
                continue;
            }
            put_digest(&lanes, lane);
            if (begin_message(&lanes, lane, &queue)) continue;
            active--;
            if (lane != active) move_lane(&lanes, lane, active);
        }
    }
}
