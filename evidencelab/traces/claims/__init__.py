"""What is claimed without a value: an absence, health, a success, an act, a total."""
