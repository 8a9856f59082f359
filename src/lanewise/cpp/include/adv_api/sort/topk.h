#pragma once

#include "lanewise/library/topk.h"
