"""One run on disk: its folder, its manifest, and what each notebook said."""
