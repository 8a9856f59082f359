// Calls that no header makes, through the engine's C border: legal ones of a corpus, spoiled at random, in launches with one or more
// blocks. Whatever is refused must be refused in words; the sanitizers that everything is built with see the rest.
//   border CORPUS SEED SECONDS
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "lanewise/shared/chip.h"

namespace {

using lanewise::Record;

struct Call {
    Record record;
    std::vector<std::int64_t> payload;
};

constexpr std::size_t gm_bytes = 64 * 1024, registers = 9, register_bytes = 4096, calls_per_launch = 40;
constexpr int ub = 0, gm = 1;  // lanewise::Space; what is above is a register of some kind

std::vector<Call> corpus;
std::uint8_t* device[2];
std::uint64_t refused, executed;

void note(const lw_report* report) {
    ++refused;
    if (!report->id[0] || !report->message[0]) {
        std::printf("a refusal without words\n");
        std::exit(1);
    }
    const std::string id = report->id;
    const std::string message = report->message;
    const bool signal = id == "KERNEL-004" && message.find("timeout") == std::string::npos;  // a sanitizer's, too
    if (signal || id.rfind("CPP-", 0) == 0) {
        std::printf("%s: %s\n", report->id, report->message);
        std::exit(1);
    }
}

using Draw = std::mt19937_64;

std::uint64_t below(Draw& draw, std::uint64_t end) { return draw() % end; }

// Numbers at which something changes: small ones, powers of two and their neighbours, whatever comes.
std::uint64_t number(Draw& draw) {
    switch (below(draw, 4)) {
        case 0: return below(draw, 300);
        case 1: return (1ull << below(draw, 64)) + below(draw, 3) - 1;
        case 2: return 0 - below(draw, 300);
        default: return draw();
    }
}

// Whatever values can be; what types decide (registers, the overload and with it the number of parameters) is the program's word.
void spoil(Draw& draw, Call& call) {
    Record& r = call.record;
    auto& o = r.operands[below(draw, registers)];
    const bool in_memory = o.space == ub || o.space == gm;
    switch (below(draw, 13)) {
        case 0: case 1:
            if (in_memory) o.address = below(draw, 2) * o.address + number(draw);
            if (o.space == ub) o.address &= 0xFFFFFFFF;  // which is what a tensor holds
            break;
        case 2: if (in_memory) o.extent = static_cast<std::uint32_t>(number(draw)); break;
        case 3: o.block_stride = static_cast<std::int32_t>(number(draw)); break;
        case 4: o.repeat_stride = static_cast<std::int32_t>(number(draw)); break;
        case 5: if (in_memory) o.dtype = corpus[below(draw, corpus.size())].record.operands[0].dtype; break;
        case 6: r.mask[below(draw, 4)] = number(draw); break;
        case 7: r.scalars[below(draw, 2)] = number(draw); break;
        case 8: r.repeat = static_cast<std::uint32_t>(number(draw)); break;
        case 9: r.flags ^= 1u << below(draw, 12); break;
        case 10: case 11: case 12:
            // Fields of parameters have 32 bits at most.
            if (!call.payload.empty()) call.payload[below(draw, call.payload.size())] = static_cast<std::int32_t>(number(draw));
            break;
    }
}

// One launch: the same seed makes the same calls.
void body(void* closure) {
    Draw draw(*static_cast<std::uint64_t*>(closure) + lw_current()->index);
    alignas(256) static thread_local std::uint8_t places[registers][register_bytes];
    for (std::size_t i = 0; i < calls_per_launch; ++i) {
        Call call = corpus[below(draw, corpus.size())];
        for (std::size_t k = 0; k < registers; ++k) {
            auto& o = call.record.operands[k];
            if (o.space == gm) o.address = reinterpret_cast<std::uint64_t>(device[k % 2]) + o.address % (gm_bytes / 2) / 32 * 32;
            else if (o.space != ub) o.address = reinterpret_cast<std::uint64_t>(places[k]);
        }
        for (std::uint64_t k = below(draw, 4) / 2 * below(draw, 4); k; --k) spoil(draw, call);
        if (!below(draw, 8)) lw_current()->state->mask[below(draw, 4)] = number(draw);
        if (!below(draw, 8)) lw_current()->state->deqscale = number(draw);
        lw_issue(&call.record, call.payload.data());
        __atomic_add_fetch(&executed, 1, __ATOMIC_RELAXED);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    for (Record record; file.read(reinterpret_cast<char*>(&record), sizeof record);) {
        Call call{record, std::vector<std::int64_t>(record.payload_count)};
        file.read(reinterpret_cast<char*>(call.payload.data()), static_cast<std::streamsize>(record.payload_count * sizeof(std::int64_t)));
        corpus.push_back(std::move(call));
    }
    if (corpus.empty()) return 2;
    for (auto& memory : device)
        if (aclrtMalloc(reinterpret_cast<void**>(&memory), gm_bytes, ACL_MEM_MALLOC_HUGE_FIRST)) return 2;
    lw_on_fault(note);
    lw_on_warning([](const lw_report*) {});
    lw_time_limit(2);  // numbers that no header can hold may ask for years of work
    const std::time_t end = std::time(nullptr) + std::atoll(argv[3]);
    std::uint64_t seed = std::strtoull(argv[2], nullptr, 10), launches = 0;
    for (; std::time(nullptr) < end; seed += 64, ++launches) {
        static std::uint64_t now;
        now = seed;
        std::fprintf(stderr, "\rseed %llu", static_cast<unsigned long long>(seed));  // for whoever wants it again
        const lw_launch_config config{"border", &lanewise::chip, 1 + seed / 64 % 3, seed % 128 * 1000, nullptr, nullptr, nullptr, 0, true, nullptr};
        lw_launch(&config, body, &now, [](void*) {});
        aclrtSynchronizeDevice();
    }
    std::printf("%llu launches, %llu calls ran, %llu launches ended early\n", static_cast<unsigned long long>(launches),
                static_cast<unsigned long long>(executed), static_cast<unsigned long long>(refused));
    return 0;
}
