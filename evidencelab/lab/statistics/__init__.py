"""Intervals, paired tests, splits and risk control, over groups that are independent."""
