// Pipes that run when they want to: instructions are checked when they are issued and wait in the queue of their pipe until something
// needs them. What comes before what is said by the same steps that the checker follows (stream/ordering.hpp); whatever does not break
// it is a legal order, and a program without races ends with the same bytes in all of them.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "machine/core.hpp"
#include "schedule/function.hpp"
#include "schedule/plan.hpp"
#include "stream/ordering.hpp"
#include "stream/stores.hpp"
#include "stream/unit_flags.hpp"

namespace lanewise::schedule {

class Schedule final : public Listener {
  public:
    // Whether anybody looks at the registers of vector functions.
    enum class Registers { hidden, seen };

    // `memory`: where the core's vector memory is. `salt`: blocks and launches of a seed go different ways.
    Schedule(Core& core, std::uint8_t* memory, Plan plan, std::uint64_t salt, Registers registers);

    bool hears_accesses() const override { return false; }
    bool hears_briefly() const override { return true; }  // of a function that happens later, from whoever calls for it
    void record(const Record& record, const std::int64_t* payload) override;

    void issue(Record& record, const std::int64_t* payload);
    // Instructions of a vector function that happens later, without a record. False: nothing has happened, and it is to be issued.
    bool lanes(Shape shape, std::uint64_t scalar, const void* mask, const void* to, const void* a, const void* b, const void* c);
    bool load(Shape shape, const void* to, std::uint64_t address, std::int64_t dist);
    bool store(Shape shape, std::uint64_t address, const void* from, const void* mask, std::int64_t dist);
    bool lowest(Shape shape, const void* mask, std::int64_t count, std::int64_t pitch);
    // Everything that was issued has happened.
    void settle();
    // The scalar unit is about to touch memory: the compiler makes it wait for work on it.
    void scalar(Space space, std::uint64_t address);
    // It is about to look at what vector instructions leave in registers of the core.
    void scalar_result() {
        do_function();
        settle(vector_pipe);
    }

    // Steps of order, in the words of stream/ordering.hpp.
    void set(std::uint64_t flag, int pipe, int waiter);
    void wait(std::uint64_t flag, int setter, int pipe);
    void freed(std::int64_t address, std::uint64_t flag, int pipe) { freed_[address] = {flag, pipe}; }
    void reuse(std::int64_t address, std::int64_t bytes);
    void lock(std::int64_t id, int pipe);
    void unlock(std::int64_t id, int pipe) { mutexes_[id].push_back(mark(pipe)); }
    void barrier() { settle(); }
    void barrier(int) {}  // a pipe works in order
    void leave(std::int64_t) { settle(); }
    void leave(std::int64_t, int pipe) { settle(pipe); }
    void follow(std::int64_t) {}  // what other blocks did has happened

  private:
    using Mark = std::uint32_t;  // a place in the work of a pipe; 0: it has passed
    struct Work {
        Record record;
        std::vector<std::int64_t> payload;
        State state;  // as the scalar unit had set it
        std::uint64_t place;
    };
    // One of: an instruction, a vector function or what one has stored, a mark to pass, a mark to wait for.
    struct Entry {
        std::uint64_t number = 0;  // in program order
        std::unique_ptr<Work> work = nullptr;
        std::unique_ptr<Function> function = nullptr;
        std::unique_ptr<Stores> stores = nullptr;
        Mark passes = 0, waits = 0;
        bool takes_time() const { return work || function || stores; }
    };
    using Queue = std::deque<Entry>;

    void now(Record& record, const std::int64_t* payload, int pipe);
    void on_registers(Record& record, const std::int64_t* payload);
    void try_on_registers(Record& record, const std::int64_t* payload);
    void run_on_registers(Record& record, const std::int64_t* payload, const RegisterAccess& access, Stores& stores);
    void land_some(Stores& stores);
    void perform(Function& function, const Mirror& registers, Stores& stores);
    void perform(const Function& function, const Short& one, const Mirror& registers, Stores& stores);
    void perform(Function& function, Step& step, const Mirror& registers, Stores& stores);
    const CallPlan* plan_of_short(Shape shape);
    std::uint16_t uses(const void* at, std::uint64_t bytes);
    std::uint16_t makes(const void* at);
    Step changed(std::uint64_t at, std::uint64_t bytes);
    void put_value(const Operand& operand);
    void do_function();
    void add(int pipe, Entry entry);
    Mark mark(int pipe);
    void wait_for(Mark mark, int pipe);
    void settle(int pipe);
    void pass(Mark mark);
    void step(int pipe);
    void run(Work& work);
    void pass_marks();
    int next();  // a pipe whose first entry can run; -1: all are empty
    bool ready(int pipe) const { return !queues_[pipe].empty() && (!queues_[pipe].front().waits || passed_[queues_[pipe].front().waits]); }
    void wander();
    std::uint64_t draw(std::uint64_t below);

    Core& core_;
    std::uint8_t* memory_;
    const Plan plan_;
    std::uint64_t random_;
    std::uint64_t issued_ = 0;
    std::array<Queue, pipe_count> queues_;
    std::array<std::unordered_map<std::uint64_t, std::uint64_t>, pipe_count> last_in_;  // by buffer of GM: the last entry that touches it
    std::vector<bool> passed_{true};
    std::vector<std::uint8_t> pipe_of_mark_{0};
    std::unordered_map<std::uint64_t, Mark> flags_;
    std::array<Mark, pipe_count> unit_flags_{};  // after the last instruction of each pipe that uses them
    std::map<std::int64_t, std::pair<std::uint64_t, int>> freed_;
    std::map<std::int64_t, std::vector<Mark>> mutexes_;
    const Registers registers_;
    bool in_function_ = false;
    bool alone_ = false;  // nobody else hears of the function that is called now
    std::unique_ptr<Function> function_;  // that is called now and happens later; null: it happens now, or there is none
    Left left_;                           // by its instructions so far
    Values values_;                       // what numbers stand for that the program still finds in registers
    Stores dropped_;                      // by the instruction that is only tried
    std::size_t steps_ = 0;               // of functions that wait
    Function::Sizes sizes_of_last_ = {};  // of the last function that was put off: the next one may be it again
    Stores stores_;                       // of the vector function that happens now
};

}  // namespace lanewise::schedule
