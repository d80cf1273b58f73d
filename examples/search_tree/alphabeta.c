/* Alpha-beta over the leaves 3 12 8, 2 4 6 and 1 5 2, recorded with kvtree.h:  cc alphabeta.c -o alphabeta
   ./alphabeta tree.kvtree  */
#include "kvtree.h"
static const int leaves[] = {3, 12, 8, 2, 4, 6, 1, 5, 2};
static int search(const char *move, int node, int depth, int alpha, int beta) {
    int best = -1001000, low = alpha;
    kv_enter(move, alpha, beta);
    if (depth == 0) {
        kv_leave(leaves[node], KV_TERMINAL);
        return leaves[node];
    }
    for (int i = 0; i < 3 && best < beta; i++) {
        char text[] = {(char)('a' + i), 0};
        int value = -search(text, 3 * node + i, depth - 1, -beta, -low);
        if (value > best) best = value;
        if (best > low) low = best;
    }
    kv_leave(best, best >= beta ? KV_CUTOFF : best <= alpha ? KV_FAIL_LOW : KV_EXACT);
    return best;
}
int main(int count, char **words) {
    if (count != 2) return 2;
    printf("%d\n", search("", 0, 2, -1001000, 1001000));
    return !kv_write(words[1], "\"algorithm\":\"my alpha-beta\",");
}
