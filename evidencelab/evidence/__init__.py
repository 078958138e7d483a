"""What a tool said, cut into quotable places, and whether an excerpt is an honest quote of one."""
