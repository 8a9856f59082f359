#include "k.h"

// Sends each packet on, its words plus one, with a header of its own.
void route(input_pktstream* in, output_pktstream* out) {
    const int32 header = readincr(in);
    writeHeader(out, 0, getPacketid(out, 0));
    bool last = false;
    while (!last) {
        const int32 word = readincr(in, last);
        writeincr(out, word + 1 + 100 * (header & 31), last);
    }
}
