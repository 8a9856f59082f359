#pragma once

#include "lanewise/library/layernorm_grad.h"
