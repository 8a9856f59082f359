// Inside a vector function: which stores through registers a load may pass, because no LocalMemBar stands between them.
#pragma once

#include <cstdint>
#include <vector>

#include "stream/register_access.hpp"

namespace lanewise::check {

class FunctionOrder {
  public:
    // `orders_stores`: those through different registers may pass each other, too.
    explicit FunctionOrder(bool orders_stores) : orders_stores_(orders_stores) {}

    void record(const InstructionInfo& ins, const Record& record, const std::int64_t* params) {
        now_ = {};
        switch (static_cast<Opcode>(record.opcode)) {
            case Opcode::vf_call_:
            case Opcode::vf_end_:
                inside_ = static_cast<Opcode>(record.opcode) == Opcode::vf_call_;
                before_loads_ = before_stores_ = last_;
                forget();
                return;
            case Opcode::reg_barrier_:
                if (!mem_type::is_store(params[0])) return;
                if (mem_type::is_load(params[1])) before_loads_ = last_;
                if (mem_type::is_store(params[1])) before_stores_ = last_;
                forget();
                return;
            default: break;
        }
        if (inside_) moves(register_access(ins, record));
    }
    // A load or a store in brief; the register that it moves is its only one.
    void passes(bool stores, std::uint64_t data) {
        now_ = {};
        if (inside_ && data) moves({true, stores, {data}});
    }

    // The number of the store at hand; 0: it is none.
    std::uint32_t store() const { return now_.touches && now_.stores ? last_ : 0; }
    // Whether the access at hand may come before that store, which was issued first.
    bool may_pass(std::uint32_t store) const {
        if (!now_.touches || (now_.stores && !orders_stores_)) return false;
        if (store <= (now_.stores ? before_stores_ : before_loads_) || store == (now_.stores ? last_ : 0)) return false;
        return !now_.follows(stores_[store - first_ - 1]);
    }

  private:
    void moves(const RegisterAccess& access) {
        now_ = access;
        if (!now_.touches || !now_.stores) return;
        ++last_;
        stores_.push_back(now_);
    }
    void forget() {
        const std::uint32_t first = before_loads_ < before_stores_ ? before_loads_ : before_stores_;
        stores_.erase(stores_.begin(), stores_.begin() + (first - first_));
        first_ = first;
    }

    const bool orders_stores_;
    bool inside_ = false;
    RegisterAccess now_;
    std::uint32_t last_ = 0;                              // store so far
    std::uint32_t before_loads_ = 0, before_stores_ = 0;  // the last one that later loads and stores come after
    std::uint32_t first_ = 0;                             // stores behind this one are known
    std::vector<RegisterAccess> stores_;
};

}  // namespace lanewise::check
