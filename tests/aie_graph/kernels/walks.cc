// Iterators and buffers that are read as others: by the address of the next element, which comes first in each.
#include <adf.h>
#include <aie_api/aie.hpp>

// Two vectors, then single elements from where the vectors stopped.
void on_by_one(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out) {
    auto vectors = aie::begin_vector<4>(in);
    auto to = aie::begin_vector<4>(out);
    *to++ = *vectors++;
    *to++ = *vectors++;
    using single = decltype(aie::begin(in));
    single* next = (single*)&vectors;
    int32* y = (int32*)to;
    for (int i = 0; i < 8; i++) *y++ = *(*next)++;
    *(v4int32*)y = *(*(aie::vector_iterator<int32, 4>*)next);
}

// Four lanes become eight at the place where the iterator stands; a ring keeps its size.
void wider(adf::input_circular_buffer<int32>& in, adf::output_buffer<int32>& out) {
    auto four = aie::begin_vector_circular<4>(in);
    auto to = aie::begin_vector<8>(out);
    four += 2;
    using eight = decltype(aie::begin_vector_circular<8>(in));
    auto* wide = (eight*)&four;
    for (int i = 0; i < 4; i++) *to++ = *(*wide)++;
}

void resources(int32* x, adf::input_buffer<int32>& in, int32* y) {
    const auto a = aie::begin<aie_dm_resource::a>(in);
    const auto b = aie::cbegin<aie_dm_resource::b>(in);
    static_assert(std::is_same_v<decltype(a), int32* const> && std::is_same_v<decltype(b), const int32* const>);
    y[0] = a[1] + b[2];
    auto ring = aie::begin_circular<aie_dm_resource::c>(in);
    auto hop = aie::begin_random_circular<aie_dm_resource::d>(in);
    ring++;
    y[1] = *ring + hop[17];
    int32 table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    auto turn = aie::cbegin_vector_circular<4, 8, aie_dm_resource::b>(table);
    auto other = aie::begin_vector_circular<4, aie_dm_resource::a>(in);
    auto third = aie::cbegin_vector_random_circular<4, aie_dm_resource::stack>(in);
    turn += 3;
    other++;
    y[2] = (*turn)[0] + (*other)[1] + third[5][2];
    auto line = aie::begin_restrict_vector<4, aie_dm_resource::a>(in);
    y[3] = (*++line)[3] + aie::load_v<4, aie_dm_resource::a>(x)[1];
    auto own = aie::begin_vector_random_circular<4>(x, 8);
    y[4] = own[3][0] + (*aie::begin_vector_random_circular<4>(table, 8))[1];
}

// A library keeps the address of its buffer as one with another margin, and makes buffers of its own memory.
struct Filter {
    using stand_in = adf::input_circular_buffer<int16, adf::extents<adf::inherited_extent>, adf::margin<16>>;
    stand_in* kept;

    void run(int16* y) {
        auto it = aie::begin_vector_random_circular<8>(*kept);
        aie::store_v(y, *it);
        aie::store_v(y + 8, it[-1]);
        y[16] = static_cast<int16>(kept->data() - kept->base());
        y[17] = static_cast<int16>(kept->size());
        y[18] = kept->data()[0];
        alignas(32) int16 memory[32];
        for (int i = 0; i < 32; i++) memory[i] = static_cast<int16>(100 + i);
        adf::input_circular_buffer<int16, adf::extents<32>, adf::margin<0>> mine(memory, 32, 0);
        auto round = aie::begin_vector_random_circular<8>(mine);
        round += 5;
        y[19] = (*round)[0];
        y[20] = static_cast<int16>(mine.data() == memory && mine.size() == 32);
    }
};
void keeps(adf::input_circular_buffer<int16, adf::extents<adf::inherited_extent>, adf::margin<8>>& in, int16* y) {
    Filter f{(Filter::stand_in*)&in};
    f.run(y);
}

static_assert(sizeof(aie::vector_iterator<int16, 8>) == sizeof(int16*));
static_assert(sizeof(aie::circular_iterator<int16, 32>) == sizeof(aie::vector_circular_iterator<int16, 16, 32>));
