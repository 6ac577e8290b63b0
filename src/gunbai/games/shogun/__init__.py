"""Shogun: daimyos fight for the provinces of Japan."""
