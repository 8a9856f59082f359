// Streams and cascades in every form that programs use.
#include <adf.h>
#include <adf/arch/aie_arch_properties.hpp>
#include <adf/io_buffer/io_buffer.h>
#include <adf/stream/types.h>
#include <adf/window/types.h>
#include <aie_api/aie.hpp>
#include <aie_api/aie_adf.hpp>

using namespace adf;
static_assert(get_input_streams_core_module() == (__AIE_ARCH__ == 10 ? 2 : 1));
static_assert(__AIEARCH__ == __AIE_ARCH__);
#if __AIE_ARCH__ == 10
// A library's own names of what this generation has not.
using input_stream_cacc64 = input_stream_cacc80;
using output_stream_cacc64 = output_stream_cacc80;
using input_stream_acc64 = input_stream_acc80;
using output_stream_acc64 = output_stream_acc80;
using tag = cacc48;
#else
using tag = cacc64;
static_assert(std::is_same_v<input_stream_cacc64, input_cascade<cacc64>>);
#endif
namespace xf::dsp {
int streams[get_input_streams_core_module()];
}

void vectors(input_stream<cint16>* in, output_stream<cint16>* out) {
    bool last = false;
    const auto a = readincr_v<4, aie_stream_resource_in::a>(in);
    const auto b = readincr_v<4>(in, last);
    writeincr<aie_stream_resource_out::b>(out, a);
    writeincr(out, b, last);
    writeincr(out, readincr(in));
    writeincr(out, readincr(in, last), last);
    const auto c = readincr_v<4>(in);
    writeincr(out, aie::neg(c), false);
}
#if __AIE_ARCH__ == 10
void old_style(input_stream_cint16* in, output_stream_cint16* out) {
    const v4cint16 a = READINCRW(WSS_rsrc1, in);
    WRITEINCRW(WMS_rsrc1, out, a.cast_to<int32>());
    WRITEINCRW(WMS_rsrc2, out, v4int32(1, 2, 3, 0x40005));
    WRITEINCRW(WMS_rsrc1, out, a);
    WRITEINCR(MS_rsrc1, out, READINCR(SS_rsrc1, in));
}
void ports(input_stream<int32>* a, input_stream<int32>* b, output_stream<int32>* y, output_stream<int32>* z) {
    put_ms(0, get_ss(0));
    put_ms(1, get_ss(1));
    put_wms(0, get_wss(1));
    put_wms(1, getc_wss(0));
}
#endif

// Lanes of accumulators: template arguments written, an old name of the type, pointers cast to another tag and back.
void give(input_stream<cint16>* in, output_cascade<tag>* out) {
    const auto v = aie::concat(readincr_v<4>(in), readincr_v<4>(in));
    aie::accum<tag, 4> acc(v.extract<4>(0), 2);
    writeincr<tag, 4>(out, acc);
    output_cascade<acc32>* other = (output_cascade<acc32>*)out;
    writeincr((output_cascade<tag>*)other, aie::accum<tag, 4>(v.extract<4>(1), 3));
}
void take(input_stream<tag>* in, output_stream<cint16>* out) {
    const aie::accum<tag, 4> a = readincr_v<4, tag>(in);
    const auto b = readincr_v<4>((input_cascade<tag>*)in);
    writeincr(out, a.to_vector<cint16>(1));
    writeincr(out, b.to_vector<cint16>(1));
}
void give_vectors(input_stream<int32>* in, output_cascade<int32>* out) { writeincr(out, readincr_v<8>(in)); }
void take_vectors(input_cascade<int32>* in, output_stream<int32>* out) { writeincr(out, readincr_v<8>(in)); }
