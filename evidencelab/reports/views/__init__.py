"""Evidence, tables and charts as a person sees them, every foreign text escaped."""
