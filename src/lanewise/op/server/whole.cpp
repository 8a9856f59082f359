// The server as one source: its parts share nearly all that they include, and are compiled in two thirds of the time.
#include "main.cpp"
#include "definition.cpp"
#include "describe.cpp"
#include "log.cpp"
#include "registry.cpp"
#include "helpers.cpp"
