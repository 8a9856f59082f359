// Lane functions of conversions on registers that keep their type: those of the memory instructions.
#pragma once

#include "lanes/cast.hpp"
