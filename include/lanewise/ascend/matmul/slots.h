// Places that two pipes hand to each other. A call of a Matmul object leaves no flag behind, so it takes the ids it needs and gives them back.
#pragma once

#include "lanewise/ascend/sync.h"

namespace lanewise::matmul {

// An id that is free for both directions, from the highest on: programs with flags of their own begin at 0.
class FlagId {
  public:
    FlagId(HardEvent forth, HardEvent back) : forth_(forth), back_(back) {
        const lw_block& block = *lw_current();
        const std::uint32_t taken = block.event_taken[static_cast<int>(forth)] | block.event_taken[static_cast<int>(back)];
        for (id_ = static_cast<std::int32_t>(block.events) - 1; id_ >= 0 && taken >> id_ & 1;) --id_;
        if (id_ < 0) lw_no_event_left(static_cast<int>(forth));
        take_event(forth, id_), take_event(back, id_);
    }
    FlagId(const FlagId&) = delete;
    ~FlagId() { free_event(forth_, id_), free_event(back_, id_); }
    operator std::int32_t() const { return id_; }

  private:
    HardEvent forth_, back_;
    std::int32_t id_ = -1;
};

template <HardEvent forth, HardEvent back>
class Slot {
  public:
    ~Slot() { take(); }
    // Who fills it waits until who reads it has done so.
    void take() {
        if (lent_) AscendC::WaitFlag<back>(id_);
        lent_ = false;
    }
    void filled() {
        AscendC::SetFlag<forth>(id_);
        AscendC::WaitFlag<forth>(id_);
    }
    void used() {
        AscendC::SetFlag<back>(id_);
        lent_ = true;
    }

    std::uint32_t address = 0;
    std::int64_t block = -1, piece = -1;  // of the matrix that it holds

  private:
    FlagId id_{forth, back};
    bool lent_ = false;
};

using L1Slot = Slot<HardEvent::MTE2_MTE1, HardEvent::MTE1_MTE2>;
using L0Slot = Slot<HardEvent::MTE1_M, HardEvent::M_MTE1>;
using ResultSlot = Slot<HardEvent::M_FIX, HardEvent::FIX_M>;
using ScaleSlot = Slot<HardEvent::MTE2_FIX, HardEvent::FIX_MTE2>;

}  // namespace lanewise::matmul
