"""Ambush: two rows of soldiers, and one of each row is secretly the general. A game for Gunbai from outside."""
