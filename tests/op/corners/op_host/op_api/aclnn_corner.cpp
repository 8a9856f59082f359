#include "opdev/op_executor.h"
this is not for us
