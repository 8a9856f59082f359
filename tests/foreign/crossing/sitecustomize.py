"""For a Python that builds programs for another computer (Computer.crossing): it finds that one's library first."""

import os

import lanewise

lanewise.__path__.insert(0, os.environ["LANEWISE_CROSSING"])
