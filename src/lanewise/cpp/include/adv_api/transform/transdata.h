#pragma once

#include "lanewise/library/transdata.h"
