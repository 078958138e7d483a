"""The version, apart from the package so that every room may read it."""

__version__ = "0.1.0"
