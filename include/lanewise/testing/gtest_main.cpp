// For tests that bring no main() of their own.
#include "lanewise/testing/gtest.h"

int main(int count, char** words) {
    testing::InitGoogleTest(&count, words);
    return RUN_ALL_TESTS();
}
