"""Executors that lie in a known way, and lines that try to instruct whoever reads them."""
