// How programs ask: the functions of requests.
#pragma once

namespace lanewise::runtime {

struct Launch;

// Device memory for what goes both ways, while a launch runs that may need it.
class RequestMemory {
  public:
    explicit RequestMemory(Launch& launch);
    ~RequestMemory();
    RequestMemory(const RequestMemory&) = delete;

  private:
    Launch& launch_;
};

}  // namespace lanewise::runtime
