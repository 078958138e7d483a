"""What the tools gave, laid out so that a value is found with its place, its name and its record."""
