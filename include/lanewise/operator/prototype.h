// Prototypes of the graph engine: REG_OP(Type).INPUT(x, TensorType({DT_FLOAT}))...OP_END_FACTORY_REG(Type). Operators have
// definitions for the same, so nothing is kept of them.
#pragma once

#include <initializer_list>

#include "lanewise/operator/types.h"

namespace ge {

class TensorType {
  public:
    TensorType() = default;
    TensorType(DataType) {}
    TensorType(std::initializer_list<DataType>) {}
    static TensorType ALL() { return {}; }
#define LANEWISE_ONE(name) static TensorType name() { return {}; }
    LANEWISE_ONE(BasicType) LANEWISE_ONE(FLOAT) LANEWISE_ONE(NumberType) LANEWISE_ONE(RealNumberType) LANEWISE_ONE(UnaryDataType)
    LANEWISE_ONE(IntegerDataType) LANEWISE_ONE(SignedDataType) LANEWISE_ONE(ComplexDataType) LANEWISE_ONE(IndexNumberType)
    LANEWISE_ONE(QuantifiedType) LANEWISE_ONE(OrdinaryType) LANEWISE_ONE(FloatingDataType)
#undef LANEWISE_ONE
};

}  // namespace ge

// What stands between the first macro and the last is a chain of calls that do nothing.
#define REG_OP(type)                                 \
    namespace lanewise_prototype_##type {            \
    struct Prototype {                               \
        Prototype& lanewise_any() { return *this; }  \
        void lanewise_all() { Prototype()
#define OP_END_FACTORY_REG(type) \
    lanewise_any(); } }; }       \
    namespace op { class type {}; }
#define INPUT(...) lanewise_any()
#define OPTIONAL_INPUT(...) lanewise_any()
#define DYNAMIC_INPUT(...) lanewise_any()
#define OUTPUT(...) lanewise_any()
#define DYNAMIC_OUTPUT(...) lanewise_any()
#define ATTR(...) lanewise_any()
#define REQUIRED_ATTR(...) lanewise_any()
#define GRAPH(...) lanewise_any()
#define DYNAMIC_GRAPH(...) lanewise_any()
#define DATATYPE(...) lanewise_any()
