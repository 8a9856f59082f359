// Starts a program inside limits and sees to it that nothing of it is left: when it has ended, when our parent asks, and when our
// parent is gone.
//
//   lanewise_ward --parent=PID [--report=FD] [--channel=FD] [--memory=MIB] [--processes=N] -- COMMAND...
//   ... --isolate [--writable=FOLDER]... [--hidden=PATH]... [--readable=PATH]... -- COMMAND...
//   lanewise_ward --confine -- COMMAND...        calls and rights alone, inside of what holds the files (bubblewrap)
//   lanewise_ward --offers
//
// Two processes watch. The upper one inherits whatever the program leaves behind, also what has left its session, and ends that;
// the lower one is the program's parent. A program that ends its parent ends with it, and the upper one cleans up.
// The report is one line: "exit STATUS", "signal NUMBER", "memory", "processes", or "refused WHY".
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ward/isolate.hpp"

namespace {

constexpr int end_all = SIGUSR2;  // asked of us, and sent by the kernel when our parent is gone
constexpr int channel_descriptor = 250;  // where the runtime looks for it: engine/runtime/channel.cpp
constexpr long look_again = 20 * 1000 * 1000;  // nanoseconds between looks at the memory

struct Wanted {
    pid_t parent = 0;
    int report = -1, channel = -1;
    unsigned long memory = 0;     // bytes of all processes together; 0: no limit
    unsigned long processes = 0;  // 0: no limit
    bool isolated = false;
    Isolation isolation;
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
        else if (const char* folder = value_of(words[i], "--writable=")) wanted.isolation.writable.push_back(folder);
        else if (const char* path = value_of(words[i], "--hidden=")) wanted.isolation.hidden.push_back(path);
        else if (const char* path = value_of(words[i], "--readable=")) wanted.isolation.readable.push_back(path);
        else if (const char* most = value_of(words[i], "--processes=")) wanted.processes = strtoul(most, nullptr, 10);
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

// The program's end of the channel stays open at its number, however few files the user allows a process.
bool hand_over(int channel) {
    if (channel == channel_descriptor) return fcntl(channel, F_SETFD, 0) == 0;  // it has that number already
    if (dup2(channel, channel_descriptor) >= 0) return true;
    rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    const rlimit enough{files.rlim_max, files.rlim_max};
    setrlimit(RLIMIT_NOFILE, &enough);
    const bool done = dup2(channel, channel_descriptor) >= 0;
    setrlimit(RLIMIT_NOFILE, &files);
    return done;
}

[[noreturn]] void become(const Wanted& wanted, pid_t parent, const sigset_t& mask) {
    end_with(parent, SIGKILL);
    setpgid(0, 0);  // a signal to its own group is none to us
    if (wanted.channel >= 0 && !hand_over(wanted.channel)) {
        tell(wanted, "refused its findings need descriptor " + std::to_string(channel_descriptor) + ": allow more open files (ulimit -n 256)\n");
        _exit(126);
    }
    if (wanted.memory) {
        // The runtime grants itself what the device's memory needs, as that costs nothing until it is touched.
        rlimit data;
        getrlimit(RLIMIT_DATA, &data);
        if (wanted.memory < data.rlim_max) data.rlim_cur = wanted.memory;
        setrlimit(RLIMIT_DATA, &data);
    }
    if (wanted.isolated) {
        if (const std::string problem = isolate(wanted.isolation); !problem.empty()) {
            tell(wanted, "refused " + problem + "\n");
            _exit(126);
        }
    }
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    execv(wanted.command[0], wanted.command);  // the plain call: what is no program is not handed to a shell
    tell(wanted, "refused " + std::string(wanted.command[0]) + " cannot be started: " + strerror(errno) + "\n");
    _exit(127);
}

std::string of(pid_t pid, const char* what) { return "/proc/" + std::to_string(pid) + "/" + what; }

// What a line of a file of /proc says, in bytes.
unsigned long line_of(const std::string& path, const char* name) {
    FILE* file = fopen(path.c_str(), "re");
    if (!file) return 0;
    unsigned long kib = 0;
    char line[256];
    while (fgets(line, sizeof line, file))
        if (const char* number = value_of(line, name)) kib += strtoul(number, nullptr, 10);
    fclose(file);
    return kib << 10;
}

// What a process holds in memory, but for files that it only looks at.
unsigned long resident(pid_t pid) { return line_of(of(pid, "status"), "RssAnon:") + line_of(of(pid, "status"), "RssShmem:"); }

// Memory that processes have as files without a name (memfd), each once.
unsigned long nameless(const std::vector<pid_t>& processes) {
    std::vector<std::pair<dev_t, ino_t>> known;
    unsigned long bytes = 0;
    for (const pid_t pid : processes) {
        const std::string folder = of(pid, "fd");
        DIR* open = opendir(folder.c_str());
        if (!open) continue;
        while (const dirent* entry = readdir(open)) {
            const std::string path = folder + "/" + entry->d_name;
            char to[16] = {};
            struct stat info;
            if (readlink(path.c_str(), to, sizeof to - 1) < 0 || !value_of(to, "/memfd:") || stat(path.c_str(), &info) != 0) continue;
            const std::pair<dev_t, ino_t> file{info.st_dev, info.st_ino};
            if (std::find(known.begin(), known.end(), file) != known.end()) continue;
            known.push_back(file);
            bytes += static_cast<unsigned long>(info.st_blocks) * 512;
        }
        closedir(open);
    }
    return bytes;
}

// The parent of every process there is.
std::vector<std::pair<pid_t, pid_t>> parents() {
    std::vector<std::pair<pid_t, pid_t>> found;
    DIR* all = opendir("/proc");
    if (!all) return found;
    while (const dirent* entry = readdir(all)) {
        const pid_t pid = atoi(entry->d_name);
        if (pid <= 0) continue;
        FILE* file = fopen(of(pid, "stat").c_str(), "re");
        if (!file) continue;
        char line[512];
        const size_t size = fread(line, 1, sizeof line - 1, file);
        fclose(file);
        line[size] = 0;
        const char* behind = strrchr(line, ')');  // a name may hold anything
        pid_t parent = 0;
        if (behind && sscanf(behind, ") %*c %d", &parent) == 1) found.push_back({pid, parent});
    }
    closedir(all);
    return found;
}

// Everything that was started below a process. The kernel tells whom each thread has started.
std::vector<pid_t> below(pid_t top) {
    std::vector<pid_t> tree;
    for (size_t next = 0; next <= tree.size(); ++next) {
        const std::string folder = of(next ? tree[next - 1] : top, "task");
        DIR* threads = opendir(folder.c_str());
        if (!threads) continue;
        while (const dirent* entry = readdir(threads)) {
            FILE* file = fopen((folder + "/" + entry->d_name + "/children").c_str(), "re");
            if (!file) continue;
            for (pid_t child; fscanf(file, "%d", &child) == 1;) tree.push_back(child);
            fclose(file);
        }
        closedir(threads);
    }
    return tree;
}

// What the program and all that it has started have too much of; null: nothing. `upper` is above all of them.
const char* too_much_of(const Wanted& wanted, pid_t upper) {
    const std::vector<pid_t> tree = below(upper);
    if (wanted.processes && tree.size() > wanted.processes) return "processes";
    if (!wanted.memory) return nullptr;
    const unsigned long files = nameless(tree);
    unsigned long quick = files;
    for (const pid_t pid : tree) quick += resident(pid);
    if (quick <= wanted.memory) return nullptr;
    unsigned long own = 0, shared = 0;  // what several hold, each for its part
    for (const pid_t pid : tree) {
        own += line_of(of(pid, "smaps_rollup"), "Pss_Anon:");
        shared += line_of(of(pid, "smaps_rollup"), "Pss_Shmem:");
    }
    return own + std::max(shared, files) > wanted.memory ? "memory" : nullptr;  // nameless files may be mapped, too
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
    constexpr int seldom = 5;  // looks at one process for each at all of them
    const char* too_much = nullptr;
    for (int looks = 0;; ++looks) {
        siginfo_t info;
        const bool limited = wanted.memory || wanted.processes;
        const int signal = limited ? sigtimedwait(&signals, &info, &pause) : sigwaitinfo(&signals, &info);
        if (signal == SIGCHLD) {
            int status;
            if (waitpid(program, &status, WNOHANG) != program) continue;
            if (too_much) tell(wanted, std::string(too_much) + "\n");
            else if (WIFSIGNALED(status)) tell(wanted, "signal " + std::to_string(WTERMSIG(status)) + "\n");
            else tell(wanted, "exit " + std::to_string(WEXITSTATUS(status)) + "\n");
            _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
        }
        if (signal == SIGUSR1) kill(program, signal);
        else if (signal > 0 && signal != end_all) kill(-program, signal);
        if (!too_much && wanted.memory && resident(program) > wanted.memory) too_much = "memory";
        if (!too_much && limited && looks % seldom == 0) too_much = too_much_of(wanted, upper);
        if (too_much) kill(program, SIGKILL);
    }
}

// Every process that has this one for its parent.
void end_children() {
    const pid_t self = getpid();
    for (const auto& [pid, parent] : parents())
        if (parent == self) kill(pid, SIGKILL);
}

}  // namespace

int main(int count, char** words) {
    if (count == 2 && strcmp(words[1], "--offers") == 0) {
        printf("landlock %ld\nseccomp %d\n", landlock_version(), prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0);
        return 0;
    }
    if (count > 3 && strcmp(words[1], "--confine") == 0 && strcmp(words[2], "--") == 0) {
        const std::string problem = confine();
        if (problem.empty()) execv(words[3], words + 3);
        fprintf(stderr, "lanewise: %s cannot be isolated: %s\n", words[3], problem.empty() ? strerror(errno) : problem.c_str());
        return 126;
    }
    Wanted wanted = read(count, words);
    if (!wanted.command || !*wanted.command) {
        fputs("lanewise_ward: Lanewise starts programs with it\n", stderr);
        return 2;
    }
    if (wanted.report == channel_descriptor) wanted.report = dup(wanted.report);  // whoever starts us may have many open
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
