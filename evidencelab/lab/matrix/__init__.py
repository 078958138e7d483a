"""Cases, their variations, what must hold of a run, and where its evidence was lost."""
