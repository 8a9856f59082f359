"""Programs that connect kernels of AI Engines to graphs, as the vendor's adf.h has them."""
