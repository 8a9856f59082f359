this is for another chip
