// What the host touches or frees while a launch or a copy of a stream may still be at it, and copies of streams that nothing orders.
#include <map>
#include <utility>

#include "check/host.hpp"
#include "check/places.hpp"
#include "lanewise/generated/opcodes.hpp"

namespace lanewise::check {

namespace {

class HostRaces final : public HostRule {
  public:
    using HostRule::HostRule;

    // Freed while a launch or a copy that uses it may still be under way.
    void frees(std::uint64_t address, std::uint64_t bytes, std::uint64_t place, Host::Where, bool once_unused) override {
        if (once_unused) return;
        if (program_.streams.host_waited()) return;
        Streams::Number by = 0;
        program_.gm.each(address, bytes, false, [&](const GmCell& cell, std::uint64_t, std::uint64_t) {
            for (const Epoch& one : {cell.written, cell.read[0], cell.read[1]})
                if (one.tick && !program_.streams.host_waited_for(one.task)) by = one.task;
        });
        if (!by) return;
        Finding found{"HOST-006", place, program_.streams.task(by).place, {}};
        host_.say(found, address, address + bytes - 1);
        program_.findings.add(std::move(found));
    }

    void access(const Access& a, Host::Where where) override {
        if (where == Host::Where::nowhere) return;
        if (host_.copy.number && a.place == host_.copying.place) touch_in_stream(a);
        else if (!program_.streams.host_waited()) touch_too_soon(a);
    }

  private:
    // The host's own access: what streams do that it has not waited for may still be under way.
    void touch_too_soon(const Access& a) {
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
        if (!a.write && host_.was_pinned(first)) found.fields.push_back({"case", "pinned"});
        host_.say(found, first, last);
        program_.findings.add(std::move(found));
    }

    // An asynchronous copy is a task of its stream, like a launch.
    void touch_in_stream(const Access& a) {
        struct Met {
            std::uint64_t first, last;
            bool copy;
        };
        std::map<std::pair<Streams::Number, bool>, Met> met;  // by task, and whether it wrote
        const Epoch here{1, host_block, scalar_pipe, false, host_.copy.number};
        const auto comes_after = [&](const Epoch& other) { return other.task == here.task || program_.streams.before(other.task, host_.copy.seen); };
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
                                                            {"call", host_.copying.opcode == static_cast<std::uint16_t>(Opcode::host_fill_) ? "aclrtMemsetAsync" : "aclrtMemcpyAsync"},
                                                            {"stream", name_of(program_.streams.task(host_.copy.number))},
                                                            {"other_stream", name_of(task)},
                                                            {"other_is", bytes.copy ? "copy" : "launch"}}};
            host_.say(found, bytes.first, bytes.last);
            program_.findings.add(std::move(found));
        }
    }
};

const RegisteredOnHost<HostRaces> host_races{"races", [](const Wanted& wanted) { return wanted.race; }};

}  // namespace

}  // namespace lanewise::check
