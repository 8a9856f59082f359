#include "runtime/clock.hpp"

#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>

#include "lanewise/abi.h"
#include "runtime/launch.hpp"

extern char** environ;

namespace lanewise::runtime {

namespace {

std::atomic<const char*> interpreter = nullptr;

// What goes to the model (timing/serve.py): this, the records and their parameters.
struct Message {
    char chip[32];
    std::uint32_t launch, block, blocks;
    std::uint32_t question, reads;   // reads of the counter since the last message
    std::uint64_t records, payload;  // how many
};
static_assert(sizeof(Message) == 72);

struct Answer {
    double cycles;      // -1: no timing of the chip is published
    double each;        // cycles that a read takes
    double rate;        // ticks of the counter in a cycle
    char unknown[120];  // instructions that take no time here, as nobody knows it; each is named once
};

class Model {
  public:
    // Tells what was issued since; a question also brings the time. False: there is nobody to tell.
    bool say(Block& block, bool question) {
        std::lock_guard guard(lock_);
        if (owner_ != getpid()) start();  // a child of the program needs a model of its own
        if (socket_ < 0) return false;
        Recorder& kept = block.recorder;
        const Record* records = kept.trace.records.data() + kept.told;
        const std::size_t count = kept.trace.records.size() - kept.told;
        kept.told = kept.trace.records.size();
        Message message{{}, block.launch->number, block.face.index, block.face.count, question, kept.reads, count,
                        kept.trace.payload.size()};
        std::snprintf(message.chip, sizeof message.chip, "%s", block.core.rules->name);
        kept.reads = 0;
        kept.fresh = question;
        Answer answer{-1, 0, 0, ""};
        const bool done = put(&message, sizeof message) && put(records, count * sizeof(Record)) &&
                          put(kept.trace.payload.data(), kept.trace.payload.size() * sizeof(std::int64_t)) &&
                          (!question || get(&answer, sizeof answer));
        if (!done) {
            close(socket_);
            socket_ = -1;
            say_once(std::string("the timing model (lanewise.timing.serve under ") + interpreter.load() + ") does not answer");
            return false;
        }
        if (!question) return true;
        if (answer.cycles < 0) {
            say_once(std::string("no timing of ") + block.core.rules->name + " is published");
            return false;
        }
        if (answer.unknown[0])
            complain("leaves out " + std::string(answer.unknown, strnlen(answer.unknown, sizeof answer.unknown)) +
                     ": no cost is published for " + block.core.rules->name);
        kept.cycles = answer.cycles;
        kept.each = answer.each;
        kept.rate = answer.rate;
        return true;
    }

  private:
    void start() {
        if (socket_ >= 0) close(socket_);
        owner_ = getpid();
        socket_ = -1;
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
        // The program's own folder is not a place to import from. A shell lets go of the model at once: a program that waits for
        // all its children must not wait for this one.
        static const char code[] = "import sys; sys.path[:] = [p for p in sys.path if p]; from lanewise.timing.serve import main; main()";
        const char* const words[] = {"/bin/sh", "-c", "\"$0\" -c \"$1\" <&3 3<&- &", interpreter.load(), code, nullptr};
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, ends[1], 3);
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", 1, 0);
        posix_spawn_file_actions_addopen(&files, 2, "/dev/null", 1, 0);
        pid_t child;
        if (posix_spawn(&child, words[0], &files, nullptr, const_cast<char* const*>(words), environ) == 0) waitpid(child, nullptr, 0);
        posix_spawn_file_actions_destroy(&files);
        close(ends[1]);
        socket_ = ends[0];  // where no process was started, the other end is closed: nobody answers
    }
    bool put(const void* data, std::size_t bytes) {
        const char* at = static_cast<const char*>(data);
        while (bytes) {
            const auto n = send(socket_, at, bytes, MSG_NOSIGNAL);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return false;
            at += n;
            bytes -= static_cast<std::size_t>(n);
        }
        return true;
    }
    bool get(void* data, std::size_t bytes) {
        char* at = static_cast<char*>(data);
        while (bytes) {
            const auto n = recv(socket_, at, bytes, 0);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return false;
            at += n;
            bytes -= static_cast<std::size_t>(n);
        }
        return true;
    }
    void say_once(const std::string& why) {
        if (!told_) complain("counts instructions: " + why);
        told_ = true;
    }
    void complain(const std::string& what) {
        std::fflush(stdout);
        std::fprintf(stderr, "lanewise: GetSystemCycle %s\n", what.c_str());
    }

    std::mutex lock_;
    bool told_ = false;
    pid_t owner_ = -1;  // who started the model
    int socket_ = -1;
};

Model& model() {
    static auto& one = *new Model();
    return one;
}

}  // namespace

bool reads_cycles() { return interpreter.load(std::memory_order_relaxed) != nullptr; }

void tell_clock(Block& block) { model().say(block, false); }

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" bool lw_reads_cycles(const char* python) {
    interpreter = python;
    return true;
}

extern "C" std::int64_t lw_cycles() {
    Block* block = running();
    if (!block) lw_current();
    const auto counted = static_cast<std::int64_t>(block->ticks++);  // it is one, too: kernels wait for a time by reading
    if (!block->core.listener) return counted;
    Recorder& kept = block->recorder;
    const Hold hold(kept.busy);
    const auto untold = static_cast<double>(kept.trace.records.size() - kept.told);
    kept.counted = true;
    ++kept.reads;
    // Where nothing was issued since the last answer, only reading takes time. A model that has gone leaves the time it gave.
    if ((untold == 0 && kept.fresh) || !model().say(*block, true)) {
        if (kept.rate == 0) return counted;
        kept.cycles += kept.each * (1 + untold);
    }
    return static_cast<std::int64_t>(kept.cycles * kept.rate);
}
