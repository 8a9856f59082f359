// The process that plans calls for this program: it asks the operator's own functions and builds kernels. It ends with us.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

extern char** environ;

namespace lanewise::aclnn {

class Planner {
  public:
    static Planner& get() {
        static Planner planner;
        return planner;
    }

    // The answer to a request; empty: the process is not there, or ended.
    std::string ask(const char* python, const std::string& request) {
        std::lock_guard guard(lock_);
        if (owner_ != getpid()) start(python);
        const std::uint64_t size = request.size();
        std::uint64_t coming = 0;
        if (!send(&size, sizeof size) || !send(request.data(), request.size()) || !receive(&coming, sizeof coming)) return stop();
        std::string answer(coming, '\0');
        return receive(answer.data(), answer.size()) ? answer : stop();
    }

  private:
    void start(const char* python) {
        int asking[2], answering[2];
        if (pipe2(asking, O_CLOEXEC) != 0 || pipe2(answering, O_CLOEXEC) != 0) return;
        std::vector<std::string> kept;  // what the program was told about itself is not for others
        for (char** at = environ; *at; ++at) {
            const std::string word = *at;
            bool own = false;
            for (const char* name : {"LANEWISE_CHECK=", "LANEWISE_TIME=", "LANEWISE_RECORDS=", "LANEWISE_HISTORY=",
                                     "LANEWISE_SIGNATURE=", "LANEWISE_SCHEDULE=", "LD_PRELOAD="})
                own = own || word.rfind(name, 0) == 0;
            if (!own) kept.push_back(word);
        }
        std::vector<std::string> said = {python, "-c", "import sys; sys.path[:] = filter(None, sys.path); from lanewise.op.planner import main; main()"};
        const std::vector<char*> words = pointers(said), environment = pointers(kept);
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, asking[0], 0);
        // Operators print while they plan: that goes where the program prints, and answers elsewhere.
        posix_spawn_file_actions_adddup2(&files, answering[1], answer_end);
        posix_spawnattr_t settings;
        posix_spawnattr_init(&settings);
        sigset_t signals;
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&settings, &signals);
        sigfillset(&signals);
        posix_spawnattr_setsigdefault(&settings, &signals);
        posix_spawnattr_setflags(&settings, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        pid_t child = 0;
        const bool started = posix_spawnp(&child, python, &files, &settings, words.data(), environment.data()) == 0;
        posix_spawnattr_destroy(&settings);
        posix_spawn_file_actions_destroy(&files);
        close(asking[0]), close(answering[1]);
        ask_ = asking[1], answer_ = answering[0];
        if (started) owner_ = getpid();
    }

    static std::vector<char*> pointers(std::vector<std::string>& words) {
        std::vector<char*> made;
        for (auto& word : words) made.push_back(word.data());
        made.push_back(nullptr);
        return made;
    }

    // Without a signal where nobody reads.
    bool send(const void* from, std::size_t count) const {
        sigset_t pipe, before;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe, &before);
        bool whole = true;
        for (const char* at = static_cast<const char*>(from); whole && count;) {
            const ssize_t put = ::write(ask_, at, count);
            if (put < 0 && errno == EINTR) continue;
            if (put < 0 && errno == EPIPE) {
                const timespec none{};
                sigtimedwait(&pipe, nullptr, &none);
            }
            whole = put > 0;
            if (whole) at += put, count -= static_cast<std::size_t>(put);
        }
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        return whole;
    }
    bool receive(void* to, std::size_t count) const {
        for (char* at = static_cast<char*>(to); count;) {
            const ssize_t got = ::read(answer_, at, count);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return false;
            at += got, count -= static_cast<std::size_t>(got);
        }
        return true;
    }
    std::string stop() {
        if (owner_ == getpid()) close(ask_), close(answer_);
        owner_ = 0;
        return {};
    }

    static constexpr int answer_end = 3;  // planner.py's
    std::mutex lock_;
    pid_t owner_ = 0;  // who started it: a fork starts its own
    int ask_ = -1, answer_ = -1;
};

}  // namespace lanewise::aclnn
