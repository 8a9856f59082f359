// The checker: a listener on every block. It knows what each instruction touches and what it comes after, and says what nothing orders,
// what is left behind, and which unwritten bytes get out.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check/cache_lines.hpp"
#include "check/findings.hpp"
#include "check/function_order.hpp"
#include "check/garbage.hpp"
#include "check/gm_pointers.hpp"
#include "check/gm_shadow.hpp"
#include "check/history.hpp"
#include "check/leftover.hpp"
#include "check/lifetime.hpp"
#include "check/memory_shadow.hpp"
#include "check/numbers.hpp"
#include "check/order.hpp"
#include "check/scalar_runs.hpp"
#include "check/streams.hpp"
#include "check/sums.hpp"
#include "machine/core.hpp"

namespace lanewise::check {

struct Wanted {
    bool mem = true, race = true, init = true, sync = true, state = true;
    bool strict = false;   // races that the vendor's compiler is documented to prevent, too
    bool numbers = false;  // infinities, NaN and results beyond their type
    bool hints = false;    // what is legal, and seldom meant
};

// "race,sync,race:strict"; empty or "all": everything but what must be asked for.
Wanted wanted_of(const std::string& list);

// Which ids of events the kernels of a program name.
class EventIds {
  public:
    void use(int event, int id) { used_[event & 63].fetch_or(1u << (id & 31), std::memory_order_relaxed); }
    int free(int event) const;  // the lowest; -1: none

  private:
    std::atomic<std::uint32_t> used_[64] = {};
};

// Which device memory that the host has asked for somebody has used.
class Asked {
  public:
    void put(std::uint64_t address) {
        std::lock_guard guard(lock_);
        used_[address] = false;
    }
    void drop(std::uint64_t address) {
        std::lock_guard guard(lock_);
        used_.erase(address);
    }
    void use(std::uint64_t address) {
        std::lock_guard guard(lock_);
        if (const auto found = used_.find(address); found != used_.end()) found->second = true;
    }
    bool used(std::uint64_t address) const {
        std::lock_guard guard(lock_);
        const auto found = used_.find(address);
        return found == used_.end() || found->second;
    }

  private:
    mutable std::mutex lock_;
    std::unordered_map<std::uint64_t, bool> used_;  // by address
};

// What the launches of a program share.
struct Program {
    explicit Program(Wanted what) : wanted(what) {}
    const Wanted wanted;
    Findings findings;
    GmShadow gm;
    Streams streams;
    GlobalGarbage garbage;
    EventIds ids;
    Asked asked;

    // Findings since the last time, with ids that are free for whoever adds flags.
    std::vector<Finding> take();
};

// What the blocks of a launch share.
struct Launched {
    Launched(Program& of, std::uint32_t number, std::uint32_t blocks) : program(of), task(of.streams.launched(number)), histories(blocks) {}
    Program& program;
    const Streams::Begun task;
    Steps steps;
    std::atomic<bool> computes = false;  // a block has issued a vector instruction
    CacheLines caches;
    std::vector<History> histories;
    Sums sums;

    // All blocks have ended well.
    void end(const Gm& gm);
};

class BlockCheck final : public Listener {
  public:
    // `vector_memory`: where the block's is.
    BlockCheck(Launched& launch, const Core& core, std::uint8_t* vector_memory);
    ~BlockCheck() override;

    bool hears_accesses() const override {
        const Wanted& wanted = launch_.program.wanted;
        return wanted.mem || wanted.race || wanted.init || wanted.numbers || wanted.hints;
    }
    bool hears_registers() const override { return false; }  // they are the vector unit's own
    bool hears_between_registers() const override { return false; }  // while one holds garbage the core is told (garbage.cpp)
    void record(const Record& record, const std::int64_t* payload) override;
    void access(const Access& access) override;
    void scalars(const Access* all, std::size_t count) override;
    bool hears_briefly() const override { return hears_accesses() && !launch_.program.wanted.numbers; }
    bool passes(const Brief& call) override;
    void before(Core& core, const Record& record, const std::int64_t* payload) override;
    void after(Core& core) override;
    // The kernel has ended well.
    void end();
    // A slot in GM that blocks meet by is looked at, and then changed.
    void reads_slot(std::uint64_t address, std::uint32_t bytes, std::uint64_t place, std::uint16_t opcode);
    // Scalar code goes through a pointer that came from a tensor, and past the end of that tensor.
    void leaves_tensor(std::uint64_t first, std::uint64_t bytes, std::uint64_t end, bool write, std::uint64_t place);
    // A pointer is taken from a tensor in GM.
    void gives_pointer(std::uint64_t first, std::uint64_t end) { pointers_.ask(first, end); }
    // A rule is broken that hardware does not enforce.
    void broken(const Fault& fault);

  private:
    struct Now {
        int pipe = 0;
        std::uint32_t tick = 0;
        Doer doer;
    };
    enum class Kind { read_after_write, write_after_read, write_after_write, load_after_store, store_after_store };
    // What the instruction at hand collides with, over all its bytes.
    struct Clash {
        Kind kind;
        Space space;
        Epoch other;
        std::uint64_t first, last;
        bool same;  // both have written the same
    };
    // Bytes that a copy to GM reads on the core, or writes.
    struct Piece {
        std::uint64_t address, bytes;
        bool atomic;
    };

    void start(int pipe, Doer doer);
    bool quiet(const Access& scalar_run);
    bool touch_quietly(const Access& scalar_run);
    void touch(const Access& access, std::uint64_t first, std::uint64_t bytes);
    void stays_inside(const Access& access, std::uint16_t opcode);
    bool keep_copied(const Access& access);
    void end_copy(std::uint64_t place);
    void add_up(std::uint64_t place);
    void tell_pointers();
    void touch_copied();
    void touch_memory(Space space, std::uint64_t first, std::uint64_t bytes, bool write);
    void touch_gm(std::uint64_t first, std::uint64_t bytes, bool write, bool atomic, std::uint64_t digest = 0);
    void meets(Kind kind, Space space, Epoch other, std::uint64_t first, std::uint64_t bytes, bool same = false);
    void tell_clashes();
    void look_at(const Record& record);
    bool ordered(int pipe, std::uint32_t tick);
    bool overtakes(int pipe, std::uint32_t tick) const;
    bool comes_after_task(Streams::Number task);
    void tell_streams(const Clash& clash);
    void watch_flags(const Record& record, const std::int64_t* payload);
    std::uint64_t issued_on_registers() const;

    Launched& launch_;
    const Core& core_;
    const std::uint32_t block_;
    Order order_;
    FunctionOrder function_;
    MemoryShadows<MemoryCell> shadows_;
    Garbage garbage_;
    Now now_;
    std::vector<Clash> clashes_;
    ScalarRuns runs_;
    GmPointers pointers_;
    std::pair<Streams::Number, bool> asked_{};  // the last task that was asked for, and whether the launch comes after it
    struct Flag {
        std::uint64_t place;
        int event, id;
    };
    std::unordered_map<std::uint64_t, Flag> flags_;  // set and not yet waited for
    std::unordered_map<std::uint64_t, std::uint64_t> held_;  // flags that a queue has set when a tensor was freed, by its buffer
    Lifetimes lifetimes_;
    Leftover leftover_;
    const std::uint8_t* bytes_;  // of the vector memory
    Numbers numbers_;
    bool computes_ = false;  // it has issued a vector instruction that is told
    std::uint64_t between_;  // how many of those between registers, which are not, the core had issued before
    Buffer buffer_{};  // of GM, that was touched last
    Record told_{};  // the last record
    std::vector<Piece> copied_, copied_to_;  // by the instruction at hand: on the core, and in GM
};

// For Core::tolerate: the checker of the block that runs on this thread hears of it.
void tell_broken(const Fault& fault);
// The same from Python: what that front refuses stays refused.
void tell_broken_or_throw(const Fault& fault);

// The host: new device memory is unwritten until somebody writes it, and what the host takes from it should be written.
class HostCheck final : public Listener {
  public:
    HostCheck(Program& program, const Gm& gm) : program_(program), gm_(gm) {}

    bool hears_accesses() const override { return program_.wanted.init || program_.wanted.race || program_.wanted.mem || program_.wanted.hints; }
    void record(const Record& record, const std::int64_t* payload) override;
    void access(const Access& access) override;
    // The program ends: device memory that nobody freed.
    void end();

  private:
    struct Made {
        std::uint64_t place, bytes;
        bool shared;  // with the host
    };
    void cannot_reach(const Access& access);
    void unused(std::uint64_t address);
    void free_too_soon(std::uint64_t address, std::uint64_t bytes, std::uint64_t place);
    void touch_too_soon(const Access& access);
    void touch_in_stream(const Access& access);

    Program& program_;
    const Gm& gm_;
    std::map<std::uint64_t, Made> made_;  // device memory by address
    Streams::Begun copy_;                 // of a stream, that the accesses of its place belong to
    Doer copying_;
};

}  // namespace lanewise::check
