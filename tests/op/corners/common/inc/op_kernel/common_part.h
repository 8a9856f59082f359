#define COMMON_PART 10.0f
