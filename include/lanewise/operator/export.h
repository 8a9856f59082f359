// What marks exported names, which sources write between `class` and a name.
#pragma once

#ifndef OPBASE_API
#define OPBASE_API
#endif
