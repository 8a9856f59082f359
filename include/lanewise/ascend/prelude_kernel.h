// What nearly every program with a kernel includes. The driver precompiles it.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "lanewise/shared/acl.h"
#include "kernel_operator.h"
#include "lanewise/ascend/launch.h"
