#include "register/op_impl_registry.h"
#include "op_host/infershape_elewise_util.h"

namespace ops {
IMPL_OP_INFERSHAPE(LeakyKey).InferShape(Ops::Base::InferShape4Elewise);
} // namespace ops
