"""Instructions on vector and mask registers (AscendC::Reg, ascend950)."""
