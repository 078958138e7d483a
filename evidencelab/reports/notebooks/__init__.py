"""What each notebook runs: settings checked, work done, tables and pages written."""
