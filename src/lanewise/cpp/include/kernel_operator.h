// Everything a kernel may use.
#pragma once

#include "lanewise/kernel.h"
