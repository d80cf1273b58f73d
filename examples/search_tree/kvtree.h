/* Write the tree of a search as a .kvtree file (format: engine/searchtree/files.py), without a library. Call kv_enter and
   kv_leave around every node in the order of visits, then kv_write. Windows and values are for the side to move. */
#include <stdint.h> /* enter the root with the move "" */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { KV_EXACT, KV_CUTOFF, KV_FAIL_LOW, KV_TABLE, KV_STAND_PAT, KV_TERMINAL, KV_LEAF, KV_STOPPED };
typedef struct { int32_t column[6]; char move[16]; } kv_node; /* as listed in kv_write */
static kv_node *kv_nodes;
static int32_t kv_count, kv_open = -1;
static void kv_enter(const char *move, int alpha, int beta) {
    if (kv_count % 1024 == 0) kv_nodes = realloc(kv_nodes, sizeof(kv_node) * (kv_count + 1024));
    kv_nodes[kv_count] = (kv_node){{kv_open, kv_count, alpha, beta, 0, KV_STOPPED}, ""};
    kv_open = kv_count++, snprintf(kv_nodes[kv_open].move, sizeof kv_nodes->move, "%s", move);
}
static void kv_leave(int value, int reason) {
    kv_nodes[kv_open].column[4] = value, kv_nodes[kv_open].column[5] = reason, kv_open = kv_nodes[kv_open].column[0];
}
static void kv_number(FILE *f, uint32_t n, int bytes) { for (; bytes--; n >>= 8) fputc(n & 255, f); }
static int kv_write(const char *path, const char *facts) { /* facts: "", or JSON such as "\"algorithm\":\"mine\"," */
    static const char *names[] = {"parent", "move", "alpha", "beta", "value", "reason"};
    char *head = malloc(1024 + strlen(facts) + 20u * kv_count), *at = head;
    FILE *f = fopen(path, "wb");
    at += sprintf(at, "{\"count\":%d,\"facts\":{%s\"moves\":[", kv_count, facts);
    for (int k = 0; k < kv_count; k++) at += sprintf(at, "%s\"%s\"", k ? "," : "", kv_nodes[k].move);
    for (int i = 0; i < 6; i++) at += sprintf(at, "%s{\"name\":\"%s\",\"type\":\"i4\",\"size\":%d}",
                                              i ? "," : "]},\"columns\":[", names[i], 9 * kv_count + 6);
    if (at += sprintf(at, "]}"), f) fputs("KVTREE1\n", f), kv_number(f, at - head, 4), fwrite(head, 1, at - head, f);
    for (int i = 0; f && i < 6; i++) { /* a zlib stream with one stored block for each number, and its Adler-32 */
        uint32_t a = 1, b = 0;
        kv_number(f, 0x0178, 2);
        for (int k = 0; k < kv_count; k++) {
            uint32_t n = kv_nodes[k].column[i];
            fputc(k + 1 == kv_count, f), kv_number(f, 0xFFFB0004u, 4), kv_number(f, n, 4);
            for (int byte = 0; byte < 4; byte++) a = (a + (n >> 8 * byte & 255)) % 65521, b = (b + a) % 65521;
        }
        kv_number(f, b >> 8 | (b & 255) << 8 | a >> 8 << 16 | (a & 255) << 24, 4);
    }
    return free(head), f && fclose(f) == 0;
}
