// Reads and writes of the same bytes that nothing orders: of pipes of a block, of blocks, of a vector function, and of tasks on streams.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "check/copied_out.hpp"
#include "check/function_order.hpp"
#include "check/memory_shadow.hpp"
#include "check/places.hpp"
#include "check/rule.hpp"
#include "check/unit_flags.hpp"
#include "isa.hpp"
#include "tables.hpp"

namespace lanewise::check {

namespace {

constexpr const char* kinds[] = {"read after write", "write after read", "write after write", "load after store", "store after store"};

std::uint64_t mixed(std::uint64_t digest, std::uint64_t word) {
    digest = (digest ^ word) * 0x9E3779B97F4A7C15;
    return digest ^ digest >> 32;
}

std::uint64_t mixed(std::uint64_t digest, const std::uint8_t* bytes, std::uint64_t count) {
    std::array<std::uint64_t, 4> lanes{digest, digest + 1, digest + 2, digest + 3}, words;  // none waits for another one
    for (; count >= sizeof words; bytes += sizeof words, count -= sizeof words) {
        std::memcpy(words.data(), bytes, sizeof words);
        for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = std::rotl((lanes[i] ^ words[i]) * 0x9E3779B97F4A7C15, 29);
    }
    for (const std::uint64_t lane : lanes) digest = mixed(digest, lane);
    for (; count; ++bytes, --count) digest = mixed(digest, *bytes);
    return digest;
}

class Races final : public Rule {
  public:
    explicit Races(Block& block) : Rule(block), function_(block.wanted().strict), shadows_(block.core) {}
    static Hears hears() { return {.every_record = true, .steps_of_queues = false, .accesses = everything, .lent = true, .around = true, .briefs = Hears::heard, .copies = Hears::heard, .order = true}; }

    void record(const Record& record, const std::int64_t* payload) override {
        tell_clashes();
        function_.record(instructions[record.opcode], record, payload);
        unit_flags_.record(record, payload);
    }
    void access(const Access& a) override {
        // Of launches of several blocks: what they copy to GM may be the same. It is noted when the copy has been told as a whole.
        const bool kept = block_.launch.histories.size() > 1 && copied_.keep(a);
        if (a.pipe == scalar_pipe) {
            tell_clashes();
            block_.start(scalar_pipe, {a.place, 0});
            by_pointer_ = a.around && on_core(static_cast<Space>(a.space));
        }
        if (block_.threads()) go_to(a.place);
        // What threads of one block did is known to those of another that come to the same atomic later.
        if (block_.threads() && static_cast<Space>(a.space) == Space::gm && (a.atomic || a.around)) {
            const auto number = Steps::of_address(a.address);
            block_.order.follow(number);
            block_.start(block_.pipe, block_.doer);
            if (a.write) block_.order.leave(number, block_.pipe);
        }
        for (std::uint32_t first = 0, end; !kept && first < a.bytes; first = end) {
            const bool touched = a.touches(first);
            for (end = a.mask ? first + 1 : a.bytes; end < a.bytes && a.touches(end) == touched;) ++end;
            if (touched) touch(a, a.address + first, end - first);
        }
    }
    void after(const Core&) override {
        if (copied_.empty()) return;
        touch_copied();
        copied_.clear();
    }
    void end() override { tell_clashes(); }

    void passes(const Brief& call) override {
        tell_clashes();
        function_.passes(call.written.bytes != 0, call.data);
        block_.start(vector_pipe, {call.place, call.opcode});
        for (int i = 0; i < call.reads; ++i) touch_memory(Space::vector, call.read[i].address, call.read[i].bytes, false);
        if (call.written.bytes) touch_memory(Space::vector, call.written.address, call.written.bytes, true);
    }

    void passes(const PlainCopy& call) override {
        tell_clashes();
        function_.passes(false, 0);
        unit_flags_.nobody();
        block_.start(call.pipe, {call.place, call.opcode});
        if (!call.out) {
            touch_gm(call.gm, call.bytes, false, false);
            return touch_memory(Space::vector, call.address, call.bytes, true);
        }
        touch_memory(Space::vector, call.address, call.bytes, false);
        // Of several blocks, what they copy to GM may be the same.
        const bool compared = block_.launch.histories.size() > 1;
        const std::uint64_t digest = compared ? mixed(mixed(mixed(1, call.gm), call.bytes), block_.memories.at(Space::vector, call.address), call.bytes) | 1 : 0;
        touch_gm(call.gm, call.bytes, true, false, digest);
    }

    bool quiet(const Access&) override { return true; }
    // Notes it, unless another block or task is not ordered with it. The block's own pipes are, unless that is asked for strictly.
    bool touch_quietly(const Access& run) override {
        tell_clashes();
        block_.start(scalar_pipe, {run.place, 0});
        by_pointer_ = run.around && on_core(static_cast<Space>(run.space));
        return note_quietly(run);
    }
    bool touch_lanes(const Access& run, std::uint32_t) override {
        go_to(run.place);
        return note_quietly(run);
    }
    // The same again changes nothing that is known here, so each place is taken once.
    void touch_changes(const Access& all, std::uint32_t each, std::span<const std::uint64_t> where) override {
        const auto space = static_cast<Space>(all.space);
        go_to(all.place);
        if (!on_core(space)) return change_gm(each, where);
        if (changed_.tick != block_.tick || changed_.space != space) changed_.begin(space, block_.core.memory(space).size);
        places_.clear();
        for (const std::uint64_t at : where) {
            if (changed_.bytes[at] == each) continue;
            changed_.add(at, each);
            places_.push_back(at);
        }
        std::sort(places_.begin(), places_.end());
        each_run(each, [&](std::uint64_t first, std::uint64_t bytes) {
            touch_memory(space, first, bytes, false);
            touch_memory(space, first, bytes, true);
        });
        changed_.tick = block_.tick;
    }

  private:
    // Whoever comes to one of these addresses knows what those have done who were there before.
    void change_gm(std::uint32_t each, std::span<const std::uint64_t> where) {
        places_.assign(where.begin(), where.end());
        std::sort(places_.begin(), places_.end());
        places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
        block_.order.meet(places_, block_.pipe, [&] { block_.start(block_.pipe, block_.doer); });
        each_run(each, [&](std::uint64_t first, std::uint64_t bytes) {
            touch_gm(first, bytes, false, true);
            touch_gm(first, bytes, true, true);
        });
    }
    // Those of places_ that lie side by side: act(first byte, bytes).
    template <class Act>
    void each_run(std::uint32_t each, const Act& act) const {
        for (std::size_t i = 0, next; i < places_.size(); i = next) {
            for (next = i + 1; next < places_.size() && places_[next] <= places_[next - 1] + each;) ++next;
            act(places_[i], places_[next - 1] + each - places_[i]);
        }
    }

    bool note_quietly(const Access& run) {
        const auto space = static_cast<Space>(run.space);
        if (on_core(space)) return touch_memory(space, run.address, run.bytes, run.write), true;
        const Epoch here{block_.tick, static_cast<std::uint16_t>(block_.number), static_cast<std::uint8_t>(block_.pipe), false, block_.launch.task.number};
        const auto after = [&](const Epoch& other) {
            if (other.task != here.task) return comes_after_task(other.task);
            return other.block == block_.number ? ordered(other.pipe, other.tick) : block_.order.clock(block_.pipe).after(other.block, other.pipe, other.tick);
        };
        const auto calm = [&](const GmCell& cell) {
            const auto is = [&](const Epoch& other) { return !other.tick || after(other); };
            return is(cell.written) && (!run.write || (is(cell.read[0]) && is(cell.read[1])));
        };
        return block_.launch.program.gm.each_if(run.address, run.bytes, run.write, calm,
                                                [&](GmCell& cell) { cell.touch(here, run.write, after, [](const Epoch&, bool) {}); });
    }

    enum class Kind { read_after_write, write_after_read, write_after_write, load_after_store, store_after_store };
    // What the instruction at hand collides with, over all its bytes.
    struct Clash {
        Kind kind;
        Space space;
        Epoch other;
        std::uint64_t first, last;
        bool same;  // both have written the same
    };

    // Each line of a function of threads counts as an instruction of its own, so that another block that meets it later can say which one that was.
    void go_to(std::uint64_t place) {
        tell_clashes();  // they are of the line so far
        const auto is_now = [&](const auto& line) { return line.second == block_.tick; };
        if (std::none_of(lines_.begin(), lines_.end(), is_now)) lines_.clear();  // something else has begun since
        const auto found = std::find_if(lines_.begin(), lines_.end(), [&](const auto& line) { return line.first == place; });
        if (found == lines_.end()) {
            block_.start(block_.pipe, {place, block_.doer.opcode});
            lines_.emplace_back(place, block_.tick);
        } else {
            block_.tick = found->second;
            block_.doer.place = place;
        }
    }

    void touch(const Access& a, std::uint64_t first, std::uint64_t bytes) {
        if (const auto space = static_cast<Space>(a.space); on_core(space)) touch_memory(space, first, bytes, a.write);
        else touch_gm(first, bytes, a.write, a.atomic || (a.around && block_.threads()));
    }

    // What a copy has read goes, in the same order, to where it has written.
    void touch_copied() {
        const bool known = copied_.as_it_is() && !block_.core.schedule;  // else it has not happened yet
        std::size_t piece = 0;
        std::uint64_t taken = 0;  // of that piece
        for (const CopiedOut::Piece& to : copied_.to) {
            std::uint64_t digest = mixed(mixed(1, to.address), to.bytes);
            for (std::uint64_t left = to.bytes; known && left;) {
                const std::uint64_t bytes = std::min(left, copied_.from[piece].bytes - taken);
                digest = mixed(digest, block_.memories.at(copied_.from[piece].space, copied_.from[piece].address + taken), bytes);
                left -= bytes;
                taken += bytes;
                if (taken == copied_.from[piece].bytes) ++piece, taken = 0;
            }
            if (!to.atomic) touch_gm(to.address, to.bytes, true, false, known ? digest | 1 : 0);
        }
    }

    // Whether the instruction at hand comes after one of another pipe of its block. The compiler makes the scalar unit wait
    // where it touches what another pipe does, and the other way round: it knows the calls that reach for an element, and no pointers.
    bool ordered(int pipe, std::uint32_t tick) {
        if (pipe == scalar_pipe && block_.wanted().strict) pipe = store_pipe;
        if (pipe == block_.pipe || block_.order.clock(block_.pipe).after(pipe, tick)) return true;
        if (unit_flags_.order(pipe, tick)) return true;
        if (block_.pipe != scalar_pipe || by_pointer_ || block_.wanted().strict) return false;
        block_.order.scalar_waits_for(pipe);
        return true;
    }

    // Whether an instruction comes upon the result of one of its own pipe that may not have finished. Copies start in order and may overlap.
    // Between vector instructions the compiler puts a barrier where hardware does not wait by itself.
    bool overtakes(int pipe, std::uint32_t tick) const {
        if (pipe != block_.pipe || tick == block_.tick || tick <= block_.order.finished(pipe)) return false;
        if (pipe == vector_pipe) return block_.wanted().strict && !block_.threads() && block_.core.rules->vector_order == vector_order_compiler;
        return pipe == copy_in_pipe;
    }

    void touch_memory(Space space, std::uint64_t first, std::uint64_t bytes, bool write) {
        changed_.tick = 0;
        unit_flags_.touch(block_.pipe, block_.tick);
        shadows_[space].each(first, bytes, write, [&](MemoryCell& cell, std::uint64_t at, std::uint64_t count) {
            // Who waits for the last readers waits for whom they have read from, too: that cure mends both.
            bool before_readers = false;
            for (int p = 1; write && p < pipe_count; ++p)
                if (cell.read[p] && !ordered(p, cell.read[p])) {
                    meets(Kind::write_after_read, space, {cell.read[p], static_cast<std::uint16_t>(block_.number), static_cast<std::uint8_t>(p)}, at, count);
                    before_readers = true;
                }
            if (cell.written && !before_readers && (!ordered(cell.writer, cell.written) || overtakes(cell.writer, cell.written)))
                meets(write ? Kind::write_after_write : Kind::read_after_write, space,
                      {cell.written, static_cast<std::uint16_t>(block_.number), cell.writer == store_pipe ? std::uint8_t{scalar_pipe} : cell.writer}, at, count);
            if (cell.stored && block_.pipe == vector_pipe && function_.may_pass(cell.stored))
                meets(write ? Kind::store_after_store : Kind::load_after_store, space,
                      {cell.written, static_cast<std::uint16_t>(block_.number), cell.writer}, at, count);
            if (!write) {
                cell.read[block_.pipe] = block_.tick;
                return;
            }
            cell.stored = block_.pipe == vector_pipe ? function_.store() : 0;
            cell.written = block_.tick;
            cell.writer = static_cast<std::uint8_t>(block_.pipe == scalar_pipe && by_pointer_ ? store_pipe : block_.pipe);
            cell.read = {};
        });
        if (const Memory& memory = block_.core.memory(space); memory.link) touch_linked(space, memory, first, bytes, write);
    }

    // Other cores of the group reach the memory, too; what the core does itself is ordered above.
    void touch_linked(Space space, const Memory& memory, std::uint64_t first, std::uint64_t bytes, bool write) {
        const Epoch here{block_.tick, static_cast<std::uint16_t>(block_.number), static_cast<std::uint8_t>(block_.pipe), false, block_.launch.task.number};
        const auto comes_after = [&](const Epoch& other) {
            return other.block == block_.number || block_.order.clock(block_.pipe).after(other.block, other.pipe, other.tick);
        };
        block_.launch.links.shadow.each(memory.linked(first), bytes, write, [&](GmCell& cell, std::uint64_t at, std::uint64_t count) {
            cell.touch(here, write, comes_after, [&](const Epoch& other, bool wrote) {
                meets(!wrote ? Kind::write_after_read : write ? Kind::write_after_write : Kind::read_after_write, space, other, at & 0xFFFFFFFF, count);
            });
        });
    }

    void touch_gm(std::uint64_t first, std::uint64_t bytes, bool write, bool atomic, std::uint64_t digest = 0) {
        const Epoch here{block_.tick, static_cast<std::uint16_t>(block_.number), static_cast<std::uint8_t>(block_.pipe), atomic, block_.launch.task.number};
        const auto comes_after = [&](const Epoch& other) {
            if (atomic && other.atomic) return true;
            if (other.task != here.task) return comes_after_task(other.task);
            if (other.block == block_.number) return ordered(other.pipe, other.tick);
            return block_.order.clock(block_.pipe).after(other.block, other.pipe, other.tick);
        };
        block_.launch.program.gm.each(first, bytes, write, [&](GmCell& cell, std::uint64_t at, std::uint64_t count) {
            const bool same = digest && digest == cell.digest;
            const bool writer = cell.touch(here, write, comes_after, [&](const Epoch& other, bool wrote) {
                meets(!wrote ? Kind::write_after_read : write ? Kind::write_after_write : Kind::read_after_write, Space::gm, other, at, count, wrote && same);
            }, same);
            if (writer) cell.digest = digest;
        });
    }

    bool comes_after_task(Streams::Number task) {
        if (asked_.first != task) asked_ = {task, block_.launch.program.streams.before(task, block_.launch.task.seen)};
        return asked_.second;
    }

    void meets(Kind kind, Space space, Epoch other, std::uint64_t first, std::uint64_t bytes, bool same = false) {
        for (Clash& clash : clashes_)
            if (clash.kind == kind && clash.space == space && clash.other.tick == other.tick && clash.other.block == other.block &&
                clash.other.pipe == other.pipe && clash.other.task == other.task) {
                clash.first = std::min(clash.first, first);
                clash.last = std::max(clash.last, first + bytes - 1);
                clash.same = clash.same && same;
                return;
            }
        clashes_.push_back({kind, space, other, first, first + bytes - 1, same});
        block_.waiting = true;
    }

    // Flags have no place there: they stand around its call.
    static bool inside_function(std::uint16_t opcode) {
        const Executor executor = instructions[opcode].executor;
        return executor == Executor::registers || executor == Executor::register_walk;
    }

    // Two tasks of different streams: it is the host that has to order them.
    void tell_streams(const Clash& clash) {
        const Streams& streams = block_.launch.program.streams;
        const Streams::Task here = streams.task(block_.launch.task.number), other = streams.task(clash.other.task);
        Finding found{"RACE-005", here.place, other.place, {{"kind", kinds[static_cast<int>(clash.kind)]},
                                                            {"op", name_of(block_.doer.opcode)},
                                                            {"at", std::to_string(block_.doer.place)},
                                                            {"stream", name_of(here)},
                                                            {"other_stream", name_of(other)},
                                                            {"other_is", clash.other.block == host_block ? "copy" : "launch"}}};
        say_bytes(found, *block_.core.gm, clash.first, clash.last);
        block_.findings().add(std::move(found));
    }

    void tell_clashes() {
        if (!clashes_.empty()) tell_them();
    }

    [[gnu::noinline]] void tell_them() {
        for (const Clash& clash : clashes_) {
            if (clash.space == Space::gm && clash.other.task != block_.launch.task.number) {
                tell_streams(clash);
                continue;
            }
            const Doer other = block_.launch.histories[clash.other.block].find(clash.other.pipe, clash.other.tick);
            std::uint64_t first = clash.first;
            std::string buffer;
            if (Buffer found; clash.space == Space::gm && block_.core.gm->find(clash.first, found)) {
                first -= found.address;
                buffer = found.name;
            }
            const bool blocks = clash.other.block != block_.number;
            if (blocks) {
                tell_blocks(clash, other, first, buffer);
                continue;
            }
            const bool in_function = clash.kind == Kind::load_after_store || clash.kind == Kind::store_after_store;
            const bool one_pipe = !in_function && clash.other.pipe == block_.pipe;
            const char* which = clash.kind == Kind::store_after_store ? "stores" : in_function ? "" : one_pipe ? "own_pipe" : inside_function(block_.doer.opcode) ? "into_function" : inside_function(other.opcode) ? "out_of_function" : "";
            block_.findings().add({in_function ? "RACE-003" : "RACE-001", block_.doer.place, other.place,
                                          {{"kind", kinds[static_cast<int>(clash.kind)]},
                                           {"space", name_of(clash.space)},
                                           {"buffer", buffer},
                                           {"first", std::to_string(first)},
                                           {"last", std::to_string(first + clash.last - clash.first)},
                                           {"op", name_of(block_.doer.opcode)},
                                           {"pipe", pipe_names[block_.pipe]},
                                           {"other_op", name_of(other.opcode)},
                                           {"other_pipe", pipe_names[clash.other.pipe]},
                                           {"block", std::to_string(block_.number)},
                                           {"event", in_function ? "" : std::to_string(event_between(clash.other.pipe, block_.pipe))},
                                           {"case", which}}});
        }
        clashes_.clear();
        block_.waiting = false;
    }

    // Which of two blocks came first here is chance. The one whose line is behind the other's is told as the second, so that every run says the same.
    void tell_blocks(const Clash& clash, const Doer& other, std::uint64_t first, const std::string& buffer) {
        struct Side {
            std::uint64_t place;
            std::uint32_t block;
            int pipe;
            std::uint16_t opcode;
        };
        Side late{block_.doer.place, block_.number, block_.pipe, block_.doer.opcode}, early{other.place, clash.other.block, clash.other.pipe, other.opcode};
        Kind kind = clash.kind;
        if (std::pair(late.place, late.block) < std::pair(early.place, early.block)) {
            std::swap(late, early);
            kind = kind == Kind::read_after_write ? Kind::write_after_read : kind == Kind::write_after_read ? Kind::read_after_write : kind;
        }
        const Launched& launch = block_.launch;
        const bool grouped = launch.grouped(late.block, early.block);
        const char* which = clash.same ? "same" : clash.space != Space::gm ? "group" : grouped ? "cores" : !launch.names.empty() ? "groups" : block_.threads() ? "threads" : "";
        launch.program.findings.add({"RACE-002", late.place, early.place,
                                     {{"kind", kinds[static_cast<int>(kind)]},
                                      {"space", name_of(clash.space)},
                                      {"buffer", buffer},
                                      {"first", std::to_string(first)},
                                      {"last", std::to_string(first + clash.last - clash.first)},
                                      {"op", name_of(late.opcode)},
                                      {"pipe", pipe_names[late.pipe]},
                                      {"other_op", name_of(early.opcode)},
                                      {"other_pipe", pipe_names[early.pipe]},
                                      {"block", std::to_string(late.block)},
                                      {"other_block", std::to_string(early.block)},
                                      {"who", launch.name(late.block)},
                                      {"other_who", launch.name(early.block)},
                                      {"event", ""},
                                      {"case", which}},
                                     1, clash.same, late.block, early.block, true});
    }

    // Changes of threads: bytes of the memory at which one of that width began, at that tick, since when nobody else was there.
    struct {
        std::uint32_t tick = 0;
        Space space{};
        std::vector<std::uint8_t> bytes;
        std::uint64_t first = 0, end = 0;  // of those that are not 0

        void begin(Space in, std::uint64_t size) {
            space = in;
            for (; first < end; ++first) bytes[first] = 0;
            bytes.resize(std::max(bytes.size(), static_cast<std::size_t>(size)));
            first = bytes.size();
            end = 0;
        }
        void add(std::uint64_t at, std::uint32_t each) {
            bytes[at] = static_cast<std::uint8_t>(each);
            first = std::min(first, at);
            end = std::max(end, at + 1);
        }
    } changed_;
    std::vector<std::uint64_t> places_;
    bool by_pointer_ = false;  // what the scalar unit does at the moment
    FunctionOrder function_;
    UnitFlags unit_flags_;
    MemoryShadows<MemoryCell> shadows_;
    std::vector<Clash> clashes_;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> lines_;  // of the function of threads at hand: place and tick
    std::pair<Streams::Number, bool> asked_{};  // the last task that was asked for, and whether the launch comes after it
    CopiedOut copied_;
};

const Registered<Races> races{"races", [](const Wanted& wanted) { return wanted.race; }};

}  // namespace

}  // namespace lanewise::check
