// Lane functions of register arithmetic: those of the memory instructions.
#pragma once

#include "lanes/arithmetic.hpp"
