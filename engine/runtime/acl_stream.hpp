// Streams, and the graphs that captures make of their tasks.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "lanewise/shared/acl.h"

namespace lanewise::runtime {

struct Task {
    std::string what;
    std::uint32_t stream;  // its number, 0 for the default stream
    std::function<void()> run;
};

struct Graph {
    std::vector<Task> tasks;  // as they were recorded, which keeps every order that streams and events ask for
    std::uint32_t origin = 0;
    aclmdlRICaptureMode mode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;
    std::thread::id thread;
    bool open = true;  // still recording
};

struct Stream {
    std::uint32_t number = 0;
    std::shared_ptr<Graph> capture;  // null: tasks run at once
};

// The stream behind a handle; null when there is none.
Stream* find_stream(aclrtStream handle);
aclError check_stream(const char* call, aclrtStream handle);

// All streams leave the capture.
void leave_capture(const std::shared_ptr<Graph>& graph);

// An error while a capture forbids calls that do not go through a stream. The thread's own mode may make that weaker.
aclmdlRICaptureMode& mode_of_thread();
aclError refuse_in_capture(const char* call);

}  // namespace lanewise::runtime
