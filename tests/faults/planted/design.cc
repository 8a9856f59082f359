// Kernels of design.py, two on one core: the first leaves its modes to the second.
#include <aie_api/aie.hpp>

extern "C" {
void scale(int16* x, int16* y, int32 fault)
{
    const auto before = aie::swap_saturation(aie::saturation_mode::saturate);
    aie::store_v(y, aie::mul(aie::load_v<32>(x), int16(100)).to_vector<int16>(0));
    if (!fault) aie::set_saturation(before);
}

void saturates_in_a_design(int16* x, int16* y, int32)
{
    aie::store_v(y, aie::mul(aie::load_v<32>(x), int16(200)).to_vector<int16>(0));  //! saturates_in_a_design 64 STATE-107 warning check
}
}
