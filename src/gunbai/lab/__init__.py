"""Games played by the thousand: fuzzing and measuring."""
