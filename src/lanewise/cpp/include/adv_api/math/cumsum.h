#pragma once

#include "lanewise/library/cumsum.h"
