// Keys of kernel templates: which parameters there are, which of their values go together, and how they become a number.
//
// On the host the declarations are data. In kernels they say nothing: the instance that the key means is made by the build.
#pragma once

#ifndef LANEWISE_OPERATOR_HOST

#define ASCENDC_TPL_ARGS_DECL(...)
#define ASCENDC_TPL_SEL(...)

#else

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lanewise/operator/types.h"

namespace lanewise::op {

// Whatever a source writes for a value: enumerators, bools, constants of any width.
struct Number {
    std::uint64_t value;
    template <class T>
    Number(T any) : value(static_cast<std::uint64_t>(any)) {}
};
using Numbers = std::vector<Number>;

enum class ValueMode { list, range, mix };

// `n` closed ranges come first in the second and third mode, then plain values.
inline std::vector<std::uint64_t> expanded(ValueMode mode, const Numbers& said) {
    std::vector<std::uint64_t> values;
    std::size_t at = 0;
    if (mode != ValueMode::list && !said.empty()) {
        const std::uint64_t ranges = said[at++].value;
        for (std::uint64_t r = 0; r < ranges && at + 1 < said.size(); ++r, at += 2)
            for (std::uint64_t v = said[at].value; v <= said[at + 1].value && values.size() < 65536; ++v) values.push_back(v);
    }
    for (; at < said.size(); ++at) values.push_back(said[at].value);
    return values;
}

struct Parameter {
    const char* kind;  // type, number, uint, bool, format, kernel
    const char* name;
    unsigned bits;
    std::vector<std::uint64_t> values;
    Parameter(const char* k, const char* n, unsigned b, ValueMode mode, const Numbers& said)
        : kind(k), name(n), bits(b), values(expanded(mode, said)) {}
};

// The values of one parameter in a selection; what is no parameter has a text.
struct Chosen {
    const char* name;
    std::vector<std::uint64_t> values;
    std::string text;
    Chosen(const char* n, ValueMode mode, const Numbers& said) : name(n), values(expanded(mode, said)) {}
    Chosen(const char* n, const char* t) : name(n), text(t) {}
};
using Selection = std::vector<Chosen>;

struct Template {
    std::string type;
    std::vector<Parameter> parameters;
    std::vector<Selection> selections;

    std::uint64_t key(const Numbers& said) const {
        std::uint64_t made = 0;
        unsigned at = 0;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const Parameter& parameter = parameters[i];
            if (at + parameter.bits > 64) return ~0ull;
            std::uint64_t value = i < said.size() ? said[i].value : 0;
            if (i < said.size() && parameter.kind[0] == 'u') {
                std::size_t index = 0;
                while (index < parameter.values.size() && parameter.values[index] != value) ++index;
                if (index == parameter.values.size()) return ~0ull;
                value = index;
            }
            made |= (value & (parameter.bits == 64 ? ~0ull : (1ull << parameter.bits) - 1)) << at;
            at += parameter.bits;
        }
        return made;
    }
};

struct Templates {
    std::map<std::string, Template> known;
    std::string last;  // declared: selections follow it

    static Templates& get() {
        static Templates templates;
        return templates;
    }
    static const Template* declare(const char* type, std::vector<Parameter> parameters) {
        Templates& all = get();
        all.last = type;
        Template& made = all.known[type];
        made.type = type, made.parameters = std::move(parameters), made.selections.clear();
        return &made;
    }
    static bool select(std::vector<Selection> selections) {
        Templates& all = get();
        all.known[all.last].selections = std::move(selections);
        return true;
    }
};

}  // namespace lanewise::op

#define ASCENDC_TPL_1_BW 1
#define ASCENDC_TPL_2_BW 2
#define ASCENDC_TPL_4_BW 4
#define ASCENDC_TPL_8_BW 8
#define ASCENDC_TPL_UI_LIST ::lanewise::op::ValueMode::list
#define ASCENDC_TPL_UI_RANGE ::lanewise::op::ValueMode::range
#define ASCENDC_TPL_UI_MIX ::lanewise::op::ValueMode::mix
#define ASCENDC_TPL_INPUT(i) (100000000 + (i))
#define ASCENDC_TPL_OUTPUT(i) (900000000 + (i))
#define ASCENDC_TPL_AIV_ONLY 0
#define ASCENDC_TPL_AIC_ONLY 1
#define ASCENDC_TPL_MIX_AIV_1_0 2
#define ASCENDC_TPL_MIX_AIC_1_0 3
#define ASCENDC_TPL_MIX_AIC_1_1 4
#define ASCENDC_TPL_MIX_AIC_1_2 5
#define ASCENDC_TPL_AICORE 6
#define ASCENDC_TPL_VECTORCORE 7
#define ASCENDC_TPL_MIX_AICORE 8
#define ASCENDC_TPL_MIX_VECTOR_CORE 9

#define ASCENDC_TPL_ARGS_DECL(op_type, ...)                         \
    [[maybe_unused]] static const ::lanewise::op::Template* lanewise_template = \
        ::lanewise::op::Templates::declare(#op_type, {__VA_ARGS__});
#define LANEWISE_TPL_DECL(kind, name, bits, ...) \
    ::lanewise::op::Parameter(kind, name, bits, ::lanewise::op::ValueMode::list, ::lanewise::op::Numbers{__VA_ARGS__})
#define ASCENDC_TPL_DATATYPE_DECL(name, ...) LANEWISE_TPL_DECL("type", #name, 8, __VA_ARGS__)
#define ASCENDC_TPL_DTYPE_DECL(name, ...) LANEWISE_TPL_DECL("number", #name, 8, __VA_ARGS__)
#define ASCENDC_TPL_FORMAT_DECL(name, ...) LANEWISE_TPL_DECL("format", #name, 8, __VA_ARGS__)
#define ASCENDC_TPL_BOOL_DECL(name, ...) LANEWISE_TPL_DECL("bool", #name, 1, __VA_ARGS__)
#define ASCENDC_TPL_KERNEL_TYPE_DECL(name, ...) LANEWISE_TPL_DECL("kernel", #name, 8, __VA_ARGS__)
#define ASCENDC_TPL_UINT_DECL(name, bits, mode, ...) \
    ::lanewise::op::Parameter("uint", #name, bits, mode, ::lanewise::op::Numbers{__VA_ARGS__})

#define ASCENDC_TPL_SEL(...) \
    [[maybe_unused]] static const bool lanewise_selected = ::lanewise::op::Templates::select({__VA_ARGS__});
#define ASCENDC_TPL_ARGS_SEL(...) ::lanewise::op::Selection{__VA_ARGS__}
#define LANEWISE_TPL_SEL(name, ...) \
    ::lanewise::op::Chosen(name, ::lanewise::op::ValueMode::list, ::lanewise::op::Numbers{__VA_ARGS__})
#define ASCENDC_TPL_DATATYPE_SEL(name, ...) LANEWISE_TPL_SEL(#name, __VA_ARGS__)
#define ASCENDC_TPL_DTYPE_SEL(name, ...) LANEWISE_TPL_SEL(#name, __VA_ARGS__)
#define ASCENDC_TPL_FORMAT_SEL(name, ...) LANEWISE_TPL_SEL(#name, __VA_ARGS__)
#define ASCENDC_TPL_BOOL_SEL(name, ...) LANEWISE_TPL_SEL(#name, __VA_ARGS__)
#define ASCENDC_TPL_UINT_SEL(name, mode, ...) \
    ::lanewise::op::Chosen(#name, mode, ::lanewise::op::Numbers{__VA_ARGS__})
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...) ::lanewise::op::Chosen("kernel", #__VA_ARGS__)
#define ASCENDC_TPL_TILING_STRUCT_SEL(...) ::lanewise::op::Chosen("struct", #__VA_ARGS__)
#define ASCENDC_TPL_DETERMINISTIC_SEL(...) ::lanewise::op::Chosen("", #__VA_ARGS__)
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(...) ::lanewise::op::Chosen("", #__VA_ARGS__)

#define GET_TPL_TILING_KEY(...) (lanewise_template->key(::lanewise::op::Numbers{__VA_ARGS__}))
#define ASCENDC_TPL_SEL_PARAM(context, ...) ((context)->SetTilingKey(GET_TPL_TILING_KEY(__VA_ARGS__)))

#endif
