#include "runtime/checking.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>

#include "check/checker.hpp"
#include "check/host.hpp"
#include "lanewise/shared/abi.h"
#include "runtime/channel.hpp"
#include "runtime/host.hpp"
#include "runtime/launch.hpp"
#include "runtime/place.hpp"
#include "runtime/runtime.hpp"

namespace lanewise::runtime {

namespace {

struct Asked {
    std::unique_ptr<Entries> file;
    std::unique_ptr<check::Program> program;  // null: not requested
    std::unique_ptr<check::HostCheck> host;

    void begin(const char* what) {
        program = std::make_unique<check::Program>(check::wanted_of(what));
        host = std::make_unique<check::HostCheck>(*program, device_memory());
        hear_host(host.get());
    }
    void end() {
        if (host) unhear_host(host.get());
        host.reset();
        program.reset();
        file.reset();
    }
};

Asked& asked() {
    static auto& here = *[] {
        auto* made = new Asked;
        Channel open = channel();
        made->file = std::move(open.entries);
        if (made->file) {
            if (!open.check.empty()) made->begin(open.check.c_str());
            made->file->add("OPEN", 0, 0, nullptr, 0);
            std::atexit(end_of_program);
        }
        return made;
    }();
    return here;
}

[[maybe_unused]] const bool hears_the_host_from_the_start = (asked(), true);

}  // namespace

bool checking() { return asked().program != nullptr; }

void begin_check(Launch& launch) {
    if (!checking()) return;
    launch.check = std::make_unique<check::Launched>(*asked().program, launch.number, launch.blocks);
    if (!launch.group.mixed()) return;
    launch.check->cores = launch.group.cores();
    for (std::uint32_t member = 0; member < launch.blocks; ++member) launch.check->names.push_back(launch.name(member));
}

void begin_check(Block& block) {
    block.check.reset();
    block.core.checked = block.launch->check != nullptr;
    block.core.watched = true;
    if (!block.core.checked) return;
    check::Memories memories;
    std::copy(std::begin(block.memories), std::end(block.memories), memories.start);
    block.check = std::make_unique<check::BlockCheck>(*block.launch->check, Requests(block.core), memories);
}

void end_check(Block& block) {
    if (block.check) block.check->end();
}

void end_check(Launch& launch) {
    if (!launch.check) return;
    if (!launch.stopped) launch.check->end(device_memory());
    save_findings();
}

void find(const Fault& fault, const Place& at) {
    check::Finding found{fault.id, 0, 0, {{"file", at.file}, {"line", std::to_string(at.line)}}};
    for (const auto& [name, value] : fault.fields) found.fields.emplace_back(name, value);
    if (const Block* block = running()) found.block = block->member;
    asked().program->findings.add(std::move(found));
}

void broke(const Fault& fault, const Place& at, const std::string& kernel) {
    if (!asked().file) return;
    Entries& to = *asked().file;
    std::lock_guard guard(to.lock);
    const check::Finding found{fault.id, 0, 0, {{"file", at.file}, {"line", std::to_string(at.line)}, {"message", fault.message()}}};
    const std::string text = check::json(found);
    to.add("RULE", 0, 0, text.data(), text.size(), kernel.data(), kernel.size());
}

void end_of_program() {
    if (asked().host) asked().host->end();  // what the host finds after the last launch
    save_findings();
    all_told();
}

void all_told() {
    if (!asked().file) return;
    std::lock_guard guard(asked().file->lock);
    asked().file->add("ENDS", 0, 0, nullptr, 0);
}

void save_findings() {
    if (!checking()) return;
    Entries& to = *asked().file;
    std::lock_guard guard(to.lock);
    for (const check::Finding& found : asked().program->take()) {
        to.place(found.place);
        if (found.other) to.place(found.other);
        for (const auto& [name, value] : found.fields)
            if (name == "at" && !value.empty()) to.place(std::stoull(value));
        const std::string text = check::json(found);
        const Launch* launch = running_launch();
        const std::string kernel = launch ? launch->kernel : "";
        to.add("FIND", 0, 0, text.data(), text.size(), kernel.data(), kernel.size());
    }
}

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" void lw_check(const char* path, const char* what) {
    save_findings();
    asked().end();
    if (!path) return;
    asked().file = std::make_unique<Entries>(path);
    asked().begin(what);
}
