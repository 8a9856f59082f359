// What a program says to whoever runs it (src/lanewise/cpp/channel.py): findings, and the rule that ended it. They travel over a
// descriptor that it inherits, a socket for whole entries: no name of a file that could be removed, no variable that could be
// forgotten, and what was sent cannot be taken back.
#pragma once

#include <memory>
#include <string>

#include "runtime/entries.hpp"

namespace lanewise::runtime {

struct Channel {
    std::unique_ptr<Entries> entries;  // null: there is no listener
    std::string check;                 // what to look for; empty: nothing
};

Channel channel();

}  // namespace lanewise::runtime
