"""What stands around a quote and may change it: headings, frames, cuts and gaps."""
