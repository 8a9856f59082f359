// Every family of first-generation intrinsics with addressing taken from the call, for comparison with plain loops.
#include <adf.h>
#include <aie_api/aie.hpp>

extern "C" {

void regular(const int32 *x, const int16 *z, const cint16 *cx, const cint16 *cz, int64 *out, const int *n)
{
    // int32 x int16, 8 lanes x 2 columns, and its cousins with other signs
    v16int32 xb = *(const v16int32 *)x;
    v16int16 zb = *(const v16int16 *)z;
    v8acc48 acc = mul8(xb, n[0], n[1], n[2], zb, n[3], n[4], n[5]);
    memcpy(out, &acc, 64);
    acc = negmul8(xb, n[0], n[1], n[2], zb, n[3], n[4], n[5]);
    memcpy(out + 8, &acc, 64);
    acc = mac8(ups(ext_w(xb, 0), 3), xb, n[0], n[1], n[2], zb, n[3], n[4], n[5]);
    memcpy(out + 16, &acc, 64);
    acc = msc8(ups(ext_w(xb, 0), 3), xb, n[0], n[1], n[2], zb, n[3], n[4], n[5]);
    memcpy(out + 24, &acc, 64);
    // cint16 x cint16, 4 lanes x 2 columns, conjugates by name and by argument
    v16cint16 cxb = *(const v16cint16 *)cx;
    v8cint16 czb = *(const v8cint16 *)cz;
    v4cacc48 c = mul4(cxb, n[0], n[1], n[2], czb, n[3], n[4], n[5]);
    memcpy(out + 32, &c, 64);
    c = mul4_cn(cxb, n[0], n[1], n[2], czb, n[3], n[4], n[5]);
    memcpy(out + 40, &c, 64);
    c = mul4_nc(cxb, n[0], n[1], n[2], czb, n[3], n[4], n[5]);
    memcpy(out + 48, &c, 64);
    c = mul4_cc(cxb, n[0], n[1], n[2], czb, n[3], n[4], n[5]);
    memcpy(out + 56, &c, 64);
}

void symmetric(const int16 *x, const int16 *z, const cint16 *cx, int64 *out, const int *n)
{
    v32int16 xb = *(const v32int16 *)x;
    v16int16 zb = *(const v16int16 *)z;
    v8acc48 acc = mul8_sym(xb, n[0], n[1], n[2], n[3], n[4], n[5], zb, n[6], n[7], n[8]);
    memcpy(out, &acc, 64);
    acc = mul8_antisym(xb, n[0], n[1], n[2], n[3], xb, n[4], n[5], zb, n[6], n[7], n[8]);
    memcpy(out + 8, &acc, 64);
    acc = mul8_max(xb, n[0], n[1], n[2], n[3], n[4], n[5], zb, n[6], n[7], n[8]);
    memcpy(out + 16, &acc, 64);
    acc = mul8_min(xb, n[0], n[1], n[2], n[3], n[4], n[5], zb, n[6], n[7], n[8]);
    memcpy(out + 24, &acc, 64);
    acc = mul8_maxdiff(xb, n[0], n[1], n[2], n[3], n[4], n[5], zb, n[6], n[7], n[8]);
    memcpy(out + 32, &acc, 64);
    acc = mul8_abs(xb, n[0], n[1], n[2], n[3], zb, n[6], n[7], n[8]);
    memcpy(out + 40, &acc, 64);
    // cint16 x int16, 4 lanes x 4 columns
    v16cint16 cxb = *(const v16cint16 *)cx;
    v4cacc48 c = mul4_sym(cxb, n[0], n[1], n[2], n[4], zb, n[6], n[7], n[8]);
    memcpy(out + 48, &c, 64);
    v8cint16 czb = *(const v8cint16 *)z;
    c = mul4_conj_antisym(cxb, n[0], n[1], n[2], n[4], czb, n[6], n[7], n[8]);
    memcpy(out + 56, &c, 64);
}

void shuffles(const int32 *x, const int16 *h, int32 *out, int16 *hout, const int *n)
{
    v16int32 a = *(const v16int32 *)x, b = *(const v16int32 *)(x + 16);
    *(v16int32 *)out = shuffle16(a, n[0], n[1], n[2]);
    *(v16int32 *)(out + 16) = select16(n[6], a, n[0], n[1], n[2], b, n[3], n[4], n[5]);
    *(v16int32 *)(out + 32) = add16(a, n[0], n[1], n[2], n[3], n[4], n[5]);
    *(v16int32 *)(out + 48) = sub16(a, n[0], n[1], n[2], b, n[3], n[4], n[5]);
    unsigned mask;
    *(v16int32 *)(out + 64) = maxcmp16(a, n[0], n[1], n[2], b, n[3], n[4], n[5], mask);
    out[80] = mask;
    out[81] = lt16(a, n[0], n[1], n[2], b, n[3], n[4], n[5]);
    out[82] = ge16(a, b);
    *(v8int32 *)(out + 88) = shuffle8(a, n[0], n[1]);
    v32int16 v = *(const v32int16 *)h;
    *(v32int16 *)hout = shuffle32(v, 0, 0x080a0c0e, 0x00020406, 0x0123);
    *(v32int16 *)(hout + 32) = shuffle32(v, 2 * n[0], n[1], n[2], n[7]);
}

void floats(const float *x, const float *z, const cfloat *cx, float *out, cfloat *cout, const int *n)
{
    v16float xb = *(const v16float *)x;
    v8float zb = *(const v8float *)z;
    *(v8float *)out = fpmul(xb, n[0], n[1], zb, n[3], n[4]);
    *(v8float *)(out + 8) = fpmac(zb, xb, n[0], n[1], zb, n[3], n[4]);
    *(v8float *)(out + 16) = fpmsc(zb, xb, n[0], n[1], zb, n[3], n[4]);
    *(v8float *)(out + 24) = fpneg_mul(xb, n[0], n[1], zb, n[3], n[4]);
    *(v8float *)(out + 32) = fpabs_mul(xb, n[0], n[1], zb, n[3], n[4]);
    *(v8float *)(out + 40) = fpadd(zb, xb, n[0], n[1]);
    *(v8float *)(out + 48) = fpsub(zb, xb, n[0], n[1]);
    *(v8float *)(out + 56) = fpmax(zb, xb, n[0], n[1]);
    *(v8float *)(out + 64) = fpmin(zb, xb, n[0], n[1]);
    *(v8float *)(out + 72) = fpshuffle8(xb, n[0], n[1]);
    out[80] = (float)fplt(zb, xb, n[0], n[1]);
    v8cfloat cxb = *(const v8cfloat *)cx;
    v4cfloat czb = ext_w(cxb, 1);
    *(v4cfloat *)cout = fpmul(cxb, n[0], n[1], czb, n[3], n[4]);
    *(v4cfloat *)(cout + 4) = fpmac_nc(czb, cxb, n[0], n[1], czb, n[3], n[4]);
    *(v4cfloat *)(cout + 8) = fpmul(cxb, n[0], n[1], zb, n[3], n[4]);
}

void moves(const int16 *x, int16 *out)
{
    v32int16 v = *(const v32int16 *)x;
    *(v8int16 *)out = ext_v(v, 3);
    *(v16int16 *)(out + 8) = ext_w(v, 1);
    *(v32int16 *)(out + 24) = upd_v(v, 2, ext_v(v, 0));
    *(v32int16 *)(out + 56) = xset_w(1, ext_w(v, 0));
    *(v32int16 *)(out + 88) = upd_elem(v, 31, ext_elem(v, 1));
    *(v32int16 *)(out + 120) = shft_elem(v, 77);
    *(v16int32 *)(out + 152) = as_v16int32(v);
}


// centre taps: cint16 x int16, 4 lanes x 4 columns, the fourth alone; unit centre: the low half as without
void taps(const cint16 *x, const int16 *z, int64 *out, const int *n)
{
    v16cint16 xb = *(const v16cint16 *)x;
    v16int16 zb = *(const v16int16 *)z;
    v4cacc48 c = mul4_sym_ct(xb, n[0], n[1], n[2], n[3], n[4], zb, n[5], n[6], n[7]);
    memcpy(out, &c, 64);
    v8cacc48 u = mul4_antisym_uct(xb, n[0], n[1], n[2], n[3], 2, zb, n[5], n[6], n[7], 9);
    memcpy(out + 8, &u, 128);
    c = mul4_antisym(xb, n[0], n[1], n[2], n[3], zb, n[5], n[6], n[7]);
    memcpy(out + 24, &c, 64);
}

}
