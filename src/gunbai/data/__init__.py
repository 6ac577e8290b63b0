"""Games as data: written by `gunbai dataset`, read with NumPy or PyTorch."""
