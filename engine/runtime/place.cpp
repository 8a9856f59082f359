#include "runtime/place.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

namespace lanewise::runtime {

namespace {

bool is_ours(const std::string& file) {
    for (const char* part : {"/include/lanewise/", "/usr/include/", "/usr/lib/", "/c++/", "??"})
        if (file.find(part) != std::string::npos) return true;
    return file.empty();
}

bool is_system(const std::string& module) {
    for (const char* part : {"libc.so", "libstdc++", "libgcc_s", "libm.so", "ld-linux", "linux-vdso"})
        if (module.find(part) != std::string::npos) return true;
    return false;
}

std::string shown(const std::string& file) {
    char here[4096];
    if (!getcwd(here, sizeof here)) return file;
    const std::string prefix = std::string(here) + "/";
    return file.rfind(prefix, 0) == 0 ? file.substr(prefix.size()) : file;
}

// What a command prints, read line by line. It is an argument vector: names of files are the user's, and no shell reads them.
class Said {
  public:
    explicit Said(const std::vector<std::string>& words) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return;
        std::vector<char*> arguments;
        for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&files, ends[1], 1);
        posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
        posix_spawnattr_t settings;  // whatever the program ignores or blocks is none of this command's business
        posix_spawnattr_init(&settings);
        sigset_t signals;
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&settings, &signals);
        sigfillset(&signals);
        posix_spawnattr_setsigdefault(&settings, &signals);
        posix_spawnattr_setflags(&settings, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        if (posix_spawnp(&child_, arguments[0], &files, &settings, arguments.data(), environ) != 0) child_ = -1;
        posix_spawnattr_destroy(&settings);
        posix_spawn_file_actions_destroy(&files);
        close(ends[1]);
        text_ = fdopen(ends[0], "r");
        if (!text_) close(ends[0]);
    }
    ~Said() {
        if (text_) std::fclose(text_);
        if (child_ > 0)
            while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
            }
    }
    Said(const Said&) = delete;

    bool line(std::string& line) {
        line.clear();
        for (int c; text_ && (c = std::fgetc(text_)) != EOF;) {
            if (c == '\n') return true;
            line += static_cast<char>(c);
        }
        return !line.empty();
    }

  private:
    pid_t child_ = -1;
    FILE* text_ = nullptr;
};

// addr2line prints, for every address, itself and then function and file:line of each inlined frame.
Place ask(const std::string& module, const std::vector<std::uintptr_t>& offsets) {
    std::vector<std::string> words = {"addr2line", "-a", "-i", "-f", "-e", module};
    for (const auto offset : offsets) {
        char text[32];
        std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(offset));
        words.push_back(text);
    }
    Said said(words);
    Place found;
    std::string line;
    bool name = false;
    while (said.line(line)) {  // to its end: a command that nobody listens to any more is ended by a signal
        if (!found.file.empty()) continue;
        if (line.rfind("0x", 0) == 0) {
            name = true;  // the next line is a function's name
            continue;
        }
        if (name) {
            name = false;
            continue;
        }
        name = true;
        const auto colon = line.rfind(':');
        if (colon == std::string::npos || is_ours(line.substr(0, colon))) continue;
        found = {shown(line.substr(0, colon)), std::atoi(line.c_str() + colon + 1)};
    }
    return found.line > 0 ? found : Place{};
}

}  // namespace

namespace {

std::map<std::string, std::string>& copies() {
    static auto& all = *new std::map<std::string, std::string>();
    return all;
}

}  // namespace

void note_copy(const std::string& copy, const std::string& original) { copies()[copy] = original; }

std::string module_file(const std::string& name) {
    if (const auto known = copies().find(name); known != copies().end()) return known->second;
    if (name.find('/') != std::string::npos && access(name.c_str(), R_OK) == 0) return name;
    char resolved[4096];  // the program itself, by the name it was called
    const auto n = readlink("/proc/self/exe", resolved, sizeof resolved - 1);
    return n > 0 ? std::string(resolved, static_cast<std::size_t>(n)) : name;
}

Place user_place(void* const* stack, int depth) {
    Dl_info own;
    if (!dladdr(reinterpret_cast<void*>(&user_place), &own)) return {};
    std::string module;
    std::vector<std::uintptr_t> offsets;
    for (int i = 0; i < depth; ++i) {
        Dl_info info;
        if (!dladdr(stack[i], &info) || !info.dli_fname || info.dli_fbase == own.dli_fbase) continue;
        const std::string file = info.dli_fname;
        if (is_system(file)) continue;
        if (!module.empty() && file != module) break;
        module = file;
        offsets.push_back(reinterpret_cast<std::uintptr_t>(stack[i]) - reinterpret_cast<std::uintptr_t>(info.dli_fbase) - 1);
    }
    if (offsets.empty()) return {};
    return ask(module_file(module), offsets);
}

}  // namespace lanewise::runtime
