"""Shogun (1986): secret plans, dice and daimyos over 68 provinces of feudal Japan."""
