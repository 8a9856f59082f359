#pragma once

#include "lanewise/library/transform.h"
