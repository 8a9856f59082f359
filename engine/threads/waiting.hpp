// What somebody waits for. Lives on the stack of who waits, and is asked by whoever decides who goes on.
#pragma once

#include <string>

namespace lanewise::threads {

class Waiting {
  public:
    virtual bool ready() const = 0;
    virtual std::string text() const = 0;  // for reports
    const bool gives_up;                   // when all stand still: it goes on although it is not ready

  protected:
    explicit Waiting(bool gives_up_then = false) : gives_up(gives_up_then) {}
    ~Waiting() = default;
};

template <class Ready, class Text>
class WaitingFor final : public Waiting {
  public:
    WaitingFor(const Ready& ready, const Text& text, bool gives_up_then = false) : Waiting(gives_up_then), ready_(ready), text_(text) {}
    bool ready() const override { return ready_(); }
    std::string text() const override { return std::string(text_()); }

  private:
    const Ready& ready_;
    const Text& text_;
};

}  // namespace lanewise::threads
