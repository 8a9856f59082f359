// What is looked for.
#pragma once

#include <string>

namespace lanewise::check {

struct Wanted {
    bool mem = true, race = true, init = true, sync = true, state = true;
    bool strict = false;   // races that the vendor's compiler is documented to prevent, too
    bool numbers = false;  // infinities, NaN and results beyond their type
    bool hints = false;    // what is legal, and seldom meant
};

// "race,sync,race:strict"; empty or "all": everything but what must be asked for.
Wanted wanted_of(const std::string& list);

}  // namespace lanewise::check
