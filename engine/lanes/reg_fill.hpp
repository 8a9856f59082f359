// Lane functions that only place values: those of the memory instructions.
#pragma once

#include "lanes/fill.hpp"
