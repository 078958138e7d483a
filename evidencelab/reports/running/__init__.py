"""From names and parameters to executed notebooks, compared with the runs before them."""
