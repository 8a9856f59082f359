// Starts a program inside limits and sees to it that nothing of it is left: when it has ended, when our parent asks, and when our
// parent is gone.
//
//   lanewise_ward --parent=PID [--report=FD] [--channel=FD] [--memory=MIB] [--isolate] [--writable=FOLDER]... -- COMMAND...
//
// Two processes watch. The upper one inherits whatever the program leaves behind, also what has left its session, and ends that;
// the lower one is the program's parent. A program that ends its parent ends with it, and the upper one cleans up.
// The report is one line: "exit STATUS", "signal NUMBER", "memory", or "refused WHY".
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "ward/isolate.hpp"

namespace {

constexpr int end_all = SIGUSR2;  // asked of us, and sent by the kernel when our parent is gone
constexpr int channel_descriptor = 250;  // where the runtime looks for it: engine/runtime/channel.cpp
constexpr long look_again = 20 * 1000 * 1000;  // nanoseconds between looks at the memory

struct Wanted {
    pid_t parent = 0;
    int report = -1, channel = -1;
    unsigned long memory = 0;  // bytes; 0: no limit
    bool isolated = false;
    std::vector<std::string> writable;
    char** command = nullptr;
};

const char* value_of(const char* word, const char* name) {
    const size_t size = strlen(name);
    return strncmp(word, name, size) == 0 ? word + size : nullptr;
}

Wanted read(int count, char** words) {
    Wanted wanted;
    for (int i = 1; i < count; ++i) {
        if (strcmp(words[i], "--") == 0) {
            wanted.command = words + i + 1;
            break;
        }
        if (const char* pid = value_of(words[i], "--parent=")) wanted.parent = atoi(pid);
        else if (const char* fd = value_of(words[i], "--report=")) wanted.report = atoi(fd);
        else if (const char* end = value_of(words[i], "--channel=")) wanted.channel = atoi(end);
        else if (const char* size = value_of(words[i], "--memory=")) wanted.memory = strtoul(size, nullptr, 10) << 20;
        else if (const char* folder = value_of(words[i], "--writable=")) wanted.writable.push_back(folder);
        else if (strcmp(words[i], "--isolate") == 0) wanted.isolated = true;
    }
    return wanted;
}

void tell(const Wanted& wanted, const std::string& line) {
    if (wanted.report >= 0 && write(wanted.report, line.data(), line.size()) < 0) return;
}

// Ends with its parent; one that has gone already counts, too.
void end_with(pid_t parent, int signal) {
    prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0);
    if (getppid() != parent) raise(signal);
}

sigset_t heard() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGUSR1, end_all}) sigaddset(&signals, signal);
    return signals;
}

[[noreturn]] void become(const Wanted& wanted, pid_t parent, const sigset_t& mask) {
    end_with(parent, SIGKILL);
    setpgid(0, 0);  // a signal to its own group is none to us
    if (wanted.channel >= 0) dup2(wanted.channel, channel_descriptor);
    if (wanted.memory) {
        // The runtime grants itself what the device's memory needs, as that costs nothing until it is touched.
        rlimit data;
        getrlimit(RLIMIT_DATA, &data);
        if (wanted.memory < data.rlim_max) data.rlim_cur = wanted.memory;
        setrlimit(RLIMIT_DATA, &data);
    }
    if (wanted.isolated) {
        if (const std::string problem = isolate(wanted.writable); !problem.empty()) {
            tell(wanted, "refused " + problem + "\n");
            _exit(126);
        }
    }
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    execv(wanted.command[0], wanted.command);  // the plain call: what is no program is not handed to a shell
    tell(wanted, "refused " + std::string(wanted.command[0]) + " cannot be started: " + strerror(errno) + "\n");
    _exit(127);
}

// What a process holds in memory, but for files that it only looks at.
unsigned long resident(pid_t pid) {
    const std::string path = "/proc/" + std::to_string(pid) + "/status";
    FILE* file = fopen(path.c_str(), "re");
    if (!file) return 0;
    unsigned long kib = 0;
    char line[256];
    while (fgets(line, sizeof line, file))
        for (const char* name : {"RssAnon:", "RssShmem:"})
            if (const char* number = value_of(line, name)) kib += strtoul(number, nullptr, 10);
    fclose(file);
    return kib << 10;
}

// The lower one: it starts the program and tells how it ended.
[[noreturn]] void parent_of_program(const Wanted& wanted, pid_t upper, const sigset_t& mask) {
    end_with(upper, SIGKILL);
    const pid_t self = getpid();
    const pid_t program = fork();
    if (program == 0) become(wanted, self, mask);
    if (program < 0) {
        tell(wanted, std::string("refused no process can be started: ") + strerror(errno) + "\n");
        _exit(126);
    }
    const sigset_t signals = heard();
    const timespec pause{0, look_again};
    bool too_much = false;
    for (;;) {
        siginfo_t info;
        const int signal = wanted.memory ? sigtimedwait(&signals, &info, &pause) : sigwaitinfo(&signals, &info);
        if (signal == SIGCHLD) {
            int status;
            if (waitpid(program, &status, WNOHANG) != program) continue;
            if (too_much) tell(wanted, "memory\n");
            else if (WIFSIGNALED(status)) tell(wanted, "signal " + std::to_string(WTERMSIG(status)) + "\n");
            else tell(wanted, "exit " + std::to_string(WEXITSTATUS(status)) + "\n");
            _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
        }
        if (signal == SIGUSR1) kill(program, signal);
        else if (signal > 0 && signal != end_all) kill(-program, signal);
        if (wanted.memory && resident(program) > wanted.memory) {
            too_much = true;
            kill(program, SIGKILL);
        }
    }
}

// Every process that has this one for its parent.
void end_children() {
    const pid_t self = getpid();
    DIR* all = opendir("/proc");
    if (!all) return;
    while (const dirent* entry = readdir(all)) {
        const pid_t pid = atoi(entry->d_name);
        if (pid <= 0) continue;
        const std::string path = "/proc/" + std::to_string(pid) + "/stat";
        FILE* file = fopen(path.c_str(), "re");
        if (!file) continue;
        char line[512];
        const size_t size = fread(line, 1, sizeof line - 1, file);
        fclose(file);
        line[size] = 0;
        const char* behind = strrchr(line, ')');  // a name may hold anything
        pid_t parent = 0;
        if (behind && sscanf(behind, ") %*c %d", &parent) == 1 && parent == self) kill(pid, SIGKILL);
    }
    closedir(all);
}

}  // namespace

int main(int count, char** words) {
    const Wanted wanted = read(count, words);
    if (!wanted.command || !*wanted.command) {
        fputs("lanewise_ward: Lanewise starts programs with it\n", stderr);
        return 2;
    }
    for (const int fd : {wanted.report, wanted.channel})
        if (fd >= 0) fcntl(fd, F_SETFD, FD_CLOEXEC);
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    end_with(wanted.parent, end_all);
    const pid_t self = getpid();
    const pid_t lower = fork();
    if (lower == 0) parent_of_program(wanted, self, before);
    if (lower < 0) {
        tell(wanted, std::string("refused no process can be started: ") + strerror(errno) + "\n");
        return 126;
    }
    const sigset_t signals = heard();
    int status = 128 + SIGKILL;
    for (bool over = false; !over;) {
        siginfo_t info;
        const int signal = sigwaitinfo(&signals, &info);
        if (signal == SIGCHLD) {
            int how;
            for (pid_t pid; (pid = waitpid(-1, &how, WNOHANG)) > 0;)
                if (pid == lower) {
                    over = true;
                    if (WIFEXITED(how)) status = WEXITSTATUS(how);
                }
        } else if (signal == end_all) {
            over = true;
        } else if (signal > 0) {
            kill(lower, signal);
        }
    }
    // What a child leaves behind becomes our child when it ends.
    for (;;) {
        const pid_t gone = waitpid(-1, nullptr, WNOHANG);
        if (gone > 0) continue;
        if (gone < 0 && errno == ECHILD) break;
        end_children();
        const timespec moment{0, 1000 * 1000};
        nanosleep(&moment, nullptr);
    }
    return status;
}
