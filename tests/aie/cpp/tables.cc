// Tables and variables of a kernel: read and written in every way that stays inside, and by one vector more.
#include <aie_api/aie.hpp>

alignas(32) static const int16 table[64] = {1, 2, 3, 4};
alignas(32) static int16 state[32];

void began_in_front(const int16* a, int16* y, int32 n)
{
    const int16* p = table - 16;
    for (int i = 0; i < n; ++i) { p += 16; aie::store_v(y + 16 * i, aie::add(aie::load_v<16>(a + 16 * i), aie::load_v<16>(p))); }
    const aie::vector<int16, 16>* q = (const aie::vector<int16, 16>*)table - 1;
    for (int i = 0; i < n; ++i) aie::store_v(y + 16 * i, *++q);
}

void walked(const int16* a, int16* y, int32 n)
{
    const int16* p = table;
    for (int i = 0; i < n; ++i) { aie::store_v(y + 16 * i, aie::load_v<16>(p)); p += 16; }
    auto it = aie::begin_vector<16>(table);
    for (int i = 0; i < n; ++i) aie::store_v(y + 16 * i, *it++);
}

void in_a_ring(const int16* a, int16* y, int32 n)
{
    const int16* p = table;
    for (int i = 0; i < 3 * n; ++i) {
        aie::store_v(y + 16 * (i % n), aie::load_v<16>(p));
        p = cyclic_add(p, 16, (const int16*)table, 64);
    }
    for (int i = 0; i < 3 * n; ++i) {
        aie::store_v(y + 16 * (i % n), aie::load_v<16>(p));
        p += 16;
        if (p == table + 64) p -= 64;
    }
}

void in_either(const int16* a, int16* y, int32 n)
{
    aie::store_v(state, aie::load_v<16>(a));
    aie::store_v(state + 16, aie::load_v<16>(a + 16));
    const int16* const rows[2] = {table, state};
    for (int i = 0; i < n; ++i) aie::store_v(y, aie::load_v<16>(rows[i & 1] + 16));
}

void as_a_whole(const int16* a, int16* y, int32 n)
{
    alignas(32) int16 local[32];
    for (int i = 0; i < 32; ++i) local[i] = a[i];
    const int16* end = local + 32;
    for (int i = 0; i < 2; ++i) { end -= 16; aie::store_v(y, aie::load_v<16>(end)); }
    alignas(32) struct { int16 a[16], b[16]; } both{};
    aie::store_v(y, aie::load_v<32>(both.a));
    alignas(32) int16 grid[2][16] = {};
    aie::store_v(y, aie::load_v<32>(grid[0]));
}

void reads_one_more(const int16* a, int16* y, int32 n)
{
    for (int i = 0; i < n; ++i) aie::store_v(y + 16 * i, aie::load_v<16>(table + 16 * (i + 1)));  // reads
}

void reads_half_of_it(const int16* a, int16* y, int32 n)
{
    aie::store_v(y, aie::load_unaligned_v<16>(table + 56));  // half
}

void writes_one_more(const int16* a, int16* y, int32 n)
{
    alignas(32) static int16 local[48];
    for (int i = 0; i < n; ++i) aie::store_v(local + 16 * i, aie::load_v<16>(a + 16 * i));  // writes
    aie::store_v(y, aie::load_v<16>(local));
}
