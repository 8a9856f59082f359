#pragma once
#include "lanewise/kernel.h"
