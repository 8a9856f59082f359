"""The timing model against published measurements: what is re-created how, and how near it comes."""
