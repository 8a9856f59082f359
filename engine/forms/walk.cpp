#include "forms/walk.hpp"

#include "tables.hpp"
#include "walks/fill.hpp"

namespace lanewise {

namespace {

void step(const Walk& walk) {
    switch (static_cast<Opcode>(walk.record.opcode)) {
#include "walks.inc"
        default: return;
    }
}

}  // namespace

void run_walk(Walk& walk) {
    walk.checking = true;
    step(walk);
    walk.checking = false;
    step(walk);
}

}  // namespace lanewise
