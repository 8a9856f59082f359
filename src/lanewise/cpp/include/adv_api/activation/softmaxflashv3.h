#pragma once

#include "lanewise/library/softmax_flash.h"
