#pragma once
#include "lanewise/debug.h"
