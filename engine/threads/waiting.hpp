// What somebody waits for: asked by whoever decides who goes on, and by whoever explains why nobody does.
#pragma once

#include <string>
#include <utility>

namespace lanewise::threads {

class Waiting {
  public:
    virtual ~Waiting() = default;
    virtual bool ready() const = 0;
    virtual std::string text() const = 0;  // words for reports
    const bool gives_up;                   // when all stand still: it goes on although it is not ready

  protected:
    explicit Waiting(bool gives_up_then) : gives_up(gives_up_then) {}
};

template <class Ready, class Text>
class WaitingFor final : public Waiting {
  public:
    WaitingFor(Ready ready, Text text, bool gives_up_then = false) : Waiting(gives_up_then), ready_(std::move(ready)), text_(std::move(text)) {}
    bool ready() const override { return ready_(); }
    std::string text() const override { return std::string(text_()); }

  private:
    const Ready ready_;
    const Text text_;
};

}  // namespace lanewise::threads
