// Everything of the C interface.
#pragma once

#include "lanewise/c_api.h"
