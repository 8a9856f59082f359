#ifndef HARD_GATE_STRUCT
#define HARD_GATE_STRUCT
namespace HardGateOp {
#pragma pack(push, 8)
struct alignas(8) HardGateTilingData {
    int64_t n = 0;
    int64_t perCore = 0;
    int64_t tile = 0;
    float alpha = 0;
    bool flag = false;
};
#pragma pack(pop)
}
#endif
