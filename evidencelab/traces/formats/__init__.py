"""Other people's formats, one module each, and the one shape into which they are brought."""
