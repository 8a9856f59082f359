#pragma once

#include "lanewise/library/index.h"
