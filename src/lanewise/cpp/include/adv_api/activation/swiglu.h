#pragma once

#include "lanewise/library/activation.h"
