import sys
from pathlib import Path

# The calls are those of the agreement test.
sys.path.insert(0, str(Path(__file__).parents[1] / "agreement"))
sys.path.insert(0, str(Path(__file__).parent))
