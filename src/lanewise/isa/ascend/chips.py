"""Short names for groups of chips, as the tables of the families use them."""

A2 = "ascend910b"
A3 = "ascend910_93"
C950 = "ascend950"
C310B = "ascend310b"
C310P = "ascend310p"
VECTOR_CORE = "ascend310p_vector"
C910 = "ascend910"

A2A3 = (A2, A3)
ON_950 = (C950,)
OLDER = (A2, A3, C310B, C310P, C910)  # everything but 950 and the vector core
EVERY = (C950, *OLDER)
NOT_910 = (A2, A3, C310B, C310P)
