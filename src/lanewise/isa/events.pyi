# Made from chips/cores.toml by `python -m lanewise.asc.stubs`. Do not edit.
from enum import IntEnum

ALL: str

class Pipe(IntEnum):
    S = 0
    V = 1
    MTE2 = 2
    MTE3 = 3
    M = 4
    MTE1 = 5
    FIX = 6
    ALL = 7

class PipeID(IntEnum):
    PIPE_S = 0
    PIPE_V = 1
    PIPE_M = 2
    PIPE_MTE1 = 3
    PIPE_MTE2 = 4
    PIPE_MTE3 = 5
    PIPE_ALL = 6
    PIPE_MTE4 = 7
    PIPE_MTE5 = 8
    PIPE_V2 = 9
    PIPE_FIX = 10

class HardEvent(IntEnum):
    MTE2_MTE1 = 0
    MTE1_MTE2 = 1
    MTE1_M = 2
    M_MTE1 = 3
    MTE2_V = 4
    V_MTE2 = 5
    MTE3_V = 6
    V_MTE3 = 7
    M_V = 8
    V_M = 9
    V_V = 10
    MTE3_MTE1 = 11
    MTE1_MTE3 = 12
    MTE1_V = 13
    MTE2_M = 14
    M_MTE2 = 15
    V_MTE1 = 16
    M_FIX = 17
    FIX_M = 18
    MTE3_MTE2 = 19
    MTE2_MTE3 = 20
    S_V = 21
    V_S = 22
    S_MTE2 = 23
    MTE2_S = 24
    S_MTE3 = 25
    MTE3_S = 26
    MTE2_FIX = 27
    FIX_MTE2 = 28
    FIX_S = 29
    M_S = 30
    FIX_MTE3 = 31
    MTE1_FIX = 32
    FIX_MTE1 = 33
    FIX_FIX = 34
    MAX = 35

SCALAR: Pipe
VECTOR: Pipe
COPY_IN: Pipe
COPY_OUT: Pipe
CUBE: Pipe
FEED: Pipe
DRAIN: Pipe

def vendor(pipe: Pipe) -> PipeID: ...

def between(source: Pipe, target: Pipe) -> HardEvent: ...

def pipes_of(event: HardEvent) -> tuple[Pipe | None, Pipe | None]: ...

def leads(source: str, target: str, ways: str = ...) -> bool: ...

def mover(source: str, target: str) -> Pipe: ...
