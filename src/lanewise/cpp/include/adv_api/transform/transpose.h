#pragma once

#include "lanewise/library/transpose.h"
