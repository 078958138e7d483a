"""Cases, corruptions, calibration, comparison, sweeps: the experiments."""
