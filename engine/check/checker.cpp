#include "check/checker.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <sstream>

#include "errors.hpp"
#include "isa.hpp"
#include "lanewise/generated/opcodes.hpp"
#include "machine/fault.hpp"
#include "machine/lanes.hpp"
#include "tables.hpp"

namespace lanewise::check {

namespace {

constexpr int scalar = scalar_pipe, vector = vector_pipe;
constexpr int counter_bit = 56;  // of CTRL
constexpr std::uint64_t spare = 64;  // that the allocator may give behind what was asked for
constexpr const char* kinds[] = {"read after write", "write after read", "write after write", "load after store", "store after store"};
thread_local BlockCheck* at_work = nullptr;

// Where in GM it is.
void say_bytes(Finding& found, const Gm& gm, std::uint64_t first, std::uint64_t last) {
    Buffer buffer{};
    const bool known = gm.find(first, buffer);
    const std::uint64_t start = known ? buffer.address : 0;
    found.fields.insert(found.fields.end(), {{"buffer", known ? buffer.name : ""},
                                             {"first", std::to_string(first - start)},
                                             {"last", std::to_string(last - start)}});
}

std::string name_of(const Streams::Task& task) { return task.stream ? "stream " + std::to_string(task.stream) : "the default stream"; }

// The type of floats that copies to GM add up, as CTRL says; none: they do not.
DType added_type(std::uint64_t ctrl) {
    const auto operation = ctrl >> 9 & 3, type = ctrl >> 6 & 7;
    if (operation) return DType::none_;
    return type == 1 ? DType::float_ : type == 2 ? DType::half_ : type == 6 ? DType::bfloat16_ : DType::none_;
}

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

}  // namespace

Wanted wanted_of(const std::string& list) {
    if (list.empty() || list == "all" || list == "1") return {};
    Wanted wanted{false, false, false, false, false, false, false, false};
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        if (word == "mem") wanted.mem = true;
        if (word == "race") wanted.race = true;
        if (word == "race:strict") wanted.race = wanted.strict = true;
        if (word == "init") wanted.init = true;
        if (word == "sync") wanted.sync = true;
        if (word == "state") wanted.state = true;
        if (word == "numbers") wanted.numbers = true;
        if (word == "hints") wanted.hints = true;
    }
    return wanted;
}

int EventIds::free(int event) const {
    constexpr int advised = 6;  // the rest is reserved
    for (int id = 0; id < advised; ++id)
        if (!(used_[event & 63] >> id & 1)) return id;
    return -1;
}

std::vector<Finding> Program::take() {
    std::vector<Finding> all = findings.take();
    for (Finding& found : all)
        for (auto& [name, value] : found.fields)
            if (found.id == std::string("RACE-001") && name == "event")
                if (const int id = ids.free(std::stoi(value)); id >= 0) {
                    found.fields.emplace_back("free_id", std::to_string(id));
                    break;
                }
    return all;
}

void Launched::end(const Gm& gm) {
    if (program.wanted.numbers) sums.end(program.findings, gm);
    const std::uint64_t place = program.streams.task(task.number).place;
    if (program.wanted.hints && place && !computes) program.findings.add({"KERNEL-008", place, 0, {}});
}

BlockCheck::BlockCheck(Launched& launch, const Core& core, std::uint8_t* vector_memory)
    : launch_(launch), core_(core), block_(core.block), order_(launch.steps, block_, launch.program.wanted.strict), function_(launch.program.wanted.strict), shadows_(core),
      garbage_(launch.program.garbage, launch.program.findings, core, vector_memory), lifetimes_(launch.program.findings, core, launch.program.wanted.hints),
      leftover_(launch.program.findings, core), bytes_(vector_memory), numbers_(launch.program.findings, vector_memory, core.vector_memory().size), between_(issued_on_registers()) {}

void BlockCheck::start(int pipe, Doer doer) {
    now_ = {pipe, order_.start(pipe), doer};
    launch_.histories[block_].note(pipe, now_.tick, doer);
}

void BlockCheck::record(const Record& record, const std::int64_t* payload) {
    at_work = this;
    tell_clashes();
    computes_ |= record.pipe == vector;
    const Wanted& wanted = launch_.program.wanted;
    if (wanted.sync) watch_flags(record, payload);
    if (wanted.state) leftover_.step(record);
    if (wanted.mem || wanted.hints) lifetimes_.step(record, payload);
    if (const auto op = static_cast<Opcode>(record.opcode); wanted.init && (op == Opcode::vf_call_ || op == Opcode::vf_end_)) garbage_.function();
    if (wanted.numbers) told_ = record;
    else told_.opcode = record.opcode;
    if (wanted.race && static_cast<Opcode>(record.opcode) == Opcode::data_cache_clean_and_invalid_ && payload[0])
        launch_.caches.clean(static_cast<std::uint16_t>(block_), static_cast<std::uint64_t>(payload[1]), payload[2]);
    if (!(wanted.race || wanted.numbers) || order_.step(record, payload)) return;
    if (wanted.race) function_.record(instructions[record.opcode], record, payload);
    const std::uint64_t place = std::uint64_t{record.file} << 32 | record.line;
    start(record.pipe < pipe_count ? record.pipe : scalar, {place, record.opcode});
}

void BlockCheck::access(const Access& a) {
    const auto space = static_cast<Space>(a.space);
    if (!in_memory(space)) return;  // of loads and stores, the other side
    const Wanted& wanted = launch_.program.wanted;
    if (wanted.init) a.pipe == scalar ? garbage_.scalar(a) : garbage_.access(a);
    if (wanted.numbers) numbers_.access(a);
    const bool kept = keep_copied(a);
    const std::uint16_t opcode = a.pipe == scalar ? 0 : told_.opcode;
    if (wanted.mem && on_core(space)) lifetimes_.touch(a, opcode);
    if ((wanted.mem || wanted.hints) && space == Space::gm) stays_inside(a, opcode);
    if (a.pipe == scalar && space == Space::gm) pointers_.touch(a);
    if (!wanted.race) return;
    if (space == Space::gm && !a.atomic) launch_.caches.touch(a, opcode, *core_.gm, launch_.program.findings);
    if (a.pipe == scalar) {
        tell_clashes();
        start(scalar, {a.place, 0});
    }
    for (std::uint32_t first = 0, end; !kept && first < a.bytes; first = end) {
        const bool touched = a.touches(first);
        for (end = a.mask ? first + 1 : a.bytes; end < a.bytes && a.touches(end) == touched;) ++end;
        if (touched) touch(a, a.address + first, end - first);
    }
}

void BlockCheck::touch(const Access& a, std::uint64_t first, std::uint64_t bytes) {
    if (const auto space = static_cast<Space>(a.space); on_core(space)) touch_memory(space, first, bytes, a.write);
    else touch_gm(first, bytes, a.write, a.atomic);
}

// Where nothing is to be found in any of them, loops are a few accesses; else each is told for itself, also what was noted already: the same
// again says nothing new.
void BlockCheck::scalars(const Access* all, std::size_t count) {
    bool together = count > 1 && !launch_.program.wanted.strict && runs_.join(all, count);
    for (const Access& run : runs_.all()) together = together && quiet(run);
    for (const Access& run : runs_.all()) together = together && touch_quietly(run);
    if (!together) Listener::scalars(all, count);
}

// Whether a run of the scalar unit is written where it is read, and stays where it belongs.
bool BlockCheck::quiet(const Access& run) {
    const Wanted& wanted = launch_.program.wanted;
    const auto space = static_cast<Space>(run.space);
    if (wanted.init && !run.write && (on_core(space) ? garbage_.on_core(space, run.address, run.bytes) : garbage_.in_gm(run.address, run.bytes))) return false;
    if (on_core(space)) return !wanted.mem || !lifetimes_.freed(space, run.address, run.bytes);
    if (!wanted.mem && !wanted.hints) return true;
    Buffer buffer;
    return core_.gm->find(run.address, buffer) && run.address + run.bytes <= buffer.address + buffer.asked;
}

// Notes it, unless another block or task is not ordered with it. The block's own pipes are, unless that is asked for strictly.
bool BlockCheck::touch_quietly(const Access& run) {
    const Wanted& wanted = launch_.program.wanted;
    const auto space = static_cast<Space>(run.space);
    if (wanted.init) garbage_.scalar(run);
    if (!on_core(space) && (wanted.mem || wanted.hints)) stays_inside(run, 0);
    if (!on_core(space)) pointers_.touch(run);
    if (!wanted.race) return true;
    if (!on_core(space) && !launch_.caches.touch_quietly(run)) return false;
    tell_clashes();
    start(scalar, {run.place, 0});
    if (on_core(space)) return touch_memory(space, run.address, run.bytes, run.write), true;
    const Epoch here{now_.tick, static_cast<std::uint16_t>(block_), scalar, false, launch_.task.number};
    const auto after = [&](const Epoch& other) {
        if (other.task != here.task) return comes_after_task(other.task);
        return other.block == block_ ? ordered(other.pipe, other.tick) : order_.clock(scalar).after(other.block, other.pipe, other.tick);
    };
    const auto quiet = [&](const GmCell& cell) {
        const auto is = [&](const Epoch& other) { return !other.tick || after(other); };
        return is(cell.written) && (!run.write || (is(cell.read[0]) && is(cell.read[1])));
    };
    return launch_.program.gm.each_if(run.address, run.bytes, run.write, quiet,
                                      [&](GmCell& cell) { cell.touch(here, run.write, after, [](const Epoch&, bool) {}); });
}

// A call that has nothing to be found before its bytes are looked at.
bool BlockCheck::passes(const Brief& call) {
    const Wanted& wanted = launch_.program.wanted;
    const auto freed = [&](const Brief::Run& run) { return wanted.mem && lifetimes_.freed(Space::vector, run.address, run.bytes); };
    for (int i = 0; i < call.reads; ++i)
        if (const Brief::Run& run = call.read[i]; freed(run) || (wanted.init && garbage_.on_core(Space::vector, run.address, run.bytes))) return false;
    if (freed(call.written)) return false;
    at_work = this;
    tell_clashes();
    computes_ = true;
    if (wanted.state) leftover_.passes(call.place);
    if (wanted.init && call.written.bytes) garbage_.known(call.written.address, call.written.bytes);
    told_.opcode = call.opcode;
    if (!wanted.race) return true;
    function_.passes(call.written.bytes != 0, call.data);
    start(vector, {call.place, call.opcode});
    for (int i = 0; i < call.reads; ++i) touch_memory(Space::vector, call.read[i].address, call.read[i].bytes, false);
    if (call.written.bytes) touch_memory(Space::vector, call.written.address, call.written.bytes, true);
    return true;
}

// Of launches of several blocks: what they copy to GM may be the same, or add up. True: it is noted when the copy has been told as a whole.
bool BlockCheck::keep_copied(const Access& a) {
    if (a.pipe != copy_out_pipe || a.mask || launch_.histories.size() < 2) return false;
    const auto space = static_cast<Space>(a.space);
    if (on_core(space) && !a.write) copied_.push_back({a.address, a.bytes, false});
    if (space != Space::gm || !a.write) return false;
    copied_to_.push_back({a.address, a.bytes, a.atomic});
    return !a.atomic;
}

void BlockCheck::end_copy(std::uint64_t place) {
    if (copied_.empty() && copied_to_.empty()) return;
    if (launch_.program.wanted.numbers) add_up(place);
    if (launch_.program.wanted.race) touch_copied();
    copied_.clear();
    copied_to_.clear();
}

// What a copy has read goes, in the same order, to where it has written.
void BlockCheck::touch_copied() {
    std::uint64_t read = 0, written = 0;
    for (const Piece& piece : copied_) read += piece.bytes;
    for (const Piece& piece : copied_to_) written += piece.bytes;
    const bool known = read == written && !core_.schedule;  // else it has not happened yet
    std::size_t piece = 0;
    std::uint64_t taken = 0;  // of that piece
    for (const Piece& to : copied_to_) {
        std::uint64_t digest = mixed(mixed(1, to.address), to.bytes);
        for (std::uint64_t left = to.bytes; known && left;) {
            const std::uint64_t bytes = std::min(left, copied_[piece].bytes - taken);
            digest = mixed(digest, bytes_ + copied_[piece].address + taken, bytes);
            left -= bytes;
            taken += bytes;
            if (taken == copied_[piece].bytes) ++piece, taken = 0;
        }
        if (!to.atomic) touch_gm(to.address, to.bytes, true, false, known ? digest | 1 : 0);
    }
}

void BlockCheck::add_up(std::uint64_t place) {
    const DType type = added_type(core_.state->ctrl);
    if (type == DType::none_ || copied_to_.empty() || !copied_to_[0].atomic) return;
    const std::uint64_t size = type == DType::float_ ? 4 : 2;
    const Epoch here{now_.tick, static_cast<std::uint16_t>(block_), static_cast<std::uint8_t>(now_.pipe), true, launch_.task.number};
    const auto comes_after = [&](const Epoch& other) { return order_.clock(now_.pipe).after(other.block, other.pipe, other.tick); };
    std::size_t piece = 0;
    std::uint64_t taken = 0;  // of that piece
    for (const Piece& to : copied_to_)
        for (std::uint64_t at = 0; at + size <= to.bytes; at += size) {
            while (piece < copied_.size() && taken + size > copied_[piece].bytes) ++piece, taken = 0;
            if (piece == copied_.size()) return;
            const std::uint8_t* number = bytes_ + copied_[piece].address + taken;
            taken += size;
            std::uint32_t bits = 0;
            std::memcpy(&bits, number, size);
            launch_.sums.add(to.address + at, type, bits, here, place, told_.opcode, comes_after);
        }
}

// Of GM: behind what was asked for lie bytes that the chip's allocator gives with it, and then those of somebody else.
void BlockCheck::stays_inside(const Access& a, std::uint16_t opcode) {
    std::uint64_t end = a.address + a.bytes;
    if (a.address >= buffer_.address && end <= buffer_.address + buffer_.size) return;
    if (!core_.gm->find(a.address, buffer_)) return;
    buffer_.size = buffer_.asked;
    launch_.program.asked.use(buffer_.address);
    while (end > a.address && !a.touches(static_cast<std::uint32_t>(end - a.address - 1))) --end;
    if (end <= buffer_.address + buffer_.size || !launch_.program.wanted.mem) return;
    launch_.program.findings.add({"MEM-004", a.place, 0,
                                  {{"op", opcode ? name_of(opcode) : "scalar code"}, {"operand", a.write ? "a write" : "a read"},
                                   {"first", std::to_string(a.address - buffer_.address)}, {"last", std::to_string(end - 1 - buffer_.address)},
                                   {"buffer", buffer_.known_as()}, {"size", std::to_string(buffer_.size)}}});
}

void BlockCheck::leaves_tensor(std::uint64_t first, std::uint64_t bytes, std::uint64_t end, bool write, std::uint64_t place) {
    if (!launch_.program.wanted.mem || core_.vector_memory().held.by_nobody_else(end - 1, std::max(first, end), first + bytes)) return;
    launch_.program.findings.add({"MEM-011", place, 0,
                                  {{"did", write ? "writes" : "reads"}, {"space", name_of(Space::vector)}, {"first", std::to_string(first)},
                                   {"last", std::to_string(first + bytes - 1)}, {"end", std::to_string(end)}}});
}

void BlockCheck::tell_pointers() {
    pointers_.end([&](std::uint64_t place, const GmPointers::Line& line, const GmPointers::Tensor& tensor) {
        Buffer buffer{};
        if (!core_.gm->find(tensor.first, buffer) || line.end > buffer.address + buffer.asked) return;  // else it has been told
        launch_.program.findings.add({"MEM-011", place, 0,
                                      {{"did", line.writes ? "writes" : "reads"}, {"first", std::to_string(tensor.end - buffer.address)},
                                       {"last", std::to_string(line.end - 1 - buffer.address)}, {"end", std::to_string(tensor.end - tensor.first)},
                                       {"buffer", buffer.known_as()}, {"case", "gm"}}});
    });
}

void BlockCheck::reads_slot(std::uint64_t address, std::uint32_t bytes, std::uint64_t place, std::uint16_t opcode) {
    if (!launch_.program.wanted.init) return;
    Access slot{address, 0, place, nullptr, bytes, static_cast<std::uint16_t>(block_), static_cast<std::uint8_t>(Space::gm), scalar, false, false};
    garbage_.scalar(slot, opcode);
    slot.write = true;
    garbage_.scalar(slot);
}

BlockCheck::~BlockCheck() {
    if (at_work == this) at_work = nullptr;
}

void tell_broken(const Fault& fault) {
    if (at_work) at_work->broken(fault);
}

void tell_broken_or_throw(const Fault& fault) {
    if (fault.severity(Mode::check) == Severity::end) throw fault;
    tell_broken(fault);
}

void BlockCheck::broken(const Fault& fault) {
    Finding found{fault.id, core_.place, 0, {}};
    for (const auto& [name, value] : fault.fields) found.fields.emplace_back(name.c_str(), value);
    launch_.program.findings.add(std::move(found));
}

// Calls that a chip promises nothing about, and calls that are legal and seldom meant.
void BlockCheck::look_at(const Record& record) {
    const InstructionInfo& ins = instructions[record.opcode];
    const auto how = static_cast<Overload>(record.overload);
    if (!ins.block_bits || (how != Overload::CONTIGUOUS && how != Overload::BITWISE)) return;
    const bool counter = core_.state->ctrl >> counter_bit & 1;  // where a count decides, and repeats say nothing
    if (!record.repeat && !counter && core_.rules->zero_repeat == zero_repeat_unpromised)
        return broken(Fault("REPEAT-003", {{"op", ins.name}, {"chip", core_.rules->name}}));
    if (!launch_.program.wanted.hints) return;
    const bool words = how == Overload::BITWISE;
    const bool none = !record.mask[0] && !(words && (record.mask[1] | record.mask[2] | record.mask[3]));
    if (record.repeat && record.flags & SET_MASK && none) return broken(Fault("MASK-007", {{"op", ins.name}}));
    const Operand& to = record.operands[0];
    if (record.flags & ROUND && dtype_names[to.dtype][0] == 'u')
        broken(Fault("SCALAR-004", {{"op", ins.name}, {"type", dtype_names[to.dtype]}}));
    if (ins.executor != Executor::elementwise || record.repeat < 2 || to.repeat_stride) return;
    for (int i = 1; i < ins.operand_count; ++i)
        if (record.operands[i].address == to.address) return;  // a running accumulation
    broken(Fault("STRIDE-003", {{"op", ins.name}, {"repeat", record.repeat}}));
}

void BlockCheck::before(Core& core, const Record& record, const std::int64_t* payload) {
    look_at(record);
    if (launch_.program.wanted.init) garbage_.before(core, record, payload);
    if (launch_.program.wanted.numbers) numbers_.before(record);
}

void BlockCheck::after(Core& core) {
    if (launch_.program.wanted.numbers) numbers_.after(told_, core.place);
    end_copy(core.place);
    if (launch_.program.wanted.init) garbage_.after(core);
}

// Whether the instruction at hand comes after one of another pipe of its block. The compiler makes the scalar unit wait
// where it touches what another pipe does.
bool BlockCheck::ordered(int pipe, std::uint32_t tick) {
    if (pipe == now_.pipe || order_.clock(now_.pipe).after(pipe, tick)) return true;
    if (now_.pipe != scalar || launch_.program.wanted.strict) return false;
    order_.scalar_waits_for(pipe);
    return true;
}

// Whether an instruction comes upon the result of one of its own pipe that may not have finished. Copies start in order and may overlap.
// Between vector instructions the compiler puts a barrier where hardware does not wait by itself.
bool BlockCheck::overtakes(int pipe, std::uint32_t tick) const {
    if (pipe != now_.pipe || tick == now_.tick || tick <= order_.finished(pipe)) return false;
    if (pipe == vector) return launch_.program.wanted.strict && core_.rules->vector_order == vector_order_compiler;
    return pipe == copy_in_pipe;
}

void BlockCheck::touch_memory(Space space, std::uint64_t first, std::uint64_t bytes, bool write) {
    shadows_[space].each(first, bytes, write, [&](MemoryCell& cell, std::uint64_t at, std::uint64_t count) {
        // Who waits for the last readers waits for whom they have read from, too: that cure mends both.
        bool before_readers = false;
        for (int p = 1; write && p < pipe_count; ++p)
            if (cell.read[p] && !ordered(p, cell.read[p])) {
                meets(Kind::write_after_read, space, {cell.read[p], static_cast<std::uint16_t>(block_), static_cast<std::uint8_t>(p)}, at, count);
                before_readers = true;
            }
        if (cell.written && !before_readers && (!ordered(cell.writer, cell.written) || overtakes(cell.writer, cell.written)))
            meets(write ? Kind::write_after_write : Kind::read_after_write, space,
                  {cell.written, static_cast<std::uint16_t>(block_), cell.writer}, at, count);
        if (cell.stored && now_.pipe == vector && function_.may_pass(cell.stored))
            meets(write ? Kind::store_after_store : Kind::load_after_store, space,
                  {cell.written, static_cast<std::uint16_t>(block_), cell.writer}, at, count);
        if (!write) {
            cell.read[now_.pipe] = now_.tick;
            return;
        }
        cell.stored = now_.pipe == vector ? function_.store() : 0;
        cell.written = now_.tick;
        cell.writer = static_cast<std::uint8_t>(now_.pipe);
        cell.read = {};
    });
}

void BlockCheck::touch_gm(std::uint64_t first, std::uint64_t bytes, bool write, bool atomic, std::uint64_t digest) {
    const Epoch here{now_.tick, static_cast<std::uint16_t>(block_), static_cast<std::uint8_t>(now_.pipe), atomic, launch_.task.number};
    const auto comes_after = [&](const Epoch& other) {
        if (atomic && other.atomic) return true;
        if (other.task != here.task) return comes_after_task(other.task);
        if (other.block == block_) return ordered(other.pipe, other.tick);
        return order_.clock(now_.pipe).after(other.block, other.pipe, other.tick);
    };
    launch_.program.gm.each(first, bytes, write, [&](GmCell& cell, std::uint64_t at, std::uint64_t count) {
        const bool same = digest && digest == cell.digest;
        cell.touch(here, write, comes_after, [&](const Epoch& other, bool wrote) {
            meets(!wrote ? Kind::write_after_read : write ? Kind::write_after_write : Kind::read_after_write, Space::gm, other, at, count, wrote && same);
        });
        if (write) cell.digest = digest;
    });
}

bool BlockCheck::comes_after_task(Streams::Number task) {
    if (asked_.first != task) asked_ = {task, launch_.program.streams.before(task, launch_.task.seen)};
    return asked_.second;
}

void BlockCheck::meets(Kind kind, Space space, Epoch other, std::uint64_t first, std::uint64_t bytes, bool same) {
    for (Clash& clash : clashes_)
        if (clash.kind == kind && clash.space == space && clash.other.tick == other.tick && clash.other.block == other.block &&
            clash.other.pipe == other.pipe && clash.other.task == other.task) {
            clash.first = std::min(clash.first, first);
            clash.last = std::max(clash.last, first + bytes - 1);
            clash.same = clash.same && same;
            return;
        }
    clashes_.push_back({kind, space, other, first, first + bytes - 1, same});
}

// Two tasks of different streams: it is the host that has to order them.
void BlockCheck::tell_streams(const Clash& clash) {
    const Streams& streams = launch_.program.streams;
    const Streams::Task here = streams.task(launch_.task.number), other = streams.task(clash.other.task);
    Finding found{"RACE-005", here.place, other.place, {{"kind", kinds[static_cast<int>(clash.kind)]},
                                                        {"op", name_of(now_.doer.opcode)},
                                                        {"at", std::to_string(now_.doer.place)},
                                                        {"stream", name_of(here)},
                                                        {"other_stream", name_of(other)},
                                                        {"other_is", clash.other.block == host_block ? "copy" : "launch"}}};
    say_bytes(found, *core_.gm, clash.first, clash.last);
    launch_.program.findings.add(std::move(found));
}

void BlockCheck::tell_clashes() {
    for (const Clash& clash : clashes_) {
        if (clash.space == Space::gm && clash.other.task != launch_.task.number) {
            tell_streams(clash);
            continue;
        }
        const Doer other = launch_.histories[clash.other.block].find(clash.other.pipe, clash.other.tick);
        std::uint64_t first = clash.first;
        std::string buffer;
        if (Buffer found; clash.space == Space::gm && core_.gm->find(clash.first, found)) {
            first -= found.address;
            buffer = found.name;
        }
        const bool blocks = clash.other.block != block_;
        const bool in_function = clash.kind == Kind::load_after_store || clash.kind == Kind::store_after_store;
        const bool same = blocks && clash.same, one_pipe = !blocks && !in_function && clash.other.pipe == now_.pipe;
        launch_.program.findings.add({blocks ? "RACE-002" : in_function ? "RACE-003" : "RACE-001", now_.doer.place, other.place,
                                      {{"kind", kinds[static_cast<int>(clash.kind)]},
                                       {"space", name_of(clash.space)},
                                       {"buffer", buffer},
                                       {"first", std::to_string(first)},
                                       {"last", std::to_string(first + clash.last - clash.first)},
                                       {"op", name_of(now_.doer.opcode)},
                                       {"pipe", pipe_names[now_.pipe]},
                                       {"other_op", name_of(other.opcode)},
                                       {"other_pipe", pipe_names[clash.other.pipe]},
                                       {"block", std::to_string(block_)},
                                       {"other_block", std::to_string(clash.other.block)},
                                       {"event", blocks || in_function ? "" : std::to_string(event_between(clash.other.pipe, now_.pipe))},
                                       {"case", same ? "same" : clash.kind == Kind::store_after_store ? "stores" : one_pipe ? "own_pipe" : ""}}, 1, same});
    }
    clashes_.clear();
}

void BlockCheck::watch_flags(const Record& record, const std::int64_t* payload) {
    const auto op = static_cast<Opcode>(record.opcode);
    const auto flag_of = [](std::int64_t event, std::int64_t id) { return static_cast<std::uint64_t>(event) << 8 | static_cast<std::uint64_t>(id & 0xFF); };
    const auto buffer_of = [&] { return static_cast<std::uint64_t>(payload[0]) << 32 | static_cast<std::uint64_t>(payload[1] & 0xFFFFFFFF); };
    if (op == Opcode::free_tensor_ && payload[5] >= 0) held_[buffer_of()] = flag_of(payload[4], payload[5]);
    if (op == Opcode::alloc_tensor_) held_.erase(buffer_of());
    if (op == Opcode::tpipe_init_ || op == Opcode::tpipe_destroy_ || op == Opcode::reset_buf_pool_) held_.clear();
    if (op != Opcode::set_flag_ && op != Opcode::wait_flag_) return;
    const auto event = static_cast<int>(payload[0]), id = static_cast<int>(payload[1]);
    const std::uint64_t key = flag_of(event, id), place = std::uint64_t{record.file} << 32 | record.line;
    launch_.program.ids.use(event, id);
    if (op == Opcode::set_flag_)
        for (const auto& [buffer, flag] : held_)
            if (flag == key) {
                launch_.program.findings.add({"SYNC-103", place, 0, {{"event", std::to_string(event)}, {"id", std::to_string(id)}}});
                break;
            }
    if (op == Opcode::wait_flag_) {
        flags_.erase(key);
        return;
    }
    const auto [at, fresh] = flags_.try_emplace(key, Flag{place, event, id});
    if (!fresh)
        launch_.program.findings.add({"SYNC-101", place, at->second.place, {{"event", std::to_string(event)}, {"id", std::to_string(id)}}});
    at->second.place = place;
}

std::uint64_t BlockCheck::issued_on_registers() const {
    std::uint64_t count = 0;
    for (int opcode = 1; opcode <= instruction_count; ++opcode)
        if (const Executor how = instructions[opcode].executor; how == Executor::registers || how == Executor::register_walk) count += core_.issued[opcode];
    return count;
}

void BlockCheck::end() {
    tell_clashes();
    Findings& findings = launch_.program.findings;
    const Wanted& wanted = launch_.program.wanted;
    if (wanted.sync)
        for (const auto& [key, flag] : flags_)
            findings.add({"SYNC-102", flag.place, 0, {{"event", std::to_string(flag.event)}, {"id", std::to_string(flag.id)}}});
    if (wanted.mem) tell_pointers();
    if (wanted.hints) lifetimes_.end();
    if (computes_ || issued_on_registers() != between_) launch_.computes = true;
    if (wanted.state) leftover_.end();
}

void HostCheck::record(const Record& record, const std::int64_t* p) {
    const std::uint64_t place = std::uint64_t{record.file} << 32 | record.line;
    copy_ = program_.streams.step(record, p);
    copying_ = {place, record.opcode};
    const auto address = [&] { return static_cast<std::uint64_t>(p[0]); };
    const auto bytes = [&] { return static_cast<std::uint64_t>(p[1]); };
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::device_malloc_: {
            const bool shared = p[3];  // the host writes it where nobody sees it
            made_[address()] = {place, static_cast<std::uint64_t>(p[2]), shared};
            program_.asked.put(address());
            program_.gm.forget(address(), bytes());
            if (program_.wanted.init) shared ? program_.garbage.written(address(), bytes()) : program_.garbage.fresh(address(), bytes());
            break;
        }
        case Opcode::device_free_:
            if (const bool once_unused = p[2]; program_.wanted.race && !once_unused) free_too_soon(address(), bytes(), place);
            if (program_.wanted.hints) unused(address());
            made_.erase(address());
            program_.asked.drop(address());
            if (program_.wanted.init) program_.garbage.written(address(), bytes());
            break;
        default: break;
    }
}

// Memory that nobody has touched between its beginning and its end.
void HostCheck::unused(std::uint64_t address) {
    const auto found = made_.find(address);
    if (found == made_.end() || program_.asked.used(address)) return;
    program_.findings.add({"HOST-007", found->second.place, 0, {{"bytes", std::to_string(found->second.bytes)}}});
}

// Freed while a launch or a copy that uses it may still be under way.
void HostCheck::free_too_soon(std::uint64_t address, std::uint64_t bytes, std::uint64_t place) {
    if (program_.streams.host_waited()) return;
    Streams::Number by = 0;
    program_.gm.each(address, bytes, false, [&](const GmCell& cell, std::uint64_t, std::uint64_t) {
        for (const Epoch& one : {cell.written, cell.read[0], cell.read[1]})
            if (one.tick && !program_.streams.host_waited_for(one.task)) by = one.task;
    });
    if (!by) return;
    Finding found{"HOST-006", place, program_.streams.task(by).place, {}};
    say_bytes(found, gm_, address, address + bytes - 1);
    program_.findings.add(std::move(found));
}

// The host's own code touches memory of the device: here it is the computer's, too, and on chips it is not there.
void HostCheck::cannot_reach(const Access& a) {
    Buffer buffer{};
    const bool alive = gm_.find(a.address, buffer);
    const auto made = alive ? made_.find(buffer.address) : made_.end();
    if (alive && (made == made_.end() || made->second.shared)) return;
    program_.findings.add({"HOST-008", a.place, alive ? made->second.place : 0,
                           {{"did", a.write ? "writes" : "reads"}, {"what", alive ? buffer.name : gm_.instead(a.address)}, {"case", alive ? "" : "freed"}}});
}

void HostCheck::access(const Access& a) {
    if (a.around && program_.wanted.mem) cannot_reach(a);
    if (const auto at = made_.upper_bound(a.address); at != made_.begin())
        if (auto& [address, made] = *std::prev(at); a.address < address + made.bytes + spare) {
            program_.asked.use(address);
            if (const std::uint64_t end = a.address + a.bytes; program_.wanted.mem && end > address + made.bytes)
                program_.findings.add({"HOST-002", a.place, 0,
                                       {{"problem", "the host " + std::string(a.write ? "writes" : "reads") + " bytes " + std::to_string(a.address - address) + ".." +
                                                        std::to_string(end - 1 - address) + " of device memory that was made with " +
                                                        std::to_string(made.bytes) + " bytes"}}});
        }
    if (program_.wanted.race) {
        if (copy_.number && a.place == copying_.place) touch_in_stream(a);
        else if (!program_.streams.host_waited()) touch_too_soon(a);
    }
    if (!program_.wanted.init) return;
    if (a.write) program_.garbage.written(a.address, a.bytes);
    else program_.garbage.taken(program_.findings, a.address, a.bytes, a.place, gm_);
}

// The host's own access: what streams do that it has not waited for may still be under way.
void HostCheck::touch_too_soon(const Access& a) {
    std::uint64_t first = 0, last = 0;
    Streams::Number by = 0;
    bool by_write = false;
    program_.gm.each(a.address, a.bytes, false, [&](const GmCell& cell, std::uint64_t at, std::uint64_t count) {
        const auto collides = [&](const Epoch& other, bool wrote) {
            if (!other.tick || program_.streams.host_waited_for(other.task) || (by && by != other.task)) return;
            if (!by) first = at;
            by = other.task;
            by_write |= wrote;
            last = at + count - 1;
        };
        collides(cell.written, true);
        if (a.write)
            for (const Epoch& reader : cell.read) collides(reader, false);
    });
    if (!by) return;
    const Streams::Task task = program_.streams.task(by);
    Finding found{a.write ? "HOST-005" : "HOST-004", a.place, task.place, {{"did", by_write ? "writes" : "reads"}}};
    say_bytes(found, gm_, first, last);
    program_.findings.add(std::move(found));
}

// An asynchronous copy is a task of its stream, like a launch.
void HostCheck::touch_in_stream(const Access& a) {
    struct Met {
        std::uint64_t first, last;
        bool copy;
    };
    std::map<std::pair<Streams::Number, bool>, Met> met;  // by task, and whether it wrote
    const Epoch here{1, host_block, scalar_pipe, false, copy_.number};
    const auto comes_after = [&](const Epoch& other) { return other.task == here.task || program_.streams.before(other.task, copy_.seen); };
    program_.gm.each(a.address, a.bytes, a.write, [&](GmCell& cell, std::uint64_t at, std::uint64_t count) {
        cell.touch(here, a.write, comes_after, [&](const Epoch& other, bool wrote) {
            met.try_emplace({other.task, wrote}, Met{at, 0, other.block == host_block}).first->second.last = at + count - 1;
        });
    });
    for (const auto& [by, bytes] : met) {
        const auto& [number, wrote] = by;
        const Streams::Task task = program_.streams.task(number);
        const char* kind = !wrote ? "write after read" : a.write ? "write after write" : "read after write";
        Finding found{"RACE-005", a.place, task.place, {{"kind", kind},
                                                        {"case", "host"},
                                                        {"call", copying_.opcode == static_cast<std::uint16_t>(Opcode::host_fill_) ? "aclrtMemsetAsync" : "aclrtMemcpyAsync"},
                                                        {"stream", name_of(program_.streams.task(copy_.number))},
                                                        {"other_stream", name_of(task)},
                                                        {"other_is", bytes.copy ? "copy" : "launch"}}};
        say_bytes(found, gm_, bytes.first, bytes.last);
        program_.findings.add(std::move(found));
    }
}

void HostCheck::end() {
    if (program_.wanted.hints)
        for (const auto& [address, made] : made_) {
            unused(address);
            program_.findings.add({"HOST-003", made.place, 0, {{"bytes", std::to_string(made.bytes)}}});
        }
    made_.clear();
}

}  // namespace lanewise::check
