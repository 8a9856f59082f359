// The fragments of the kernel guide, as printed there.
#include <adf.h>
#include <aie_api/aie.hpp>
#include <stdio.h>

extern "C" void down(const int32 *in, int32 *out, int up)
{
    aie::accum<acc48,8> acc(aie::load_v<8>(in), up);
aie::vector<int32,8> res = srs(acc, 8); // shift right 8 bits, from accumulator register to vector register
    aie::store_v(out, res);
}

extern "C" void up(const int32 *in, int64 *out)
{
    aie::vector<int32,8> v = aie::load_v<8>(in);
aie::accum<acc48,8> acc = ups(v, 8); //shift left 8 bits, from vector register to accumulator register
    memcpy(out, &acc, sizeof acc);
}

extern "C" void subtract(const cint16 *pa, const cint16 *pb, int32 *through, cint16 *direct, int saturate)
{
    if (saturate) set_sat(); else clr_sat();
v16cint16 va, vb;
    va = *(const v16cint16 *)pa;
    vb = *(const v16cint16 *)pb;
int32 zbuff[8]={1,1,1,1,1,1,1,1};
aie::vector<int32,8> coeff=*(v8int32*)zbuff;
aie::accum<acc48,8> acc = mul8_antisym(va, 0, 0x76543210, vb, 0, false, coeff, 0 , 0x76543210);
aie::vector<int32,8> res = srs(acc,0);
    aie::store_v(through, res);
    *(v16cint16 *)direct = sub16(va, vb);
}

extern "C" void floats(input_cascade<accfloat> *in, output_cascade<accfloat> *out, int groups)
{
    for (int i = 0; i < groups; ++i) {
        aie::vector<float,8> v = readincr_v<8>(in);
        v8float value = aie::add(v, v);
        writeincr(out, value);
    }
}

extern "C" void complex_floats(input_cascade<caccfloat> *in, output_cascade<caccfloat> *out, int groups)
{
    for (int i = 0; i < groups; ++i) {
        aie::vector<cfloat,4> v = readincr_v4(in);
        v4cfloat value = aie::conj(v);
        writeincr(out, value);
    }
}

extern "C" void print_lanes(const int32 *lanes)
{
aie::accum<acc48,8> vacc; //cascade value
    vacc.from_vector(aie::load_v<8>(lanes));
const int SIZE_ACC48=sizeof(aie::accum<acc48,8>)/8;
for(int i=0;i<8;i++){//8 number
int8 *p=(int8*)&vacc+SIZE_ACC48*i;//point to start of each acc48
printf("acc value[%d]=0x",i);
for(int j=5;j>=0;j--){//print each acc48 from higher byte to lower byte
printf("%02x",*(p+j));
}
printf("\n");
}
}
