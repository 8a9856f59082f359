// What a search for the largest or the smallest leaves: the compiler's own words, in the global namespace.
#pragma once

enum Order_t { VALUE_INDEX, INDEX_VALUE, ONLY_VALUE, ONLY_INDEX };
