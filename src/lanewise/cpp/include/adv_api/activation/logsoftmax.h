#pragma once

#include "lanewise/library/softmax.h"
