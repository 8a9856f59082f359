// Kernels of a graph that take and give back buffers themselves; locks_graph.cpp runs them.
#include <aie_api/aie.hpp>

#include "locks.h"

void taken_twice(adf::input_async_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out)
{
    in.acquire();
    if (in.data()[0] == 1) in.acquire();  //! taken_twice 67 SYNC-104 check graph=locks_graph.cpp
    for (int i = 0; i < 32; ++i) out.data()[i] = in.data()[i];
    in.release();
}

void given_back_twice(adf::input_async_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out)
{
    in.acquire();
    const bool fault = in.data()[0] == 1;
    for (int i = 0; i < 32; ++i) out.data()[i] = in.data()[i];
    in.release();
    if (fault) in.release();  //! given_back_twice 67 SYNC-104 check graph=locks_graph.cpp
}

void given_back_never_taken(adf::input_buffer<int16, adf::extents<32>>& in, adf::output_async_buffer<int16, adf::extents<32>>& out)
{
    const bool fault = in.data()[0] == 1;
    if (fault) out.release();  //! given_back_never_taken 67 SYNC-104 check graph=locks_graph.cpp
    out.acquire();
    for (int i = 0; i < 32; ++i) out.data()[i] = in.data()[i];
    out.release();
}
