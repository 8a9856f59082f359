#include "atvoss/elewise/elewise_tiling.h"
ge::graphStatus NewerTiling(gert::TilingContext* context) { return Atvoss(context); }
