#include "forms/walk.hpp"

#include "tables.hpp"
#include "walks.hpp"

namespace lanewise {

namespace {

void step(const Walk& walk) {
    switch (static_cast<Opcode>(walk.record.opcode)) {
#include "walks.inc"
        default: return;
    }
}

}  // namespace

void Walk::run() {
    scratch_ = *core.state;
    step(*this);
    for (const Range& r : read_)
        for (const Range& w : written_) keeping_ |= r.low < w.high && w.low < r.high;
    checking_ = false;
    step(*this);
    for (const Kept& k : kept_) std::memcpy(core.ub + k.place, bytes_.data() + k.at, k.size);
}

}  // namespace lanewise
