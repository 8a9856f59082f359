#include "check/checker.hpp"
#include "check/places.hpp"

namespace lanewise::check {

namespace {

constexpr std::uint64_t spare = 64;  // that the allocator may give behind what was asked for

}  // namespace

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
        case Opcode::host_malloc_:
            pinned_[address()] = {bytes(), false};
            program_.gm.forget(address(), bytes());
            break;
        case Opcode::host_free_:
            if (program_.wanted.race) free_too_soon(address(), bytes(), place);
            pinned_[address()].freed = true;
            break;
        default: break;
    }
}

auto HostCheck::pinned(std::uint64_t address) const -> std::map<std::uint64_t, Pinned>::const_iterator {
    const auto next = pinned_.upper_bound(address);
    if (next == pinned_.begin() || address >= std::prev(next)->first + std::prev(next)->second.bytes) return pinned_.end();
    return std::prev(next);
}

void HostCheck::say(Finding& found, std::uint64_t first, std::uint64_t last) const {
    const auto mine = pinned(first);
    if (mine == pinned_.end()) return say_bytes(found, gm_, first, last);
    found.fields.insert(found.fields.end(), {{"buffer", "memory of aclrtMallocHost"},
                                             {"first", std::to_string(first - mine->first)},
                                             {"last", std::to_string(last - mine->first)}});
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
    say(found, address, address + bytes - 1);
    program_.findings.add(std::move(found));
}

// Memory of the device or the host that was given back.
void HostCheck::is_freed(const Access& a) {
    const bool of_host = pinned(a.address) != pinned_.end();
    program_.findings.add({"HOST-008", a.place, 0,
                           {{"did", a.write ? "writes" : "reads"},
                            {"what", of_host ? "that aclrtMallocHost gave, freed since" : gm_.instead(a.address)},
                            {"case", "freed"},
                            {"free", of_host ? "aclrtFreeHost" : "aclrtFree"}}});
}

// The host's own code touches memory of the device: here it is the computer's, too, and on chips it is not there.
void HostCheck::cannot_reach(const Access& a) {
    Buffer buffer{};
    if (!gm_.find(a.address, buffer)) return;
    const auto made = made_.find(buffer.address);
    if (made == made_.end() || made->second.shared) return;
    program_.findings.add({"HOST-008", a.place, made->second.place, {{"did", a.write ? "writes" : "reads"}, {"what", buffer.name}}});
}

void HostCheck::race(const Access& a) {
    if (!program_.wanted.race) return;
    if (copy_.number && a.place == copying_.place) touch_in_stream(a);
    else if (!program_.streams.host_waited()) touch_too_soon(a);
}

void HostCheck::access(const Access& a) {
    const auto mine = pinned(a.address);
    const bool of_host = mine != pinned_.end() && !mine->second.freed;
    Buffer buffer{};
    if (!of_host && !gm_.find(a.address, buffer)) {
        if (program_.wanted.mem) is_freed(a);
        return;
    }
    if (of_host) return race(a);
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
    race(a);
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
    if (!a.write && pinned(first) != pinned_.end()) found.fields.push_back({"case", "pinned"});
    say(found, first, last);
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
        say(found, bytes.first, bytes.last);
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
