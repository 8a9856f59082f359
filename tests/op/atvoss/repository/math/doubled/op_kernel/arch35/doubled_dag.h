#pragma once
#include "atvoss/util/dag.h"
namespace DoubledOp {
using namespace Ops::Base;
struct complex64 { // of its own
    float parts[2];
};
template <typename T>
using Graph = DAGSch<Vec::Muls<T>>;
using Unused = Vec::Square<half>;
} // namespace DoubledOp
