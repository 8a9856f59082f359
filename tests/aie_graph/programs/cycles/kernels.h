#pragma once
#include <adf.h>
#include <adf/x86sim/x86simDebug.h>
#include <aie_api/aie.hpp>

using namespace aie;

void tell(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out);
template <class T>
class Twice {
public:
    void run(adf::input_buffer<T>& in, adf::output_buffer<T>& out);
    static void registerKernelClass() { REGISTER_FUNCTION(Twice::run); }
};
