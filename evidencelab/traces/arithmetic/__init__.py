"""How one number follows from others, whoever says so and wherever they stand."""
