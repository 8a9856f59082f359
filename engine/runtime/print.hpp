// How much text one debug call of a kernel may write.
#pragma once

#include <cstddef>
#include <string>

namespace lanewise::runtime {

void set_print_limit(std::size_t bytes);  // 1 KB to 64 MB; other sizes are ignored
std::size_t print_limit();

// Behind what the block has printed so far.
void keep_text(const std::string& text);
// Adds the text of one call to what the block has written. A text beyond the limit is lost, with a warning.
void write_text(const char* call, const std::string& text);

}  // namespace lanewise::runtime
