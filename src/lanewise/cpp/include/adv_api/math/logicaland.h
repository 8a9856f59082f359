#pragma once

#include "lanewise/library/logic.h"
