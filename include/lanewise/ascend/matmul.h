// High-level products: Matmul, on the cube core itself (ASCENDC_CUBE_ONLY) or asked for by vector cores, and REGIST_MATMUL_OBJ.
#pragma once

#include "lanewise/ascend/kernel.h"
#include "lanewise/ascend/matmul/client.h"
#include "lanewise/ascend/matmul/master.h"

namespace AscendC {

#if defined(ASCENDC_CUBE_ONLY) || !LANEWISE_HAS_SEPARATE_CORES
#define LANEWISE_MATMUL_ASKS 0
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE = C_TYPE, const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>, template <const auto&, typename...> class MATMUL_POLICY = MatmulPolicy>
using Matmul = MatmulImpl<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY>;
#else
#define LANEWISE_MATMUL_ASKS 1
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE = C_TYPE, const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>, template <const auto&, typename...> class MATMUL_POLICY = MatmulPolicy>
using Matmul = typename std::conditional_t<lanewise::matmul::config_of<MM_CFG>().enableMixDualMaster,
                                  std::type_identity<MatmulMaster<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY>>,
                                  std::type_identity<MatmulClient<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY>>>::type;
#endif

}  // namespace AscendC

// Programs say it with a namespace of its own, too.
namespace matmul = AscendC;

namespace lanewise::matmul {

template <class T>
concept Asks = requires(T& object) { object.lanewise_register(0u); };

// Objects, each with its tiling behind it or without.
template <class Act>
void each_object(const Act&, std::uint32_t) {}
template <class Act, class Object, class... Rest>
void each_object(const Act& act, std::uint32_t number, Object& object, Rest&&... rest);
template <class Act, class Object, class Tiling, class... Rest>
    requires std::is_pointer_v<std::remove_cvref_t<Tiling>>
void each_object(const Act& act, std::uint32_t number, Object& object, Tiling&& tiling, Rest&&... rest) {
    act(object, number, reinterpret_cast<const AscendC::tiling::TCubeTiling*>(tiling));
    each_object(act, number + 1, rest...);
}
template <class Act, class Object, class... Rest>
void each_object(const Act& act, std::uint32_t number, Object& object, Rest&&... rest) {
    act(object, number, static_cast<const AscendC::tiling::TCubeTiling*>(nullptr));
    each_object(act, number + 1, rest...);
}

template <class... Objects>
void bind_objects(Objects&&... objects) {
    each_object(
        [](auto& object, std::uint32_t number, const AscendC::tiling::TCubeTiling* tiling) {
            constexpr bool fixed = requires { requires std::remove_cvref_t<decltype(object)>::lanewise_is_static; };
            if (tiling || fixed) object.Init(tiling);
            if constexpr (Asks<std::remove_cvref_t<decltype(object)>>) object.lanewise_register(number);
        },
        0, objects...);
}

template <class... Objects>
constexpr bool any_asks(Objects&&...) {
    return (Asks<std::remove_cvref_t<Objects>> || ...);
}

// Requests of the vector cores until all of them have ended.
template <class... Objects>
void serve_objects(Objects&&... objects) {
    std::size_t bytes = sizeof(Heading);
    each_object([&](auto& object, std::uint32_t, const AscendC::tiling::TCubeTiling*) {
        if constexpr (Asks<std::remove_cvref_t<decltype(object)>>)
            if (sizeof(typename std::remove_cvref_t<decltype(object)>::Message) > bytes) bytes = sizeof(typename std::remove_cvref_t<decltype(object)>::Message);
    }, 0, objects...);
    const std::unique_ptr<std::max_align_t[]> room(new std::max_align_t[bytes / sizeof(std::max_align_t) + 1]);
    while (lw_next_request(room.get(), bytes)) {
        Heading heading;
        __builtin_memcpy(&heading, room.get(), sizeof heading);
        bool is_done = true;
        each_object([&](auto& object, std::uint32_t number, const AscendC::tiling::TCubeTiling*) {
            using Object = std::remove_cvref_t<decltype(object)>;
            if constexpr (Asks<Object>)
                if (number == heading.object) is_done = object.lanewise_serve(*reinterpret_cast<const typename Object::Message*>(room.get()));
        }, 0, objects...);
        if (is_done) lw_answer();
    }
}

}  // namespace lanewise::matmul

// On the cube core of a group the function ends here: all it does is what the vector cores ask for, if any object lets them ask.
#if LANEWISE_MATMUL_ASKS && LANEWISE_CUBE_SIDE
#define REGIST_MATMUL_OBJ(tpipe, workspace, ...)                    \
    {                                                               \
        const ::lanewise::matmul::Line lanewise_line;               \
        (void)(tpipe), (void)(workspace);                           \
        if (::lanewise::matmul::any_asks(__VA_ARGS__)) {            \
            ::lanewise::matmul::serve_objects(__VA_ARGS__);         \
            return;                                                 \
        }                                                           \
        ::lanewise::matmul::bind_objects(__VA_ARGS__);              \
    }
#else
#define REGIST_MATMUL_OBJ(tpipe, workspace, ...) ((void)(tpipe), (void)(workspace), ::lanewise::matmul::bind_objects(__VA_ARGS__))
#endif
#define REGIST_MATMUL_OBJ_STATIC REGIST_MATMUL_OBJ
