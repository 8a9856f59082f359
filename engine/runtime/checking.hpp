// The checker on the blocks of compiled programs, when somebody asks: LANEWISE_CHECK says what to look for (check/checker.hpp), and
// LANEWISE_FINDINGS names the file that findings go to.
#pragma once

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

// Findings so far: the program is about to end.
void save_findings();

}  // namespace lanewise::runtime
