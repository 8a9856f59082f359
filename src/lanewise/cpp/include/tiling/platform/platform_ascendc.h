#pragma once

#include "lanewise/host/platform.h"
