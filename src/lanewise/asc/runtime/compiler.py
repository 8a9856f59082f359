"""How kernels are to be compiled. Nothing is compiled here, so these are only read."""

from __future__ import annotations

from lanewise.asc.runtime.jit import CompileOptions as CompileOptions
