"""Host-side libraries of pyasc."""
