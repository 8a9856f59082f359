#include "add.h"
