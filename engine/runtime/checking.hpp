// The checker on the blocks of compiled programs, when somebody asks over the channel (channel.hpp), which findings go to.
#pragma once

#include <string>

namespace lanewise {
class Fault;
}  // namespace lanewise

namespace lanewise::runtime {

struct Block;
struct Launch;
struct Place;

bool checking();
void begin_check(Launch& launch);
void begin_check(Block& block);
void end_check(Block& block);  // its kernel has ended well
void end_check(Launch& launch);

// A rule is broken that hardware does not enforce, at that place of the program.
void find(const Fault& fault, const Place& at);

// A rule ends the program: whoever runs it hears which.
void broke(const Fault& fault, const Place& at, const std::string& kernel);

// Findings so far: the program may be about to end.
void save_findings();

// The program ends by itself: there is nothing more to tell.
void end_of_program();
void all_told();

}  // namespace lanewise::runtime
