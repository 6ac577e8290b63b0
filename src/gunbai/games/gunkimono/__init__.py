"""Gunkimono: two to five daimyo cover one battlefield with troops, for victory points or for honor."""
