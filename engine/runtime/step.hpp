// Steps of order in the instruction stream.
#pragma once

#include <vector>

#include "runtime/block.hpp"
#include "runtime/launch.hpp"
#include "runtime/recorder.hpp"

namespace lanewise::runtime {

// `from` is the place of the call in the program.
template <class... P>
void note(Block& block, const void* from, Opcode op, P... params) {
    ++block.ticks;
    if (!block.core.listener) return;
    const std::int64_t values[] = {static_cast<std::int64_t>(params)..., 0};
    record_step(block, op, values, sizeof...(params), from);
}

// A step between blocks: `params`, then the number that it draws itself, if it lets others go on, then those of the steps that it
// has waited for. Inside Launch::change, before what others wait for is changed: whoever goes on finds it told.
struct Between {
    Between(Block& of, const void* place, Opcode what) : block(of), from(place), op(what), told(of.core.listener != nullptr) {}

    template <class... P>
    Between& say(P... values) {
        if (told) (params.push_back(static_cast<std::int64_t>(values)), ...);
        return *this;
    }
    Between& draw(const void* word, std::int64_t value) {
        if (told) params.push_back(static_cast<std::int64_t>(block.launch->steps.take(word, value)));
        return *this;
    }
    Between& seen(const void* word, std::int64_t value) {
        if (told) params.push_back(block.launch->steps.found(word, value));
        return *this;
    }
    void note() {
        ++block.ticks;
        tell();
    }
    void tell() {
        if (told) record_step(block, op, params.data(), static_cast<std::uint32_t>(params.size()), from);
    }

    Block& block;
    const void* from;
    Opcode op;
    bool told;
    std::vector<std::int64_t> params;
};

}  // namespace lanewise::runtime
