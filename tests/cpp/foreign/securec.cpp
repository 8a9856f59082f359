// Copies that know how much room there is: what they do, and what they say when it cannot be done.
#include "securec.h"
#include "../host/check.h"

int main()
{
    char room[8] = "abcdefg";
    const char text[] = "0123456789";
    CHECK(memcpy_s(room, sizeof(room), text, 4) == EOK && std::memcmp(room, "0123efg", 8) == 0);
    CHECK(memcpy_s(room, 4, text, 5) == ERANGE_AND_RESET && std::memcmp(room, "\0\0\0\0efg", 8) == 0);
    CHECK(memcpy_s(room, sizeof(room), nullptr, 4) == EINVAL_AND_RESET && room[4] == 0);
    CHECK(memcpy_s(nullptr, 8, text, 4) == EINVAL && memcpy_s(room, 0, text, 0) == ERANGE);
    CHECK(memcpy_s(room, sizeof(room), text, 8) == EOK);
    CHECK(memcpy_s(room + 2, 6, room, 4) == EOVERLAP_AND_RESET && room[1] == '1' && room[2] == 0);

    std::memcpy(room, "abcdefg", 8);
    CHECK(memmove_s(room + 2, 6, room, 4) == EOK && std::memcmp(room, "ababcdg", 8) == 0);
    CHECK(memmove_s(room, 8, text, 9) != 0 && room[0] == 0);

    CHECK(memset_s(room, sizeof(room), 'x', 3) == EOK && room[2] == 'x' && room[3] == 0);
    CHECK(memset_s(room, 4, 'y', 9) == ERANGE_AND_RESET && room[3] == 'y' && room[4] == 0);
    CHECK(memset_s(nullptr, 4, 0, 4) == EINVAL);

    CHECK(strcpy_s(room, sizeof(room), "seven77") == EOK && std::strcmp(room, "seven77") == 0);
    CHECK(strcpy_s(room, sizeof(room), "eight888") == ERANGE_AND_RESET && room[0] == 0 && room[1] == 'e');
    CHECK(strncpy_s(room, sizeof(room), text, 3) == EOK && std::strcmp(room, "012") == 0);
    CHECK(strncpy_s(room, sizeof(room), text, 8) == ERANGE_AND_RESET && room[0] == 0);
    CHECK(strcpy_s(room, sizeof(room), "ab") == EOK && strcat_s(room, sizeof(room), "cde") == EOK && std::strcmp(room, "abcde") == 0);
    CHECK(strncat_s(room, sizeof(room), text, 2) == EOK && std::strcmp(room, "abcde01") == 0);
    CHECK(strcat_s(room, sizeof(room), "!") == ERANGE_AND_RESET && room[0] == 0);
    CHECK(strcpy_s(room, sizeof(room), nullptr) == EINVAL_AND_RESET && strcpy_s(nullptr, 8, "a") == EINVAL);

    CHECK(sprintf_s(room, sizeof(room), "%d-%s", 42, "abcd") == 7 && std::strcmp(room, "42-abcd") == 0);
    CHECK(sprintf_s(room, sizeof(room), "%d-%s", 42, "abcde") == -1 && room[0] == 0);
    CHECK(snprintf_s(room, sizeof(room), 7, "%d", 1234567) == 7 && std::strcmp(room, "1234567") == 0);
    CHECK(snprintf_s(room, sizeof(room), 3, "%d", 1234567) == -1 && std::strcmp(room, "123") == 0);
    CHECK(snprintf_s(room, sizeof(room), 20, "%d", 123456789) == -1 && room[0] == 0);
    CHECK(sprintf_s(nullptr, 8, "x") == -1 && sprintf_s(room, sizeof(room), nullptr) == -1);

    char words[] = "a,b", *rest = nullptr;
    CHECK(std::strcmp(strtok_s(words, ",", &rest), "a") == 0 && std::strcmp(strtok_s(nullptr, ",", &rest), "b") == 0);
    errno_t nothing = EOK;
    return wrong + nothing;
}
