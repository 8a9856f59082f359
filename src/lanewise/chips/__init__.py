DEFAULT = "ascend910b"  # the chip where none is named
