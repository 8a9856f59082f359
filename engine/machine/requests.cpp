#include "machine/requests.hpp"

#include <algorithm>
#include <cstring>

#include "machine/fault.hpp"

namespace lanewise {

namespace {

// Memories and registers are the core's, which this changes; those who ask only look at them.
std::uint8_t* writable(const std::uint8_t* at) { return const_cast<std::uint8_t*>(at); }

void put_back(const std::vector<Requests::Kept>& all) {
    for (const Requests::Kept& one : all) std::memcpy(writable(one.at), one.was.data(), one.was.size());
}

}  // namespace

void Requests::hear_between_registers(bool yes) {
    if (yes && core_.run == issue_around_registers) {
        core_.run = issue_as<true>;
        core_.short_between = core_.briefly = false;
        hears_between_ = true;
    } else if (!yes && hears_between_) {
        listen(core_, core_.listener);
        hears_between_ = false;
    }
}

void Requests::begin(const Record& record, const std::int64_t* payload) {
    record_ = record;
    payload_.assign(payload, payload + record.payload_count);
    state_ = *core_.state;
    found_.clear();
}

Requests::Trials::Trials(Requests& requests, std::span<const Part> results)
    : of_(requests), state_(*of_.core_.state), issued_(of_.core_.issued[of_.record_.opcode]), listener_(of_.core_.listener), run_(of_.core_.run),
      short_between_(of_.core_.short_between), briefly_(of_.core_.briefly), tolerate_(of_.core_.tolerate) {
    for (const Kept& one : of_.found_) left_.emplace_back(Part(one.at, one.was.size()));
    for (const Part& one : results) left_.emplace_back(one);
    listen(of_.core_, nullptr);
    of_.core_.tolerate = [](const Core&, const Fault&) {};
}

// Two places may share bytes: the last comes first.
void Requests::Trials::put_back_others() {
    std::reverse(under_.begin(), under_.end());
    put_back(under_);
    under_.clear();
}

bool Requests::Trials::run(std::span<const Part> places, std::uint8_t other) {
    put_back_others();
    put_back(of_.found_);
    *of_.core_.state = of_.state_;
    for (const Part& place : places) {
        under_.emplace_back(place);
        std::fill_n(writable(place.data()), place.size(), other);
    }
    Record again = of_.record_;
    try {
        issue(of_.core_, again, of_.payload_.data());
        return true;
    } catch (const Fault&) {
        return false;
    }
}

Requests::Trials::~Trials() {
    listen(of_.core_, listener_);
    of_.core_.run = run_;
    of_.core_.short_between = short_between_;
    of_.core_.briefly = briefly_;
    of_.core_.tolerate = tolerate_;
    of_.core_.issued[of_.record_.opcode] = issued_;
    put_back_others();
    put_back(left_);
    *of_.core_.state = state_;
}

}  // namespace lanewise
