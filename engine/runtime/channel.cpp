#include "runtime/channel.hpp"

#include <dlfcn.h>
#include <sys/socket.h>

#include <string_view>

namespace lanewise::runtime {

namespace {

// As the ward hands it on, and what the other end has said first. Whoever reads that leaves it there: a program may replace itself.
constexpr int descriptor = 250;
constexpr std::string_view greeting = "lanewise: check ";

}  // namespace

Channel channel() {
    if (dlsym(RTLD_DEFAULT, "Py_IsInitialized")) return {};  // Python that such a program has started is none
    int type = 0;
    socklen_t size = sizeof type;
    if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_SEQPACKET) return {};
    char text[512];
    const ssize_t got = recv(descriptor, text, sizeof text, MSG_PEEK | MSG_DONTWAIT);
    const std::string_view said(text, got > 0 ? static_cast<std::size_t>(got) : 0);
    if (!said.starts_with(greeting)) return {};
    return {std::make_unique<Entries>(descriptor), std::string(said.substr(greeting.size()))};
}

}  // namespace lanewise::runtime
