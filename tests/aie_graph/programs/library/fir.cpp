#include "fir.hpp"
