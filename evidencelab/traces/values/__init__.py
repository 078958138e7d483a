"""What a value is: numbers with their units, moments, names, and how a text writes them."""
