"""What an installed package can try of itself: `pytest --pyargs lanewise`."""
