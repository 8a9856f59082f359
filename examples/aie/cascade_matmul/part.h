#pragma once
#include <adf.h>

constexpr unsigned inner = 8, columns = 8;  // of the half that one core has

// Half of a row times half of a matrix. The first core starts the sum, the second one ends it.
class first_half {
public:
    explicit first_half(int16 (&weights)[inner * columns]) : weights(weights) {}
    void run(adf::input_buffer<int16>& a, output_cascade<acc48>* sum);
    static void registerKernelClass() {
        REGISTER_FUNCTION(first_half::run);
        REGISTER_PARAMETER(weights);
    }

private:
    int16 (&weights)[inner * columns];
};

class second_half {
public:
    second_half(int16 (&weights)[inner * columns], int shift) : weights(weights), shift(shift) {}
    void run(adf::input_buffer<int16>& a, input_cascade<acc48>* sum, adf::output_buffer<int16>& c);
    static void registerKernelClass() {
        REGISTER_FUNCTION(second_half::run);
        REGISTER_PARAMETER(weights);
    }

private:
    int16 (&weights)[inner * columns];
    int shift;
};
