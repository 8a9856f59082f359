#include "runtime/entries.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "runtime/place.hpp"

namespace lanewise::runtime {

namespace {

struct Header {
    char kind[4];
    std::uint32_t process, launch, number;
    std::uint64_t first, second;  // bytes that follow
};

}  // namespace

Entries::Entries(const char* path) : fd_(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {}

Entries::~Entries() {
    if (fd_ >= 0 && !is_socket_) close(fd_);
}

// In one go, as other processes of the program may write there too. A full disk cuts the file off here.
void Entries::add(const char* kind, std::uint32_t launch, std::uint32_t number, const void* a, std::size_t first, const void* b,
                  std::size_t second) {
    if (fd_ < 0) return;
    Header header{{}, static_cast<std::uint32_t>(getpid()), launch, number, first, second};
    std::memcpy(header.kind, kind, sizeof header.kind);
    iovec parts[] = {{&header, sizeof header}, {const_cast<void*>(a), first}, {const_cast<void*>(b), second}};
    ssize_t written = 0;
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = 3;
    do written = is_socket_ ? sendmsg(fd_, &message, MSG_NOSIGNAL) : writev(fd_, parts, 3);
    while (written < 0 && errno == EINTR);
    if (written == static_cast<ssize_t>(sizeof header + first + second)) return;
    if (is_socket_) {  // the program has closed it, and may have given its number to a file: the listener says so
        fd_ = -1;
        return;
    }
    std::fprintf(stderr, "lanewise: what the program tells about itself can not be written: %s\n",
                 written < 0 ? std::strerror(errno) : "the disk is full");
    close(fd_);
    fd_ = -1;
}

void Entries::place(std::uint64_t address) {
    if (owner_ != getpid()) known_.clear();  // addresses are those of a process
    owner_ = getpid();
    if (!known_.insert(address).second) return;
    Dl_info info;
    if (!dladdr(reinterpret_cast<void*>(address), &info) || !info.dli_fname) return;
    const std::uint64_t pair[] = {address, address - reinterpret_cast<std::uint64_t>(info.dli_fbase)};
    const std::string module = module_file(info.dli_fname);
    add("ADDR", 0, 0, pair, sizeof pair, module.data(), module.size());
}

std::unique_ptr<Entries> entries_of(const char* variable) {
    const char* path = std::getenv(variable);
    return path && *path ? std::make_unique<Entries>(path) : nullptr;
}

}  // namespace lanewise::runtime
